import type { MutationArgs } from '../../../contract/mutations.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { attach } from './attachments.ts';
import { maySetStatus } from './policy.ts';
import { announceResponse, insertResponse, isWritten } from './responses.ts';
import { lockTicket } from './rows.ts';

/**
 * Adds an internal note of the acting user: a response that only support receives. The ticket stays as it is, and no user
 * is notified. `ticket_id` is the ticket's UUID or its number.
 */
export async function addNote(transaction: TransactionContext, args: MutationArgs<'ticket.note'>): Promise<string[]> {
  const { tx, person } = transaction;
  const ticket = allow(await lockTicket(tx, args.ticket_id, person), maySetStatus(person), { otherwise: 'FORBIDDEN' });
  const touched = [`responses:${args.id}`];
  if (await isWritten(transaction, ticket, { ...args, isInternal: true })) return touched;
  const note = await insertResponse(transaction, ticket, { ...args, isInternal: true });
  await attach(transaction, args.file_ids ?? [], { ticketId: ticket.id, responseId: note.id });
  await audit(transaction, {
    action: 'ticket.note',
    entity: 'tickets',
    entityKey: ticket.id,
    new: { response_id: note.id, ...(args.file_ids?.length && { file_ids: args.file_ids }) },
  });
  await announceResponse(tx, ticket, note);
  return touched;
}
