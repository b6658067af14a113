import type { Selectable, Transaction, Updateable } from 'kysely';
import type { OrderStatus } from '../../../contract/orders.ts';
import { allow, type Allowed } from '../../platform/allowed.ts';
import type { Person } from '../../platform/context.ts';
import type { Database, Orders } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { Refusal } from '../../platform/refusal.ts';

/** An order of the database, also a deleted one. */
export type OrderRecord = Selectable<Orders> & { status: OrderStatus };

/** An order by id, also a deleted one; not held. To a customer somebody else's is as none: it is not even read. */
export async function findOrder(
  tx: Transaction<Database>,
  id: number,
  viewer: Pick<Person, 'id' | 'role'>,
): Promise<OrderRecord | undefined> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .$if(viewer.role !== 'admin', (query) => query.where('user_id', '=', viewer.id))
    .executeTakeFirst();
  return order as OrderRecord | undefined; // the status is CHECKed when written
}

/**
 * The order as it is now, held to the end of the transaction: of several changes at once each decides on what the one
 * before it left. Refuses with NOT_FOUND, and with GONE when it was deleted.
 */
export async function lockOrder(
  tx: Transaction<Database>,
  id: number,
  may: (order: OrderRecord) => boolean,
): Promise<Allowed<OrderRecord>> {
  const locked = await tx
    .updateTable('orders')
    .set((order) => ({ rev: order.ref('rev') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const order = allow(locked as OrderRecord | undefined, may); // the status is CHECKed when written
  if (order.deleted_at !== null) throw new Refusal('GONE');
  return order;
}

/** Changes a locked order, which makes it a new version. */
export async function updateOrderRow(
  work: Work,
  order: Allowed<OrderRecord>,
  changes: Updateable<Orders>,
): Promise<OrderRecord> {
  const changed = await work.tx
    .updateTable('orders')
    .set((row) => ({ ...changes, updated_at: work.now, rev: row('rev', '+', 1) }))
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return changed as OrderRecord;
}

/** What was ordered, as it was called then: `Card, Large`. */
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

/** The one scope in which all orders that a person may see are announced. */
export const orderScope = (person: Pick<Person, 'id' | 'role'>): string =>
  person.role === 'admin' ? 'admin' : `u:${person.id}`;

/** Tells the owner's and the admins' devices; a deleted one leaves them. */
export async function announceOrder(tx: Transaction<Database>, order: Announced): Promise<void> {
  await announce(tx, [
    {
      scopes: [`u:${order.user_id}`, 'admin'],
      entity: 'orders',
      key: String(order.id),
      rev: order.rev,
      deleted: order.deleted_at !== null,
    },
  ]);
}
