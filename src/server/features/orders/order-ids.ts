import type { Kysely, SelectQueryBuilder } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';

/** Ids of the newest orders a user may see, descending; `after` is the last id of the previous page. */
export async function newestIds(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  { after, limit }: { after: number | null; limit: number },
): Promise<number[]> {
  const rows = await visibleOrders(db, person)
    .select('orders.id')
    .$if(after !== null, (query) => query.where('orders.id', '<', after!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The number of orders a user may see, at most `max`. */
export async function countNewest(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  max: number,
): Promise<number> {
  const newest = visibleOrders(db, person).select('orders.id').orderBy('orders.id', 'desc').limit(max);
  const { count } = await db
    .selectFrom(newest.as('newest'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type OrderQuery<Row = object> = SelectQueryBuilder<Database, 'orders', Row>;

/** The orders a user may see, without deleted ones: a customer's own, or all. */
export function visibleOrders(db: Kysely<Database>, person: Pick<Person, 'id' | 'role'>): OrderQuery {
  const query = db.selectFrom('orders').where('orders.deleted_at', 'is', null);
  return can(person.role, 'orders.read') ? query : query.where('orders.user_id', '=', person.id);
}
