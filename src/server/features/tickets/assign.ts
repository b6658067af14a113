import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/allowed.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/refusal.ts';
import { toWhenOrNull } from '../../platform/when.ts';
import { activeAdmins } from './listeners.ts';
import { maySetStatus } from './policy.ts';
import { announceTicket, lockTicket, updateTicket } from './rows.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  /** Ids of admins; null for nobody. */
  from?: number | null | undefined;
  to: number | null;
}

/**
 * Hands a ticket to an admin, or to nobody, under the rule of a status: already `to` is fine, another assignee than
 * `from` is CONFLICT with `{ current, by, at }`. Refuses with `assignee_id: invalid` whoever is not an active admin.
 */
export async function assign(work: Work, { ticket_id, from, to }: Args): Promise<string[]> {
  const seen = await lockTicket(work.tx, ticket_id, work.person);
  const ticket = allow(seen, maySetStatus(work.person), 'FORBIDDEN');
  const touched = [`tickets:${ticket.id}`];
  const { assignee_id: current, assignee_by: by, assignee_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toWhenOrNull(at) });
  if (to !== null && !(await activeAdmins(work.tx)).includes(to))
    throw new Refusal('INVALID_FIELDS', { assignee_id: ['invalid'] });

  const changes = { assignee_id: to, assignee_by: work.person.name, assignee_at: work.now };
  const changed = await updateTicket(work, ticket, changes);
  await audit(work, {
    action: 'ticket.assign',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { assignee_id: current },
    new: { assignee_id: to },
  });
  await announceTicket(work.tx, changed);
  return touched;
}
