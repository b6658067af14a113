import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { RowFilter } from '../local/rows-in-memory/row-columns.ts';
import { useLiveQuery, useRows } from '../sync/use-live-query.ts';
import { useRequest } from '../sync/use-request.ts';
import { useSyncStatus } from '../sync/use-sync-status.ts';
import {
  everyRow,
  findLoaded,
  readRows,
  tableOf,
  type AllRows,
  type ListQuery,
  type ListRow,
  type ListRows,
  type ListSource,
  type RowsSource,
  type ServerPage,
} from './list-source.ts';
import { sortRows, type LocalSorts } from './list-sort.ts';
import { requestAll } from './request-all.ts';
import { atMostLast, useListRows } from './use-list-rows.ts';
import { useKeptTotal } from './use-server-page.ts';

/** Rows of which this device keeps the newest, with an index in memory, such as orders and tickets. */
export const indexedSource = <Row extends ListRow>(source: ListSource<Row>): IndexedRows<Row> => ({
  useRows: (query, likely = []) => useListRows(source, query, likely),
  useCount(filter) {
    // The order does not matter here, so one index serves all counts.
    const index = source.indexOf(currentDatabase(), everyRow);
    return useRows(index, index.partOf(filter)).find(filter)?.length ?? null;
  },
  all: {
    async here({ search, values, sort = null }) {
      const filter = { search, values, sort };
      const db = currentDatabase();
      return readRows(tableOf(source), await findLoaded(source.indexOf(db, filter), filter));
    },
    async request({ search, values, sort = null }, progress) {
      const rows = await requestAll(source, { search, values, sort }, progress);
      const own = await tableOf(source).bulkGet(rows.map(({ id }) => id));
      return rows.map((row, at) => ((own[at]?.rev ?? -1) >= row.rev ? own[at]! : row));
    },
  },
});

export interface IndexedRows<Row extends ListRow> extends RowsSource<Row> {
  all: AllRows<Row>;
}

interface DeviceOptions<Row> {
  /** Reads all rows in the order of the list; up to some thousand. */
  read: (db: LocalDatabase) => Promise<Row[]>;
  matches: (row: Row, filter: RowFilter) => boolean;
  sorts?: LocalSorts<Row>;
}

/** Rows of which this device keeps all, such as products and categories; searched and filtered in memory. */
export const deviceSource = <Row extends ListRow>({ read, matches, sorts }: DeviceOptions<Row>): RowsSource<Row> => ({
  useRows(query): ListRows<Row> {
    const db = currentDatabase();
    const { firstLoad } = useSyncStatus();
    const all = useLiveQuery(() => read(db), [db]);
    if (!all)
      return { rows: undefined, page: query.page, total: undefined, isEmpty: false, onDevice: 0, totalIfPartial: null };
    const matching = all.filter((row) => matches(row, query));
    const sorted = sortRows(matching, query.sort, sorts) ?? matching;
    return localRows(query, { all, matching: sorted, isLoaded: firstLoad === null });
  },
  useCount(filter) {
    const db = currentDatabase();
    const count = useLiveQuery(
      async () => (await read(db)).filter((row) => matches(row, filter)).length,
      [db, JSON.stringify(filter)],
    );
    return count ?? null;
  },
});

/** Returns a page of the matching rows; the list is empty only after the first load. */
function localRows<Row>(
  query: ListQuery,
  { all, matching, isLoaded }: { all: readonly Row[]; matching: readonly Row[]; isLoaded: boolean },
): ListRows<Row> {
  const page = atMostLast(query, matching.length);
  const rows = pageOf(matching, { ...query, page });
  const counts = { onDevice: all.length, totalIfPartial: null };
  if (!isLoaded && rows.length === 0) return { ...counts, rows: undefined, page, total: undefined, isEmpty: false };
  return { ...counts, rows, page, total: matching.length, isEmpty: isLoaded && all.length === 0 };
}

interface ServerOptions<Row> {
  /** With which the keys of the requests begin: `refreshRequests` refreshes the list with it. */
  name: 'users';
  /** Requests a page. Throws `CallFailure`. */
  request: (query: ListQuery, signal: AbortSignal) => Promise<ServerPage<Row>>;
  /** Reads the rows that match from this device: shown until the server answers, and without a connection. */
  readLocal: (db: LocalDatabase, filter: RowFilter) => Promise<Row[]>;
  /** How this device sorts the rows of `readLocal`, which are in the default order. */
  sorts?: LocalSorts<Row>;
  /** The stored fact with the number of rows that the server last reported. */
  totalFact: 'usersTotal';
}

/** Rows that only the server has in full, such as users with their balances. */
export const serverSource = <Row extends ListRow>({
  name,
  request,
  readLocal,
  sorts,
  totalFact,
}: ServerOptions<Row>): RowsSource<Row> => ({
  useRows(query): ListRows<Row> {
    const db = currentDatabase();
    const queryText = JSON.stringify(query);
    const {
      data: found,
      failure,
      isLoading,
      retry,
    } = useRequest(`${name}/list/${queryText}`, (signal) => request(JSON.parse(queryText) as ListQuery, signal));
    const filterText = JSON.stringify([query.search, query.values]);
    const local = useLiveQuery(
      async () => ({ all: await readLocal(db, everyRow), matching: await readLocal(db, query) }),
      [db, filterText],
    );
    const total = useKeptTotal(totalFact, isNarrowed(query) ? undefined : found?.total);
    const sorted = local && sortRows(local.matching, query.sort, sorts);
    const known = local && { all: local.all, matching: sorted ?? local.matching, isUnsorted: sorted === null };
    return {
      ...shownRows(query, { found, local: known, isLoading, total }),
      failure,
      retry,
    };
  },
  useCount: () => null,
});

interface Known<Row> {
  found: ServerPage<Row> | undefined;
  local: { all: readonly Row[]; matching: readonly Row[]; isUnsorted: boolean } | undefined;
  isLoading: boolean;
  /** Number of rows that the server last reported; undefined where this device never learned it. */
  total: number | undefined;
}

/** Returns the server's page, or until it has arrived the page of this device, if that has rows. */
function shownRows<Row>(query: ListQuery, { found, local, isLoading, total: serverTotal }: Known<Row>): ListRows<Row> {
  const counts = countsOf(local?.all.length ?? 0, serverTotal);
  if (found) {
    const isEmpty = found.total === 0 && !isNarrowed(query);
    const { rows, total, cursors } = found;
    return { ...counts, rows, page: query.page, total, isEmpty, cursors };
  }
  const total = local?.matching.length;
  const page = atMostLast(query, total);
  if (!local || (isLoading && !isWorthShowing(local)))
    return { ...counts, rows: undefined, page, total: undefined, isEmpty: false };
  const isEmpty = !isLoading && local.all.length === 0;
  return {
    ...counts,
    rows: pageOf(local.matching, { ...query, page }),
    page,
    total,
    isEmpty,
    isUnsorted: local.isUnsorted,
  };
}

const countsOf = (onDevice: number, total: number | undefined) => ({
  onDevice,
  totalIfPartial: total !== undefined && total > onDevice ? total : null,
});

/** Returns whether this device has rows to show before the server's, in the wanted order. */
const isWorthShowing = ({ matching, isUnsorted }: { matching: readonly unknown[]; isUnsorted: boolean }): boolean =>
  matching.length > 0 && !isUnsorted;

const pageOf = <Row>(rows: readonly Row[], { page, perPage }: ListQuery): Row[] =>
  rows.slice((page - 1) * perPage, page * perPage);

const isNarrowed = ({ search, values }: ListQuery): boolean =>
  search !== '' || Object.values(values).some((chosen) => chosen.length > 0);
