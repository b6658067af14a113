import { sql, type Selectable, type Transaction } from 'kysely';
import { deliveredStatuses, moneyEffect } from '../../../contract/order-rules.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { announce } from '../../platform/changes/feed.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Database, OrderItems, Products } from '../../platform/database/schema.ts';
import { isSoldOut } from '../../shared/products.ts';

/**
 * Counts a new order at its product and takes its units where the stock is tracked. Throws OUT_OF_STOCK with
 * `{ free }` when fewer are left.
 * Call it as the last write of the transaction, so that the product is locked briefly. Without tracking the product's
 * revision stays the same: otherwise each order would notify every device, and admins could not edit a popular product.
 */
export async function countOrder(
  tx: Transaction<Database>,
  order: { id: number },
  { product_id: productId, quantity }: Taken,
): Promise<void> {
  const take = async () => (await countAndTake(tx, { productId, quantity }))[0];
  let product = await take();
  if (!product) {
    await lockUnits(tx, { product_id: productId, quantity });
    product = (await take())!;
  }
  if (product.quantity !== null) await keepTaken(tx, order.id, product, quantity);
}

/** The refusal of an order of more units than are left. */
export const outOfStock = (free: number | null): Refusal => new Refusal('OUT_OF_STOCK', { free: free ?? 0 });

const trackedColumns = ['id', 'quantity', 'quantity_min', 'rev'] as const;

const countAndTake = prepared((db, value: { productId: number; quantity: number }) =>
  db
    .updateTable('products')
    .set((product) => ({
      orders_count: product('orders_count', '+', 1),
      quantity: product('quantity', '-', value.quantity),
      rev: sql<number>`case when quantity is null then rev else rev + 1 end`,
    }))
    .where('id', '=', value.productId)
    .where((product) => product.or([product('quantity', 'is', null), product('quantity', '>=', value.quantity)]))
    .returning(trackedColumns),
);

/**
 * Moves the stock with the money of a locked order. A return gives the units back, unless the customer has received
 * them: then an admin sets the quantity. A charge takes them again; throws OUT_OF_STOCK when fewer are left.
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
    .select(['product_id', 'quantity', 'has_stock'])
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (effect === 'return' && item?.has_stock) await giveBack(tx, order.id, item);
  if (effect === 'charge' && item?.has_stock === 0) await takeAgain(tx, order.id, item);
}

type Taken = Pick<Selectable<OrderItems>, 'product_id' | 'quantity'>;

async function giveBack(tx: Transaction<Database>, orderId: number, { product_id, quantity }: Taken): Promise<void> {
  await tx.updateTable('order_items').set({ has_stock: 0 }).where('order_id', '=', orderId).execute();
  const product = await changeQuantity(tx, product_id, quantity);
  if (product) await announceStock(tx, product, quantity);
}

async function takeAgain(tx: Transaction<Database>, orderId: number, units: Taken): Promise<void> {
  const take = () => changeQuantity(tx, units.product_id, -units.quantity);
  const product = (await take()) ?? ((await lockUnits(tx, units)) === null ? undefined : await take());
  if (product) await keepTaken(tx, orderId, product, units.quantity);
}

/**
 * Locks a product that seemed to have fewer units than are wanted, because a return may be under way: only with the row
 * locked, the number stays as it is refused. Returns the units that are left, null for a stock that is not tracked.
 * Throws OUT_OF_STOCK with `{ free }` when they are still fewer.
 */
async function lockUnits(tx: Transaction<Database>, { product_id, quantity }: Taken): Promise<number | null> {
  const { quantity: free } = await tx
    .updateTable('products')
    .set((product) => ({ quantity: product.ref('quantity') }))
    .where('id', '=', product_id)
    .returning('quantity')
    .executeTakeFirstOrThrow();
  if (free !== null && free < quantity) throw outOfStock(free);
  return free;
}

type TrackedProduct = Pick<Selectable<Products>, (typeof trackedColumns)[number]>;

/** Changes the quantity of a product whose stock is tracked; returns undefined for others, and for one that has fewer left. */
async function changeQuantity(
  tx: Transaction<Database>,
  productId: number,
  by: number,
): Promise<TrackedProduct | undefined> {
  return tx
    .updateTable('products')
    .set((product) => ({ quantity: product('quantity', '+', by), rev: product('rev', '+', 1) }))
    .where('id', '=', productId)
    .where('quantity', '>=', Math.max(0, -by))
    .returning(trackedColumns)
    .executeTakeFirst();
}

async function keepTaken(
  tx: Transaction<Database>,
  orderId: number,
  product: TrackedProduct,
  taken: number,
): Promise<void> {
  await tx.updateTable('order_items').set({ has_stock: 1 }).where('order_id', '=', orderId).execute();
  await announceStock(tx, product, -taken);
}

/**
 * Announces a quantity that was changed by `by` units to support, and to everyone when the product has become sold out
 * or can be ordered again.
 */
async function announceStock(tx: Transaction<Database>, product: TrackedProduct, by: number): Promise<void> {
  const { id, rev, quantity } = product;
  const isForAll = isSoldOut(product) !== isSoldOut({ ...product, quantity: (quantity ?? 0) - by });
  await announce(tx, [{ scopes: [isForAll ? 'catalog' : 'support'], entity: 'products', key: String(id), rev }]);
}
