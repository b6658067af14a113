import { sql, type Kysely } from 'kysely';
import { quantityMax } from '../../../contract/limits.ts';
import { productSorts, type Direction } from '../../../contract/sorts.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { matchingOrId } from '../../platform/database/matching.ts';
import type { Database } from '../../platform/database/schema.ts';
import { sortedBy, type SortTerm, type SortTerms } from '../../platform/database/sorting.ts';
import { offsetOf } from '../../platform/base/paging.ts';

type ProductSort = keyof typeof productSorts;

const newestFirst: SortTerm = [sql.ref('products.id'), 'desc'];

const sorts: SortTerms<ProductSort> = {
  created: [newestFirst],
  title: [[sql.ref('products.sort_key'), 'asc'], newestFirst],
  price: [[sql.ref('products.shown_price_cents'), 'desc'], newestFirst],
  orders: [[sql.ref('products.orders_count'), 'desc'], newestFirst],
  // A stock that is not tracked counts as more than any tracked one.
  stock: [[sql`coalesce(products.quantity, ${sql.lit(quantityMax + 1)})`, 'asc'], newestFirst],
};

interface ProductPageRequest {
  search: string;
  page: number;
  per_page: number;
  sort?: ProductSort | undefined;
  direction?: Direction | undefined;
}

/** One page of product ids, newest first unless `sort` or `direction` is given. */
export async function productIds(
  db: Kysely<Database>,
  request: ProductPageRequest,
): Promise<{ ids: number[]; total: number }> {
  const { sort = 'created', direction = productSorts[sort] } = request;
  const query = db.selectFrom('products').where(matchingOrId('products.search_text', 'products.id', request.search));
  const [rows, { total }] = await Promise.all([
    sortedBy(query.select('id'), sorts[sort], direction !== productSorts[sort])
      .limit(request.per_page)
      .offset(offsetOf(request))
      .execute(),
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
    .$if(!can(person.role, 'catalogue.read'), (query) => query.where('status', '=', 'active'))
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
    .$if(!can(person.role, 'catalogue.read'), (query) => query.where('status', '=', 'active'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Users see active products, also those that cannot be ordered now, and all of them with the right to read the catalogue (C-37). */
export const maySeeProduct =
  (person: Pick<Person, 'role'>) =>
  (product: { status: string }): boolean =>
    can(person.role, 'catalogue.read') || product.status === 'active';
