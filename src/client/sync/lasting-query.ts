import { liveQuery } from 'dexie';
import { SignedOut } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isStorageError } from '../local/storage-errors.ts';
import { untilStorageAnswers } from './storage-recovery.ts';

/** The shape that `useObservable` expects; without `hasValue`, that hook would run each query twice. */
export interface LastingQuery<Value> {
  subscribe(onValue: (value: Value) => void, onError?: (thrown: unknown) => void): { unsubscribe(): void };
  hasValue(): boolean;
  getValue(): Value;
}

/**
 * A live query that survives storage errors: it runs again when the storage answers again, and keeps its last value
 * until then. Other errors end it.
 */
export function lastingQuery<Value>(db: LocalDatabase, query: () => Promise<Value> | Value): LastingQuery<Value> {
  let latest: { value: Value } | null = null;
  return {
    hasValue: () => latest !== null,
    getValue: () => latest!.value,
    subscribe(onValue, onError = (thrown) => void Promise.reject(thrown)) {
      let isOver = false;
      const onNext = (value: Value) => {
        latest = { value };
        onValue(value);
      };
      const onFailure = (thrown: unknown) => {
        current.unsubscribe();
        // After a sign-out, the page is still shown for a moment, and changes of other tabs and workers still arrive.
        if (isOver || db.isRetired || thrown instanceof SignedOut) return;
        if (!(thrown instanceof StorageFailed)) return onError(thrown);
        void untilStorageAnswers(db).then(() => {
          if (!isOver && !db.isRetired) current = follow();
        });
      };
      const follow = () => liveQuery(() => wrapErrors(query)).subscribe(onNext, onFailure);
      let current = follow();
      return {
        unsubscribe() {
          isOver = true;
          current.unsubscribe();
        },
      };
    },
  };
}

/** Wraps storage errors, because Dexie's live queries ignore some of them by name and do not run again. */
class StorageFailed extends Error {}

/** Runs a query. An error that it throws at once is a rejection, because Dexie's live queries do not catch it. */
function wrapErrors<Value>(query: () => Promise<Value> | Value): Promise<Value> | Value {
  try {
    const result = query();
    if (typeof (result as Partial<Promise<Value>> | null | undefined)?.then !== 'function') return result;
    return (result as Promise<Value>).then(undefined, (thrown: unknown) => {
      throw isStorageError(thrown) ? new StorageFailed('The storage failed', { cause: thrown }) : thrown;
    });
  } catch (thrown) {
    return Promise.reject(thrown as Error);
  }
}
