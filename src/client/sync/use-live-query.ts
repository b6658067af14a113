// oxlint-disable-next-line no-restricted-imports -- a hook over live queries; the service worker never imports it
import { useObservable } from 'dexie-react-hooks';
import { currentDatabase } from '../local/current.ts';
import { lastingQuery } from './lasting-query.ts';
import type { LocalDatabase } from '../local/database.ts';
import { readNames } from '../local/people.ts';
import type { OutboxItem } from '../local/stored.ts';
// oxlint-disable-next-line no-restricted-imports -- a hook over rows in memory; the service worker never imports it
import { startTransition, useCallback, useState, useSyncExternalStore } from 'react';
import type { RowIndex, RowsSnapshot } from '../local/rows-in-memory/row-index.ts';
import { useIsFirstLoad, useSyncStatus } from './use-sync-status.ts';

/**
 * Returns the current result of a query of the signed-in user's database; `undefined` until it is known. While the
 * storage fails, the last value stays.
 */
export function useLiveQuery<Value>(query: () => Promise<Value> | Value, deps: unknown[]): Value | undefined {
  return useObservable(() => lastingQuery(currentDatabase(), query), deps);
}

/**
 * Like `useLiveQuery`, for the content of a page: React draws the first value in short tasks. With the first visit of a
 * page several queries have their values at once, and a slow phone would react to no press until all of them are drawn.
 */
export function usePageQuery<Value>(query: () => Promise<Value> | Value, deps: unknown[]): Value | undefined {
  const [takeFirst] = useState(createFirstTransition);
  return useObservable(() => {
    const source = lastingQuery(currentDatabase(), query);
    return { ...source, subscribe: (onValue, onError) => source.subscribe(takeFirst(onValue), onError) };
  }, deps);
}

interface LoadedQuery<Value> {
  value: Value | undefined;
  /** Whether rows are missing because a load runs: `value` may be empty, and is not final. */
  isLoading: boolean;
  /** Also before the first load: see `useIsFirstLoad`. */
  isFirstLoad: boolean;
}

/**
 * Like `useLiveQuery`, for a page that says that there is nothing. The status knows the end of the first load before a
 * query has read the last rows, so a value says by itself whether all rows were there.
 */
export function useLoadedQuery<Value>(query: () => Promise<Value> | Value, deps: unknown[]): LoadedQuery<Value> {
  return useLoaded(useLiveQuery(() => withLoad(query), deps));
}

/** Returns the rows that a query finds; undefined until they are known, and while there are none during the first load. */
export function useLoadedRows<Row>(query: () => Promise<readonly Row[]>, deps: unknown[]): readonly Row[] | undefined {
  const { value, isFirstLoad } = useLoadedQuery(query, deps);
  return value?.length === 0 && isFirstLoad ? undefined : value;
}

/** `useLoadedQuery` with the first value of `usePageQuery`. */
export function useLoadedPageQuery<Value>(query: () => Promise<Value> | Value, deps: unknown[]): LoadedQuery<Value> {
  return useLoaded(usePageQuery(() => withLoad(query), deps));
}

function useLoaded<Value>(read: { value: Value; isLoaded: boolean } | undefined): LoadedQuery<Value> {
  const isFirstLoad = useIsFirstLoad();
  const { firstLoad, lastSyncAt } = useSyncStatus();
  const isBehind = lastSyncAt !== null && read?.isLoaded === false;
  return { value: read?.value, isLoading: firstLoad !== null || isBehind, isFirstLoad: isFirstLoad || isBehind };
}

async function withLoad<Value>(query: () => Promise<Value> | Value): Promise<{ value: Value; isLoaded: boolean }> {
  const db = currentDatabase();
  // First: rows that arrive between the two reads run the query again. Without an await where that is known: a query that
  // begins after a promise other than Dexie's is not run again when its rows change.
  const isLoaded = loadedDatabases.has(db) || (await readIsLoaded(db));
  return { value: await query(), isLoaded };
}

const loadedDatabases = new WeakSet<LocalDatabase>();

/** Returns whether a device has loaded all rows. Later queries do not depend on it, or each pass would run them again. */
async function readIsLoaded(db: LocalDatabase): Promise<boolean> {
  const [load, lastSyncAt] = await Promise.all([db.fact('load'), db.fact('lastSyncAt')]);
  const isLoaded = !load && typeof lastSyncAt === 'number';
  if (isLoaded) loadedDatabases.add(db);
  return isLoaded;
}

/** Returns a function that wraps listeners so that the first of all values is a transition. */
function createFirstTransition() {
  let isFirst = true;
  return <Value>(onValue: (value: Value) => void) =>
    (value: Value) => {
      if (!isFirst) return onValue(value);
      isFirst = false;
      startTransition(() => onValue(value));
    };
}

/** Returns a lookup of the names of the admins in an assignment, as far as the device knows them. */
export function useNamesIn({ kind, args, error }: Pick<OutboxItem, 'kind' | 'args' | 'error'>) {
  const mentioned = kind === 'ticket.assign' ? [args.from, args.to, error?.details?.current] : [];
  return useNames(mentioned.filter((id) => typeof id === 'number'));
}

/** Returns a lookup of the names of these users, as far as the device knows them. */
export function useNames(ids: readonly number[]): (id: number) => string | undefined {
  const db = currentDatabase();
  const names = useLiveQuery(() => (ids.length > 0 ? readNames(db, ids) : undefined), [db, ids.join()]);
  return (id) => names?.get(id);
}

/** Returns the rows in memory, and keeps a part of the index (`RowIndex.partOf`) current; null keeps none. */
export function useRows<Id extends string | number, Stored>(
  index: RowIndex<Id, Stored>,
  part: string | null,
): RowsSnapshot<Id> {
  const follow = useCallback(
    (listener: () => void) => (part === null ? () => undefined : index.follow(part, listener)),
    [index, part],
  );
  return useSyncExternalStore(follow, index.getSnapshot);
}
