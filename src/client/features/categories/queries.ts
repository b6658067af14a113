import type { CategoryRow } from '../../../contract/categories.ts';
import { listPrice } from '../../../contract/product-prices.ts';
import { byPosition } from '../../../contract/category-order.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { motifTextsIn } from '../../local/product-pictures.ts';
import { readStockLevels, withStock, type StockLevels } from '../../local/stock-levels.ts';
import type { CachedCategory, CachedProduct } from '../../local/rows.ts';

export interface CategoryNode extends CategoryRow {
  /** Products directly in this category that the viewer may see (C-22). */
  count: number;
  /** Includes the products of all categories below; a product in several of these categories is counted once (D-15). */
  totalCount: number;
  children: CategoryNode[];
}

/** A product as storefront lists need it. */
export interface ListedProduct extends CachedProduct {
  /** In the shop's currency; see `contract/product-prices.ts`. */
  listPrice: number;
  /** The product's categories that this viewer may see, in the product's order. */
  badges: { id: number; title: string }[];
  /** See `ProductPicture`. */
  motifTexts: readonly string[];
}

export interface CategoryPage {
  category: CategoryRow;
  parent: CategoryRow | null;
  children: CategoryNode[];
  products: ListedProduct[];
}

/** Reads the parent categories with their children, in the shop's order, for the sidebar; counts by index, without the rows. */
export function readCategoryTree(db: LocalDatabase): Promise<CategoryNode[]> {
  return db.transaction('r', db.categories, db.products, async () => {
    const categories = await db.categories.toArray();
    const productIds = await Promise.all(
      categories.map(({ id }) => db.products.where('category_ids').equals(id).primaryKeys()),
    );
    return buildTree(categories, new Map(categories.map(({ id }, index) => [id, productIds[index] ?? []])));
  });
}

/**
 * Reads a category with its children, and its products with those of the categories below it, each once (D-15); null
 * when this device does not have it.
 */
export async function readCategoryPage(db: LocalDatabase, id: number): Promise<CategoryPage | null> {
  // One request for each category: `anyOf` follows a cursor, each of whose steps waits for the rendering of the page.
  const productsIn = (one: number) => db.products.where('category_ids').equals(one).toArray();
  const [categories, own, stock] = await Promise.all([db.categories.toArray(), productsIn(id), readStockLevels(db)]);
  const category = categories.find((row) => row.id === id);
  if (!category) return null;
  const branch = branchIds(categories, id);
  const below = await Promise.all([...branch].filter((one) => one !== id).map(productsIn));
  const products = [...new Map([own, ...below].flat().map((product) => [product.id, product])).values()];
  const [node] = buildTree(
    categories.filter((row) => branch.has(row.id)),
    idsByCategory(categories, products),
  );
  return {
    category,
    parent: categories.find((row) => row.id === category.parent_id) ?? null,
    children: node?.children ?? [],
    products: toListed(products, categories, stock),
  };
}

export interface Catalogue {
  tree: CategoryNode[];
  products: ListedProduct[];
}

/** Reads all categories as a tree, and all products, for the screen that shows and searches the whole catalogue. */
export function readCatalogue(db: LocalDatabase): Promise<Catalogue> {
  return db.transaction('r', db.categories, db.products, db.stock, async () => {
    const [categories, products, stock] = await Promise.all([
      db.categories.toArray(),
      db.products.toArray(),
      readStockLevels(db),
    ]);
    const productIds = idsByCategory(categories, products);
    return { tree: buildTree(categories, productIds), products: toListed(products, categories, stock) };
  });
}

/** Returns the ids of a category and of all categories below it. */
export function branchIds(
  categories: readonly Pick<CategoryRow, 'id' | 'parent_id'>[],
  id: number,
): ReadonlySet<number> {
  const ids = new Set([id]);
  // The loop also visits the ids that it adds.
  for (const found of ids) for (const row of categories) if (row.parent_id === found) ids.add(row.id);
  return ids;
}

function idsByCategory(
  categories: readonly CachedCategory[],
  products: readonly CachedProduct[],
): ReadonlyMap<number, readonly number[]> {
  const ids = new Map<number, number[]>(categories.map(({ id }) => [id, []]));
  for (const product of products) for (const id of product.category_ids) ids.get(id)?.push(product.id);
  return ids;
}

function buildTree(
  categories: readonly CachedCategory[],
  productIds: ReadonlyMap<number, readonly number[]>,
): CategoryNode[] {
  const sorted = categories.toSorted(byPosition);
  const ids = new Set(categories.map(({ id }) => id));
  const idsBelow = new Map<number, ReadonlySet<number>>();
  const childrenOf = (parent: number | null): CategoryNode[] =>
    sorted
      .filter((row) => (row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : null) === parent)
      .map((row) => {
        const children = childrenOf(row.id);
        const own = productIds.get(row.id) ?? [];
        const all = new Set([...own, ...children.flatMap(({ id }) => [...(idsBelow.get(id) ?? [])])]);
        idsBelow.set(row.id, all);
        return { ...row, children, count: own.length, totalCount: all.size };
      });
  return childrenOf(null);
}

function toListed(
  products: readonly CachedProduct[],
  categories: readonly CachedCategory[],
  stock: StockLevels,
): ListedProduct[] {
  const titles = new Map(categories.map(({ id, title }) => [id, title]));
  const textsOf = motifTextsIn(categories);
  return products.map((product) => ({
    ...withStock(product, stock),
    listPrice: listPrice(product),
    motifTexts: textsOf(product.category_ids),
    badges: product.category_ids.flatMap((id) => (titles.has(id) ? [{ id, title: titles.get(id) ?? '' }] : [])),
  }));
}
