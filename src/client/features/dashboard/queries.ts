import type { LedgerRow } from '../../../contract/balance.ts';
import type { Order } from '../../../contract/orders.ts';
import type { TicketRow, TicketStatus } from '../../../contract/tickets.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Rows of a small list on a dashboard. */
const few = 5;

/** A customer's balance in euros with the last lines of the ledger, newest first; null before the first pass. */
export async function readBalanceSheet(db: LocalDatabase): Promise<{ balance: number; lines: LedgerRow[] } | null> {
  const [account, lines] = await Promise.all([
    db.account.toCollection().first(),
    db.ledger.orderBy('id').reverse().limit(few).toArray(),
  ]);
  return account ? { balance: account.balance, lines } : null;
}

/** The newest orders on this device. */
export const readRecentOrders = (db: LocalDatabase): Promise<Order[]> =>
  db.orders.orderBy('created_at').reverse().limit(few).toArray();

/** The newest tickets on this device. */
export const readRecentTickets = (db: LocalDatabase): Promise<TicketRow[]> =>
  db.tickets.orderBy('created_at').reverse().limit(few).toArray();

/** Written out: the contract's list would bring its schemas into the first page. */
const openStatuses: readonly TicketStatus[] = ['new', 'open', 'in_progress', 'pending'];

const ofStatus = (db: LocalDatabase, status: TicketStatus) =>
  db.tickets.where('[status+type+created_at]').between([status], [status, '\uffff']);

/** A customer's open tickets: those that wait for the customer's reply first, then the last moved. */
export async function readOpenTickets(db: LocalDatabase): Promise<TicketRow[]> {
  const open = (await Promise.all(openStatuses.map((status) => ofStatus(db, status).toArray()))).flat();
  const moved = (ticket: TicketRow) => ticket.last_response_at ?? ticket.created_at;
  return open
    .toSorted((a, b) => Number(waitsForCustomer(b)) - Number(waitsForCustomer(a)) || (moved(a) < moved(b) ? 1 : -1))
    .slice(0, few);
}

/** Support has answered, and the customer has not yet. */
export const waitsForCustomer = (ticket: TicketRow): boolean =>
  ticket.last_response_by === 'admin' && openStatuses.includes(ticket.status);

/** How many tickets this device has of each open status. */
export async function countOpenTickets(db: LocalDatabase): Promise<{ status: TicketStatus; count: number }[]> {
  return Promise.all(openStatuses.map(async (status) => ({ status, count: await ofStatus(db, status).count() })));
}

/** Open tickets in which the customer wrote last, those that wait longest first, and how many there are. */
export async function readUnanswered(db: LocalDatabase): Promise<{ tickets: TicketRow[]; count: number }> {
  const open = (await Promise.all(openStatuses.map((status) => ofStatus(db, status).toArray()))).flat();
  const since = (ticket: TicketRow) => ticket.last_response_at ?? ticket.created_at;
  const waiting = open
    .filter((ticket) => ticket.last_response_by !== 'admin')
    .toSorted((a, b) => (since(a) < since(b) ? -1 : 1));
  return { tickets: waiting.slice(0, few), count: waiting.length };
}
