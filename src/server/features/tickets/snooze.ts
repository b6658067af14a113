import type { MutationArgs } from '../../../contract/mutations.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { maySetStatus } from './policy.ts';
import { lockTicket, updateInternals } from './rows.ts';

/**
 * Snoozes a ticket until a time, or ends that (`to` null); the customer's next reply ends it, too. Throws CONFLICT with
 * `{ current, by, at }` when the ticket is no longer snoozed until `from`, which the user saw.
 */
export async function snooze(
  transaction: TransactionContext,
  { ticket_id, from, to }: MutationArgs<'ticket.snooze'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  const ticket = allow(await lockTicket(tx, ticket_id, person), maySetStatus(person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  const current = toIsoTimeOrNull(ticket.snoozed_until);
  if (current === to) return touched;
  if (current !== from)
    throw new Refusal('CONFLICT', { current, by: ticket.snoozed_by, at: toIsoTimeOrNull(ticket.snoozed_at) });

  await updateInternals(transaction, ticket, {
    snoozed_until: to === null ? null : Date.parse(to),
    snoozed_by: person.name,
    snoozed_at: transaction.now,
  });
  await audit(transaction, {
    action: 'ticket.snooze',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { snoozed_until: current },
    new: { snoozed_until: to },
  });
  return touched;
}
