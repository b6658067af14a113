import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { returnedStatuses } from '../../../contract/order-rules.ts';
import { bucketOf, localOf } from '../../platform/base/calendar.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Window } from './periods.ts';

/** All users, without deleted ones; accounts count from their creation, also while unconfirmed. */
const users = (db: Kysely<Database>) => db.selectFrom('users').where('deleted_at', 'is', null);

/** Orders that count as income: neither returned nor deleted (C-36). */
export const incomeOrders = (db: Kysely<Database>, { from, to }: Window) =>
  db
    .selectFrom('orders')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('status', 'not in', returnedStatuses)
    .where('deleted_at', 'is', null);

/** Balance added by admins; neither returns of orders nor opening balances (C-36). */
const additions = (db: Kysely<Database>, { from, to }: Window) =>
  db.selectFrom('ledger').where('kind', '=', 'add').where('created_at', '>=', from).where('created_at', '<', to);

/** When the first user was created, in ms since epoch; null without users. */
export async function firstUserCreatedAt(db: Kysely<Database>): Promise<number | null> {
  const row = await users(db)
    .select((user) => user.fn.min('created_at').as('first'))
    .executeTakeFirst();
  return row?.first ?? null;
}

/** The number of users created before a moment (ms since epoch). */
export const countUsers = (db: Kysely<Database>, before: number): Promise<number> =>
  countOf(users(db).where('created_at', '<', before));

/** New users of each bucket. */
export async function usersByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await users(db)
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.to)
    .select((row) => [bucketOf('created_at', window.buckets).as('bucket'), row.fn.countAll<number>().as('value')])
    .groupBy('bucket')
    .execute();
  return valuesByBucket(rows, window);
}

/** Price, less what was returned of it, less cost of the orders of each bucket, in cents. */
export async function profitByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await incomeOrders(db, window)
    .select([
      bucketOf('created_at', window.buckets).as('bucket'),
      sql<number>`sum(total_cents - refunded_cents - cost_cents)`.as('value'),
    ])
    .groupBy('bucket')
    .execute();
  return valuesByBucket(rows, window);
}

/** Balance added by admins in each bucket, in cents. */
export async function addedByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await additions(db, window)
    .select((row) => [
      bucketOf('created_at', window.buckets).as('bucket'),
      row.fn.sum<number>('amount_cents').as('value'),
    ])
    .groupBy('bucket')
    .execute();
  return valuesByBucket(rows, window);
}

/** New tickets of each bucket. */
export async function ticketsByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets')
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.to)
    .where('deleted_at', 'is', null)
    .select((row) => [bucketOf('created_at', window.buckets).as('bucket'), row.fn.countAll<number>().as('value')])
    .groupBy('bucket')
    .execute();
  return valuesByBucket(rows, window);
}

/** The number of orders or tickets of the window in each status. */
export async function countByStatus(
  db: Kysely<Database>,
  table: 'orders' | 'tickets',
  window: Window,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom(table)
    .select((row) => ['status', row.fn.countAll<number>().as('count')])
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.to)
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute();
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
}

const quarterMs = 900_000;

/** The orders since a moment by weekday, from Monday, and by hour of the day in a time zone: seven lists of 24 counts. */
export async function ordersByHour(db: Kysely<Database>, from: number, timeZone: string): Promise<number[][]> {
  // The offsets of time zones from UTC are whole quarters of an hour.
  const rows = await db
    .selectFrom('orders')
    .select((row) => [
      sql<number>`created_at / ${sql.lit(quarterMs)}`.as('quarter'),
      row.fn.countAll<number>().as('count'),
    ])
    .where('created_at', '>=', from)
    .where('deleted_at', 'is', null)
    .groupBy('quarter')
    .execute();
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { quarter, count } of rows) {
    const { year, month, day, hour } = localOf(Number(quarter) * quarterMs, timeZone);
    const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
    counts[weekday]![hour]! += Number(count);
  }
  return counts;
}

/** Returns the sum of cents or counts. */
export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** Returns the value of each bucket; 0 where there is no row. */
export const valuesByBucket = (rows: { bucket: number; value: number }[], { buckets }: Window): number[] =>
  buckets.map((_, index) => Number(rows.find((row) => row.bucket === index)?.value ?? 0));

async function countOf<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
