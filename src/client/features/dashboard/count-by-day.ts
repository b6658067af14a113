import type { Table } from 'dexie';
import type { LocalDatabase } from '../../local/database.ts';
import { serverNow } from '../../text/dates.ts';

export interface DayCount {
  /** The day's first moment in this device's time zone, ms. */
  at: number;
  orders: number;
  tickets: number;
}

/** Returns the number of orders and tickets of each of the last `days` days, oldest first; today is the last. */
export async function countByDay(db: LocalDatabase, days: number, now: number = serverNow()): Promise<DayCount[]> {
  const starts = Array.from({ length: days }, (_, back) => startOfDay(now, days - 1 - back));
  const [orders, tickets] = await Promise.all([timesSince(db.orders, starts[0]!), timesSince(db.tickets, starts[0]!)]);
  return starts.map((at, index) => {
    const end = starts[index + 1] ?? Infinity;
    const within = (time: number) => time >= at && time < end;
    return { at, orders: orders.filter(within).length, tickets: tickets.filter(within).length };
  });
}

/** Counts back in calendar days, because a day may have 23 or 25 hours. */
function startOfDay(now: number, daysAgo: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime();
}

/** Reads the index alone, not the rows. */
async function timesSince<Row, Key>(table: Table<Row, Key>, since: number): Promise<number[]> {
  const keys = await table.where('created_at').aboveOrEqual(new Date(since).toISOString()).keys();
  return keys.map((key) => Date.parse(key as string));
}
