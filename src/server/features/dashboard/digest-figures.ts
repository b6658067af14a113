import { sql, type Kysely } from 'kysely';
import { endedStatuses } from '../../../contract/ticket-rules.ts';
import { bucketOf } from '../../platform/base/calendar.ts';
import type { Database } from '../../platform/database/schema.ts';
import { readShopSettings } from '../../platform/database/shop.ts';
import { answerTimesOf, openingClock, readAnsweredTickets } from '../../shared/answer-times.ts';
import { addedByBucket, incomeOrders, ticketsByBucket, usersByBucket, valuesByBucket } from './figures.ts';
import type { Window } from './periods.ts';

/** The figures of each bucket of a window; amounts in cents. */
export interface DigestFigures {
  /** Orders that count as income, as on the dashboard, and their prices less what was returned of them. */
  orders: number[];
  total: number[];
  added: number[];
  users: number[];
  opened: number[];
  solved: number[];
  /** First answers to the tickets of each bucket: within the goal and after it, as they were at its end. */
  in_time: number[];
  late: number[];
}

/** Returns the figures of the digest for each bucket of a window. */
export async function digestFigures(db: Kysely<Database>, window: Window, timeZone: string): Promise<DigestFigures> {
  const [orders, added, users, opened, solved, answers] = await Promise.all([
    ordersByBucket(db, window),
    addedByBucket(db, window),
    usersByBucket(db, window),
    ticketsByBucket(db, window),
    solvedByBucket(db, window),
    answersByBucket(db, window, timeZone),
  ]);
  return { ...orders, added, users, opened, solved, ...answers };
}

async function ordersByBucket(db: Kysely<Database>, window: Window): Promise<Pick<DigestFigures, 'orders' | 'total'>> {
  const rows = await incomeOrders(db, window)
    .select((row) => [
      bucketOf('created_at', window.buckets).as('bucket'),
      row.fn.countAll<number>().as('value'),
      sql<number>`sum(total_cents - refunded_cents)`.as('total'),
    ])
    .groupBy('bucket')
    .execute();
  const totals = rows.map(({ bucket, total }) => ({ bucket, value: total }));
  return { orders: valuesByBucket(rows, window), total: valuesByBucket(totals, window) };
}

/** Tickets that ended in each bucket and have not been opened again; not those merged into another one. */
async function solvedByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await db
    .selectFrom('tickets')
    .where('status', 'in', endedStatuses)
    .where('status_at', '>=', window.from)
    .where('status_at', '<', window.to)
    .where('merged_into_id', 'is', null)
    .where('deleted_at', 'is', null)
    .select((row) => [bucketOf('status_at', window.buckets).as('bucket'), row.fn.countAll<number>().as('value')])
    .groupBy('bucket')
    .execute();
  return valuesByBucket(rows, window);
}

async function answersByBucket(
  db: Kysely<Database>,
  { from, to, buckets }: Window,
  timeZone: string,
): Promise<Pick<DigestFigures, 'in_time' | 'late'>> {
  const [tickets, shop] = await Promise.all([readAnsweredTickets(db, from), readShopSettings(db)]);
  const clock = openingClock(from, to, { days: shop.hours, timeZone });
  const measure = { clock, goals: shop.goals };
  const times = buckets.map(({ from: begin }, index) => {
    const end = buckets[index + 1]?.from ?? to;
    return answerTimesOf(
      tickets.filter(({ created_at: created }) => created >= begin && created < end),
      end,
      measure,
    );
  });
  return { in_time: times.map((one) => one.in_time), late: times.map((one) => one.late) };
}

/** Returns how many tickets wait for an answer of support: neither ended nor snoozed, and not answered last by support. */
export async function countWaiting(db: Kysely<Database>, now: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('tickets')
    .where('status', 'not in', endedStatuses)
    .where((row) => row.or([row('last_response_by', 'is', null), row('last_response_by', '!=', 'admin')]))
    .where((row) => row.or([row('snoozed_until', 'is', null), row('snoozed_until', '<=', now)]))
    .where('deleted_at', 'is', null)
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
