import type { Kysely } from 'kysely';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIdsWith } from '../../../contract/permissions.ts';
import { presenceLifetime, type PresentUser, type reportPresence } from '../../../contract/presence.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { inUserTransaction } from '../../platform/user-transaction.ts';
import { findTicketFor } from './rows.ts';

type Input = ParsedInputOf<typeof reportPresence>;

/** Stores what the user's device does at a ticket; returns the other users who have it open. */
export async function storePresence(ctx: SignedIn, { id, state }: Input): Promise<OutputOf<typeof reportPresence>> {
  const { reader, now } = ctx.services;
  const ticket = await findTicketFor(reader, id, ctx.person);
  if (ticket.deleted_at !== null) throw new Refusal('GONE');
  await inUserTransaction(ctx, (transaction) => write(transaction, ctx.person.sessionId, ticket.id, state));
  const since = now() - presenceLifetime;
  return { code: 'SUCCESS', others: await othersAt(reader, ticket.id, ctx.person.id, since) };
}

async function write(
  { tx, person, now }: TransactionContext,
  sessionId: number,
  ticketId: string,
  state: Input['state'],
): Promise<void> {
  const key = { ticket_id: ticketId, session_id: sessionId };
  const ofDevice = tx.deleteFrom('presence').where('ticket_id', '=', ticketId).where('session_id', '=', sessionId);
  const before = await ofDevice.returning(['state', 'since', 'seen_at']).executeTakeFirst();
  if (state === 'left') return;
  const isSame = before?.state === state && before.seen_at > now - presenceLifetime;
  await tx
    .insertInto('presence')
    .values({ ...key, user_id: person.id, state, since: isSame ? before.since : now, seen_at: now })
    .onConflict((conflict) => conflict.columns(['ticket_id', 'session_id']).doUpdateSet({ state, seen_at: now }))
    .execute();
}

/** Reads the other users at a ticket, each once: a user who writes on one device writes. */
async function othersAt(
  db: Kysely<Database>,
  ticketId: string,
  userId: number,
  reportedAfter: number,
): Promise<PresentUser[]> {
  const rows = await db
    .selectFrom('presence')
    .innerJoin('sessions', 'sessions.id', 'presence.session_id')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select(['presence.user_id', 'users.name', 'presence.state', 'presence.since'])
    .where('presence.ticket_id', '=', ticketId)
    .where('presence.user_id', '!=', userId)
    .where('presence.seen_at', '>', reportedAfter)
    .where('sessions.revoked_at', 'is', null)
    .where('users.role_id', 'in', roleIdsWith('tickets.work'))
    .orderBy('presence.since')
    .orderBy('presence.user_id')
    .execute();
  const found = new Map<number, PresentUser>();
  for (const row of rows) {
    const state = row.state as PresentUser['state']; // only this feature writes it, from the contract
    if (found.get(row.user_id)?.state === 'writing' || (found.has(row.user_id) && state === 'viewing')) continue;
    found.set(row.user_id, { ...row, state, since: toIsoTime(row.since) });
  }
  return [...found.values()];
}
