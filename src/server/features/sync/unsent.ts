import type { Kysely } from 'kysely';
import { can, roleIdsWith } from '../../../contract/permissions.ts';
import { heldLanesMax } from '../../../contract/sync-limits.ts';
import { HeldLane, type MutationResult, type SyncRequest, type UnsentElsewhere } from '../../../contract/sync.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';

const hour = 3_600_000;
/** How long a device's report of unsent changes is valid after its last sync. */
const reportLifetime = 24 * hour;

/**
 * Stores which records have unsent changes on this device. Returns the records with unsent changes on the user's other
 * devices, and for a user who works on tickets also on those of others who do. Devices of earlier versions report nothing.
 */
export async function exchangeUnsent(
  ctx: SignedIn,
  request: SyncRequest,
  results: readonly MutationResult[],
): Promise<UnsentElsewhere[]> {
  const { services, person } = ctx;
  const now = services.now();
  const rows = await readUnsent(services.reader, person, now - reportLifetime);
  const own = rows.filter((row) => row.session_id === person.sessionId);
  if (request.held) await storeLanes(ctx, own, unsentLanesAfter(request.held, request, results));
  return rows
    .filter((row) => row.session_id !== person.sessionId)
    .slice(0, heldLanesMax)
    .map((row) => ({ lane: row.lane, own: row.user_id === person.id, by: row.name, at: toIsoTime(row.seen_at) }));
}

interface Row {
  session_id: number;
  lane: string;
  user_id: number;
  name: string;
  seen_at: number;
}

/** Reads the lanes with unsent changes that this user may know of, newest report first. */
function readUnsent(db: Kysely<Database>, person: SignedIn['person'], since: number): Promise<Row[]> {
  return db
    .selectFrom('unsent')
    .innerJoin('sessions', 'sessions.id', 'unsent.session_id')
    .innerJoin('users', 'users.id', 'unsent.user_id')
    .select(['unsent.session_id', 'unsent.lane', 'unsent.user_id', 'users.name', 'unsent.seen_at'])
    .where('unsent.seen_at', '>', since)
    .where('sessions.revoked_at', 'is', null)
    .where((row) =>
      can(person.role, 'tickets.work')
        ? row.or([row('unsent.user_id', '=', person.id), row('users.role_id', 'in', roleIdsWith('tickets.work'))])
        : row('unsent.user_id', '=', person.id),
    )
    .orderBy('unsent.seen_at', 'desc')
    .orderBy('unsent.lane')
    .execute();
}

/**
 * Returns the lanes that still have unsent changes after this response: those not in the request, and those with a
 * mutation that was not accepted.
 */
function unsentLanesAfter(
  held: readonly string[],
  { mutations }: SyncRequest,
  results: readonly MutationResult[],
): ReadonlySet<string> {
  const notAccepted = mutations.filter((_, index) => results[index]?.status !== 200).map(({ lane }) => lane);
  const reportable = notAccepted.filter((lane) => HeldLane.safeParse(lane).success);
  return new Set([...held, ...reportable].slice(0, heldLanesMax));
}

async function storeLanes(ctx: SignedIn, own: readonly Row[], lanes: ReadonlySet<string>): Promise<void> {
  const { services, person } = ctx;
  const now = services.now();
  const isStored = own.length === lanes.size && own.every((row) => lanes.has(row.lane) && row.seen_at > now - hour);
  if (isStored) return;
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
  services.notifier.notify([`u:${person.id}`, ...(can(person.role, 'tickets.work') ? ['support'] : [])]);
}
