import { functionalUpdate, type OnChangeFn, type RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import type { ListRow } from './list-source.ts';

/** Selected rows of a list. They stay selected from page to page, until the list's search or filters change. */
export interface ListSelection<Row> {
  /** The selected rows, each as the device shows it now or showed it last. */
  rows: Row[];
  state: RowSelectionState;
  onChange: OnChangeFn<RowSelectionState>;
  clear: () => void;
  /** Selects these rows, too. */
  add: (rows: readonly Row[]) => void;
}

interface Chosen<Row> {
  listKey: string;
  rows: ReadonlyMap<string, Row>;
}

/**
 * Returns the selection of a list. `rows` are those of the page shown; `listKey` contains the list's search and
 * filters: when it changes, the selection is empty.
 */
export function useSelection<Row extends ListRow>(rows: readonly Row[], listKey: string): ListSelection<Row> {
  const [chosen, setChosen] = useState<Chosen<Row>>({ listKey, rows: new Map() });
  const byKey = new Map(chosen.listKey === listKey ? chosen.rows : []);
  const shown = new Map(rows.map((row) => [String(row.id), row]));
  for (const key of byKey.keys()) byKey.set(key, shown.get(key) ?? byKey.get(key)!);
  const state: RowSelectionState = Object.fromEntries([...byKey.keys()].map((key) => [key, true] as const));
  return {
    rows: [...byKey.values()],
    state,
    onChange: (change) => {
      const keys = Object.keys(functionalUpdate(change, state));
      const next = keys.flatMap((key) => {
        const row = shown.get(key) ?? byKey.get(key);
        return row ? [[key, row] as const] : [];
      });
      setChosen({ listKey, rows: new Map(next) });
    },
    clear: () => setChosen({ listKey, rows: new Map() }),
    add: (more) =>
      setChosen({ listKey, rows: new Map([...byKey, ...more.map((row) => [String(row.id), row] as const)]) }),
  };
}
