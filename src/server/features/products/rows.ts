import type { Kysely } from 'kysely';
import type { Person } from '../../platform/context.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/paging.ts';

/** One page of product ids, newest first. */
export async function productIds(
  db: Kysely<Database>,
  asked: { search: string; page: number; per_page: number },
): Promise<{ ids: number[]; total: number }> {
  const found = db.selectFrom('products').where(matchingOrId('products.search_text', 'products.id', asked.search));
  const [rows, { total }] = await Promise.all([
    found.select('id').orderBy('id', 'desc').limit(asked.per_page).offset(offsetOf(asked)).execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** The ids a person's device walks through, in the order of ids. */
export async function visibleProductIds(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  after: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .$if(person.role !== 'admin', (query) => query.where('status', '=', 'active'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countProducts(db: Kysely<Database>, person: Pick<Person, 'role'>): Promise<number> {
  const { count } = await db
    .selectFrom('products')
    .select((row) => row.fn.countAll<number>().as('count'))
    .$if(person.role !== 'admin', (query) => query.where('status', '=', 'active'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
