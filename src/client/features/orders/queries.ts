import type { Order, OrderStatus } from '../../../contract/orders.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/row-columns.ts';

/** A status, or null for every one. */
export type StatusChoice = OrderStatus | null;

export interface OrderListFilter {
  search: string;
  status: StatusChoice;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

/** The newest orders with a status, out of the index alone. */
export const readNewestOrders = (db: LocalDatabase, status: StatusChoice, limit: number): Promise<Order[]> =>
  (status ? db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff']) : db.orders.toCollection())
    .reverse()
    .limit(limit)
    .toArray();

/** The orders with these ids, in this order; those that are gone meanwhile are left out. */
export async function readOrders(db: LocalDatabase, ids: readonly number[]): Promise<Order[]> {
  return (await db.orders.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** The filter of a list as the index in memory takes it. */
export const rowFilterOf = (search: string, status: StatusChoice): RowFilter => ({
  search,
  values: { status: status === null ? [] : [status] },
});

/** Says whether there is an order on this device at all. */
export const hasOrders = async (db: LocalDatabase): Promise<boolean> => (await db.orders.limit(1).count()) > 0;

export interface OrderDetails {
  order: Order | null;
  /** The product of its first line can still be ordered. */
  canRepeat: boolean;
}

/** One order of this device. */
export async function readDetails(db: LocalDatabase, id: number): Promise<OrderDetails> {
  const order = (await db.orders.get(id)) ?? null;
  const product = order?.items[0] && (await db.products.get(order.items[0].product_id));
  return { order, canRepeat: product?.is_available === true && product.status === 'active' };
}
