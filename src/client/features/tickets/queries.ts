import type { Order } from '../../../contract/orders.ts';
import type { Person } from '../../../contract/people.ts';
import { matches } from '../../../contract/search.ts';
import {
  endedStatuses,
  type ResponseRow,
  type TicketRow,
  type TicketStatus,
  type TicketType,
} from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { CachedTicket } from '../../local/rows.ts';
import type { OutboxItem } from '../../local/stored.ts';

export interface TicketFilter {
  search: string;
  /** None means every one. */
  status: readonly TicketStatus[];
  type: readonly TicketType[];
}

export interface Page {
  /** Counted from 1. */
  page: number;
  perPage: number;
}

export const isPlain = ({ search, status, type }: TicketFilter): boolean =>
  search === '' && status.length === 0 && type.length === 0;

/** One page of all tickets on this device, newest first, out of the index alone. */
export const readNewestTickets = (db: LocalDatabase, { page, perPage }: Page): Promise<CachedTicket[]> =>
  db.tickets
    .orderBy('created_at')
    .reverse()
    .offset((page - 1) * perPage)
    .limit(perPage)
    .toArray();

/** The tickets with these ids, in this order; those that are gone meanwhile are left out. */
export async function readTickets(db: LocalDatabase, ids: readonly string[]): Promise<CachedTicket[]> {
  return (await db.tickets.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** A ticket by its UUID or by its human number; null when this device has none. */
export async function readTicket(db: LocalDatabase, ref: string): Promise<CachedTicket | null> {
  const isNumber = /^\d+$/.test(ref);
  return (
    (await (isNumber ? db.tickets.where('number').equals(Number(ref)).first() : db.tickets.get(ref.toLowerCase()))) ??
    null
  );
}

/** What was answered, in the order it was written. */
export const readResponses = (db: LocalDatabase, ticketId: string): Promise<ResponseRow[]> =>
  db.responses.where('[ticket_id+created_at]').between([ticketId], [ticketId, '\uffff']).toArray();

/** What waits for one ticket, in the order it was done. */
export const readLane = (db: LocalDatabase, ticketId: string): Promise<OutboxItem[]> =>
  db.outbox.where('[lane+seq]').between([ticketId], [ticketId, Infinity]).toArray();

/** The newest own orders that a search leaves, for the order picker. */
export async function readOrderChoices(db: LocalDatabase, search: string, limit = 20): Promise<Order[]> {
  const newest = db.orders.orderBy('created_at').reverse();
  return search === ''
    ? newest.limit(limit).toArray()
    : newest
        .filter((order) => matches(order._search, search))
        .limit(limit)
        .toArray();
}

export const readOrder = (db: LocalDatabase, id: number): Promise<Order | undefined> => db.orders.get(id);

export interface Customer {
  person: Person | undefined;
  /** Other tickets that have not ended, newest first. */
  open: TicketRow[];
  /** The last orders, newest first. */
  orders: Order[];
}

/** What this device knows about the person behind a ticket, beside the ticket itself. */
export function readCustomer(db: LocalDatabase, userId: number, ticketId: string): Promise<Customer> {
  return db.transaction('r', db.people, db.tickets, db.orders, async () => {
    const ofPerson = [[userId], [userId, '\uffff']] as const;
    const [person, tickets, orders] = await Promise.all([
      db.people.get(userId),
      db.tickets
        .where('[user_id+created_at]')
        .between(...ofPerson)
        .reverse()
        .toArray(),
      db.orders
        .where('[user_id+created_at]')
        .between(...ofPerson)
        .reverse()
        .limit(5)
        .toArray(),
    ]);
    return {
      person,
      orders,
      open: tickets.filter(({ id, status }) => id !== ticketId && !endedStatuses.includes(status)).slice(0, 5),
    };
  });
}
