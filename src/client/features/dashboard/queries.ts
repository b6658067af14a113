import type { Article } from '../../../contract/articles.ts';
import type { LedgerRow } from '../../../contract/balance.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { canOrderAgain } from '../../../contract/order-rules.ts';
import { openTicketStatuses, turnOf } from '../../../contract/ticket-rules.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import { isShown } from '../../local/articles.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Number of rows of a small list on a dashboard. */
const rowsMax = 5;

/** A customer's balance with the last rows of the ledger, newest first; null before the first pass. */
export async function readBalanceWithRows(db: LocalDatabase): Promise<{ balance: number; rows: LedgerRow[] } | null> {
  const [account, rows] = await Promise.all([
    db.account.toCollection().first(),
    db.ledger.orderBy('id').reverse().limit(rowsMax).toArray(),
  ]);
  return account ? { balance: account.balance, rows } : null;
}

/** The announcements that are shown at a time of the server's clock (ms), without those that the user has dismissed. */
export async function readAnnouncements(db: LocalDatabase, now: number): Promise<Article[]> {
  const [articles, dismissed = {}] = await Promise.all([db.articles.toArray(), db.fact('dismissed')]);
  return articles
    .filter(({ id, kind, updated_at: at }) => kind === 'announcement' && dismissed[id] !== at)
    .filter((article) => isShown(article, now))
    .toSorted((a, b) => a.position - b.position);
}

/** Whether a customer has neither balance nor orders on this device; false before the first pass. */
export async function readIsNewcomer(db: LocalDatabase): Promise<boolean> {
  const [account, orders] = await Promise.all([db.account.toCollection().first(), db.orders.count()]);
  return account?.balance === 0 && orders === 0;
}

/** The newest orders on this device. */
export const readRecentOrders = (db: LocalDatabase): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(rowsMax).toArray();

/** A product of an earlier order, with the variant that was ordered. */
export interface OrderedBefore {
  product: ProductRow;
  variant: Pick<ProductRow['product_variants'][number], 'id' | 'title' | 'price'> | null;
}

/** Orders that are searched for products to order again, and products that are shown. */
const ordersSearched = 60;
export const againMax = 6;

/** The products of the newest orders that can be ordered again, each once, the last ordered first. */
export async function readOrderAgain(db: LocalDatabase): Promise<OrderedBefore[]> {
  const orders = await db.orders.orderBy('created_at').reverse().limit(ordersSearched).toArray();
  const newest = new Map<number, Order['items'][number]>();
  for (const item of orders.flatMap((order) => order.items))
    if (!newest.has(item.product_id)) newest.set(item.product_id, item);
  const items = [...newest.values()];
  const products = await db.products.bulkGet(items.map(({ product_id: id }) => id));
  const categories = new Map((await db.categories.toArray()).map((row) => [row.id, row]));
  return items
    .flatMap(({ product_variant_id: variantId }, index): OrderedBefore[] => {
      const product = products[index];
      if (!product) return [];
      const known = product.category_ids.flatMap((id) => categories.get(id) ?? []);
      if (!canOrderAgain(product, variantId, known)) return [];
      return [{ product, variant: product.product_variants.find(({ id }) => id === variantId) ?? null }];
    })
    .slice(0, againMax);
}

/** The newest tickets on this device. */
export const readRecentTickets = (db: LocalDatabase): Promise<TicketRow[]> =>
  db.tickets.orderBy('created_at').reverse().limit(rowsMax).toArray();

const ticketsWithStatus = (db: LocalDatabase, status: TicketStatus) =>
  db.tickets.where('[status+type+created_at]').between([status], [status, '\uffff']);

/** Reads five open tickets: those that wait for the customer's reply first, then by last message, newest first. */
export async function readOpenTickets(db: LocalDatabase): Promise<TicketRow[]> {
  const open = (await Promise.all(openTicketStatuses.map((status) => ticketsWithStatus(db, status).toArray()))).flat();
  return open
    .toSorted(
      (a, b) =>
        Number(waitsForCustomer(b)) - Number(waitsForCustomer(a)) || (lastMessageAt(a) < lastMessageAt(b) ? 1 : -1),
    )
    .slice(0, rowsMax);
}

/** Returns whether support has answered and the customer has not replied yet. */
export const waitsForCustomer = (ticket: TicketRow): boolean =>
  ticket.last_response_by === 'admin' && openTicketStatuses.includes(ticket.status);

/** Counts the open tickets in which the customer wrote last, and finds the one that has waited longest. */
export async function readWaiting(db: LocalDatabase): Promise<{ count: number; oldest: TicketRow | undefined }> {
  const open = (await Promise.all(openTicketStatuses.map((status) => ticketsWithStatus(db, status).toArray()))).flat();
  const waiting = open.filter((ticket) => turnOf(ticket) === 'us');
  const [oldest] = waiting.toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? -1 : 1));
  return { count: waiting.length, oldest };
}

/** When the last message of a ticket was written. */
export const lastMessageAt = (ticket: TicketRow): string => ticket.last_response_at ?? ticket.created_at;
