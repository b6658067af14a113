import type { MutationArgs } from '../../../contract/mutations.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { nextNumber } from '../../shared/numbers.ts';
import { notify } from '../../shared/notify.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { attach } from './attachments.ts';
import { supportIds, announceTicket, findTicket, insertTicket, ownsOrder } from './rows.ts';
import { mayOpenTickets } from './policy.ts';

/** Opens a ticket of the acting customer with the id made on their device, and notifies the admins. */
export async function openTicketInTransaction(
  transaction: TransactionContext,
  args: MutationArgs<'ticket.open'>,
): Promise<string[]> {
  const customer = allow(transaction.person, mayOpenTickets, { otherwise: 'FORBIDDEN' });
  if (args.order_id !== null && !(await ownsOrder(transaction.tx, customer.id, args.order_id))) {
    throw new Refusal('INVALID_FIELDS', { order_id: ['invalid'] });
  }
  const existing = await findTicket(transaction.tx, args.id);
  if (existing) return requireSameTicket(transaction, existing, args);

  const number = await nextNumber(transaction.tx, 'ticket_number');
  const ticket = await insertTicket(transaction, { ...args, number });
  await attach(transaction, args.file_ids ?? [], { ticketId: ticket.id, responseId: null });
  await audit(transaction, {
    action: 'ticket.open',
    entity: 'tickets',
    entityKey: ticket.id,
    new: {
      number,
      subject: ticket.subject,
      type: ticket.type,
      priority: ticket.priority,
      order_id: ticket.order_id,
      ...(args.file_ids?.length && { file_ids: args.file_ids }),
    },
  });
  await notify(transaction, await supportIds(transaction.tx), {
    kind: 'ticket.opened',
    about: { ticket_id: ticket.id, subject: ticket.subject, by: customer.name },
  });
  await announceTicket(transaction.tx, ticket);
  return [`tickets:${ticket.id}`];
}

/** Returns the reference of a ticket that was sent again with another key; refuses any other use of its id. */
function requireSameTicket(
  transaction: TransactionContext,
  existing: { id: string; user_id: number; subject: string; content: string },
  args: MutationArgs<'ticket.open'>,
): string[] {
  const isSame =
    existing.user_id === transaction.person.id &&
    existing.subject === args.subject &&
    existing.content === args.content;
  if (!isSame) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return [`tickets:${existing.id}`];
}
