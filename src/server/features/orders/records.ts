import type { Selectable, Transaction, Updateable } from 'kysely';
import type { OrderStatus } from '../../../contract/orders.ts';
import { can } from '../../../contract/permissions.ts';
import { allow, type Allowed, type Person } from '../../platform/base/permissions.ts';
import type { Database, Orders } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { Refusal } from '../../platform/base/refusal.ts';

/** A row of the orders table, possibly deleted. */
export type OrderRecord = Selectable<Orders> & { status: OrderStatus };

/** Reads an order by id, possibly deleted, without a lock; a customer finds only their own orders. */
export async function findOrder(
  tx: Transaction<Database>,
  id: number,
  viewer: Pick<Person, 'id' | 'role'>,
): Promise<OrderRecord | undefined> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(!can(viewer.role, 'orders.read'), (query) => query.where('user_id', '=', viewer.id))
    .executeTakeFirst();
  return order as OrderRecord | undefined; // a CHECK constraint restricts the status
}

/**
 * Returns the current row of an order, locked until the end of the transaction, so that simultaneous changes run one
 * after the other. Throws NOT_FOUND, and GONE when the order was deleted.
 */
export async function lockOrder(
  tx: Transaction<Database>,
  id: number,
  isAllowed: (order: OrderRecord) => boolean,
): Promise<Allowed<OrderRecord>> {
  const locked = await tx
    .updateTable('orders')
    .set((order) => ({ rev: order.ref('rev') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const order = allow(locked as OrderRecord | undefined, isAllowed); // a CHECK constraint restricts the status
  if (order.deleted_at !== null) throw new Refusal('GONE');
  return order;
}

/** Changes a locked order and raises its revision. */
export async function updateOrderRow(
  transaction: TransactionContext,
  order: Allowed<OrderRecord>,
  changes: Updateable<Orders>,
): Promise<OrderRecord> {
  const changed = await transaction.tx
    .updateTable('orders')
    .set((row) => ({ ...changes, updated_at: transaction.now, rev: row('rev', '+', 1) }))
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as OrderRecord;
}

/** Returns the names of product and variant at the time of the order: `Card, Large`. */
export async function namesOfItems(tx: Transaction<Database>, orderId: number): Promise<string> {
  const items = await tx
    .selectFrom('order_items')
    .select(['product_name', 'variant_name'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  return items.flatMap(({ product_name, variant_name }) => [product_name, variant_name ?? []].flat()).join(', ');
}

type Announced = Pick<OrderRecord, 'id' | 'user_id' | 'rev' | 'deleted_at'>;

/** The scope in which all orders that a user may see are announced. */
export const orderScope = (person: Pick<Person, 'id' | 'role'>): string =>
  can(person.role, 'orders.read') ? 'support' : `u:${person.id}`;

/** Announces an order to its owner's devices and those of support, which remove a deleted order. */
export async function announceOrder(tx: Transaction<Database>, order: Announced): Promise<void> {
  await announce(tx, [
    {
      scopes: [`u:${order.user_id}`, 'support'],
      entity: 'orders',
      key: String(order.id),
      rev: order.rev,
      deleted: order.deleted_at !== null,
    },
  ]);
}
