import type { Kysely } from 'kysely';
import type { Change, EntityName } from '../../../contract/sync.ts';
import { pullPage } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readRows, type Offer } from './offer.ts';
import { scopesOf } from './scopes.ts';

export interface Pulled {
  changes: Change[];
  /** The number up to which the device has now followed. */
  seq: number;
  more: boolean;
}

/** What changed for this person after a number, oldest first, a page of it; the rows are read as they are now. */
export async function pull(ctx: SignedIn, offer: Offer, after: number, head: number): Promise<Pulled> {
  const { reader } = ctx.means;
  const entries = await followed(reader, scopesOf(ctx.person), after);
  const full = entries.length === pullPage;
  const last = entries.at(-1)?.seq ?? after;
  // What was numbered up to `head` was there to be read before: without a full page nothing lies in between.
  const seq = full ? last : Math.max(last, head);
  return { changes: await rowsOf(ctx, offer, entries), seq, more: full };
}

interface Entry {
  entity: string;
  key: string;
  seq: number;
  rev: number;
}

function followed(db: Kysely<Database>, scopes: string[], after: number): Promise<Entry[]> {
  return db
    .selectFrom('feed')
    .select(['entity', 'key', 'seq', 'rev'])
    .where('scope', 'in', scopes)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(pullPage)
    .execute();
}

/** A row in two of the person's scopes is told once. One that is gone keeps the version it was deleted with. */
async function rowsOf(ctx: SignedIn, offer: Offer, entries: readonly Entry[]): Promise<Change[]> {
  const revs = new Map<string, number>();
  const names = [];
  for (const { entity, key, rev } of entries) {
    const name = `${entity}:${key}`;
    if (!revs.has(name)) names.push({ entity: entity as EntityName, key }); // written by `announce`
    revs.set(name, Math.max(rev, revs.get(name) ?? 0));
  }
  const rows = await readRows(ctx.means.reader, offer, ctx.person, names);
  return rows.map((row) => ({ ...row, rev: Math.max(row.rev, revs.get(`${row.entity}:${row.key}`) ?? 0) }));
}
