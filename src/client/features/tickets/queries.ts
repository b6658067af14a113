import type { Order } from '../../../contract/orders.ts';
import type { Person } from '../../../contract/people.ts';
import {
  endedStatuses,
  ticketStatuses,
  ticketTypes,
  type ResponseRow,
  type TicketPriority,
  type TicketRow,
  type TicketStatus,
  type TicketType,
} from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { RowFilter } from '../../local/row-columns.ts';
import type { OutboxItem } from '../../local/stored.ts';

export interface TicketFilter {
  search: string;
  /** None means every one. */
  status: readonly TicketStatus[];
  type: readonly TicketType[];
  priority?: readonly TicketPriority[];
  /** Ids of admins as text, and `none` for tickets that nobody works on. */
  assignee?: readonly string[];
}

export interface Page {
  /** Counted from 1. */
  page: number;
  perPage: number;
}

/** The filter of a list as the index in memory takes it. */
export const rowFilterOf = ({ search, status, type, priority = [], assignee = [] }: TicketFilter): RowFilter => ({
  search,
  values: { status, type, priority, assignee },
});

const isPlain = ({ search, values }: RowFilter): boolean =>
  search === '' && Object.values(values).every((wanted) => wanted.length === 0);

/** The columns of the database's index of tickets. */
const indexed: readonly string[] = ['status', 'type'];

const isIndexed = ({ search, values }: RowFilter): boolean =>
  search.trim() === '' &&
  Object.entries(values).every(([name, wanted]) => wanted.length === 0 || indexed.includes(name));

export interface FirstTickets {
  rows: TicketRow[];
  /** Undefined where it would have to be counted through all tickets. */
  total: number | undefined;
}

/** One page of a list out of the database's indexes, while its rows are on their way into memory; undefined for a search. */
export async function readFirstTickets(
  db: LocalDatabase,
  filter: TicketFilter & Page,
): Promise<FirstTickets | undefined> {
  const wanted = rowFilterOf(filter);
  if (isPlain(wanted)) return { rows: await readNewestTickets(db, filter), total: undefined };
  return isIndexed(wanted) ? readIndexedTickets(db, filter) : undefined;
}

const readNewestTickets = (db: LocalDatabase, { page, perPage }: Page): Promise<TicketRow[]> =>
  db.tickets
    .orderBy('created_at')
    .reverse()
    .offset((page - 1) * perPage)
    .limit(perPage)
    .toArray();

/** Each chosen status and type is one range of the index, newest first. */
function readIndexedTickets(
  db: LocalDatabase,
  { status, type, page, perPage }: TicketFilter & Page,
): Promise<FirstTickets> {
  const pairs = orAll(status, ticketStatuses).flatMap((one) => orAll(type, ticketTypes).map((other) => [one, other]));
  const end = page * perPage;
  return db.transaction('r', db.tickets, async () => {
    const ranges = pairs.map(([one, other]) =>
      db.tickets.where('[status+type+created_at]').between([one, other, ''], [one, other, '\uffff']),
    );
    const [counts, lists] = await Promise.all([
      Promise.all(ranges.map((range) => range.clone().count())),
      Promise.all(ranges.map((range) => range.clone().reverse().limit(end).toArray())),
    ]);
    const rows = lists.flat().toSorted(newestFirst);
    return { rows: rows.slice(end - perPage, end), total: counts.reduce((sum, count) => sum + count, 0) };
  });
}

const orAll = <Value>(chosen: readonly Value[], all: readonly Value[]): readonly Value[] =>
  chosen.length > 0 ? chosen : all;

const newestFirst = (a: TicketRow, b: TicketRow): number =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? 1 : -1;

/** The tickets with these ids, in this order; those that are gone meanwhile are left out. */
export async function readTickets(db: LocalDatabase, ids: readonly string[]): Promise<TicketRow[]> {
  return (await db.tickets.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** A ticket by its UUID or by its human number; null when this device has none. */
export async function readTicket(db: LocalDatabase, ref: string): Promise<TicketRow | null> {
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

/** The newest orders, for the order picker. */
export const readNewestOrders = (db: LocalDatabase, limit: number): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(limit).toArray();

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
