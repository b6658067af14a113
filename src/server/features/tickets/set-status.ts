import type { TicketStatus } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { notify } from '../../shared/notify.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, lockTicket, updateTicket } from './rows.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  from?: TicketStatus | undefined;
  to: TicketStatus;
}

/**
 * Sets a ticket's status. A ticket that already has the status `to` stays unchanged. Throws `status: merged` for a merged
 * ticket, which stays closed, and CONFLICT with `{ current, by, at }` when the ticket no longer has the status `from`,
 * which the admin saw (OF-12); without `from` the change is unconditional.
 */
export async function setTicketStatusInTransaction(
  transaction: TransactionContext,
  { ticket_id, from, to }: Args,
): Promise<string[]> {
  const visible = await lockTicket(transaction.tx, ticket_id, transaction.person);
  const ticket = allow(visible, maySetStatus(transaction.person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  const { status: current, status_by: by, status_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });

  if (ticket.merged_into_id !== null) throw new Refusal('INVALID_FIELDS', { status: ['merged'] });

  const changed = await updateTicket(transaction, ticket, {
    status: to,
    status_by: transaction.person.name,
    status_at: transaction.now,
  });
  await audit(transaction, {
    action: 'ticket.status',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: current },
    new: { status: to },
  });
  await notify(transaction, [ticket.user_id], {
    kind: 'ticket.status',
    about: { ticket_id: ticket.id, subject: ticket.subject, status: to },
  });
  await announceTicket(transaction.tx, changed);
  return touched;
}
