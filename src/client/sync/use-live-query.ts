// oxlint-disable-next-line no-restricted-imports -- a hook over live queries; the service worker never imports it
import { useObservable } from 'dexie-react-hooks';
import { currentDatabase } from '../local/current.ts';
import { lastingQuery } from './lasting-query.ts';

/**
 * What a query of the signed-in user's database gives, kept current; `undefined` until it is known. While the storage
 * fails, the last value stays.
 */
export function useLiveQuery<Value>(query: () => Promise<Value> | Value, deps: unknown[]): Value | undefined {
  return useObservable(() => lastingQuery(currentDatabase(), query), deps);
}
