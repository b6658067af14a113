import { tagsMax } from '../../../contract/limits.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import { tagsAfter } from '../../../contract/ticket-rules.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { maySetStatus } from './policy.ts';
import { lockTicket, tagsOf, updateInternals } from './rows.ts';

/**
 * Adds tags to a ticket and removes others; the changes of several users are merged. Throws `tags: items-max` when the
 * ticket would have too many.
 */
export async function changeTags(
  transaction: TransactionContext,
  args: MutationArgs<'ticket.tags'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  const ticket = allow(await lockTicket(tx, args.ticket_id, person), maySetStatus(person), { otherwise: 'FORBIDDEN' });
  const touched = [`tickets:${ticket.id}`];
  const before = tagsOf(ticket);
  const after = tagsAfter(before, args);
  if (after.join() === before.join()) return touched;
  if (after.length > tagsMax) throw new Refusal('INVALID_FIELDS', { tags: [`items-max:${tagsMax}`] });

  const keys = after.map((tag) => `${tag.toLowerCase()},`).join('');
  await updateInternals(transaction, ticket, { tags: JSON.stringify(after), tag_keys: keys && `,${keys}` });
  await audit(transaction, {
    action: 'ticket.tags',
    entity: 'tickets',
    entityKey: ticket.id,
    old: { tags: before },
    new: { tags: after },
  });
  return touched;
}
