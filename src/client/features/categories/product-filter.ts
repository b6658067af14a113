import type { SortOrder } from '../../../contract/categories.ts';
import { type Closeness, nearMatcher } from '../../../contract/near-search.ts';
import { compareFolded, fold } from '../../../contract/search.ts';
import type { ListedProduct } from './queries.ts';

export interface ProductFilter {
  search: string;
  /** An amount as normalised text (`12.5`), empty for no limit; limits are inclusive. */
  min: string;
  max: string;
  sort: SortOrder;
  /** Only products that have all of these. */
  only: readonly Trait[];
}

const traits = ['promotion', 'available'] as const;
/** A product on promotion; a product that can be ordered now. */
export type Trait = (typeof traits)[number];

/**
 * Returns the number of active filters for the badge: min, max, each trait, and a sort order other than `name_asc`
 * (C-19).
 */
export const countFilters = ({ min, max, sort, only }: ProductFilter): number =>
  Number(min !== '') + Number(max !== '') + Number(sort !== 'name_asc') + only.length;

/** Returns the filter without the invalid values of the URL; the server ignores an unknown `sort_by` in the same way. */
export function cleanFilter({ only, ...raw }: RawFilter): ProductFilter {
  const min = parsePrice(raw.min) ?? '';
  const max = parsePrice(raw.max) ?? '';
  const isMinAboveMax = min !== '' && max !== '' && Number(min) > Number(max);
  return {
    search: raw.search,
    min: isMinAboveMax ? '' : min,
    max: isMinAboveMax ? '' : max,
    sort: isSortOrder(raw.sort) ? raw.sort : 'name_asc',
    only: traits.filter((trait) => only.includes(trait)),
  };
}

/** A filter as the URL has it. */
interface RawFilter extends Record<Exclude<keyof ProductFilter, 'only'>, string> {
  only: readonly string[];
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
 * Returns the products that match a filter: those that match the search exactly before those that match nearly, and each
 * of these groups in the sort order. The server finds the same rows in the same order (C-20, S2I-06, C-41).
 */
export function filterProducts(products: readonly ListedProduct[], filter: ProductFilter): ListedProduct[] {
  const min = filter.min === '' ? 0 : Number(filter.min);
  const max = filter.max === '' ? Infinity : Number(filter.max);
  const closenessOf = nearMatcher(filter.search);
  const groups: Record<Closeness, ListedProduct[]> = { 0: [], 1: [], 2: [] };
  for (const product of products) {
    const isWanted =
      product.listPrice >= min && product.listPrice <= max && filter.only.every((trait) => has[trait](product));
    const closeness = isWanted ? closenessOf(product._search, product._near ?? product._sort) : null;
    if (closeness !== null) groups[closeness].push(product);
  }
  return [groups[0], groups[1], groups[2]].flatMap((group) => group.toSorted(comparators[filter.sort]));
}

const has: Record<Trait, (product: ListedProduct) => boolean> = {
  promotion: (product) => product.is_on_promo,
  available: (product) => product.is_available && !product.is_out_of_stock,
};

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
