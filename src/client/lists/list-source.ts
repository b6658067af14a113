import type { Table } from 'dexie';
import type { PageMeta } from '../../contract/answers.ts';
import type { PublicShop } from '../../contract/shop.ts';
import type { CallFailure } from '../api/failure.ts';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { RowFilter } from '../local/rows-in-memory/row-columns.ts';
import type { RowIndex } from '../local/rows-in-memory/row-index.ts';
import { totalOf } from '../text/totals.ts';

/** A row of a list. `rev` is the server's revision, and 0 for a row that the server has not accepted yet. */
export interface ListRow {
  id: string | number;
  rev: number;
}

/** One page of a list: the search, the wanted values by column (none: all), and the page from 1. */
export interface ListQuery extends RowFilter {
  page: number;
  perPage: number;
  /** A cursor of the server, or `last`, for a page that is not found by its number; absent otherwise. */
  cursor?: string;
}

/** Where the rows of a list come from: this device, and the server for rows that this device does not keep. */
export interface ListSource<Row extends ListRow> {
  table: 'orders' | 'tickets' | 'ledger' | 'topups';
  /** The stored fact with the number of rows that the server last reported for this user. */
  totalFact: 'ordersTotal' | 'ticketsTotal' | 'ledgerTotal' | 'topupsTotal';
  /**
   * Returns the index that has the rows of this filter in its order; the default order is that of the list. It may depend
   * on the settings of the shop, by default the current ones.
   */
  indexOf: (db: LocalDatabase, filter: RowFilter, shop?: PublicShop) => RowIndex<Row['id'], Row>;
  /** Returns whether this device keeps all rows of a filter, although it may keep only the newest of the table. */
  isComplete?: (filter: RowFilter) => boolean;
  /**
   * Reads a page in the default order from the database's indexes before the rows are in memory; undefined where that
   * takes too long.
   */
  readFirst: (db: LocalDatabase, query: ListQuery) => Promise<FirstPage<Row> | undefined>;
  /** Requests a page of the server's list. Throws `CallFailure`. */
  request: (query: ListQuery, signal: AbortSignal) => Promise<ServerPage<Row>>;
}

export interface FirstPage<Row> {
  rows: Row[];
  /** Undefined where counting would read all rows. */
  total: number | undefined;
}

export interface ServerPage<Row> {
  rows: Row[];
  /** `uncounted` where the server has more rows than it counts. */
  total: number;
  /** Where the list has cursors. */
  cursors?: ServerCursors;
}

/** The cursors of a page's neighbours, null where there is none; and the place of a page counted from the end. */
interface ServerCursors {
  next: string | null;
  previous: string | null;
  pagesAfter?: number | undefined;
}

/** Returns the total and the cursors of an answer; a server of an earlier release has no cursors. */
export function pagingOf(answer: PageMeta): Pick<ServerPage<never>, 'total' | 'cursors'> {
  const { next_cursor: next, prev_cursor: previous = null, pages_after: pagesAfter } = answer;
  return { total: totalOf(answer), ...(next !== undefined && { cursors: { next, previous, pagesAfter } }) };
}

/** What a list needs of its source; `row-sources.ts` makes one. */
export interface RowsSource<Row extends ListRow> {
  /** `likely`: filters that the next press may set; their first pages are read ahead. */
  useRows: (query: ListQuery, likely?: readonly RowFilter[]) => ListRows<Row>;
  /** Returns how many rows match a filter; null where that is not known. */
  useCount: (filter: RowFilter) => number | null;
  /** Reads all rows that match, for selections and files. Absent: rows are selected on their pages only. */
  all?: AllRows<Row>;
}

/** All rows that match a filter, in its order. */
export interface AllRows<Row> {
  /** Reads those on this device. */
  here: (filter: RowFilter) => Promise<Row[]>;
  /** Requests those of the server, with this device's row in place of an older revision. Throws `CallFailure`. */
  request: (filter: RowFilter, progress: LoadProgress) => Promise<Row[]>;
}

/** Follows a load of many pages. */
export interface LoadProgress {
  /** Ends the load early. */
  signal: AbortSignal;
  /** Called with the number of rows so far. */
  onProgress: (count: number) => void;
}

export interface ListRows<Row> {
  /** Undefined while the rows load. */
  rows: Row[] | undefined;
  /** The number of the page shown, at most that of the last page. */
  page: number;
  /** The server's cursors of the page shown. */
  cursors?: ServerCursors | undefined;
  /** Number of rows that match the query, or `uncounted`; undefined until it is known, shortly after the first page. */
  total: number | undefined;
  /** The user has no rows, also without the query. */
  isEmpty: boolean;
  /** Number of rows on this device, without the query. */
  onDevice: number;
  /** Number of all rows, where this device keeps fewer; null otherwise. */
  totalIfPartial: number | null;
  /** The rows are in the default order instead of the wanted one, which only the server can make. */
  isUnsorted?: boolean;
  /** The failed request of the page shown, where this device has no rows for it. */
  failure?: CallFailure | null;
  /** Requests the page again. */
  retry?: () => void;
}

/** The filter that matches all rows. */
export const everyRow: RowFilter = { search: '', values: {} };

/** Returns the table of a source in the signed-in user's database. */
export const tableOf = <Row extends ListRow>({ table }: ListSource<Row>): Table<Row, Row['id']> =>
  currentDatabase().table(table);

/** Reads the rows of a list with these ids, in their order, without those that are deleted. */
export async function readRows<Row, Id extends string | number>(
  table: Table<Row, Id>,
  ids: readonly Id[],
): Promise<Row[]> {
  return (await table.bulkGet([...ids])).filter((row) => row !== undefined);
}

/** Returns the ids of the rows on this device that match a filter, in its order, once they are in memory. */
export const findLoaded = <Row extends ListRow>(
  index: RowIndex<Row['id'], Row>,
  filter: RowFilter,
): Promise<readonly Row['id'][]> =>
  new Promise((resolve) => {
    const resolveIfLoaded = () => {
      const found = index.getSnapshot().find(filter);
      if (!found) return;
      unfollow();
      resolve(found);
    };
    const unfollow = index.follow(index.partOf(filter), resolveIfLoaded);
    resolveIfLoaded();
  });
