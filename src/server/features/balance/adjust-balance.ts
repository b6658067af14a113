import type { addToBalance } from '../../../contract/balance.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds } from '../../../contract/limits.ts';
import { adjust, holdAccount } from '../../ledger/ledger.ts';
import { allow } from '../../platform/allowed.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { toCents, toEuros } from '../../platform/money.ts';
import { notify } from '../../platform/notify.ts';
import { once, orRefuse, readKey } from '../../platform/once.ts';
import { checkPin } from '../../platform/secrets/pins.ts';
import { announceUser, checkNotDeleted, findUser, lockUser, userOf } from '../../platform/users.ts';

type Kind = 'add' | 'subtract';
type Input = ParsedInputOf<typeof addToBalance>;

/**
 * Adds to a customer's balance or takes from it, once for its key, with the acting admin's own PIN. A key whose outcome
 * is known already tells that outcome again and asks for no PIN: a lost answer must not depend on a lock.
 */
export const adjustBalance =
  (kind: Kind) =>
  async (ctx: SignedIn, input: Input): Promise<OutputOf<typeof addToBalance>> => {
    const { pin, ...args } = input;
    const settled = ctx.key !== null && (await readKey(ctx, ctx.key)).state !== 'unknown';
    if (!settled) await checkPin(ctx, pin);
    orRefuse(await once(ctx, { key: ctx.key, kind: `balance.${kind}`, args }, (work) => write(work, kind, args)));
    return { code: 'SUCCESS', user: await userOf(ctx.means.reader, input.id) };
  };

/**
 * Only customers have a balance that is changed by hand (S6-11), and only while they are there (D-17): looked at before
 * the body and the PIN.
 */
export async function checkTarget(ctx: SignedIn, { id }: { id: number }): Promise<void> {
  const user = await findUser(ctx.means.reader, id);
  // Checked after the user was not found, so that a deletion between the two reads answers GONE.
  if (!user) await checkNotDeleted(ctx.means.reader, id);
  allow(user, isCustomer, 'FORBIDDEN');
}

const isCustomer = (user: { role_id: number }): boolean => user.role_id === roleIds.user;

async function write(work: Work, kind: Kind, { id, amount, note }: Omit<Input, 'pin'>): Promise<string[]> {
  await holdAccount(work.tx, id);
  await checkNotDeleted(work.tx, id);
  const user = await lockUser(work.tx, id, isCustomer);
  const { ledgerId, before, after } = await adjust(work, { userId: id, kind, cents: toCents(amount), note });
  await audit(work, {
    action: `balance.${kind}`,
    entity: 'users',
    entityKey: id,
    old: { balance: toEuros(before) },
    new: { balance: toEuros(after), note },
  });
  await notify(work, [id], { kind: 'balance.changed', about: { amount: toEuros(after - before) } });
  const cause = kind === 'add' ? 'added' : 'subtracted';
  const change = { cause, amount: Math.abs(after - before), balance: after, orderId: null } as const;
  await queueNotice(work, user, { kind: 'balance.changed', ...change });
  await announceUser(work.tx, user);
  return [`people:${id}`, `ledger:${ledgerId}`];
}
