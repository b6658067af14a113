import { categoryPageSize } from '../../../contract/limits.ts';
import { useListState } from '../../ui/use-list-state.ts';
import { cleanFilter, countFilters, filterProducts } from './product-filter.ts';
import type { ProductFilter } from './product-filter.ts';
import type { ListedProduct } from './queries.ts';

/** A product list with its search, filter and page, which are kept in the URL. */
export interface Browse {
  filter: ProductFilter;
  /** Number of active filters, without the search (C-19). */
  filterCount: number;
  isFiltered: boolean;
  /** Number of products that match the filter; undefined while they load. */
  total: number | undefined;
  /** From 1; never beyond the last page. */
  page: number;
  rows: ListedProduct[] | undefined;
  search: (text: string) => void;
  apply: (filter: Omit<ProductFilter, 'search'>) => void;
  /** Keeps the search. */
  clearFilters: () => void;
  clearAll: () => void;
  goToPage: (page: number) => void;
}

/** Filters, sorts and pages products according to the URL; a new search or filter returns to page 1 (S2I-13). */
export function useBrowse(products: readonly ListedProduct[] | undefined): Browse {
  const { state, set, clear } = useListState({
    search: '',
    min_price: '',
    max_price: '',
    sort_by: 'name_asc',
    page: 1,
  });
  const filter = cleanFilter({ search: state.search, min: state.min_price, max: state.max_price, sort: state.sort_by });
  const matching = products && filterProducts(products, filter);
  const page = matching ? Math.min(state.page, Math.max(1, Math.ceil(matching.length / categoryPageSize))) : state.page;
  const filterCount = countFilters(filter);
  return {
    filter,
    filterCount,
    isFiltered: filterCount > 0 || filter.search !== '',
    total: matching?.length,
    page,
    rows: matching?.slice((page - 1) * categoryPageSize, page * categoryPageSize),
    search: (text) => set({ search: text }),
    apply: ({ min, max, sort }) => set({ min_price: min, max_price: max, sort_by: sort }),
    clearFilters: () => clear('min_price', 'max_price', 'sort_by'),
    clearAll: () => clear(),
    goToPage: (next) => set({ page: next }),
  };
}
