import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Person } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';

/** The newest orders a person may see, by id from above; `after` is the last one already taken. */
export async function newestIds(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  { after, limit }: { after: number | null; limit: number },
): Promise<number[]> {
  const rows = await visible(db, person)
    .select('orders.id')
    .$if(after !== null, (query) => query.where('orders.id', '<', after!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many of the newest orders there are for a person, `most` at most. */
export async function countNewest(
  db: Kysely<Database>,
  person: Pick<Person, 'id' | 'role'>,
  most: number,
): Promise<number> {
  const newest = visible(db, person).select('orders.id').orderBy('orders.id', 'desc').limit(most);
  const { count } = await db
    .selectFrom(newest.as('newest'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type OrderQuery = SelectQueryBuilder<Database, 'orders', object>;

/** The orders a person may see: a customer's own, or everybody's; not what was deleted. */
export function visible(db: Kysely<Database>, person: Pick<Person, 'id' | 'role'>): OrderQuery {
  const query = db.selectFrom('orders').where('orders.deleted_at', 'is', null);
  return person.role === 'admin' ? query : query.where('orders.user_id', '=', person.id);
}
