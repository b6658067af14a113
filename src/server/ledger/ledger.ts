import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { LedgerKind } from '../../contract/balance.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { Database, Ledger, Orders } from '../platform/database/schema.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';
import { announce } from '../platform/changes/feed.ts';
import { hashAfter } from '../platform/base/ledger-chains.ts';
import { Refusal } from '../platform/base/refusal.ts';
import { toEuros } from '../platform/base/wire-values.ts';
import { newestHash } from './chain.ts';
import { movementsOf } from './order-movements.ts';

/*
 * The only file that changes a balance. Every movement is one ledger row in the transaction of its cause. The sum of a
 * user's rows is the balance; the sum of an order's rows is minus its total, less the parts that were returned, while it
 * is charged, otherwise 0. Each row has a hash that covers the hash of the user's row before.
 */

/** Returns a user's balance in cents; throws when there is no such user. */
export async function balanceOf(db: Kysely<Database>, userId: number): Promise<number> {
  const user = await db.selectFrom('users').select('balance_cents').where('id', '=', userId).executeTakeFirstOrThrow();
  return user.balance_cents;
}

/** The result of a movement, in cents. */
export interface Movement {
  ledgerId: number;
  before: number;
  after: number;
}

/**
 * Takes an order's total, less the parts that were returned, from its customer. The debit is one guarded statement, so
 * simultaneous orders cannot take more than the balance. Throws BALANCE_NOT_ENOUGH, and ACCOUNT_NOT_ACTIVE unless an admin
 * charges again (`activeOnly: false`); throws an Error when the order is already charged, which is not checked for an
 * order inserted in this transaction (`isNew`).
 */
export async function charge(
  transaction: TransactionContext,
  order: Pick<Selectable<Orders>, 'id' | 'user_id' | 'total_cents' | 'refunded_cents'>,
  { activeOnly = true, isNew = false } = {},
): Promise<Movement> {
  const cents = order.total_cents - order.refunded_cents;
  const account = await debit(transaction, order.user_id, cents, { activeOnly });
  const { cycle, charged } = isNew ? { cycle: 0, charged: null } : await movementsOf(transaction.tx, order.id);
  if (charged !== null) throw new Error(`order ${order.id} is charged already`);
  return record(transaction, account, {
    kind: 'charge',
    amount_cents: -cents,
    order_id: order.id,
    cycle: cycle + 1,
  });
}

/**
 * Gives what is left of the price of a charged order back to its customer, exactly once per charge. Returns null when the
 * order is not charged. Throws GONE when the account was deleted.
 */
export async function reverse(
  transaction: TransactionContext,
  order: Pick<Selectable<Orders>, 'id' | 'user_id'>,
): Promise<Movement | null> {
  await lockAccount(transaction.tx, order.user_id);
  const { cycle, charged } = await movementsOf(transaction.tx, order.id);
  if (charged === null) return null;
  const account = await credit(transaction, order.user_id, charged);
  return record(transaction, account, { kind: 'return', amount_cents: charged, order_id: order.id, cycle });
}

/** A part of an order's price, in cents. */
interface Part {
  cents: number;
  /** What was left of the price when the admin decided. */
  seen: number;
  /** Why it is returned, for the customer. */
  reason: string;
}

/**
 * Gives a part of the price of a charged order back to its customer for good (D-25). The rest is moved by the status of
 * the order, so a part is smaller than what is left. Throws CONFLICT `{ reason: 'returned' }` when the order is not
 * charged, INVALID_FIELDS `amount`, CONFLICT `{ remaining }` when another amount was left than `seen`, and GONE when the
 * account was deleted.
 */
export async function returnPart(
  transaction: TransactionContext,
  order: Pick<Selectable<Orders>, 'id' | 'user_id'>,
  { cents, seen, reason }: Part,
): Promise<Movement> {
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('a part is a positive number of cents');
  await lockAccount(transaction.tx, order.user_id);
  const { cycle, charged: remaining, lastPart } = await movementsOf(transaction.tx, order.id);
  if (remaining === null) throw new Refusal('CONFLICT', { reason: 'returned' });
  if (cents >= remaining)
    throw new Refusal('INVALID_FIELDS', { amount: [`number-max:${toEuros(Math.max(0, remaining - 1))}`] });
  if (seen !== remaining) throw new Refusal('CONFLICT', { remaining: toEuros(remaining) });
  const account = await credit(transaction, order.user_id, cents);
  const part = { order_id: order.id, cycle, part: lastPart + 1, note: reason };
  return record(transaction, account, { kind: 'return', amount_cents: cents, ...part });
}

export interface Adjustment {
  userId: number;
  kind: 'opening' | 'add' | 'subtract';
  /** Cents, a positive integer. */
  cents: number;
  note: string | null;
  /** The top-up request whose payment is credited. */
  topupId?: string;
}

/**
 * Adds to a balance or subtracts from it on behalf of an admin. Throws BALANCE_NOT_ENOUGH when the balance is too
 * small, and GONE when the account was deleted.
 */
export async function adjust(transaction: TransactionContext, adjustment: Adjustment): Promise<Movement> {
  const { userId, kind, cents, note, topupId: topup_id = null } = adjustment;
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('an adjustment is a positive number of cents');
  if (kind === 'subtract') {
    const account = await debit(transaction, userId, cents, { activeOnly: false });
    return record(transaction, account, { kind, amount_cents: -cents, note });
  }
  return record(transaction, await credit(transaction, userId, cents), { kind, amount_cents: cents, note, topup_id });
}

/**
 * Locks a user's row until the end of the transaction, so that two returns of one order run one after the other. A
 * transaction that also changes an order takes this lock first, as the deletion of a user does: the same sequence of
 * locks prevents deadlocks.
 */
export async function lockAccount(tx: Transaction<Database>, userId: number): Promise<void> {
  await tx
    .updateTable('users')
    .set((user) => ({ rev: user.ref('rev') }))
    .where('id', '=', userId)
    .execute();
}

interface Account {
  id: number;
  balance_cents: number;
  rev: number;
}

async function debit(
  transaction: TransactionContext,
  userId: number,
  cents: number,
  { activeOnly }: { activeOnly: boolean },
) {
  const [account] = await (activeOnly ? debitActive : debitAny)(transaction.tx, { userId, cents });
  if (account) return account;
  const user = await transaction.tx
    .selectFrom('users')
    .select('is_active')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (activeOnly && !user?.is_active) throw new Refusal('ACCOUNT_NOT_ACTIVE', { reason: 'disabled' });
  if (!user) throw accountGone();
  throw new Refusal('BALANCE_NOT_ENOUGH');
}

const debitOf = (activeOnly: boolean) =>
  prepared((db, value: { userId: number; cents: number }) =>
    db
      .updateTable('users')
      .set((user) => ({ balance_cents: user('balance_cents', '-', value.cents), rev: user('rev', '+', 1) }))
      .where('id', '=', value.userId)
      .where('balance_cents', '>=', value.cents)
      .where('deleted_at', 'is', null)
      .$if(activeOnly, (update) => update.where('is_active', '=', 1))
      .returning(['id', 'balance_cents', 'rev']),
  );
const debitActive = debitOf(true);
const debitAny = debitOf(false);

/** Adds to a balance. Throws GONE for a deleted account, which is never credited (D-17). */
async function credit(transaction: TransactionContext, userId: number, cents: number): Promise<Account> {
  const account = await transaction.tx
    .updateTable('users')
    .set((user) => ({ balance_cents: user('balance_cents', '+', cents), rev: user('rev', '+', 1) }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning(['id', 'balance_cents', 'rev'])
    .executeTakeFirst();
  if (!account) throw accountGone();
  return account;
}

const accountGone = (): Refusal => new Refusal('GONE', { reason: 'account' });

/** Inserts the ledger row of a movement after the balance was changed by the signed `amount_cents`. */
async function record(
  transaction: TransactionContext,
  account: Account,
  entry: { kind: LedgerKind } & Pick<Selectable<Ledger>, 'amount_cents'> &
    Partial<Pick<Selectable<Ledger>, 'order_id' | 'topup_id' | 'cycle' | 'part' | 'note'>>,
): Promise<Movement> {
  const after = account.balance_cents;
  const before = after - entry.amount_cents;
  const movement = {
    user_id: account.id,
    kind: entry.kind,
    amount_cents: entry.amount_cents,
    before_cents: before,
    after_cents: after,
    order_id: entry.order_id ?? null,
    topup_id: entry.topup_id ?? null,
    cycle: entry.cycle ?? null,
    part: entry.part ?? 0,
    actor_id: transaction.person.id,
    note: entry.note ?? null,
    currency: transaction.services.settings.currency,
    key: transaction.key ?? randomUUID(),
    created_at: transaction.now,
  };
  const previousHash = await newestHash(transaction.tx, account.id);
  const [row] = await insertRow(transaction.tx, { ...movement, hash: hashAfter(previousHash, movement) });
  const scopes = [`u:${account.id}`];
  await announce(transaction.tx, [
    { scopes, entity: 'ledger', key: String(row!.id), rev: 1 },
    { scopes, entity: 'account', key: String(account.id), rev: account.rev },
  ]);
  return { ledgerId: row!.id, before, after };
}

const insertRow = prepared((db, row: Omit<Selectable<Ledger>, 'id'>) =>
  db
    .insertInto('ledger')
    .values({
      user_id: row.user_id,
      kind: row.kind,
      amount_cents: row.amount_cents,
      before_cents: row.before_cents,
      after_cents: row.after_cents,
      order_id: row.order_id,
      topup_id: row.topup_id,
      cycle: row.cycle,
      part: row.part,
      actor_id: row.actor_id,
      note: row.note,
      currency: row.currency,
      key: row.key,
      created_at: row.created_at,
      hash: row.hash,
    })
    .returning('id'),
);
