import type { TicketStatus } from '../../../contract/tickets.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { notify } from '../../platform/notify.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhenOrNull } from '../../platform/when.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, lockTicket, updateTicket } from './rows.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  from?: TicketStatus | undefined;
  to: TicketStatus;
}

/**
 * Sets a ticket's status, when it still is what the admin saw (sync.md): already `to` is fine, another status than
 * `from` is CONFLICT with `{ current, by, at }`. Without `from` the change is not conditional.
 */
export async function setStatus(work: Work, { ticket_id, from, to }: Args): Promise<string[]> {
  const seen = await lockTicket(work.tx, ticket_id, work.person);
  const ticket = allow(seen, maySetStatus(work.person), 'FORBIDDEN');
  const touched = [`tickets:${ticket.id}`];
  const { status: current, status_by: by, status_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toWhenOrNull(at) });

  const changed = await updateTicket(work, ticket, { status: to, status_by: work.person.name, status_at: work.now });
  await audit(work, {
    action: 'ticket.status',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { status: current },
    new: { status: to },
  });
  await notify(work, [ticket.user_id], {
    kind: 'ticket.status',
    about: { ticket_id: ticket.id, subject: ticket.subject, status: to },
  });
  await announceTicket(work.tx, changed);
  return touched;
}
