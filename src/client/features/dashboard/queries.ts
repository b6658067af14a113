import type { LedgerRow } from '../../../contract/balance.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { canOrderAgain } from '../../../contract/order-rules.ts';
import { openTicketStatuses, turnOf } from '../../../contract/ticket-rules.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { motifTextsIn, readProductPictures, type ProductPicture } from '../../local/product-pictures.ts';
import { readStockLevels, soldOutRow } from '../../local/stock-levels.ts';

/** Number of rows of a small list on a dashboard. */
const rowsMax = 5;

/** The last rows of the ledger, newest first. */
export const readLastMovements = (db: LocalDatabase): Promise<LedgerRow[]> =>
  db.ledger.orderBy('id').reverse().limit(rowsMax).toArray();

/** An order with the picture of its first product; undefined where the product is not on the device. */
export interface PicturedOrder {
  order: Order;
  picture: ProductPicture | undefined;
}

/** The newest orders on this device. */
export const readRecentOrders = async (db: LocalDatabase): Promise<PicturedOrder[]> =>
  withPictures(db, await db.orders.orderBy('created_at').reverse().limit(rowsMax).toArray());

/** Adds the pictures of their first products to orders. */
export async function withPictures(db: LocalDatabase, orders: readonly Order[]): Promise<PicturedOrder[]> {
  const firstOf = ({ items }: Order) => items[0]?.product_id ?? 0;
  const pictures = await readProductPictures(db, orders.map(firstOf));
  return orders.map((order) => ({ order, picture: pictures.get(firstOf(order)) }));
}

/** A product of an earlier order, with the variant that was ordered. */
export interface OrderedBefore {
  product: ProductRow & Pick<ProductPicture, 'motifTexts'>;
  variant: Pick<ProductRow['product_variants'][number], 'id' | 'title' | 'price'> | null;
  orderId: number;
}

/** Orders that are searched for products to order again, and products that are shown. */
const ordersSearched = 60;
export const againMax = 6;

/** The products of the newest orders that can be ordered again, each once, the last ordered first. */
export async function readOrderAgain(db: LocalDatabase): Promise<OrderedBefore[]> {
  const orders = await db.orders.orderBy('created_at').reverse().limit(ordersSearched).toArray();
  const newest = new Map<number, Order['items'][number] & { orderId: number }>();
  for (const item of orders.flatMap(({ id: orderId, items }) => items.map((one) => ({ ...one, orderId }))))
    if (!newest.has(item.product_id)) newest.set(item.product_id, item);
  const items = [...newest.values()];
  const products = await db.products.bulkGet(items.map(({ product_id: id }) => id));
  const [rows, stock] = await Promise.all([db.categories.toArray(), readStockLevels(db)]);
  const categories = new Map(rows.map((row) => [row.id, row]));
  const textsOf = motifTextsIn(rows);
  return items
    .flatMap(({ product_variant_id: variantId, orderId }, index): OrderedBefore[] => {
      const product = products[index];
      if (!product) return [];
      const known = product.category_ids.flatMap((id) => categories.get(id) ?? []);
      if (!canOrderAgain(product, variantId, known) || soldOutRow(product, variantId, stock)) return [];
      const motifTexts = textsOf(product.category_ids);
      return [
        {
          product: { ...product, motifTexts },
          variant: product.product_variants.find(({ id }) => id === variantId) ?? null,
          orderId,
        },
      ];
    })
    .slice(0, againMax);
}

/** The newest tickets on this device. */
export const readRecentTickets = (db: LocalDatabase): Promise<TicketRow[]> =>
  db.tickets.orderBy('created_at').reverse().limit(rowsMax).toArray();

const ticketsWithStatus = (db: LocalDatabase, status: TicketStatus) =>
  db.tickets.where('[status+type+created_at]').between([status], [status, '\uffff']);

/** Reads all open tickets, in no particular order. */
export async function readAllOpenTickets(db: LocalDatabase): Promise<TicketRow[]> {
  return (await Promise.all(openTicketStatuses.map((status) => ticketsWithStatus(db, status).toArray()))).flat();
}

/** Reads the five open tickets with the newest messages that wait for support. */
export async function readOpenTickets(db: LocalDatabase): Promise<TicketRow[]> {
  const open = (await readAllOpenTickets(db)).filter((ticket) => !waitsForCustomer(ticket));
  return open.toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? 1 : -1)).slice(0, rowsMax);
}

/** Returns whether support has answered and the customer has not replied yet. */
export const waitsForCustomer = (ticket: TicketRow): boolean =>
  ticket.last_response_by === 'admin' && openTicketStatuses.includes(ticket.status);

/** Counts the open tickets in which the customer wrote last, and finds the one that has waited longest. */
export async function readWaiting(db: LocalDatabase): Promise<{ count: number; oldest: TicketRow | undefined }> {
  const open = await readAllOpenTickets(db);
  const waiting = open.filter((ticket) => turnOf(ticket) === 'us');
  const [oldest] = waiting.toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? -1 : 1));
  return { count: waiting.length, oldest };
}

/** When the last message of a ticket was written. */
export const lastMessageAt = (ticket: TicketRow): string => ticket.last_response_at ?? ticket.created_at;

/** Reads how many top-up requests wait, and when the oldest one was opened. */
export async function readWaitingTopups(db: LocalDatabase): Promise<{ count: number; oldestAt: string | undefined }> {
  const waiting = db.topups.where('[status+created_at]').between(['waiting', ''], ['waiting', '\uffff']);
  const [count, oldest] = await Promise.all([waiting.count(), waiting.first()]);
  return { count, oldestAt: oldest?.created_at };
}
