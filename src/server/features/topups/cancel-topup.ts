import type { MutationArgs } from '../../../contract/mutations.ts';
import { lockAccount } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { mayOpenTopups } from './policy.ts';
import { checkWaiting, decide, findTopupFor, lockTopup } from './rows.ts';

/** Cancels a waiting request of the acting customer; one that they have cancelled before stays as it is. */
export async function cancelTopupInTransaction(
  transaction: TransactionContext,
  { topup_id }: MutationArgs<'topup.cancel'>,
): Promise<string[]> {
  const { tx } = transaction;
  const customer = allow(transaction.person, mayOpenTopups, { otherwise: 'FORBIDDEN' });
  const { id } = await findTopupFor(tx, topup_id, customer);
  await lockAccount(tx, customer.id);
  const topup = await lockTopup(tx, id);
  if (topup.status === 'cancelled') return [`topups:${id}`];
  checkWaiting(topup, customer);
  await decide(transaction, topup, { status: 'cancelled' });
  await audit(transaction, {
    action: 'topup.cancel',
    entity: 'topups',
    entityKey: id,
    old: { status: topup.status },
    new: { status: 'cancelled', number: topup.number },
  });
  return [`topups:${id}`];
}
