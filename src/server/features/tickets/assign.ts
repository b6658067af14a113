import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { supportIds, announceTicket, lockTicket, updateTicket } from './rows.ts';
import { maySetStatus } from './policy.ts';

interface Args {
  /** UUID or number. */
  ticket_id: string;
  /** Ids of admins; null for none. */
  from?: number | null | undefined;
  to: number | null;
}

/**
 * Assigns a ticket to an admin, or to none. A ticket that is already assigned to `to` stays unchanged. Throws CONFLICT
 * with `{ current, by, at }` when the assignee is no longer `from` (unless `from` is missing), and `assignee_id: invalid`
 * unless `to` is an active admin or null.
 */
export async function assign(transaction: TransactionContext, { ticket_id, from, to }: Args): Promise<string[]> {
  const visible = await lockTicket(transaction.tx, ticket_id, transaction.person);
  const ticket = allow(visible, maySetStatus(transaction.person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  const { assignee_id: current, assignee_by: by, assignee_at: at } = ticket;
  if (current === to) return touched;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });
  if (to !== null && !(await supportIds(transaction.tx)).includes(to))
    throw new Refusal('INVALID_FIELDS', { assignee_id: ['invalid'] });

  const changes = { assignee_id: to, assignee_by: transaction.person.name, assignee_at: transaction.now };
  const changed = await updateTicket(transaction, ticket, changes);
  await audit(transaction, {
    action: 'ticket.assign',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { assignee_id: current },
    new: { assignee_id: to },
  });
  await announceTicket(transaction.tx, changed);
  return touched;
}
