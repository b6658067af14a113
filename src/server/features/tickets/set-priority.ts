import type { TicketPriority } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, lockTicket, updateTicket } from './rows.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  from?: TicketPriority | undefined;
  to: TicketPriority;
}

/**
 * Sets a ticket's priority. A ticket that already has the priority `to` stays unchanged. Throws CONFLICT with
 * `{ current, by, at }` when the priority is no longer `from`; without `from` the change is unconditional.
 */
export async function setPriority(transaction: TransactionContext, { ticket_id, from, to }: Args): Promise<string[]> {
  const visible = await lockTicket(transaction.tx, ticket_id, transaction.person);
  const ticket = allow(visible, maySetStatus(transaction.person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  const { priority: current, priority_by: by, priority_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });

  const changes = { priority: to, priority_by: transaction.person.name, priority_at: transaction.now };
  const changed = await updateTicket(transaction, ticket, changes);
  await audit(transaction, {
    action: 'ticket.priority',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { priority: current },
    new: { priority: to },
  });
  await announceTicket(transaction.tx, changed);
  return touched;
}
