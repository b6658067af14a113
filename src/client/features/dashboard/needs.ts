import type { Order } from '../../../contract/orders.ts';
import { deliveredStatuses, returnedStatuses } from '../../../contract/order-rules.ts';
import type { TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { lastMessageAt, readAllOpenTickets, waitsForCustomer, withPictures, type PicturedOrder } from './queries.ts';

/** What a customer should look at: tickets with an answer of support, and news of orders that were not opened yet. */
export interface Needs {
  tickets: readonly TicketRow[];
  orders: readonly PicturedOrder[];
}

/** Rows of each kind that are shown. */
const rowsMax = 4;
const fortnight = 14 * 86_400_000;

/**
 * Reads the open tickets that wait for the customer's reply, and the orders that were delivered, refunded or canceled in
 * the two weeks before `now` (ms) and whose notification is unread, each newest first.
 */
export async function readNeeds(db: LocalDatabase, now: number): Promise<Needs> {
  const [open, orders] = await Promise.all([readAllOpenTickets(db), readOrderNews(db, now)]);
  const tickets = open.filter(waitsForCustomer).toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? 1 : -1));
  return { tickets: tickets.slice(0, rowsMax), orders: await withPictures(db, orders.slice(0, rowsMax)) };
}

async function readOrderNews(db: LocalDatabase, now: number): Promise<Order[]> {
  const since = new Date(now - fortnight).toISOString();
  const unread = await db.notifications.where('_unread').equals(1).reverse().sortBy('created_at');
  const ids = unread.flatMap(({ kind, about, created_at: at }) =>
    kind === 'order.status' && about.order_id !== undefined && at >= since ? [about.order_id] : [],
  );
  const orders = await db.orders.bulkGet([...new Set(ids)]);
  return orders.flatMap((order) => (order && isNews(order) ? [order] : []));
}

const isNews = ({ status }: Order): boolean => [...deliveredStatuses, ...returnedStatuses].includes(status);
