// oxlint-disable-next-line no-restricted-imports -- a hook over live queries; the service worker never imports it
import { useObservable } from 'dexie-react-hooks';
import { currentDatabase } from '../local/current.ts';
import { lastingQuery } from './lasting-query.ts';
import { readNames } from '../local/people.ts';
import type { OutboxItem } from '../local/stored.ts';
// oxlint-disable-next-line no-restricted-imports -- a hook over rows in memory; the service worker never imports it
import { startTransition, useCallback, useState, useSyncExternalStore } from 'react';
import type { RowIndex, RowsSnapshot } from '../local/row-index.ts';

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
