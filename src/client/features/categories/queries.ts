import type { CategoryRow } from '../../../contract/categories.ts';
import { compareFolded } from '../../../contract/search.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { CachedCategory, CachedProduct } from '../../local/rows.ts';
import { shownPrice } from './prices.ts';

export interface CategoryNode extends CategoryRow {
  /** Products directly in this category that the viewer may see (C-22). */
  count: number;
  /** With the products of the children; one that is in both counts once. */
  totalCount: number;
  children: CategoryNode[];
}

/** A product as storefront lists need it. */
export interface ListedProduct extends CachedProduct {
  /** Euros; see `shownPrice`. */
  shown: number;
  /** The categories this viewer may see, by title. */
  badges: { id: number; title: string }[];
}

export interface CategoryPage {
  category: CategoryRow;
  parent: CategoryRow | null;
  children: CategoryNode[];
  products: ListedProduct[];
}

/** The parent categories with their children, by title, counted from the index alone; what the sidebar shows. */
export function readCategoryTree(db: LocalDatabase): Promise<CategoryNode[]> {
  return db.transaction('r', db.categories, db.products, async () => {
    const categories = await db.categories.toArray();
    const members = await Promise.all(
      categories.map(({ id }) => db.products.where('category_ids').equals(id).primaryKeys()),
    );
    return growTree(categories, new Map(categories.map(({ id }, at) => [id, members[at] ?? []])));
  });
}

/** One category with the products directly in it and its children; null when this device has no such category. */
export async function readCategoryPage(db: LocalDatabase, id: number): Promise<CategoryPage | null> {
  const [products, categories] = await Promise.all([
    db.products.where('category_ids').equals(id).toArray(),
    db.categories.toArray(),
  ]);
  const category = categories.find((row) => row.id === id);
  if (!category) return null;
  const below = categories.filter((row) => row.parent_id === id);
  const members = await Promise.all(
    below.map((child) => db.products.where('category_ids').equals(child.id).primaryKeys()),
  );
  return {
    category,
    parent: categories.find((row) => row.id === category.parent_id) ?? null,
    children: growTree(
      below.map((child) => ({ ...child, parent_id: null })),
      new Map(below.map((child, at) => [child.id, members[at] ?? []])),
    ),
    products: toListed(products, categories),
  };
}

/** All categories as a tree and all products, for the screen that shows and searches the whole catalogue. */
export function readCatalogue(db: LocalDatabase): Promise<{ tree: CategoryNode[]; products: ListedProduct[] }> {
  return db.transaction('r', db.categories, db.products, async () => {
    const [categories, products] = await Promise.all([db.categories.toArray(), db.products.toArray()]);
    const members = new Map<number, number[]>(categories.map(({ id }) => [id, []]));
    for (const product of products) for (const id of product.category_ids) members.get(id)?.push(product.id);
    return { tree: growTree(categories, members), products: toListed(products, categories) };
  });
}

function growTree(
  categories: readonly CachedCategory[],
  members: ReadonlyMap<number, readonly number[]>,
): CategoryNode[] {
  const sorted = categories.toSorted((a, b) => compareFolded(a._sort, b._sort) || a.id - b.id);
  const known = new Set(categories.map(({ id }) => id));
  const grow = (parent: number | null): CategoryNode[] =>
    sorted
      .filter((row) => (row.parent_id !== null && known.has(row.parent_id) ? row.parent_id : null) === parent)
      .map((row) => {
        const children = grow(row.id);
        const own = members.get(row.id) ?? [];
        const all = new Set([...own, ...children.flatMap((child) => members.get(child.id) ?? [])]);
        return { ...row, children, count: own.length, totalCount: all.size };
      });
  return grow(null);
}

function toListed(products: readonly CachedProduct[], categories: readonly CachedCategory[]): ListedProduct[] {
  const titles = new Map(categories.map(({ id, title }) => [id, title]));
  return products.map((product) => ({
    ...product,
    shown: shownPrice(product),
    badges: product.category_ids.flatMap((id) => (titles.has(id) ? [{ id, title: titles.get(id) ?? '' }] : [])),
  }));
}
