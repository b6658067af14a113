import type { addToBalance } from '../../../contract/balance.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds } from '../../../contract/limits.ts';
import { adjust, lockAccount } from '../../ledger/ledger.ts';
import { allow } from '../../platform/base/permissions.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';
import { notify } from '../../shared/notify.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { checkPin } from '../../shared/pins.ts';
import { announceUser, checkNotDeleted, findUser, lockUser, userOf } from '../../shared/users.ts';

type Kind = 'add' | 'subtract';
type Input = ParsedInputOf<typeof addToBalance>;

/**
 * Adds to a customer's balance or subtracts from it, once per key, with the acting admin's own PIN. A repeated key gets
 * its stored result without a PIN check: a retry after a lost response must not fail because the PIN is locked.
 */
export const adjustBalance =
  (kind: Kind) =>
  async (ctx: SignedIn, input: Input): Promise<OutputOf<typeof addToBalance>> => {
    const { pin, ...args } = input;
    if (!(await hasResult(ctx))) await checkPin(ctx, pin);
    touchedOrThrow(
      await runOnce(ctx, { key: ctx.key, kind: `balance.${kind}`, args }, (transaction) =>
        adjustInTransaction(transaction, kind, args),
      ),
    );
    return { code: 'SUCCESS', user: await userOf(ctx.services.reader, input.id) };
  };

/**
 * Throws unless the user is a customer (S6-11) whose account exists (D-17); called before the body and the PIN are
 * checked.
 */
export async function checkTarget(ctx: SignedIn, { id }: { id: number }): Promise<void> {
  const user = await findUser(ctx.services.reader, id);
  // Checked after the user was not found, so that a deletion between the two reads gives GONE.
  if (!user) await checkNotDeleted(ctx.services.reader, id);
  allow(user, isCustomer, { otherwise: 'FORBIDDEN' });
}

const isCustomer = (user: { role_id: number }): boolean => user.role_id === roleIds.user;

async function adjustInTransaction(
  transaction: TransactionContext,
  kind: Kind,
  { id, amount, note }: Omit<Input, 'pin'>,
): Promise<string[]> {
  await lockAccount(transaction.tx, id);
  await checkNotDeleted(transaction.tx, id);
  const user = await lockUser(transaction.tx, id, isCustomer);
  const { ledgerId, before, after } = await adjust(transaction, { userId: id, kind, cents: toCents(amount), note });
  await audit(transaction, {
    action: `balance.${kind}`,
    entity: 'users',
    entityKey: id,
    old: { balance: toEuros(before) },
    new: { balance: toEuros(after), note },
  });
  await notify(transaction, [id], { kind: 'balance.changed', about: { amount: toEuros(after - before) } });
  const cause = kind === 'add' ? 'added' : 'subtracted';
  const change = { cause, amount: Math.abs(after - before), balance: after, orderId: null } as const;
  await queueNotice(transaction, user, { kind: 'balance.changed', ...change });
  await announceUser(transaction.tx, user);
  return [`people:${id}`, `ledger:${ledgerId}`];
}
