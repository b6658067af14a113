import { sql, type Transaction } from 'kysely';
import { levelOf, stockKey, type StockLevel } from '../../contract/stock-rules.ts';
import { announce } from '../platform/changes/feed.ts';
import { Refusal } from '../platform/base/refusal.ts';
import type { Database } from '../platform/database/schema.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';
import { activeUsersWith, notify, type Notifying } from './notify.ts';

/** A product or variant that sells codes; `variant_id` 0 for none. */
export interface StockRef {
  product_id: number;
  variant_id: number;
}

/** The row of stock after its number was changed, which stays locked until the end of the transaction. */
interface ChangedStock extends StockRef {
  free: number;
  low_at: number | null;
  level: string;
}

interface TakenCodes {
  uids: string[];
  /** What they have cost together; null when that is not known of all of them. */
  cost_cents: number | null;
}

/** The moment of codes that never expire. */
export const neverExpires = 8.64e15;

/**
 * Gives free codes to an item of a new order, those first that expire first. Everything that changes free codes takes the
 * row of stock first, so buyers of one product wait for each other, and the codes that are counted are there. Throws
 * OUT_OF_STOCK with `{ free }` when fewer are left; nothing is charged then.
 */
export async function takeCodes(
  transaction: TransactionContext,
  ref: StockRef,
  { itemId, quantity }: { itemId: number; quantity: number },
): Promise<TakenCodes> {
  const { tx, now } = transaction;
  const stock = await takeFree(tx, ref, quantity);
  const picked = await tx
    .selectFrom('codes')
    .innerJoin('code_batches', 'code_batches.id', 'codes.batch_id')
    .select(['codes.id', 'codes.uid', 'cost_cents'])
    .where('codes.product_id', '=', ref.product_id)
    .where('codes.variant_id', '=', ref.variant_id)
    .where('state', '=', 'free')
    .where('expires_at', '>', now)
    .orderBy('expires_at')
    .orderBy('codes.id')
    .limit(quantity)
    .execute();
  const ids = picked.map(({ id }) => id);
  const taken = await markSold(tx, ids, { itemId, now });
  // Codes that have expired since the last cleanup are counted and not sold.
  if (taken !== quantity) throw new Refusal('OUT_OF_STOCK', { free: picked.length });
  await announceLevel(transaction, stock);
  const isKnown = picked.every(({ cost_cents }) => cost_cents !== null);
  return {
    uids: picked.map(({ uid }) => uid),
    cost_cents: isKnown ? picked.reduce((sum, { cost_cents }) => sum + cost_cents!, 0) : null,
  };
}

/** Lowers the number of free codes and locks its row. Throws OUT_OF_STOCK with `{ free }` when fewer are left. */
async function takeFree(tx: Transaction<Database>, ref: StockRef, quantity: number): Promise<ChangedStock> {
  const taken = await changeFree(tx, ref, -quantity);
  if (taken) return taken;
  // A return may be under way: only with the row locked, the number stays as it is refused.
  const stock = await changeFree(tx, ref, 0);
  if (!stock || stock.free < quantity) throw new Refusal('OUT_OF_STOCK', { free: stock?.free ?? 0 });
  return (await changeFree(tx, ref, -quantity))!;
}

async function markSold(
  tx: Transaction<Database>,
  ids: readonly number[],
  { itemId, now }: { itemId: number; now: number },
): Promise<number> {
  if (ids.length === 0) return 0;
  const sold = await tx
    .updateTable('codes')
    .set({ state: 'sold', order_item_id: itemId, sold_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'free')
    .returning('id')
    .execute();
  return sold.length;
}

/**
 * Gives the unopened codes of a returned order back to the stock; opened ones stay with the order. Returns how many went
 * back. Call it with the order locked: a code is opened under the same lock.
 */
export async function returnCodes(transaction: TransactionContext, ref: StockRef, itemId: number): Promise<number> {
  const { tx } = transaction;
  const stock = await changeFree(tx, ref, 0);
  if (!stock) return 0;
  const returned = await tx
    .updateTable('codes')
    .set({ state: 'free', order_item_id: null, sold_at: null })
    .where('order_item_id', '=', itemId)
    .where('state', '=', 'sold')
    .returning('id')
    .execute();
  if (returned.length === 0) return 0;
  const changed = await changeFree(tx, ref, returned.length);
  await announceLevel(transaction, changed!);
  return returned.length;
}

/** The number of codes that an item has, without the faulty ones that were replaced. */
export async function countCodes(tx: Transaction<Database>, itemId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('codes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('order_item_id', '=', itemId)
    .where('state', '<>', 'faulty')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sets what an item and its order have cost, or adds to it. */
export async function setCost(
  tx: Transaction<Database>,
  { itemId, orderId }: { itemId: number; orderId: number },
  cents: number,
  how: 'set' | 'add' = 'set',
): Promise<void> {
  const next = how === 'set' ? sql<number>`${cents}` : sql<number>`cost_cents + ${cents}`;
  await tx.updateTable('order_items').set({ cost_cents: next }).where('id', '=', itemId).execute();
  await tx.updateTable('orders').set({ cost_cents: next }).where('id', '=', orderId).execute();
}

/** Changes the number of free codes and locks its row; undefined when fewer are left, or nothing was ever imported. */
export async function changeFree(
  tx: Transaction<Database>,
  ref: StockRef,
  by: number,
): Promise<ChangedStock | undefined> {
  return tx
    .updateTable('stock')
    .set((row) => ({ free: row('free', '+', by) }))
    .where('product_id', '=', ref.product_id)
    .where('variant_id', '=', ref.variant_id)
    .where('free', '>=', Math.max(0, -by))
    .returning(['product_id', 'variant_id', 'free', 'low_at', 'level'])
    .executeTakeFirst();
}

/**
 * Stores and announces the level of a locked row of stock when it has changed: to all devices the level, never the number.
 * Notifies those who keep the stock when codes run low or out, and the customers who wait when there are codes again.
 */
export async function announceLevel(transaction: Notifying, stock: ChangedStock): Promise<void> {
  const level = levelOf(stock.free, stock.low_at);
  if (level === stock.level) return;
  const { tx } = transaction;
  const { rev } = await tx
    .updateTable('stock')
    .set((row) => ({ level, rev: row('rev', '+', 1) }))
    .where('product_id', '=', stock.product_id)
    .where('variant_id', '=', stock.variant_id)
    .returning('rev')
    .executeTakeFirstOrThrow();
  const key = stockKey(stock.product_id, stock.variant_id);
  await announce(tx, [{ scopes: ['catalog', 'support'], entity: 'stock', key, rev }]);
  await notifyOfLevel(transaction, stock, { before: stock.level as StockLevel, level });
}

async function notifyOfLevel(
  transaction: Notifying,
  ref: StockRef,
  { before, level }: { before: StockLevel; level: StockLevel },
): Promise<void> {
  const { tx } = transaction;
  if (level !== 'in' && before !== 'out')
    await notify(transaction, await activeUsersWith(tx, 'codes'), {
      kind: level === 'out' ? 'stock.out' : 'stock.low',
      about: { product_id: ref.product_id, subject: await nameOf(tx, ref) },
    });
  if (before === 'out') await notifyWaiting(transaction, ref);
}

/**
 * Notifies the customers who wait for a product or variant that has codes, once; they wait on while the product cannot be
 * ordered for another reason.
 */
export async function notifyWaiting(transaction: Notifying, ref: StockRef): Promise<void> {
  const { tx } = transaction;
  const { status, is_available: isAvailable } = await productOf(tx, ref);
  if (status !== 'active' || !isAvailable) return;
  const waiting = await tx
    .deleteFrom('stock_watches')
    .where('product_id', '=', ref.product_id)
    .where('variant_id', '=', ref.variant_id)
    .returning('user_id')
    .execute();
  if (waiting.length === 0) return;
  await notify(
    transaction,
    waiting.map(({ user_id }) => user_id),
    { kind: 'stock.back', about: { product_id: ref.product_id, subject: await nameOf(tx, ref) } },
  );
}

const productOf = (tx: Transaction<Database>, { product_id }: StockRef) =>
  tx
    .selectFrom('products')
    .select(['title', 'status', 'is_available'])
    .where('id', '=', product_id)
    .executeTakeFirstOrThrow();

async function nameOf(tx: Transaction<Database>, ref: StockRef): Promise<string> {
  const { variant_id } = ref;
  const product = await productOf(tx, ref);
  if (variant_id === 0) return product.title;
  const variant = await tx
    .selectFrom('product_variants')
    .select('title')
    .where('id', '=', variant_id)
    .executeTakeFirst();
  return variant ? `${product.title}, ${variant.title}` : product.title;
}

/** Whether an account has bought codes that are not opened yet. */
export async function hasUnopenedCodes(tx: Transaction<Database>, userId: number): Promise<boolean> {
  const code = await tx
    .selectFrom('codes')
    .innerJoin('order_items', 'order_items.id', 'codes.order_item_id')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('codes.id')
    .where('orders.user_id', '=', userId)
    .where('codes.state', '=', 'sold')
    .limit(1)
    .executeTakeFirst();
  return code !== undefined;
}
