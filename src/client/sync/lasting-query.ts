import { liveQuery } from 'dexie';
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
        if (isOver || db.isRetired) return;
        if (!(thrown instanceof StorageFailed)) return onError(thrown);
        void untilStorageAnswers(db).then(() => {
          if (!isOver && !db.isRetired) current = follow();
        });
      };
      const follow = () => liveQuery(() => wrapStorageErrors(query())).subscribe(onNext, onFailure);
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

function wrapStorageErrors<Value>(result: Promise<Value> | Value): Promise<Value> | Value {
  if (typeof (result as Partial<Promise<Value>> | null | undefined)?.then !== 'function') return result;
  return (result as Promise<Value>).then(undefined, (thrown: unknown) => {
    throw isStorageError(thrown) ? new StorageFailed('The storage failed', { cause: thrown }) : thrown;
  });
}
