import type { LedgerRow } from '../../../contract/balance.ts';
import type { Order } from '../../../contract/orders.ts';
import { openTicketStatuses } from '../../../contract/ticket-rules.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Number of rows of a small list on a dashboard. */
const rowsMax = 5;

/** A customer's balance in euros with the last rows of the ledger, newest first; null before the first pass. */
export async function readBalanceWithRows(db: LocalDatabase): Promise<{ balance: number; rows: LedgerRow[] } | null> {
  const [account, rows] = await Promise.all([
    db.account.toCollection().first(),
    db.ledger.orderBy('id').reverse().limit(rowsMax).toArray(),
  ]);
  return account ? { balance: account.balance, rows } : null;
}

/** The newest orders on this device. */
export const readRecentOrders = (db: LocalDatabase): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(rowsMax).toArray();

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
  const waiting = open.filter((ticket) => ticket.last_response_by !== 'admin');
  const [oldest] = waiting.toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? -1 : 1));
  return { count: waiting.length, oldest };
}

/** When the last message of a ticket was written. */
export const lastMessageAt = (ticket: TicketRow): string => ticket.last_response_at ?? ticket.created_at;

/** Reads when the orders of the last days were placed, from the index alone; ms since the epoch. */
export async function readOrderTimes(db: LocalDatabase, since: number): Promise<number[]> {
  const keys = await db.orders.where('created_at').aboveOrEqual(new Date(since).toISOString()).keys();
  return keys.map((key) => Date.parse(key as string));
}
