import type { Table } from 'dexie';
import type { Order } from '../../../contract/orders.ts';
import { endedStatuses, mergedInto } from '../../../contract/ticket-rules.ts';
import type { ResponseRow, TicketRow } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { readProductPictures, type ProductPictures } from '../../local/product-pictures.ts';
import type { OutboxItem } from '../../local/stored.ts';

/** Reads a ticket by its UUID or its number; null when this device does not have it. */
export async function readTicket(db: LocalDatabase, ref: string): Promise<TicketRow | null> {
  const isNumber = /^\d+$/.test(ref);
  return (
    (await (isNumber ? db.tickets.where('number').equals(Number(ref)).first() : db.tickets.get(ref.toLowerCase()))) ??
    null
  );
}

/**
 * Reads the responses of a ticket, oldest first.
 *
 * @internal the bench of the device measures it
 */
export const readResponses = (db: LocalDatabase, ticketId: string): Promise<ResponseRow[]> =>
  db.responses.where('[ticket_id+created_at]').between([ticketId], [ticketId, '\uffff']).toArray();

/** Reads the last response on this device of each of these tickets, without internal notes, by the id of the ticket. */
export function readLastResponses(db: LocalDatabase, ids: readonly string[]): Promise<Map<string, ResponseRow>> {
  return db.transaction('r', db.responses, async () => {
    // All responses of a ticket in one request: one with a condition would walk through them one by one.
    const lists = await Promise.all(ids.map((id) => readResponses(db, id)));
    const lasts = lists.map((responses) => responses.findLast((response) => !response.is_internal));
    return new Map(lasts.flatMap((response) => (response ? [[response.ticket_id, response] as const] : [])));
  });
}

/** Reads the ids of the tickets that an unread notification is about. */
export async function readUnreadTickets(db: LocalDatabase): Promise<Set<string>> {
  const unread = await db.notifications.where('_unread').equals(1).toArray();
  return new Set(unread.flatMap(({ about }) => about.ticket_id ?? []));
}

/** Reads the tickets that are merged into one, and the responses to all of them, oldest first. */
export async function readMerged(
  db: LocalDatabase,
  { id, user_id: owner }: Pick<TicketRow, 'id' | 'user_id'>,
): Promise<{ merged: TicketRow[]; responses: ResponseRow[] }> {
  const ofCustomer = db.tickets.where('[user_id+created_at]').between([owner], [owner, '\uffff']);
  const merged = mergedInto(await ofCustomer.toArray(), id);
  const lists = await Promise.all([id, ...merged.map((ticket) => ticket.id)].map((one) => readResponses(db, one)));
  const responses = lists.flat();
  return { merged, responses: merged.length > 0 ? responses.toSorted(byTime) : responses };
}

/** Reads the tickets of the same customer into which a ticket can be merged: the 50 with the newest number. */
export async function readMergeTargets(db: LocalDatabase, { id, user_id: owner }: TicketRow): Promise<TicketRow[]> {
  const ofCustomer = db.tickets.where('[user_id+created_at]').between([owner], [owner, '\uffff']);
  return ofCustomer
    .reverse()
    .filter((ticket) => ticket.id !== id && ticket.number !== null && !ticket.merged_into_id)
    .limit(50)
    .toArray();
}

const byTime = (a: ResponseRow, b: ResponseRow): number => (a.created_at < b.created_at ? -1 : 1);

/** Reads the outbox items of a ticket, oldest first. */
export const readLane = (db: LocalDatabase, ticketId: string): Promise<OutboxItem[]> =>
  db.outbox.where('[lane+seq]').between([ticketId], [ticketId, Infinity]).toArray();

/** Reads the newest orders, for the order picker. */
export const readOrderChoices = (db: LocalDatabase, limit: number): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(limit).toArray();

export const readOrder = (db: LocalDatabase, id: number): Promise<Order | undefined> => db.orders.get(id);

export interface Customer {
  /** The newest five of the other tickets that have not ended, newest first. */
  open: TicketRow[];
  /** The last five orders, newest first. */
  orders: Order[];
  /** The pictures of the products in these orders, by the product's id. */
  pictures: ProductPictures;
  /** The internal notes in the newest tickets, also in that ticket, newest first. */
  notes: ResponseRow[];
}

/** Tickets of a customer whose internal notes are read. */
const notedTickets = 30;

/** Reads what this device knows about the customer of a ticket, without that ticket. */
export function readCustomer(db: LocalDatabase, userId: number, ticketId: string): Promise<Customer> {
  const tables = [db.tickets, db.orders, db.categories, db.products, db.responses];
  return db.transaction('r', tables, async () => {
    const [tickets, orders] = await Promise.all([
      newestOf(db.table<TicketRow, string>('tickets'), userId).toArray(),
      newestOf(db.table<Order, number>('orders'), userId).limit(5).toArray(),
    ]);
    const productIds = orders.flatMap(({ items }) => items.map(({ product_id: id }) => id));
    const [pictures, responses] = await Promise.all([
      readProductPictures(db, productIds),
      Promise.all(tickets.slice(0, notedTickets).map(({ id }) => readResponses(db, id))),
    ]);
    return {
      orders,
      open: tickets.filter(({ id, status }) => id !== ticketId && !endedStatuses.includes(status)).slice(0, 5),
      pictures,
      notes: responses
        .flat()
        .filter((response) => response.is_internal)
        .toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1)),
    };
  });
}

const newestOf = <Row, Id>(table: Table<Row, Id>, userId: number) =>
  table.where('[user_id+created_at]').between([userId], [userId, '\uffff']).reverse();

/** Returns the item that creates the ticket; undefined when the server has accepted it. */
export const openingOf = (lane: readonly OutboxItem[]): OutboxItem | undefined =>
  lane.find(({ kind }) => kind === 'ticket.open');

/** Returns the item that creates the response; undefined when the server has accepted it. */
export const replyOf = (lane: readonly OutboxItem[], responseId: string): OutboxItem | undefined =>
  lane.find(({ kind, args }) => (kind === 'ticket.reply' || kind === 'ticket.note') && args.id === responseId);

/** Returns the pending and parked changes of the ticket's facts, oldest first. */
export const changesOf = (lane: readonly OutboxItem[]): OutboxItem[] =>
  lane.filter(({ kind }) => factKinds.includes(kind));

const factKinds = [
  'ticket.status',
  'ticket.priority',
  'ticket.assign',
  'ticket.tags',
  'ticket.snooze',
  'ticket.merge',
  'ticket.unmerge',
];
