import type { MutationArgs } from '../../../contract/mutations.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { notify } from '../../platform/notify.ts';
import { Refusal } from '../../platform/refusal.ts';
import { attach } from './attachments.ts';
import { activeAdmins } from './listeners.ts';
import { mayOpenTickets } from './policy.ts';
import { announceTicket, findTicket, insertTicket, nextNumber, ownsOrder } from './rows.ts';

/** Opens a ticket of the acting customer under the id its device made, and tells the admins. */
export async function writeTicket(work: Work, args: MutationArgs<'ticket.open'>): Promise<string[]> {
  const customer = allow(work.person, mayOpenTickets, 'FORBIDDEN');
  if (args.order_id !== null && !(await ownsOrder(work.tx, customer.id, args.order_id))) {
    throw new Refusal('INVALID_FIELDS', { order_id: ['invalid'] });
  }
  const known = await findTicket(work.tx, args.id);
  if (known) return sameTicket(work, known, args);

  const number = await nextNumber(work.tx);
  const ticket = await insertTicket(work, { ...args, number });
  await attach(work, args.file_ids ?? [], { ticketId: ticket.id, responseId: null });
  await audit(work, {
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
  await notify(work, await activeAdmins(work.tx), {
    kind: 'ticket.opened',
    about: { ticket_id: ticket.id, subject: ticket.subject, by: customer.name },
  });
  await announceTicket(work.tx, ticket);
  return [`tickets:${ticket.id}`];
}

/** The device's own ticket, sent again under another key, is there already; any other use of an id is refused. */
function sameTicket(
  work: Work,
  known: { id: string; user_id: number; subject: string; content: string },
  args: MutationArgs<'ticket.open'>,
): string[] {
  const same = known.user_id === work.person.id && known.subject === args.subject && known.content === args.content;
  if (!same) throw new Refusal('INVALID_FIELDS', { id: ['unique'] });
  return [`tickets:${known.id}`];
}
