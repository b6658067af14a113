import { createSignal } from '../base/signal.ts';
import type { LocalDatabase } from '../local/database.ts';
import { withStorageRetry } from './storage.ts';

/** Milliseconds before each try. */
const pauseMs = 500;

const failing = new Map<LocalDatabase, Promise<void>>();
const changes = createSignal();

/** Returns whether a read or a write has failed and the storage has not answered since. */
export const isStorageFailing = (): boolean => failing.size > 0;

/** Calls `listener` when the storage fails, and when it answers again; returns a function to unsubscribe. */
export const onStorageFailing = (listener: () => void): (() => void) => changes.subscribe(listener);

/**
 * After a storage error: resolves when the database answers again (reopening it where that helps), or when the app has
 * closed it for good. All callers share one wait.
 */
export function untilStorageAnswers(db: LocalDatabase): Promise<void> {
  const existing = failing.get(db);
  if (existing) return existing;
  const recovering = recover(db).finally(() => {
    failing.delete(db);
    changes.emit();
  });
  failing.set(db, recovering);
  changes.emit();
  return recovering;
}

async function recover(db: LocalDatabase): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (!db.isRetired && !(await answers(db)));
}

const answers = (db: LocalDatabase): Promise<boolean> =>
  withStorageRetry(db, () => db.meta.count()).then(
    () => true,
    () => false,
  );
