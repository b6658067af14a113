import type { TicketPriority } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhenOrNull } from '../../platform/when.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, lockTicket, updateTicket } from './rows.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  from?: TicketPriority | undefined;
  to: TicketPriority;
}

/**
 * Sets a ticket's priority under the rule of a status: already `to` is fine, another priority than `from` is CONFLICT
 * with `{ current, by, at }`. Without `from` the change is not conditional.
 */
export async function setPriority(work: Work, { ticket_id, from, to }: Args): Promise<string[]> {
  const seen = await lockTicket(work.tx, ticket_id, work.person);
  const ticket = allow(seen, maySetStatus(work.person), 'FORBIDDEN');
  const touched = [`tickets:${ticket.id}`];
  const { priority: current, priority_by: by, priority_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toWhenOrNull(at) });

  const changes = { priority: to, priority_by: work.person.name, priority_at: work.now };
  const changed = await updateTicket(work, ticket, changes);
  await audit(work, {
    action: 'ticket.priority',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { priority: current },
    new: { priority: to },
  });
  await announceTicket(work.tx, changed);
  return touched;
}
