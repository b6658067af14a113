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
