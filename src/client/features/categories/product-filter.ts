import type { SortOrder } from '../../../contract/categories.ts';
import { compareFolded, fold, matcher } from '../../../contract/search.ts';
import type { ListedProduct } from './queries.ts';

export interface ProductFilter {
  search: string;
  /** Euros as normalised text (`12.5`), empty for no limit; limits are inclusive. */
  min: string;
  max: string;
  sort: SortOrder;
}

/** Returns the number of active filters for the badge: min, max, and a sort order other than `name_asc` (C-19). */
export const countFilters = ({ min, max, sort }: ProductFilter): number =>
  Number(min !== '') + Number(max !== '') + Number(sort !== 'name_asc');

/** Returns the filter without the invalid values of the URL; the server ignores an unknown `sort_by` in the same way. */
export function cleanFilter(raw: Record<keyof ProductFilter, string>): ProductFilter {
  const min = parsePrice(raw.min) ?? '';
  const max = parsePrice(raw.max) ?? '';
  const isMinAboveMax = min !== '' && max !== '' && Number(min) > Number(max);
  return {
    search: raw.search,
    min: isMinAboveMax ? '' : min,
    max: isMinAboveMax ? '' : max,
    sort: isSortOrder(raw.sort) ? raw.sort : 'name_asc',
  };
}

/**
 * Returns a typed price as normalised text: empty for no price, null for an invalid one. Accepts a comma and Arabic digits.
 */
export function parsePrice(typed: string): string | null {
  const normalised = fold(typed).replace(/[,٫]/, '.');
  if (normalised === '') return '';
  return /^\d{1,9}(\.\d{1,2})?$/.test(normalised) ? String(Number(normalised)) : null;
}

/**
 * Returns the products that match a filter, in its sort order: the same rows in the same order as on the server (C-20,
 * S2I-06).
 */
export function filterProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const min = filter.min === '' ? 0 : Number(filter.min);
  const max = filter.max === '' ? Infinity : Number(filter.max);
  const matchesSearch = matcher(filter.search);
  const matching = products.filter(
    (product) => product.listPrice >= min && product.listPrice <= max && matchesSearch(product._search),
  );
  return matching.toSorted(comparators[filter.sort]);
}

const isSortOrder = (value: string): value is SortOrder => Object.hasOwn(comparators, value);

type Comparator = (a: ListedProduct, b: ListedProduct) => number;

const byName: Comparator = (a, b) => compareFolded(a._sort, b._sort) || a.id - b.id;

const comparators: Record<SortOrder, Comparator> = {
  name_asc: byName,
  name_desc: (a, b) => byName(b, a),
  price_asc: (a, b) => a.listPrice - b.listPrice || a.id - b.id,
  price_desc: (a, b) => b.listPrice - a.listPrice || b.id - a.id,
  newest: (a, b) => compareFolded(b.created_at, a.created_at) || b.id - a.id,
};
