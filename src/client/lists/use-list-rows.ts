import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '../base/idle.ts';
import { currentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { rowsInMemory } from '../local/rows-in-memory/page-database.ts';
import type { RowFilter } from '../local/rows-in-memory/row-columns.ts';
import { ignoreStorageErrors } from '../local/storage-errors.ts';
import { lastingQuery } from '../sync/lasting-query.ts';
import { useLiveQuery, useLoadedQuery, useRows } from '../sync/use-live-query.ts';
import { useSyncStatus } from '../sync/use-sync-status.ts';
import { useShop } from '../text/shop.ts';
import {
  everyRow,
  findLoaded,
  readRows,
  tableOf,
  type FirstPage,
  type ListQuery,
  type ListRow,
  type ListRows,
  type ListSource,
  type ServerPage,
} from './list-source.ts';
import { useServerPage, useServerTotal } from './use-server-page.ts';

/**
 * Returns one page of a list, in the order of its source, kept current. This device keeps the newest rows; where there are older
 * ones, pages come from the server, with this device's row in place of an older revision, and unsent rows above the
 * first page. While the server is asked, this device's rows are shown if they fill the page, otherwise the server's
 * last answer to the same query; without one the page is loading. The total and the cursors stay meanwhile: a button of
 * the pager that has the focus keeps it.
 */
export function useListRows<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  likely: readonly RowFilter[],
): ListRows<Row> {
  const { isKnown, ...counts } = useRowCounts(source);
  const ids = useIds(source, query);
  const version = useVersion(source, query, ids);
  const demand = { isWanted: isPartial(source, query, counts), version };
  const { serverPage, isLoading, failure, retry } = useServerPage(source, query, demand);
  const total = serverPage ? serverPage.total : ids?.length;
  const page = isLoading ? query.page : atMostLast(query, total);
  const localPage = useLocalRows(source, { ...query, page }, ids);
  useLikelyRows(source, { ids, isKnown, page, perPage: query.perPage, likely });
  const merged = useMergedRows(source, query, serverPage, page === 1 ? localPage?.rows : undefined);
  const fewest = fewestRowsToShow(query, { isLoading, isKnown, isAnswered: serverPage !== undefined });
  const rows = ifAtLeast(fewest, localPage?.rows) ?? merged;
  return { ...counts, rows, page, total: total ?? localPage?.total, cursors: cursorsOf(serverPage), failure, retry };
}

const cursorsOf = <Row>(page: ServerPage<Row> | undefined) => page?.cursors;

/** Returns whether the server has more rows of a query than this device. */
const isPartial = <Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  { totalIfPartial }: Pick<ListRows<Row>, 'totalIfPartial'>,
): boolean => totalIfPartial !== null && !source.isComplete?.(query);

/**
 * Returns how many rows of this device a page needs to be shown instead of the server's: all while the server is asked,
 * one during the first load; no number is enough once the server has answered. In another order than the default one
 * the rows of this device may not be the first ones, and a cursor is a place that this device does not know.
 */
function fewestRowsToShow(
  { perPage, sort, cursor }: ListQuery,
  { isLoading, isKnown, isAnswered }: { isLoading: boolean; isKnown: boolean; isAnswered: boolean },
): number {
  if (isLoading) return sort || cursor ? Infinity : perPage;
  if (isAnswered) return Infinity;
  return isKnown ? 0 : 1;
}

const ifAtLeast = <Row>(count: number, rows: Row[] | undefined): Row[] | undefined =>
  rows && rows.length >= count ? rows : undefined;

/** Returns how many rows this device has, and whether the server has more; `isKnown` is false during the first load. */
function useRowCounts<Row extends ListRow>(source: ListSource<Row>) {
  const { firstLoad } = useSyncStatus();
  const allIds = useIds(source, everyRow);
  const serverTotal = useServerTotal(source) ?? 0;
  const onDevice = allIds?.length ?? 0;
  const isLate = useIsLate(source, onDevice);
  const isKnown = allIds !== null && firstLoad === null && !isLate;
  const totalIfPartial = isKnown && serverTotal > onDevice ? serverTotal : null;
  return { isKnown, isEmpty: isKnown && onDevice + serverTotal === 0, onDevice, totalIfPartial };
}

/** Returns whether rows that the first load has stored are not in the index yet: an empty list is not final then. */
function useIsLate<Row extends ListRow>(source: ListSource<Row>, onDevice: number): boolean {
  const isEmpty = onDevice === 0;
  const { value: stored, isLoading } = useLoadedQuery(
    () => (isEmpty ? tableOf(source).limit(1).count() : 0),
    [source, isEmpty],
  );
  return isEmpty && (isLoading || stored !== 0);
}

/** Returns the ids of the rows that match a filter, in order; null until they are in memory. */
function useIds<Row extends ListRow>(source: ListSource<Row>, { search, values, sort }: RowFilter) {
  const filter = { search, values, sort: sort ?? null };
  const index = source.indexOf(currentDatabase(), filter, useShop());
  return useRows(index, index.partOf(filter)).find(filter);
}

/**
 * Returns this device's rows of a page: at once where they are in memory, otherwise those of the page before until they
 * are read. Until the index is in memory, the first page is read without it.
 */
function useLocalRows<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  ids: readonly Row['id'][] | null,
): FirstPage<Row> | undefined {
  // The rows in memory change without a new value of an argument.
  'use no memo';
  const db = currentDatabase();
  const [page] = useState(() => new PageRows<Row>());
  const onPage = ids && pageOf(ids, query);
  const firstText = onPage || query.sort ? null : JSON.stringify(query);
  const first = useLiveQuery(() => (firstText ? source.readFirst(db, query) : undefined), [db, source, firstText]);
  const pageText = onPage && JSON.stringify(onPage);
  const follow = useCallback(
    (listener: () => void) => (pageText ? page.follow(db, source, JSON.parse(pageText), listener) : () => undefined),
    [db, page, source, pageText],
  );
  const rows = useSyncExternalStore(follow, () =>
    onPage ? page.latest(rowsInMemory(db, source.table, onPage)) : page.latest(first?.rows),
  );
  return onPage ? rows && { rows, total: undefined } : first;
}

/** The rows that a page of a list shows. They stay the same array, so that nothing is drawn, until one of them differs. */
class PageRows<Row extends ListRow> {
  private rows: Row[] | undefined;

  /** Returns these rows; without any, the last ones. */
  latest(rows: Row[] | undefined): Row[] | undefined {
    if (rows && !isSameArray(rows, this.rows)) this.rows = rows;
    return this.rows;
  }

  /** Reads the rows with these ids now and after each change; calls `onChange` when one differs. */
  follow(db: LocalDatabase, source: ListSource<Row>, ids: readonly Row['id'][], onChange: () => void): () => void {
    const query = lastingQuery(db, () => readRows(tableOf(source), ids)).subscribe((rows) => {
      const before = this.rows;
      if (this.latest(rows) !== before) onChange();
    });
    return () => query.unsubscribe();
  }
}

const isSameArray = (one: readonly unknown[], other: readonly unknown[] | undefined): boolean =>
  one.length === other?.length && one.every((item, at) => item === other[at]);

const pageOf = <Id>(ids: readonly Id[], { page, perPage }: Pick<ListQuery, 'page' | 'perPage'>): readonly Id[] =>
  ids.slice((page - 1) * perPage, page * perPage);

interface LikelyRows<Id> {
  ids: readonly Id[] | null;
  /** False while the device loads its rows: nothing is read ahead then. */
  isKnown: boolean;
  page: number;
  perPage: number;
  likely: readonly RowFilter[];
}

/**
 * Reads the rows that the next press may show into memory while the browser is idle, so that they are drawn with the
 * press: the next page, and the first page of each likely filter.
 */
function useLikelyRows<Row extends ListRow>(
  source: ListSource<Row>,
  { ids, isKnown, page, perPage, likely }: LikelyRows<Row['id']>,
): void {
  const db = currentDatabase();
  const shop = useShop();
  const nextText = isKnown && ids ? JSON.stringify(pageOf(ids, { page: page + 1, perPage })) : null;
  const likelyText = JSON.stringify(likely);
  useEffect(() => {
    if (nextText === null || !rowsInMemory(db, source.table, [])) return undefined;
    let isOver = false;
    const read = async (wanted: readonly Row['id'][]) => {
      if (!rowsInMemory(db, source.table, wanted)) await readRows(tableOf(source), wanted);
    };
    const readAhead = async () => {
      await read(JSON.parse(nextText) as Row['id'][]);
      for (const filter of JSON.parse(likelyText) as RowFilter[]) {
        // Finding the rows of all filters in one task would hold up a key.
        await new Promise<void>((resolve) => void whenIdle(resolve));
        if (isOver) return;
        const found = await findLoaded(source.indexOf(db, filter, shop), filter);
        await read(pageOf(found, { page: 1, perPage }));
      }
    };
    const cancel = whenIdle(() => ignoreStorageErrors(readAhead()));
    return () => {
      isOver = true;
      cancel();
    };
  }, [db, source, shop, nextText, likelyText, perPage]);
}

/**
 * Returns the unsent rows, then the server's page, with this device's row where its revision is the same or newer. Until
 * the rows of a new answer are read from this device, those of the answer before to the same query are returned.
 */
function useMergedRows<Row extends ListRow>(
  source: ListSource<Row>,
  query: ListQuery,
  serverPage: ServerPage<Row> | undefined,
  localRows: readonly Row[] = [],
): Row[] | undefined {
  const db = currentDatabase();
  const queryText = JSON.stringify(query);
  // Reads again with another answer, which belongs to one query; a query without an answer must not draw the page twice.
  const stored = useLiveQuery(async () => {
    const ids = serverPage?.rows.map(({ id }) => id) ?? [];
    return { queryText, serverPage, rows: await tableOf(source).bulkGet(ids) };
  }, [db, source, serverPage]);
  if (!serverPage || !stored?.serverPage || stored.queryText !== queryText) return undefined;
  const { rows } = stored.serverPage;
  const idsOnPage = new Set(rows.map(({ id }) => id));
  const unsent = localRows.filter(({ id, rev }) => rev === 0 && !idsOnPage.has(id));
  const newest = rows.map((row, at) => {
    const own = stored.rows[at];
    return own && own.rev >= row.rev ? own : row;
  });
  return [...unsent, ...newest];
}

/**
 * Returns a text that changes when a row is added, removed or leaves the filter. It is that of the default order: a
 * first sort by a column only reads more into memory, and then the server is not asked again.
 */
function useVersion<Row extends ListRow>(source: ListSource<Row>, query: ListQuery, ids: readonly Row['id'][] | null) {
  const unsorted = useIds(source, query.sort ? { ...query, sort: null } : everyRow);
  return versionOf(query.sort ? unsorted : ids);
}

const versionOf = (ids: readonly (string | number)[] | null): string => (ids ? `${ids.length} ${ids[0]}` : '');

export const atMostLast = ({ page, perPage }: ListQuery, total: number | undefined): number =>
  total === undefined ? page : Math.min(page, Math.max(1, Math.ceil(total / perPage)));
