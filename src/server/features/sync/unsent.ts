import type { Kysely } from 'kysely';
import { roleIds } from '../../../contract/limits.ts';
import { heldMax } from '../../../contract/sync-limits.ts';
import { HeldLane, type MutationResult, type SyncRequest, type UnsentElsewhere } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { toWhen } from '../../platform/when.ts';

const hour = 3_600_000;
/** Ms after which a device that did not ask again is taken for one that holds nothing. */
const validFor = 24 * hour;

/**
 * Notes of which records this device still holds changes, and gives those that other devices hold: of the same person,
 * and for an admin those of all admins. A device of an earlier version says nothing, and nothing is noted of it.
 */
export async function exchangeUnsent(
  ctx: SignedIn,
  request: SyncRequest,
  results: readonly MutationResult[],
): Promise<UnsentElsewhere[]> {
  const { means, person } = ctx;
  const now = means.now();
  const rows = await relevant(means.reader, person, now - validFor);
  const own = rows.filter((row) => row.session_id === person.sessionId);
  if (request.held) await note(ctx, own, heldAfter(request.held, request, results));
  return rows
    .filter((row) => row.session_id !== person.sessionId)
    .slice(0, heldMax)
    .map((row) => ({ lane: row.lane, own: row.user_id === person.id, by: row.name, at: toWhen(row.seen_at) }));
}

interface Row {
  session_id: number;
  lane: string;
  user_id: number;
  name: string;
  seen_at: number;
}

/** Newest first. */
function relevant(db: Kysely<Database>, person: SignedIn['person'], since: number): Promise<Row[]> {
  return db
    .selectFrom('unsent')
    .innerJoin('sessions', 'sessions.id', 'unsent.session_id')
    .innerJoin('users', 'users.id', 'unsent.user_id')
    .select(['unsent.session_id', 'unsent.lane', 'unsent.user_id', 'users.name', 'unsent.seen_at'])
    .where('unsent.seen_at', '>', since)
    .where('sessions.revoked_at', 'is', null)
    .where((row) =>
      person.role === 'admin'
        ? row.or([row('unsent.user_id', '=', person.id), row('users.role_id', '=', roleIds.admin)])
        : row('unsent.user_id', '=', person.id),
    )
    .orderBy('unsent.seen_at', 'desc')
    .orderBy('unsent.lane')
    .execute();
}

/** What a device holds once it has this answer: what it did not bring, and what was not accepted. */
function heldAfter(
  held: readonly string[],
  { mutations }: SyncRequest,
  results: readonly MutationResult[],
): ReadonlySet<string> {
  const open = mutations.filter((_, at) => results[at]?.status !== 200).map(({ lane }) => lane);
  const known = open.filter((lane) => HeldLane.safeParse(lane).success);
  return new Set([...held, ...known].slice(0, heldMax));
}

async function note(ctx: SignedIn, own: readonly Row[], lanes: ReadonlySet<string>): Promise<void> {
  const { means, person } = ctx;
  const now = means.now();
  const isKnown = own.length === lanes.size && own.every((row) => lanes.has(row.lane) && row.seen_at > now - hour);
  if (isKnown) return;
  const session_id = person.sessionId;
  await inUserTransaction(ctx, async ({ tx }) => {
    await tx.deleteFrom('unsent').where('session_id', '=', session_id).execute();
    if (lanes.size === 0) return;
    const rows = [...lanes].map((lane) => ({ session_id, lane, user_id: person.id, seen_at: now }));
    await tx
      .insertInto('unsent')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['session_id', 'lane']).doNothing())
      .execute();
  });
  means.pokes.poke([`u:${person.id}`, ...(person.role === 'admin' ? ['admin'] : [])]);
}
