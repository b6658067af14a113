import type { MutationArgs } from '../../../contract/mutations.ts';
import { statusAfterReply } from '../../../contract/ticket-rules.ts';
import { audit } from '../../platform/audit.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { attach } from './attachments.ts';
import { activeAdmins, announceTicket, lockTicket, updateTicket, type TicketRecord } from './rows.ts';
import { announceResponse, findResponse, insertResponse } from './responses.ts';

/**
 * Adds a response of the acting user and notifies the other party. The user's role is the type of the response;
 * `ticket_id` is the ticket's UUID or its number.
 */
export async function replyToTicketInTransaction(
  transaction: TransactionContext,
  args: MutationArgs<'ticket.reply'>,
): Promise<string[]> {
  const ticket = await lockTicket(transaction.tx, args.ticket_id, transaction.person);
  const touched = [`responses:${args.id}`, `tickets:${ticket.id}`];
  const existing = await findResponse(transaction.tx, args.id);
  if (existing) {
    const isSame =
      existing.ticket_id === ticket.id &&
      existing.user_id === transaction.person.id &&
      existing.content === args.content;
    if (!isSame) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
    return touched;
  }
  const response = await insertResponse(transaction, ticket, args);
  await attach(transaction, args.file_ids ?? [], { ticketId: ticket.id, responseId: response.id });
  const status = statusAfterReply(ticket.status, transaction.person.role);
  const changed = await updateTicket(transaction, ticket, {
    responses_count: ticket.responses_count + 1,
    last_response_by: transaction.person.role,
    last_response_at: response.created_at,
    ...(status !== ticket.status && { status, status_by: transaction.person.name, status_at: transaction.now }),
  });
  await audit(transaction, {
    action: 'ticket.reply',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: ticket.status },
    new: {
      status,
      response_id: response.id,
      ...(args.file_ids?.length && { file_ids: args.file_ids }),
    },
  });
  await notifyOtherParty(transaction, ticket);
  await announceTicket(transaction.tx, changed);
  await announceResponse(transaction.tx, ticket, response);
  return touched;
}

/** Notifies the customer, without the admin's name, or all admins. */
async function notifyOtherParty(transaction: TransactionContext, ticket: TicketRecord): Promise<void> {
  const about = { ticket_id: ticket.id, subject: ticket.subject };
  if (transaction.person.role === 'admin') {
    if (ticket.user_id !== transaction.person.id)
      await queueNotice(transaction, ticket.user_id, { kind: 'ticket.response', ticket });
    return notify(transaction, [ticket.user_id], { kind: 'ticket.response', about });
  }
  const admins = await activeAdmins(transaction.tx);
  return notify(transaction, admins, { kind: 'ticket.response', about: { ...about, by: transaction.person.name } });
}
