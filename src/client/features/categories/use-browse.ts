import { useEffect } from 'react';
import { categoryPageSize } from '../../../contract/limits.ts';
import { signedInPerson } from '../../api/session.ts';
import { currentDatabase } from '../../local/current.ts';
import { ignoreStorageErrors } from '../../local/storage-errors.ts';
import { useListState, useTypedText } from '../../ui/use-list-state.ts';
import { cleanFilter, countFilters, filterProducts } from './product-filter.ts';
import type { ProductFilter } from './product-filter.ts';
import type { ListedProduct } from './queries.ts';

/** A product list with its search, filter and page, which are kept in the URL. */
export interface Browse {
  /** Its search is what is typed, before it is in the URL as well. */
  filter: ProductFilter;
  /** Number of active filters, without the search (C-19). */
  filterCount: number;
  isFiltered: boolean;
  /** Number of products that match the filter; undefined while they load. */
  total: number | undefined;
  /** From 1; never beyond the last page. */
  page: number;
  rows: ListedProduct[] | undefined;
  /** Searches at once, without a change of the URL. */
  type: (text: string) => void;
  search: (text: string) => void;
  apply: (filter: Omit<ProductFilter, 'search'>) => void;
  /** Keeps the search. */
  clearFilters: () => void;
  clearAll: () => void;
  goToPage: (page: number) => void;
}

/** Filters, sorts and pages products; a new search or filter returns to page 1 (S2I-13). */
export function useBrowse(products: readonly ListedProduct[] | undefined): Browse {
  useBrowsedMark();
  const { state, set, clear } = useListState({
    search: '',
    min_price: '',
    max_price: '',
    sort_by: 'name_asc',
    only: [],
    page: 1,
  });
  const [text, setText] = useTypedText(state.search);
  const { min_price: min, max_price: max, sort_by: sort, only } = state;
  const filter = cleanFilter({ search: text, min, max, sort, only });
  const matching = products && filterProducts(products, filter);
  const asked = text.trim() === state.search ? state.page : 1;
  const page = matching ? Math.min(asked, Math.max(1, Math.ceil(matching.length / categoryPageSize))) : asked;
  const filterCount = countFilters(filter);
  return {
    filter,
    filterCount,
    isFiltered: filterCount > 0 || text.trim() !== '',
    total: matching?.length,
    page,
    rows: matching?.slice((page - 1) * categoryPageSize, page * categoryPageSize),
    type: setText,
    search: (next) => {
      setText(next);
      set({ search: next });
    },
    apply: (next) => set({ min_price: next.min, max_price: next.max, sort_by: next.sort, only: [...next.only] }),
    clearFilters: () => clear('min_price', 'max_price', 'sort_by', 'only'),
    clearAll: () => {
      setText('');
      clear();
    },
    goToPage: (next) => set({ search: text.trim(), page: next }),
  };
}

/** Stores that the customer has seen the catalogue: a step on the dashboard of a new customer. */
function useBrowsedMark(): void {
  useEffect(() => {
    const db = currentDatabase();
    if (signedInPerson()?.role !== 'user') return;
    ignoreStorageErrors(db.fact('browsed').then((known) => (known ? undefined : db.setFact('browsed', true))));
  }, []);
}
