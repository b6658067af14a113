import { randomUUID } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { LedgerKind } from '../../contract/balance.ts';
import { prepared } from '../platform/database/prepared.ts';
import type { Database, Ledger } from '../platform/database/schema.ts';
import type { Work } from '../platform/database/transaction.ts';
import { announce } from '../platform/feed.ts';
import { Refusal } from '../platform/refusal.ts';

/*
 * The only file that changes a balance. Every movement is one ledger row in the transaction of its cause; the rows of
 * a person sum to the balance, and the rows of an order to minus its total while it is charged, else to 0.
 */

/** What a movement left behind, in cents. */
export interface Movement {
  ledgerId: number;
  before: number;
  after: number;
}

export interface ChargedOrder {
  id: number;
  user_id: number;
  total_cents: number;
}

/**
 * Takes an order's total from its customer. The debit is one guarded statement, so simultaneous orders can never take
 * more than there is. Refuses with BALANCE_NOT_ENOUGH, and with ACCOUNT_NOT_ACTIVE unless an admin charges again
 * (`activeOnly: false`); throws when the order is charged already, which one made in this transaction (`isNew`) cannot be.
 */
export async function charge(
  work: Work,
  order: ChargedOrder,
  { activeOnly = true, isNew = false } = {},
): Promise<Movement> {
  const account = await debit(work, order.user_id, order.total_cents, { activeOnly });
  const { cycle, charged } = isNew ? { cycle: 0, charged: null } : await movementsOf(work.tx, order.id);
  if (charged !== null) throw new Error(`order ${order.id} is charged already`);
  return record(work, account, { kind: 'charge', cents: -order.total_cents, orderId: order.id, cycle: cycle + 1 });
}

/**
 * Gives an order's charge back, exactly once for each charge; null when the order is not charged. Refuses with GONE
 * when the account was deleted.
 */
export async function reverse(work: Work, order: Pick<ChargedOrder, 'id' | 'user_id'>): Promise<Movement | null> {
  await holdAccount(work.tx, order.user_id);
  const { cycle, charged } = await movementsOf(work.tx, order.id);
  if (charged === null) return null;
  const account = await credit(work, order.user_id, charged);
  return record(work, account, { kind: 'return', cents: charged, orderId: order.id, cycle });
}

export interface Adjustment {
  userId: number;
  kind: 'opening' | 'add' | 'subtract';
  /** Positive, whole cents. */
  cents: number;
  note: string | null;
}

/**
 * Adds to a balance or subtracts from it by hand. Refuses with BALANCE_NOT_ENOUGH when more is taken than there is, and
 * with GONE when the account was deleted.
 */
export async function adjust(work: Work, adjustment: Adjustment): Promise<Movement> {
  const { userId, kind, cents, note } = adjustment;
  if (!Number.isSafeInteger(cents) || cents <= 0) throw new RangeError('an adjustment is a positive number of cents');
  if (kind === 'subtract') {
    const account = await debit(work, userId, cents, { activeOnly: false });
    return record(work, account, { kind, cents: -cents, note });
  }
  return record(work, await credit(work, userId, cents), { kind, cents, note });
}

/**
 * Holds a person's row to the end of the transaction, so that two returns of one order come one after the other. A
 * transaction that changes an order too takes this lock first, as a deletion does: neither waits for the other's lock.
 */
export async function holdAccount(tx: Transaction<Database>, userId: number): Promise<void> {
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

async function debit(work: Work, userId: number, cents: number, { activeOnly }: { activeOnly: boolean }) {
  const [account] = await (activeOnly ? debitActive : debitAny)(work.tx, { userId, cents });
  if (account) return account;
  const user = await work.tx
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

/** Nothing is ever credited to a deleted account (D-17). */
async function credit(work: Work, userId: number, cents: number): Promise<Account> {
  const account = await work.tx
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

/** How often an order was charged, and the cents that are charged now: null when they were given back. */
async function movementsOf(
  tx: Transaction<Database>,
  orderId: number,
): Promise<{ cycle: number; charged: number | null }> {
  const rows = await tx
    .selectFrom('ledger')
    .select(['kind', 'amount_cents', 'cycle'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  const last = rows.at(-1);
  return { cycle: last?.cycle ?? 0, charged: last?.kind === 'charge' ? -last.amount_cents || 0 : null };
}

interface Entry {
  kind: LedgerKind;
  /** Signed. */
  cents: number;
  orderId?: number;
  cycle?: number;
  note?: string | null;
}

async function record(work: Work, account: Account, entry: Entry): Promise<Movement> {
  const after = account.balance_cents;
  const before = after - entry.cents;
  const [row] = await insertLine(work.tx, {
    user_id: account.id,
    kind: entry.kind,
    amount_cents: entry.cents,
    before_cents: before,
    after_cents: after,
    order_id: entry.orderId ?? null,
    cycle: entry.cycle ?? null,
    actor_id: work.person.id,
    note: entry.note ?? null,
    key: work.key ?? randomUUID(),
    created_at: work.now,
  });
  const scopes = [`u:${account.id}`];
  await announce(work.tx, [
    { scopes, entity: 'ledger', key: String(row!.id), rev: 1 },
    { scopes, entity: 'account', key: String(account.id), rev: account.rev },
  ]);
  return { ledgerId: row!.id, before, after };
}

const insertLine = prepared((db, line: Omit<Selectable<Ledger>, 'id'>) =>
  db
    .insertInto('ledger')
    .values({
      user_id: line.user_id,
      kind: line.kind,
      amount_cents: line.amount_cents,
      before_cents: line.before_cents,
      after_cents: line.after_cents,
      order_id: line.order_id,
      cycle: line.cycle,
      actor_id: line.actor_id,
      note: line.note,
      key: line.key,
      created_at: line.created_at,
    })
    .returning('id'),
);
