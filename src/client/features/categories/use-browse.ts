import { categoryPageSize } from '../../../contract/limits.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { cleanFilter, countFilters, filterProducts } from './product-filter.ts';
import type { ProductFilter } from './product-filter.ts';
import type { ListedProduct } from './queries.ts';

/** A product list with its search, filter and page, which live in the address. */
export interface Browse {
  filter: ProductFilter;
  /** Active filters; the search is not one of them (C-19). */
  filters: number;
  isNarrowed: boolean;
  /** Products the filter leaves; undefined while nothing is there yet. */
  total: number | undefined;
  /** From 1; never beyond the last page. */
  page: number;
  rows: ListedProduct[] | undefined;
  search: (text: string) => void;
  apply: (filter: Omit<ProductFilter, 'search'>) => void;
  /** Keeps the search. */
  clearFilters: () => void;
  clearAll: () => void;
  turn: (page: number) => void;
}

/** Narrows, orders and pages products by what the address says; any change but a page turn starts over at page 1 (S2I-13). */
export function useBrowse(products: readonly ListedProduct[] | undefined): Browse {
  const { state, set, clear } = useListState({
    search: '',
    min_price: '',
    max_price: '',
    sort_by: 'name_asc',
    page: 1,
  });
  const filter = cleanFilter({ search: state.search, min: state.min_price, max: state.max_price, sort: state.sort_by });
  const found = products && filterProducts(products, filter);
  const page = found ? Math.min(state.page, Math.max(1, Math.ceil(found.length / categoryPageSize))) : state.page;
  const filters = countFilters(filter);
  return {
    filter,
    filters,
    isNarrowed: filters > 0 || filter.search !== '',
    total: found?.length,
    page,
    rows: found?.slice((page - 1) * categoryPageSize, page * categoryPageSize),
    search: (text) => set({ search: text }),
    apply: ({ min, max, sort }) => set({ min_price: min, max_price: max, sort_by: sort }),
    clearFilters: () => clear('min_price', 'max_price', 'sort_by'),
    clearAll: () => clear(),
    turn: (next) => set({ page: next }),
  };
}
