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

/** How many filters the badge shows: min, max, and a sort order other than the first (C-19). */
export const countFilters = ({ min, max, sort }: ProductFilter): number =>
  Number(min !== '') + Number(max !== '') + Number(sort !== 'name_asc');

/** Junk from an address falls back to no filter, as the server does with an unknown `sort_by`. */
export function cleanFilter(raw: Record<keyof ProductFilter, string>): ProductFilter {
  const min = parsePrice(raw.min) ?? '';
  const max = parsePrice(raw.max) ?? '';
  const crossed = min !== '' && max !== '' && Number(min) > Number(max);
  return {
    search: raw.search,
    min: crossed ? '' : min,
    max: crossed ? '' : max,
    sort: isSortOrder(raw.sort) ? raw.sort : 'name_asc',
  };
}

/** A typed price as normalised text, empty for none, null when it is no price; takes a comma and Arabic digits. */
export function parsePrice(typed: string): string | null {
  const plain = fold(typed).replace(/[,٫]/, '.');
  if (plain === '') return '';
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? String(Number(plain)) : null;
}

/** The products a filter leaves, in its order; the same rows in the same order as the server's (C-20, S2I-06). */
export function filterProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const min = filter.min === '' ? 0 : Number(filter.min);
  const max = filter.max === '' ? Infinity : Number(filter.max);
  const isFound = matcher(filter.search);
  const left = products.filter((product) => product.shown >= min && product.shown <= max && isFound(product._search));
  return left.toSorted(comparators[filter.sort]);
}

const isSortOrder = (value: string): value is SortOrder => Object.hasOwn(comparators, value);

type Comparator = (a: ListedProduct, b: ListedProduct) => number;

const byName: Comparator = (a, b) => compareFolded(a._sort, b._sort) || a.id - b.id;

const comparators: Record<SortOrder, Comparator> = {
  name_asc: byName,
  name_desc: (a, b) => byName(b, a),
  price_asc: (a, b) => a.shown - b.shown || a.id - b.id,
  price_desc: (a, b) => b.shown - a.shown || b.id - a.id,
  newest: (a, b) => compareFolded(b.created_at, a.created_at) || b.id - a.id,
};
