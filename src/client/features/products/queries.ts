import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { byPosition } from '../../../contract/category-order.ts';
import { listPrice } from '../../../contract/product-prices.ts';
import { matches } from '../../../contract/search.ts';
import { productSorts } from '../../../contract/sorts.ts';
import { readRows } from '../../lists/list-source.ts';
import { deviceSource } from '../../lists/row-sources.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { orderIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import type { CachedCategory, CachedProduct } from '../../local/rows.ts';
import { readStockLevels, withStock, type StockLevels } from '../../local/stock-levels.ts';
import { useLiveQuery, useRows } from '../../sync/use-live-query.ts';

type NamedCategory = Pick<CachedCategory, 'id' | 'title'>;

/** A product with its categories that this device knows, in the product's order. */
export type ListedProduct = CachedProduct & { categories: NamedCategory[] };

/** A category in the order of the tree: parents in the shop's order, each followed by its children. */
export interface CategoryChoice extends NamedCategory {
  /** 0 for a parent category. */
  depth: number;
  isActive: boolean;
}

/** All products of the shop, newest first, searched by id, title, description and SKU. */
export const productSource = deviceSource<ListedProduct>({
  read: readProducts,
  matches: (product, { search, values: { category = [], status = [], availability = [] } }) =>
    includes(status, [product.status]) &&
    includes(availability, [
      product.is_available ? 'available' : 'unavailable',
      ...(product.is_out_of_stock ? ['out-of-stock'] : []),
    ]) &&
    includes(category, product.category_ids.map(String)) &&
    matches(product._search, search),
  sorts: {
    usual: productSorts,
    keyOf: {
      created: null,
      title: ({ _sort: title }) => title,
      price: listPrice,
      orders: ({ orders_count: count }) => count,
      // A stock that is not tracked counts as more than any tracked one.
      stock: ({ quantity }) => quantity ?? Infinity,
    },
  },
});

/** Returns whether a filter without a choice, or one with a value of the row, lets the row pass. */
const includes = (wanted: readonly string[], values: readonly string[]): boolean =>
  wanted.length === 0 || values.some((value) => wanted.includes(value));

function readProducts(db: LocalDatabase): Promise<ListedProduct[]> {
  return db.transaction('r', db.products, db.categories, db.stock, async () => {
    const [products, categories, stock] = await Promise.all([
      db.products.reverse().toArray(),
      db.categories.toArray(),
      readStockLevels(db),
    ]);
    return products.map((product) => toListed(product, categories, stock));
  });
}

/** Reads a product; null when this device does not have it. */
export function readProduct(db: LocalDatabase, id: number): Promise<ListedProduct | null> {
  return db.transaction('r', db.products, db.categories, db.stock, async () => {
    const product = await db.products.get(id);
    return product ? toListed(product, await db.categories.toArray(), await readStockLevels(db)) : null;
  });
}

function toListed(product: CachedProduct, categories: readonly CachedCategory[], stock: StockLevels): ListedProduct {
  const titles = new Map(categories.map(({ id, title }) => [id, title]));
  const known = product.category_ids.filter((id) => titles.has(id));
  return { ...withStock(product, stock), categories: known.map((id) => ({ id, title: titles.get(id) ?? '' })) };
}

/** Returns the categories in the order of the tree; undefined until they are read. */
export function useCategoryChoices(): CategoryChoice[] | undefined {
  const db = currentDatabase();
  return useLiveQuery(async () => treeOrder(await db.categories.toArray()), [db]);
}

function treeOrder(categories: readonly CachedCategory[]): CategoryChoice[] {
  const sorted = categories.toSorted(byPosition);
  const ids = new Set(sorted.map(({ id }) => id));
  const below = (parent: number | null, depth: number): CategoryChoice[] =>
    sorted
      .filter(({ parent_id: id }) => (id !== null && ids.has(id) ? id : null) === parent)
      .flatMap(({ id, title, is_active: isActive }) => [{ id, title, isActive, depth }, ...below(id, depth + 1)]);
  return below(null, 0);
}

/** Number of orders that a product's page lists. */
const ordersShown = 5;

/** Returns the newest orders with a product that this device has, and how many it has; undefined until they are read. */
export function useOrdersOf({ id }: Pick<ProductRow, 'id'>): { orders: Order[]; total: number } | undefined {
  const db = currentDatabase();
  const index = orderIndexOf(db);
  const filter = { search: '', values: { product: [String(id)] } };
  const ids = useRows(index, index.partOf(filter)).find(filter);
  const newest = ids?.slice(0, ordersShown);
  return useLiveQuery(
    async () =>
      newest && ids
        ? { orders: await readRows(db.table<Order, number>('orders'), newest), total: ids.length }
        : undefined,
    [db, newest?.join(), ids?.length],
  );
}
