import { nearestTitle, nearMatcher } from '../../../contract/near-search.ts';
import { fold } from '../../../contract/search.ts';
import { cleanFilter, filterProducts } from './product-filter.ts';
import { branchIds, type CategoryNode, type ListedProduct } from './queries.ts';

/** What a search without results may have wanted. */
export type Suggestion =
  | { kind: 'category'; id: number; title: string }
  | { kind: 'product'; title: string }
  /** Number of products of other categories that match the search. */
  | { kind: 'elsewhere'; count: number };

interface Catalogue {
  tree: readonly CategoryNode[];
  products: readonly ListedProduct[];
}

/**
 * Returns the number of products of other categories that match a search, else the category or the product with the
 * nearest title; null when none is near, or when only the filters hide what matches. `categoryId` is the category that
 * was searched, undefined for the whole catalogue.
 */
export function suggestionFor(
  { tree, products }: Catalogue,
  search: string,
  categoryId: number | undefined,
): Suggestion | null {
  if (search.trim() === '') return null;
  const categories = allBelow(tree);
  const matching = filterProducts(products, cleanFilter({ search, min: '', max: '', sort: '', only: [] }));
  if (matching.length > 0) {
    const branch = categoryId === undefined ? null : branchIds(categories, categoryId);
    const isHere = matching.some((product) => product.category_ids.some((id) => branch?.has(id) ?? true));
    return isHere ? null : { kind: 'elsewhere', count: matching.length };
  }
  return nearestOf(
    categories.filter(({ id, totalCount }) => id !== categoryId && totalCount > 0),
    products,
    search,
  );
}

function nearestOf(
  categories: readonly CategoryNode[],
  products: readonly ListedProduct[],
  search: string,
): Suggestion | null {
  const closenessOf = nearMatcher(search);
  const titles = [...categories, ...products].map(({ title }) => title);
  const matching = categories.findIndex(({ title }) => closenessOf(fold(title), fold(title)) !== null);
  const place = matching < 0 ? nearestTitle(search, titles) : matching;
  const category = categories[place];
  if (category) return { kind: 'category', id: category.id, title: category.title };
  return place < 0 ? null : { kind: 'product', title: titles[place]! };
}

const allBelow = (nodes: readonly CategoryNode[]): CategoryNode[] =>
  nodes.flatMap((node) => [node, ...allBelow(node.children)]);
