import { listOrders, type Order, type OrderStatus } from '../../../contract/orders.ts';
import { call } from '../../api/call.ts';
import { orderSorts } from '../../../contract/sorts.ts';
import { sortInQuery } from '../../lists/list-sort.ts';
import { pagingOf, type ListSource } from '../../lists/list-source.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { endOfDay, startOfDay } from '../../local/days.ts';
import { orderIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { isPendingItem } from '../../sync/optimistic.ts';

/**
 * The orders of the signed-in customer, or for an admin those of all customers, newest first or sorted by one of
 * `orderSorts`; filters `status`, `product`, `user`, and the days `from` and `to`.
 */
export const orderSource: ListSource<Order> = {
  table: 'orders',
  totalFact: 'ordersTotal',
  indexOf: orderIndexOf,
  async readFirst(db, { search, values, page, perPage }) {
    const active = Object.keys(values).filter((name) => values[name]!.length > 0);
    const [name = 'status'] = active;
    const [only = null, ...others] = values[name] ?? [];
    if (search !== '' || page > 1 || active.length > 1 || others.length > 0) return undefined;
    if (name === 'status') return firstPage(await readNewestOrders(db, only as OrderStatus | null, perPage));
    return name === 'user' ? firstPage(await readNewestOf(db, Number(only), perPage)) : undefined;
  },
  async request({ search, values, page, perPage, sort, cursor = '' }, signal) {
    const lists = Object.entries(values).filter(([, chosen]) => chosen.length > 0);
    const query = {
      page,
      per_page: perPage,
      cursor,
      ...(search && { search }),
      ...sortInQuery(sort, orderSorts),
      ...Object.fromEntries(lists.map(([name, chosen]) => [name, inQuery(name, chosen)])),
    };
    const { data, meta } = await call(listOrders, query, { signal });
    return { rows: data, ...pagingOf(meta) };
  },
};

/** Days are sent as moments, because this device's calendar may differ from the shop's. */
function inQuery(name: string, chosen: readonly string[]): string {
  if (name === 'from') return startOfDay(chosen[0]!);
  return name === 'to' ? endOfDay(chosen[0]!) : chosen.join();
}

const firstPage = (rows: Order[]) => ({ rows, total: undefined });

const readNewestOf = (db: LocalDatabase, userId: number, limit: number): Promise<Order[]> =>
  db.orders.where('[user_id+created_at]').between([userId, ''], [userId, '\uffff']).reverse().limit(limit).toArray();

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

/** Reads the outbox items of an order, oldest first. */
export const readLane = (db: LocalDatabase, id: number): Promise<OutboxItem[]> =>
  db.outbox
    .where('[lane+seq]')
    .between([`order:${id}`], [`order:${id}`, Infinity])
    .toArray();

/** Reads whether changes of an order still wait to be sent. */
export const readIsPending = async (db: LocalDatabase, id: number): Promise<boolean> =>
  (await readLane(db, id)).some(isPendingItem);
