import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import type { Category, CategoryRow, SortOrder } from '../../../contract/categories.ts';
import { byPosition } from '../../../contract/category-order.ts';
import { fold } from '../../../contract/search.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { matching } from '../../platform/database/matching.ts';
import type { Categories, Database } from '../../platform/database/schema.ts';
import { offsetOf } from '../../platform/base/paging.ts';
import { toIsoTime } from '../../platform/base/wire-values.ts';
import { pageOfMatches } from './product-search.ts';

/** The categories a user may see, as devices store them, in the order of their ids. */
export async function categoryRows(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  selection: { ids: number[] } | { after: number; limit: number },
): Promise<CategoryRow[]> {
  const query = db
    .selectFrom('categories')
    .selectAll()
    .$if(!can(person.role, 'catalogue.read'), (visible) => visible.where('is_active', '=', 1))
    .orderBy('id');
  const rows = await (
    'ids' in selection
      ? query.where('id', 'in', selection.ids)
      : query.where('id', '>', selection.after).limit(selection.limit)
  ).execute();
  return rows.map(toCategoryRow);
}

export async function countCategories(db: Kysely<Database>, person: Pick<Person, 'role'>): Promise<number> {
  const { count } = await db
    .selectFrom('categories')
    .select((row) => row.fn.countAll<number>().as('count'))
    .$if(!can(person.role, 'catalogue.read'), (visible) => visible.where('is_active', '=', 1))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One category the user may see, with its counts and its children; undefined when there is none. */
export async function categoryWithChildren(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  id: number,
): Promise<Category | undefined> {
  return (await categoryTree(db, person, id)).find((category) => category.id === id);
}

/**
 * Every category the user may see, in the order of the tree: each parent, in the shop's order, is followed by its
 * children. Each has its counts and its children; `only` limits the counting to one category and its children.
 */
export async function categoryTree(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  only?: number,
): Promise<Category[]> {
  const [rows, direct, total] = await Promise.all([
    categoryRows(db, person, { after: 0, limit: Number.MAX_SAFE_INTEGER }),
    productCounts(db, person, 'direct', only),
    productCounts(db, person, 'withChildren', only),
  ]);
  const titles = new Map(rows.map((row) => [row.id, row.title]));
  const counted = inShopOrder(rows).map((row) => {
    const products = direct.get(row.id) ?? 0;
    return {
      ...row,
      parent_title: row.parent_id === null ? null : (titles.get(row.parent_id) ?? null),
      products_count: products,
      count: products,
      total_count: row.parent_id === null ? (total.get(row.id) ?? 0) : products,
      children: [],
    };
  });
  const childrenOf = Map.groupBy(counted, (row) => row.parent_id);
  const withChildren = counted.map((row) => ({ ...row, children: childrenOf.get(row.id) ?? [] }));
  return treeOrder(withChildren);
}

const inShopOrder = (rows: readonly CategoryRow[]): CategoryRow[] =>
  rows
    .map((row) => ({ row, ...row, _sort: fold(row.title) }))
    .toSorted(byPosition)
    .map(({ row }) => row);

/** Puts each category behind its parent; one whose parent the user may not see stands at the top. */
function treeOrder<Node extends CategoryRow>(sorted: readonly Node[]): Node[] {
  const ids = new Set(sorted.map(({ id }) => id));
  const parentOf = ({ parent_id: id }: Node) => (id !== null && ids.has(id) ? id : null);
  const below = Map.groupBy(sorted, parentOf);
  const from = (parent: number | null): Node[] => (below.get(parent) ?? []).flatMap((node) => [node, ...from(node.id)]);
  return from(null);
}

/** The ids of all categories that match a search. */
export async function matchingCategoryIds(db: Kysely<Database>, search: string): Promise<ReadonlySet<number>> {
  const query = db.selectFrom('categories').select('id').where(matching('categories.search_text', search));
  return new Set((await query.execute()).map(({ id }) => id));
}

interface ProductPageRequest {
  id: number;
  search: string;
  page: number;
  per_page: number;
  min_price?: number | undefined;
  max_price?: number | undefined;
  sort_by: SortOrder;
}

/**
 * The ids of one page of a category's own products. A product with variants is sorted and filtered by the lowest price of
 * its active variants (C-20).
 */
export async function productIdsOf(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  request: ProductPageRequest,
): Promise<{ ids: number[]; total: number }> {
  const { min_price: min, max_price: max } = request;
  const query = db
    .selectFrom('products')
    .innerJoin('product_categories', 'product_categories.product_id', 'products.id')
    .where('product_categories.category_id', '=', request.id)
    .$if(!can(person.role, 'catalogue.read'), (query) => query.where('products.status', '=', 'active'))
    .$if(min !== undefined, (query) => query.where('products.shown_price_cents', '>=', Math.round(min! * 100)))
    .$if(max !== undefined, (query) => query.where('products.shown_price_cents', '<=', Math.round(max! * 100)));
  const { column, direction } = sorting[request.sort_by];
  const sorted = query.select('products.id').orderBy(column, direction).orderBy('products.id', direction);
  if (request.search.trim() !== '') {
    const rows = await sorted.select(['products.search_text', 'products.sort_key', 'products.search_words']).execute();
    return pageOfMatches(rows, request);
  }
  const [rows, { total }] = await Promise.all([
    sorted.limit(request.per_page).offset(offsetOf(request)).execute(),
    query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { ids: rows.map(({ id }) => id), total: Number(total) };
}

const sorting = {
  name_asc: { column: 'products.sort_key', direction: 'asc' },
  name_desc: { column: 'products.sort_key', direction: 'desc' },
  price_asc: { column: 'products.shown_price_cents', direction: 'asc' },
  price_desc: { column: 'products.shown_price_cents', direction: 'desc' },
  newest: { column: 'products.created_at', direction: 'desc' },
} as const satisfies Record<SortOrder, { column: string; direction: 'asc' | 'desc' }>;

/** Users see active categories, and all of them with the right to read the whole catalogue (C-37). */
export const maySeeCategory =
  (person: Pick<Person, 'role'>) =>
  (category: { is_active: boolean | number }): boolean =>
    can(person.role, 'catalogue.read') || Boolean(category.is_active);

/**
 * Counts the products that the user may see, by category: those directly in it, or those in a parent and its children,
 * where a product in several of them counts once.
 */
async function productCounts(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  kind: 'direct' | 'withChildren',
  only?: number,
): Promise<Map<number, number>> {
  const activeOnly = !can(person.role, 'catalogue.read');
  const groupId =
    kind === 'direct' ? sql<number>`categories.id` : sql<number>`coalesce(categories.parent_id, categories.id)`;
  const rows = await db
    .selectFrom('product_categories')
    .innerJoin('categories', 'categories.id', 'product_categories.category_id')
    .innerJoin('products', 'products.id', 'product_categories.product_id')
    .$if(activeOnly, (query) => query.where('products.status', '=', 'active').where('categories.is_active', '=', 1))
    .$if(only !== undefined, (query) =>
      query.where((row) => row.or([row('categories.id', '=', only!), row('categories.parent_id', '=', only!)])),
    )
    .select([groupId.as('group_id'), countOnce])
    .groupBy(groupId)
    .execute();
  return new Map(rows.map((row) => [row.group_id, Number(row.count)]));
}

const countOnce = (row: ExpressionBuilder<Database, 'product_categories'>) =>
  row.fn.count<number>('product_categories.product_id').distinct().as('count');

const toCategoryRow = (row: Selectable<Categories>): CategoryRow => ({
  id: row.id,
  title: row.title,
  description: row.description,
  parent_id: row.parent_id,
  is_active: Boolean(row.is_active),
  position: row.position,
  created_at: toIsoTime(row.created_at),
  rev: row.rev,
});
