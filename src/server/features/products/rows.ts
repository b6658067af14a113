import type { Kysely } from 'kysely';
import type { Person } from '../../platform/base/permissions.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/base/paging.ts';

/** One page of product ids, newest first. */
export async function productIds(
  db: Kysely<Database>,
  request: { search: string; page: number; per_page: number },
): Promise<{ ids: number[]; total: number }> {
  const query = db.selectFrom('products').where(matchingOrId('products.search_text', 'products.id', request.search));
  const [rows, { total }] = await Promise.all([
    query.select('id').orderBy('id', 'desc').limit(request.per_page).offset(offsetOf(request)).execute(),
    query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

/** One page of the ids a user's device may load, in ascending order. */
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

/** Customers see active products, including those that cannot be ordered now; admins see all of them (C-37). */
export const maySeeProduct =
  (person: Pick<Person, 'role'>) =>
  (product: { status: string }): boolean =>
    person.role === 'admin' || product.status === 'active';
