import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { matcher } from '../../../contract/search.ts';
import type { LocalDatabase } from '../../local/database.ts';

export interface OrderListFilter {
  search: string;
  status: OrderStatus | null;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

export interface OrderPage {
  rows: Order[];
  /** The page shown: never beyond the last one. */
  page: number;
  /** Orders on this device that the filter leaves. */
  total: number;
  /** There is no order on this device at all. */
  isEmpty: boolean;
}

/** One page of the orders on this device, newest first. */
export function readOrderPage(db: LocalDatabase, filter: OrderListFilter): Promise<OrderPage> {
  return db.transaction('r', db.orders, async () => {
    // One row says it: counting them all takes its time on a device with tens of thousands.
    const isEmpty = (await db.orders.limit(1).count()) === 0;
    if (filter.search !== '') return { ...cut(await search(db, filter), filter), isEmpty };
    const total = await (filter.status ? withStatus(db, filter.status) : db.orders).count();
    const page = lastPage(total, filter);
    const rows = filter.status ? withStatus(db, filter.status) : db.orders.toCollection();
    return {
      rows: await rows
        .reverse()
        .offset((page - 1) * filter.perPage)
        .limit(filter.perPage)
        .toArray(),
      page,
      total,
      isEmpty,
    };
  });
}

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

/** Ids grow with time, so the newest are the last. */
async function search(db: LocalDatabase, { search, status }: OrderListFilter): Promise<Order[]> {
  const rows = await db.orders.reverse().toArray();
  const isFound = matcher(search);
  return rows.filter((order) => (status === null || order.status === status) && isFound(order._search));
}

const withStatus = (db: LocalDatabase, status: OrderStatus) =>
  db.orders.where('[status+created_at]').between([status, ''], [status, '\uffff']);

function cut(found: Order[], filter: OrderListFilter): Omit<OrderPage, 'isEmpty'> {
  const page = lastPage(found.length, filter);
  return { rows: found.slice((page - 1) * filter.perPage, page * filter.perPage), page, total: found.length };
}

const lastPage = (total: number, { page, perPage }: OrderListFilter): number =>
  Math.min(page, Math.max(1, Math.ceil(total / perPage)));
