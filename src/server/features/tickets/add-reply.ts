import type { MutationArgs } from '../../../contract/mutations.ts';
import { sideOf, statusAfterReply, type TicketSide } from '../../../contract/ticket-rules.ts';
import type { TicketStatus } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import type { Allowed } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { attach } from './attachments.ts';
import { lockMergeChain } from './merge.ts';
import { supportIds, announceTicket, lockTicket, updateTicket, type TicketRecord } from './rows.ts';
import { announceResponse, insertResponse, isWritten } from './responses.ts';

/**
 * Adds a response of the acting user and notifies the other party. The user's side is the type of the response;
 * `ticket_id` is the ticket's UUID or its number.
 */
export async function replyToTicketInTransaction(
  transaction: TransactionContext,
  args: MutationArgs<'ticket.reply'>,
): Promise<string[]> {
  const ticket = await lockTicket(transaction.tx, args.ticket_id, transaction.person);
  const touched = [`responses:${args.id}`, `tickets:${ticket.id}`];
  if (await isWritten(transaction, ticket, args)) return touched;
  const response = await insertResponse(transaction, ticket, args);
  await attach(transaction, args.file_ids ?? [], { ticketId: ticket.id, responseId: response.id });
  const shown = await changeTickets(transaction, ticket, response.created_at);
  await audit(transaction, {
    action: 'ticket.reply',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: shown.before.status },
    new: {
      status: shown.after.status,
      response_id: response.id,
      ...(args.file_ids?.length && { file_ids: args.file_ids }),
    },
  });
  await notifyOtherParty(transaction, shown.before);
  await announceResponse(transaction.tx, ticket, response);
  return [...new Set([...touched, `tickets:${shown.before.id}`])];
}

interface Changed {
  before: TicketRecord;
  after: TicketRecord;
}

/**
 * Counts a reply and changes the turn, the status and the snooze of its ticket, and of those into which that is merged:
 * in the last of them the conversation goes on. Returns that one, before and after.
 */
async function changeTickets(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  at: number,
): Promise<Changed> {
  const side = sideOf(transaction.person.role);
  const turn = { last_response_by: side, last_response_at: at };
  const chain = await lockMergeChain(transaction, ticket);
  const root = chain.at(-1);
  const shown = root ?? ticket;
  const status = statusAfterReply(shown.status, side);
  const after = await updateTicket(transaction, shown, {
    ...turn,
    ...(!root && { responses_count: ticket.responses_count + 1 }),
    // A customer's message ends the snoozing.
    ...(side === 'user' && { snoozed_until: null }),
    ...(status !== shown.status && { status, status_by: transaction.person.name, status_at: transaction.now }),
  });
  await announceTicket(transaction.tx, after);
  if (root) {
    await changeMerged(transaction, ticket, { ...turn, responses_count: ticket.responses_count + 1 });
    for (const between of chain.slice(0, -1)) await changeMerged(transaction, between, turn);
  }
  return { before: shown, after };
}

/**
 * Changes the turn and the snooze of a merged ticket whose conversation has a new reply. The ticket stays closed; the
 * reply changes the status that the end of the merge restores.
 */
async function changeMerged(
  transaction: TransactionContext,
  ticket: Allowed<TicketRecord>,
  turn: { last_response_by: TicketSide; last_response_at: number; responses_count?: number },
): Promise<void> {
  const before = (ticket.status_before_merge ?? ticket.status) as TicketStatus;
  const changed = await updateTicket(transaction, ticket, {
    ...turn,
    ...(turn.last_response_by === 'user' && { snoozed_until: null }),
    status_before_merge: statusAfterReply(before, turn.last_response_by),
  });
  await announceTicket(transaction.tx, changed);
}

/** Notifies the customer, without the admin's name, or all admins. */
async function notifyOtherParty(transaction: TransactionContext, ticket: TicketRecord): Promise<void> {
  const about = { ticket_id: ticket.id, subject: ticket.subject };
  if (sideOf(transaction.person.role) === 'admin') {
    if (ticket.user_id !== transaction.person.id)
      await queueNotice(transaction, ticket.user_id, { kind: 'ticket.response', ticket });
    return notify(transaction, [ticket.user_id], { kind: 'ticket.response', about });
  }
  const admins = await supportIds(transaction.tx);
  return notify(transaction, admins, { kind: 'ticket.response', about: { ...about, by: transaction.person.name } });
}
