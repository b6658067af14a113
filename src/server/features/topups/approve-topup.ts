import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { roleIds } from '../../../contract/limits.ts';
import type * as endpoints from '../../../contract/topups.ts';
import type { Alike } from '../../../contract/topups.ts';
import { adjust, lockAccount } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readShopSettings } from '../../platform/database/shop.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { checkPin } from '../../shared/pins.ts';
import { announceUser, checkNotDeleted, lockUser, userOf } from '../../shared/users.ts';
import { approvedTwins, twinIds } from './alike.ts';
import { checkBalanceLimit } from './limits.ts';
import { mayDecide } from './policy.ts';
import { checkWaiting, decide, findTopup, findTopupFor, lockTopup, topupRows, type TopupRecord } from './rows.ts';

type Input = ParsedInputOf<typeof endpoints.approveTopup>;

/**
 * Adds the amount that an admin has typed to the customer's balance, once, with the acting admin's own PIN. A repeated key
 * gets its stored result without a PIN check: a retry after a lost response must not fail because the PIN is locked.
 */
export async function approveTopup(ctx: SignedIn, input: Input): Promise<OutputOf<typeof endpoints.approveTopup>> {
  const { pin, ...args } = input;
  if (!(await hasResult(ctx))) await checkPin(ctx, pin);
  const request = { key: ctx.key, kind: 'topup.approve', args };
  touchedOrThrow(await runOnce(ctx, request, (transaction) => approveInTransaction(transaction, args)));
  const { reader } = ctx.services;
  const found = await findTopupFor(reader, input.id, ctx.person);
  const [topup] = await topupRows(reader, [found], ctx.person);
  return { code: 'SUCCESS', topup: topup!, user: await userOf(reader, found.user_id) };
}

/**
 * Throws unless the request exists, and for an approval the account of its customer (D-17); called before the body and
 * the PIN are checked.
 */
export async function checkDecidable(ctx: SignedIn, { id }: { id: string }): Promise<void> {
  const { user_id } = await findTopupFor(ctx.services.reader, id, ctx.person);
  await checkNotDeleted(ctx.services.reader, user_id);
}

async function approveInTransaction(transaction: TransactionContext, args: Omit<Input, 'pin'>): Promise<string[]> {
  const { tx, person } = transaction;
  const { id, note } = args;
  const seen = allow(await findTopup(tx, id), () => mayDecide(person), { otherwise: 'FORBIDDEN' });
  await lockAccount(tx, seen.user_id);
  await checkNotDeleted(tx, seen.user_id);
  const user = await lockUser(tx, seen.user_id, ({ role_id }) => role_id === roleIds.user);
  const { topup, twins } = await lockWithTwins(transaction, seen);
  checkWaiting(topup, person);
  const alike = await approvedTwins(tx, topup, twins);
  if (alike.length > 0 && !args.despite_alike) throw new Refusal('ALIKE', { alike });
  const cents = toCents(args.amount);
  if (cents !== topup.amount_cents && note === null) throw new Refusal('INVALID_FIELDS', { note: ['required'] });
  checkBalanceLimit((await readShopSettings(tx)).topup_limits, user.balance_cents + cents);

  const { ledgerId, after } = await adjust(transaction, { userId: user.id, kind: 'add', cents, note, topupId: id });
  await decide(transaction, topup, {
    status: 'approved',
    credited_cents: cents,
    decision_note: note,
    decided_by: person.id,
    decided_by_name: person.name,
  });
  await auditApproval(transaction, topup, { cents, alike });
  const about = { amount: toEuros(cents), topup_id: id, topup_number: topup.number };
  await notify(transaction, [user.id], { kind: 'balance.changed', about });
  const change = { cause: 'added', amount: cents, balance: after, orderId: null } as const;
  await queueNotice(transaction, user, { kind: 'balance.changed', ...change });
  await announceUser(tx, user);
  return [`topups:${id}`, `ledger:${ledgerId}`, `people:${user.id}`];
}

/**
 * Locks a request and those with the same file or number, in the order of their ids, which prevents deadlocks. Two that
 * are about one payment are thus approved one after the other.
 */
async function lockWithTwins(
  { tx }: TransactionContext,
  seen: TopupRecord,
): Promise<{ topup: TopupRecord; twins: string[] }> {
  const twins = await twinIds(tx, seen);
  const locked = new Map<string, TopupRecord>();
  for (const id of [seen.id, ...twins].toSorted()) locked.set(id, await lockTopup(tx, id));
  return { topup: locked.get(seen.id)!, twins };
}

async function auditApproval(
  transaction: TransactionContext,
  topup: TopupRecord,
  { cents, alike }: { cents: number; alike: readonly Alike[] },
): Promise<void> {
  await audit(transaction, {
    action: 'topup.approve',
    entity: 'topups',
    entityKey: topup.id,
    old: { status: topup.status, amount: toEuros(topup.amount_cents) },
    new: {
      status: 'approved',
      number: topup.number,
      amount: toEuros(cents),
      ...(alike.length > 0 && { alike: alike.map(({ number }) => number) }),
    },
  });
}
