import { roleIds } from '../../../contract/limits.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import type { MethodRecord } from './records.ts';
import { accountsOf } from './rows.ts';

type Accounts = ReturnType<typeof accountsOf>;

/**
 * Sends all admins, also the acting one, an e-mail about a new method, and about one whose accounts or activity has
 * changed: customers send their money where it says.
 */
export async function warnAdmins(
  transaction: TransactionContext,
  before: MethodRecord | null,
  after: MethodRecord,
): Promise<void> {
  const accounts = changesOf(before ? accountsOf(before) : [], accountsOf(after));
  const isSwitched = before?.is_active !== after.is_active;
  if (before && accounts.length === 0 && !isSwitched) return;
  const method = { name: JSON.parse(after.name), accounts, switchedTo: isSwitched ? after.is_active === 1 : null };
  for (const id of await adminIds(transaction))
    await queueNotice(transaction, id, { kind: 'topup.method', method, by: transaction.person.name });
}

/** Pairs the accounts that are gone with those that are new, in their order; null where there is no other one. */
function changesOf(before: Accounts, after: Accounts) {
  const missingIn = (others: Accounts) => {
    const known = new Set(others.map((account) => JSON.stringify(account)));
    return (account: Accounts[number]) => !known.has(JSON.stringify(account));
  };
  const [gone, added] = [before.filter(missingIn(after)), after.filter(missingIn(before))];
  return Array.from({ length: Math.max(gone.length, added.length) }, (_, index) => ({
    old: gone[index] ?? null,
    new: added[index] ?? null,
  }));
}

async function adminIds({ tx }: TransactionContext): Promise<number[]> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roleIds.admin)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();
  return admins.map(({ id }) => id);
}
