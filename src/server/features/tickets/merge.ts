import type { Kysely } from 'kysely';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { mergedInto } from '../../../contract/ticket-rules.ts';
import type { TicketStatus } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, findTicket, lockTicket, updateTicket, type TicketRecord } from './rows.ts';

/**
 * Merges a ticket into another one of the same customer: it is closed, and the other conversation shows its messages. No
 * row is moved, so the merge can be undone. Neither of them may be merged itself (`merged`); tickets that are merged into
 * the first one stay so, and appear in the other conversation with it.
 */
export async function mergeTicket(
  transaction: TransactionContext,
  { ticket_id, into_id }: MutationArgs<'ticket.merge'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  const locked = new Map<string, Allowed<TicketRecord>>();
  // In the order of the ids, so that opposite merges do not wait for each other.
  for (const id of [ticket_id, into_id].toSorted())
    locked.set(id, allow(await lockTicket(tx, id, person), maySetStatus(person), { otherwise: 'FORBIDDEN' }));
  const [ticket, into] = [locked.get(ticket_id)!, locked.get(into_id)!];
  const touched = [`tickets:${ticket.id}`];
  if (ticket.merged_into_id === into.id) return touched;
  requireMergeable(ticket, into);

  const changed = await updateTicket(transaction, ticket, {
    merged_into_id: into.id,
    status_before_merge: ticket.status,
    ...statusChange(transaction, 'closed'),
  });
  await audit(transaction, {
    action: 'ticket.merge',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: ticket.status, merged_into: null },
    new: { status: 'closed', merged_into: `#${into.number}` },
  });
  await announceTicket(tx, changed);
  return touched;
}

/** Ends the merge of a ticket, which gets its status back. A ticket that is not merged stays unchanged. */
export async function unmergeTicket(
  transaction: TransactionContext,
  { ticket_id }: MutationArgs<'ticket.unmerge'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  const ticket = allow(await lockTicket(tx, ticket_id, person), maySetStatus(person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  if (ticket.merged_into_id === null) return touched;

  const status = (ticket.status_before_merge ?? ticket.status) as TicketStatus;
  const changed = await updateTicket(transaction, ticket, {
    merged_into_id: null,
    status_before_merge: null,
    ...statusChange(transaction, status),
  });
  await audit(transaction, {
    action: 'ticket.unmerge',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: ticket.status },
    new: { status },
  });
  await announceTicket(tx, changed);
  return touched;
}

/** Returns the tickets that are merged into this one, directly or through another one. */
export async function ticketsMergedInto(db: Kysely<Database>, ticket: TicketRecord): Promise<TicketRecord[]> {
  const merged = await db
    .selectFrom('tickets')
    .selectAll()
    .where('user_id', '=', ticket.user_id)
    .where('merged_into_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return mergedInto(merged as TicketRecord[], ticket.id);
}

/**
 * Locks the tickets into which a ticket is merged, directly or through another one; the last one is the ticket whose
 * conversation shows it. None when the ticket is not merged, or when that last one was deleted.
 */
export async function lockMergeChain(
  { tx, person }: TransactionContext,
  ticket: TicketRecord,
): Promise<Allowed<TicketRecord>[]> {
  const chain: TicketRecord[] = [];
  let last: TicketRecord | undefined = ticket;
  while (last && last.merged_into_id !== null) {
    last = await findTicket(tx, last.merged_into_id);
    if (last) chain.push(last);
  }
  if (!last || last.deleted_at !== null) return [];
  const locked: Allowed<TicketRecord>[] = [];
  for (const { id, deleted_at } of chain) if (deleted_at === null) locked.push(await lockTicket(tx, id, person));
  return locked;
}

function requireMergeable(ticket: TicketRecord, into: TicketRecord): void {
  if (ticket.id === into.id || ticket.user_id !== into.user_id)
    throw new Refusal('INVALID_FIELDS', { into_id: ['invalid'] });
  if (ticket.merged_into_id !== null) throw new Refusal('INVALID_FIELDS', { ticket_id: ['merged'] });
  if (into.merged_into_id !== null) throw new Refusal('INVALID_FIELDS', { into_id: ['merged'] });
}

const statusChange = ({ person, now }: TransactionContext, status: TicketStatus) => ({
  status,
  status_by: person.name,
  status_at: now,
});
