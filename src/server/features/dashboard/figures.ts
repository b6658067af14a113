import { sql, type Kysely, type SelectQueryBuilder } from 'kysely';
import { returnedStatuses } from '../../../contract/orders.ts';
import { bucketOf } from '../../platform/calendar.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Window } from './periods.ts';

/** Everybody, from the moment the account was made; deleted people are nobody. */
const people = (db: Kysely<Database>) => db.selectFrom('users').where('deleted_at', 'is', null);

/** What is neither given back nor deleted counts (C-36). */
const earning = (db: Kysely<Database>, { from, to }: Window) =>
  db
    .selectFrom('orders')
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('status', 'not in', returnedStatuses)
    .where('deleted_at', 'is', null);

/** Added by hand; not what came back from orders, nor what somebody had before the books began (C-36). */
const added = (db: Kysely<Database>, { from, to }: Window) =>
  db.selectFrom('ledger').where('kind', '=', 'add').where('created_at', '>=', from).where('created_at', '<', to);

/** When the first person was there (ms); null in an empty house. */
export async function firstMoment(db: Kysely<Database>): Promise<number | null> {
  const row = await people(db)
    .select((user) => user.fn.min('created_at').as('first'))
    .executeTakeFirst();
  return row?.first ?? null;
}

/** How many people there were before a moment (ms). */
export const countPeople = (db: Kysely<Database>, before: number): Promise<number> =>
  countOf(people(db).where('created_at', '<', before));

/** New people of each bucket. */
export async function peopleByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await people(db)
    .where('created_at', '>=', window.from)
    .where('created_at', '<', window.to)
    .select((row) => [bucketOf('created_at', window.buckets).as('bucket'), row.fn.countAll<number>().as('value')])
    .groupBy('bucket')
    .execute();
  return spread(rows, window);
}

/** Price less cost of the orders of each bucket, in cents. */
export async function profitByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await earning(db, window)
    .select([
      bucketOf('created_at', window.buckets).as('bucket'),
      sql<number>`sum(total_cents - cost_cents)`.as('value'),
    ])
    .groupBy('bucket')
    .execute();
  return spread(rows, window);
}

/** Balance added by hand in each bucket, in cents. */
export async function addedByBucket(db: Kysely<Database>, window: Window): Promise<number[]> {
  const rows = await added(db, window)
    .select((row) => [
      bucketOf('created_at', window.buckets).as('bucket'),
      row.fn.sum<number>('amount_cents').as('value'),
    ])
    .groupBy('bucket')
    .execute();
  return spread(rows, window);
}

/** How many orders or tickets of the window there are in each status. */
export async function byStatus(
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

/** Cents or counts; a bucket without a row is 0. */
export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

const spread = (rows: { bucket: number; value: number }[], { buckets }: Window): number[] =>
  buckets.map((_, index) => Number(rows.find((row) => row.bucket === index)?.value ?? 0));

async function countOf<Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}
