import { pageSizeDefault } from '../../contract/limits.ts';
import { isDay } from '../local/days.ts';
import type { RowFilter, RowSort } from '../local/rows-in-memory/row-columns.ts';
import { useListState, type ListState, type ListValues } from '../ui/use-list-state.ts';
import { readSort, sortText } from './list-sort.ts';
import type { ListDefinition, ListFilter, ListView } from './define-list.ts';
import type { ListQuery, ListRow, ListRows } from './list-source.ts';

/** A list with its rows and the state from the address. */
export interface List<Row> extends ListRows<Row> {
  query: ListQuery;
  filters: readonly ListFilter[];
  /** A search or a filter is active. */
  isNarrowed: boolean;
  views: readonly ListView[];
  /** The view whose filters are set, and no others. */
  view: ListView | undefined;
  /** The order of the rows; undefined where the list has one order only. */
  sort: RowSort | undefined;
  setSort: (sort: RowSort) => void;
  search: (text: string) => void;
  /** Sets these filters together. */
  filter: (values: FilterValues) => void;
  /** Sets the filters of a view and clears the others; keeps the search, and the order unless the view has its own. */
  open: (view: ListView) => void;
  /** Clears the search and the filters. */
  clear: () => void;
  /** `cursor` is that of the page, where its number is not enough. */
  goToPage: (page: number, cursor?: string) => void;
  setPerPage: (perPage: number) => void;
}

/** Chosen values by the name of their filter; none for all rows. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** Returns the names of a filter in the address: two for a range of days. */
export const namesOf = (filter: ListFilter): readonly string[] =>
  filter.kind === 'days' ? [filter.name, filter.endName] : [filter.name];

/** Returns a page of a list by the search, filters, page and page size of the address (`?search=…&status=new,open`). */
export function useList<Row extends ListRow, Context>(definition: ListDefinition<Row, Context>): List<Row> {
  const [firstSize = pageSizeDefault] = definition.pageSizes;
  const sizeDefault = definition.pageSizes.includes(pageSizeDefault) ? pageSizeDefault : firstSize;
  const names = definition.filters.flatMap(namesOf);
  const noFilters = Object.fromEntries(names.map((name) => [name, []]));
  const { state, set, clear, countActive }: ListState<ListValues> = useListState<ListValues>({
    search: '',
    page: 1,
    per_page: sizeDefault,
    sort: '',
    cursor: '',
    ...noFilters,
  });
  const values = Object.fromEntries(definition.filters.flatMap((filter) => valuesOf(filter, state)));
  const usualSort = defaultSortOf(definition, values);
  const chosenSort = chosenSortOf(definition, { text: String(state.sort), usual: usualSort, values });
  const query: ListQuery = {
    search: String(state.search),
    values,
    sort: chosenSort,
    page: Number(state.page),
    perPage: definition.pageSizes.includes(Number(state.per_page)) ? Number(state.per_page) : sizeDefault,
    ...(state.cursor !== '' && { cursor: String(state.cursor) }),
  };
  const views = viewsOf(definition);
  const likely = [...views.map((view) => view.values), ...singleChoices(definition.filters)].map((values) => ({
    search: query.search,
    values: { ...noFilters, ...values },
    sort: null,
  }));
  return {
    ...useRowsOf(definition, query, likely),
    query,
    filters: definition.filters,
    isNarrowed: countActive('search', ...names) > 0,
    views,
    view: views.find((view) => names.every((name) => isSame(query.values[name], view.values[name]))),
    sort: chosenSort ?? usualSort,
    setSort: (sort) => set({ sort: isSameSort(sort, usualSort) ? '' : sortText(sort) }),
    search: (text) => set({ search: text }),
    filter: (values) => set({ ...values }),
    open: (view) =>
      set({
        ...noFilters,
        ...view.values,
        ...(!isSameSort(defaultSortOf(definition, view.values), usualSort) && { sort: '' }),
      }),
    clear: () => clear('search', ...names),
    goToPage: (page, cursor = '') => set({ page, cursor }),
    setPerPage: (perPage) => set({ per_page: perPage }),
  };
}

/** A filter with more values has no likely one. */
const likelyValuesMax = 8;

/** Returns the values of each filter by which a list is filtered with one press. */
const singleChoices = (filters: readonly ListFilter[]): FilterValues[] =>
  filters.flatMap((filter) => {
    const values = filter.kind === 'days' ? [] : (filter.values ?? []);
    return values.length <= likelyValuesMax ? values.map((value) => ({ [filter.name]: [value] })) : [];
  });

const viewsOf = <Row extends ListRow, Context>({ views = [] }: ListDefinition<Row, Context>): readonly ListView[] =>
  typeof views === 'function' ? views() : views;

/** Calls the source's hook, which is the same at every render. The React Compiler cannot see that. */
function useRowsOf<Row extends ListRow, Context>(
  { source }: ListDefinition<Row, Context>,
  query: ListQuery,
  likely: readonly RowFilter[],
) {
  'use no memo';
  return source.useRows(query, likely);
}

/** Returns the order of a list without a choice; undefined where it has one order only. */
function defaultSortOf<Row extends ListRow, Context>(
  { sorts: [first] = [], defaultSort }: ListDefinition<Row, Context>,
  values: FilterValues,
): RowSort | undefined {
  return defaultSort?.(values) ?? (first && { by: first.by, direction: first.firstDirection });
}

/** Returns the order that the address asks for; null for the default order. */
function chosenSortOf<Row extends ListRow, Context>(
  { sorts = [] }: ListDefinition<Row, Context>,
  { text, usual, values }: { text: string; usual: RowSort | undefined; values: FilterValues },
): RowSort | null {
  const offered = sorts.filter(({ isOffered }) => isOffered?.(values) ?? true);
  const wanted = readSort(
    text,
    offered.map(({ by }) => by),
  );
  return wanted && !isSameSort(wanted, usual) ? wanted : null;
}

const isSameSort = (one: RowSort | undefined, other: RowSort | undefined): boolean =>
  one?.by === other?.by && one?.direction === other?.direction;

const isSame = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.toSorted().join() === other.toSorted().join();

/** Returns the accepted values that the address gives a filter, by its names. */
const valuesOf = (filter: ListFilter, state: ListValues): [name: string, values: string[]][] =>
  namesOf(filter).map((name) => [
    name,
    ([] as string[])
      .concat(state[name] as string[])
      .filter((value) => (filter.kind === 'days' ? isDay(value) : (filter.values?.includes(value) ?? true))),
  ]);
