import { listOrders, type Order, type OrderStatus } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import type { ListSource } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';

/** The signed-in user's orders, newest first. */
export const orderSource: ListSource<Order> = {
  table: 'orders',
  totalFact: 'ordersTotal',
  indexOf: orderIndexOf,
  async readFirst(db, { search, values: { status = [] }, page, perPage }) {
    if (search !== '' || page > 1 || status.length > 1) return undefined;
    const [only = null] = status as OrderStatus[];
    return { rows: await readNewestOrders(db, only, perPage), total: undefined };
  },
  async request({ search, values: { status = [] }, page, perPage }, signal) {
    const query = {
      page,
      per_page: perPage,
      ...(search && { search }),
      ...(status.length > 0 && { status: status.join() }),
    };
    const { data, meta } = await call(listOrders, query, { signal });
    return { rows: data, total: meta.total };
  },
};

/**
 * Reads the newest orders with a status (null: with any status) from the database's index.
 * @internal Exported for the bench: it measures the first page.
 */
export const readNewestOrders = (db: LocalDatabase, status: OrderStatus | null, limit: number): Promise<Order[]> =>
  (status ? db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff']) : db.orders.toCollection())
    .reverse()
    .limit(limit)
    .toArray();

/** Requests an order that this device does not store; null when the server does not have it either. Throws `CallFailure`. */
export async function requestOrder(id: number, signal: AbortSignal): Promise<Order | null> {
  const { rows } = await orderSource.request({ search: String(id), values: {}, page: 1, perPage: 100 }, signal);
  return rows.find((row) => row.id === id) ?? null;
}
