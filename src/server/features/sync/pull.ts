import type { Kysely } from 'kysely';
import type { Change, EntityName } from '../../../contract/sync.ts';
import { pullPage } from '../../../contract/sync-limits.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readRows, type SyncRegistry, scopesOf } from './registry.ts';

export interface Pulled {
  changes: Change[];
  /** The feed number up to which the device now has all changes. */
  seq: number;
  more: boolean;
}

/** One page of the changes for this user after a feed number, oldest first, with the current rows. */
export async function pull(ctx: SignedIn, registry: SyncRegistry, after: number, head: number): Promise<Pulled> {
  const { reader } = ctx.services;
  const entries = await readFeedEntries(reader, scopesOf(ctx.person), after);
  const isFull = entries.length === pullPage;
  const last = entries.at(-1)?.seq ?? after;
  // A page that is not full contains all changes up to `head`.
  const seq = isFull ? last : Math.max(last, head);
  return { changes: await rowsOf(ctx, registry, entries), seq, more: isFull };
}

interface Entry {
  entity: string;
  key: string;
  seq: number;
  rev: number;
}

function readFeedEntries(db: Kysely<Database>, scopes: string[], after: number): Promise<Entry[]> {
  return db
    .selectFrom('feed')
    .select(['entity', 'key', 'seq', 'rev'])
    .where('scope', 'in', scopes)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(pullPage)
    .execute();
}

/**
 * Reads each changed row once, even if it is in two of the user's scopes. A deleted row has the revision of its
 * deletion.
 */
async function rowsOf(ctx: SignedIn, registry: SyncRegistry, entries: readonly Entry[]): Promise<Change[]> {
  const revs = new Map<string, number>();
  const names = [];
  for (const { entity, key, rev } of entries) {
    const name = `${entity}:${key}`;
    if (!revs.has(name)) names.push({ entity: entity as EntityName, key }); // `announce` writes only these names
    revs.set(name, Math.max(rev, revs.get(name) ?? 0));
  }
  const rows = await readRows(ctx.services.reader, registry, ctx.person, names);
  return rows.map((row) => ({ ...row, rev: Math.max(row.rev, revs.get(`${row.entity}:${row.key}`) ?? 0) }));
}
