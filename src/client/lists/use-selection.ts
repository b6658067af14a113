import { useReducer } from 'react';
import type { RowToggle } from '../ui/data-table-row.tsx';
import type { ListRow } from './list-source.ts';

/** Selected rows of a list. They stay selected from page to page, until the list's search or filters change. */
export interface ListSelection<Row> {
  /** The selected rows in their latest known versions; those with numeric ids in ascending order. */
  rows: Row[];
  keys: ReadonlySet<string>;
  /** Selects or deselects rows of the page shown. The same function at every render. */
  toggle: (change: RowToggle) => void;
  clear: () => void;
  /** Selects these rows, too. */
  add: (rows: readonly Row[]) => void;
}

interface Chosen<Row> {
  listKey: string;
  rows: ReadonlyMap<string, Row>;
  /** The key of the row that the user has toggled last, where a range begins. */
  last: string | null;
}

type Change<Row> = RowToggle | { add: readonly Row[] } | 'clear';

/**
 * Returns the selection of a list. `page` are the rows shown; `listKey` contains the list's search and filters: when it
 * changes, the selection is empty.
 */
export function useSelection<Row extends ListRow>(page: readonly Row[], listKey: string): ListSelection<Row> {
  const [chosen, dispatch] = useReducer(
    (before: Chosen<Row>, action: Change<Row>) => applyChange(refreshed(before, page, listKey), action, page),
    { listKey, rows: new Map(), last: null },
  );
  const { rows } = refreshed(chosen, page, listKey);
  return {
    rows: [...rows.values()].toSorted(byNumber),
    keys: new Set(rows.keys()),
    toggle: dispatch,
    clear: () => dispatch('clear'),
    add: (more) => dispatch({ add: more }),
  };
}

const byNumber = ({ id: one }: ListRow, { id: other }: ListRow): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : 0;

const keyOf = ({ id }: ListRow): string => String(id);

/** Returns the selection with the rows as they are shown now; none are selected in a list with another search. */
function refreshed<Row extends ListRow>(chosen: Chosen<Row>, page: readonly Row[], listKey: string): Chosen<Row> {
  const rows = new Map(chosen.listKey === listKey ? chosen.rows : []);
  for (const row of page) if (rows.has(keyOf(row))) rows.set(keyOf(row), row);
  return { ...chosen, listKey, rows };
}

function applyChange<Row extends ListRow>(chosen: Chosen<Row>, change: Change<Row>, page: readonly Row[]): Chosen<Row> {
  if (change === 'clear') return { ...chosen, rows: new Map() };
  const rows = new Map(chosen.rows);
  if ('add' in change) {
    for (const row of change.add) rows.set(keyOf(row), row);
    return { ...chosen, rows };
  }
  const { key, isSelected, isRange } = change;
  const shown = new Map(page.map((row) => [keyOf(row), row]));
  const toggled = key === null ? [...shown.keys()] : rangeOf([...shown.keys()], key, isRange ? chosen.last : null);
  for (const one of toggled) {
    const row = shown.get(one);
    if (!isSelected) rows.delete(one);
    else if (row) rows.set(one, row);
  }
  return { ...chosen, rows, last: key };
}

/** Returns the keys from `key` to `other`, both included; only `key` when `other` is not on the page. */
function rangeOf(page: readonly string[], key: string, other: string | null): readonly string[] {
  const ends = [page.indexOf(key), other === null ? -1 : page.indexOf(other)];
  return ends.includes(-1) ? [key] : page.slice(Math.min(...ends), Math.max(...ends) + 1);
}
