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
  const lastMessageAt = (ticket: TicketRow) => ticket.last_response_at ?? ticket.created_at;
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

/** Counts this device's tickets of each open status. */
export async function countOpenTickets(db: LocalDatabase): Promise<{ status: TicketStatus; count: number }[]> {
  return Promise.all(
    openTicketStatuses.map(async (status) => ({ status, count: await ticketsWithStatus(db, status).count() })),
  );
}

/** Reads the first open tickets in which the customer wrote last, longest wait first, and counts all such tickets. */
export async function readUnanswered(db: LocalDatabase): Promise<{ tickets: TicketRow[]; count: number }> {
  const open = (await Promise.all(openTicketStatuses.map((status) => ticketsWithStatus(db, status).toArray()))).flat();
  const lastMessageAt = (ticket: TicketRow) => ticket.last_response_at ?? ticket.created_at;
  const waiting = open
    .filter((ticket) => ticket.last_response_by !== 'admin')
    .toSorted((a, b) => (lastMessageAt(a) < lastMessageAt(b) ? -1 : 1));
  return { tickets: waiting.slice(0, rowsMax), count: waiting.length };
}
