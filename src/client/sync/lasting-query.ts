import { liveQuery } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import { isStorageError } from '../local/storage-errors.ts';
import { storageAnswers } from './storage-recovery.ts';

/** Shaped as `useObservable` takes it: without `hasValue` it would make each query twice. */
export interface LastingQuery<Value> {
  subscribe(onValue: (value: Value) => void, onError?: (thrown: unknown) => void): { unsubscribe(): void };
  hasValue(): boolean;
  getValue(): Value;
}

/**
 * A live query that outlasts errors of the storage: it is made again when the storage answers again, and until then its
 * last value stays. Other errors end it.
 */
export function lastingQuery<Value>(db: LocalDatabase, query: () => Promise<Value> | Value): LastingQuery<Value> {
  let known: { value: Value } | null = null;
  return {
    hasValue: () => known !== null,
    getValue: () => known!.value,
    subscribe(onValue, onError = (thrown) => void Promise.reject(thrown)) {
      let isOver = false;
      const onNext = (value: Value) => {
        known = { value };
        onValue(value);
      };
      const onFailure = (thrown: unknown) => {
        current.unsubscribe();
        if (isOver || db.isRetired) return;
        if (!(thrown instanceof StorageFailed)) return onError(thrown);
        void storageAnswers(db).then(() => {
          if (!isOver && !db.isRetired) current = follow();
        });
      };
      const follow = () => liveQuery(() => failing(query())).subscribe(onNext, onFailure);
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

/** A live query of Dexie hides some errors of the storage by their names, and is not made again after them. */
class StorageFailed extends Error {}

function failing<Value>(result: Promise<Value> | Value): Promise<Value> | Value {
  if (typeof (result as Partial<Promise<Value>> | null | undefined)?.then !== 'function') return result;
  return (result as Promise<Value>).then(undefined, (thrown: unknown) => {
    throw isStorageError(thrown) ? new StorageFailed('The storage failed', { cause: thrown }) : thrown;
  });
}
