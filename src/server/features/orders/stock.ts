import { sql, type Transaction } from 'kysely';
import { deliveredStatuses, moneyEffect } from '../../../contract/order-rules.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { announce } from '../../platform/changes/feed.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Database } from '../../platform/database/schema.ts';

/**
 * Counts a new order at its product and takes one unit where the stock is tracked. Throws OUT_OF_STOCK when none is left.
 * Call it as the last write of the transaction, so that the product is locked briefly. Without tracking the product's
 * revision stays the same: otherwise each order would notify every device, and admins could not edit a popular product.
 */
export async function countOrder(tx: Transaction<Database>, order: { id: number }, productId: number): Promise<void> {
  const [product] = await countAndTake(tx, { productId });
  if (!product) throw new Refusal('OUT_OF_STOCK');
  if (product.quantity !== null) await keepTaken(tx, order.id, product);
}

const countAndTake = prepared((db, value: { productId: number }) =>
  db
    .updateTable('products')
    .set((product) => ({
      orders_count: product('orders_count', '+', 1),
      quantity: product('quantity', '-', 1),
      rev: sql<number>`case when quantity is null then rev else rev + 1 end`,
    }))
    .where('id', '=', value.productId)
    .where((product) => product.or([product('quantity', 'is', null), product('quantity', '>', 0)]))
    .returning(['id', 'quantity', 'rev']),
);

/**
 * Moves the stock with the money of a locked order. A return gives the unit back, unless the customer has received it:
 * then an admin sets the quantity. A charge takes a unit again; throws OUT_OF_STOCK when none is left.
 */
export async function moveStock(
  tx: Transaction<Database>,
  order: { id: number; status: OrderStatus },
  to: OrderStatus,
): Promise<void> {
  const effect = moneyEffect(order.status, to);
  if (effect === 'none' || (effect === 'return' && deliveredStatuses.includes(order.status))) return;
  const item = await tx
    .selectFrom('order_items')
    .select(['product_id', 'has_stock'])
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (effect === 'return' && item?.has_stock) await giveBack(tx, order.id, item.product_id);
  if (effect === 'charge' && item?.has_stock === 0) await takeAgain(tx, order.id, item.product_id);
}

async function giveBack(tx: Transaction<Database>, orderId: number, productId: number): Promise<void> {
  await tx.updateTable('order_items').set({ has_stock: 0 }).where('order_id', '=', orderId).execute();
  const product = await changeQuantity(tx, productId, 1);
  if (product) await announceStock(tx, product, product.quantity === 1);
}

async function takeAgain(tx: Transaction<Database>, orderId: number, productId: number): Promise<void> {
  const product = await changeQuantity(tx, productId, -1);
  if (product) return keepTaken(tx, orderId, product);
  const { quantity } = await tx
    .selectFrom('products')
    .select('quantity')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  if (quantity !== null) throw new Refusal('OUT_OF_STOCK');
}

interface TrackedProduct {
  id: number;
  rev: number;
  quantity: number | null;
}

/** Changes the quantity of a product whose stock is tracked; returns undefined for others, and for one that has none left. */
async function changeQuantity(
  tx: Transaction<Database>,
  productId: number,
  by: 1 | -1,
): Promise<TrackedProduct | undefined> {
  return tx
    .updateTable('products')
    .set((product) => ({ quantity: product('quantity', '+', by), rev: product('rev', '+', 1) }))
    .where('id', '=', productId)
    .where('quantity', '>=', by === 1 ? 0 : 1)
    .returning(['id', 'quantity', 'rev'])
    .executeTakeFirst();
}

async function keepTaken(tx: Transaction<Database>, orderId: number, product: TrackedProduct): Promise<void> {
  await tx.updateTable('order_items').set({ has_stock: 1 }).where('order_id', '=', orderId).execute();
  await announceStock(tx, product, product.quantity === 0);
}

/** Announces a quantity to support, and to everyone when the product has become sold out or can be ordered again. */
async function announceStock(tx: Transaction<Database>, product: TrackedProduct, isForAll: boolean): Promise<void> {
  const { id, rev } = product;
  await announce(tx, [{ scopes: [isForAll ? 'catalog' : 'support'], entity: 'products', key: String(id), rev }]);
}
