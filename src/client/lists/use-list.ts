import { pageSizeDefault } from '../../contract/limits.ts';
import { isDay } from '../local/days.ts';
import { useListState, type ListState, type ListValues } from '../ui/use-list-state.ts';
import type { ListDefinition, ListFilter, ListView } from './define-list.ts';
import type { ListQuery, ListRow, ListRows } from './list-source.ts';

/** A list with its rows and the state from the address. */
export interface List<Row> extends ListRows<Row> {
  query: ListQuery;
  filters: readonly ActiveFilter[];
  /** A search or a filter is active. */
  isNarrowed: boolean;
  search: (text: string) => void;
  /** Sets these filters together. */
  filter: (values: Readonly<Record<string, readonly string[]>>) => void;
  /** Sets the filters of a view and clears the others; keeps the search. */
  open: (view: ListView) => void;
  /** Clears the search and the filters. */
  clear: () => void;
  goToPage: (page: number) => void;
  setPerPage: (perPage: number) => void;
}

/** A filter with its chosen values; none for all rows. */
export type ActiveFilter<Filter extends ListFilter = ListFilter> = Filter & { active: readonly string[] };

/** Returns a page of a list by the search, filters, page and page size of the address (`?search=…&status=new,open`). */
export function useList<Row extends ListRow, Context>(definition: ListDefinition<Row, Context>): List<Row> {
  const [firstSize = pageSizeDefault] = definition.pageSizes;
  const sizeDefault = definition.pageSizes.includes(pageSizeDefault) ? pageSizeDefault : firstSize;
  const names = definition.filters.map(({ name }) => name);
  const noFilters = Object.fromEntries(names.map((name) => [name, []]));
  const { state, set, clear, countActive }: ListState<ListValues> = useListState<ListValues>({
    search: '',
    page: 1,
    per_page: sizeDefault,
    ...noFilters,
  });
  const filters = definition.filters.map((filter) => withValues(filter, state));
  const query: ListQuery = {
    search: String(state.search),
    values: Object.fromEntries(filters.map((filter) => [filter.name, filter.active])),
    page: Number(state.page),
    perPage: definition.pageSizes.includes(Number(state.per_page)) ? Number(state.per_page) : sizeDefault,
  };
  return {
    ...definition.source.useRows(query),
    query,
    filters,
    isNarrowed: countActive('search', ...names) > 0,
    search: (text) => set({ search: text }),
    filter: (values) => set({ ...values }),
    open: (view) => set({ ...noFilters, ...view.values }),
    clear: () => clear('search', ...names),
    goToPage: (page) => set({ page }),
    setPerPage: (perPage) => set({ per_page: perPage }),
  };
}

/** Returns the accepted values that the address gives a filter. */
function withValues(filter: ListFilter, state: ListValues): ActiveFilter {
  const chosen = ([] as string[]).concat(state[filter.name] as string[]);
  const accepts = (value: string) => (filter.kind === 'day' ? isDay(value) : (filter.values?.includes(value) ?? true));
  return { ...filter, active: chosen.filter(accepts) };
}
