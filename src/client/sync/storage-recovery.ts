import type { LocalDatabase } from '../local/database.ts';
import { storing } from './storage.ts';

/** Milliseconds before each try. */
const pause = 500;

const failing = new Map<LocalDatabase, Promise<void>>();
const listeners = new Set<() => void>();

/** Whether something could not be read or kept, and the storage has not answered since then. */
export const isStorageFailing = (): boolean => failing.size > 0;

/** Calls `listener` when the storage fails, and when it answers again; returns how to stop. */
export function onStorageFailing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * After an error of the storage: resolves when the database answers again, opening it again where that helps, or when
 * the app has closed it for good. One wait for everything that has failed.
 */
export function storageAnswers(db: LocalDatabase): Promise<void> {
  const known = failing.get(db);
  if (known) return known;
  const recovering = recover(db).finally(() => {
    failing.delete(db);
    report();
  });
  failing.set(db, recovering);
  report();
  return recovering;
}

async function recover(db: LocalDatabase): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, pause));
  while (!db.isRetired && !(await answers(db)));
}

const answers = (db: LocalDatabase): Promise<boolean> =>
  storing(db, () => db.meta.count()).then(
    () => true,
    () => false,
  );

function report(): void {
  for (const listener of listeners) listener();
}
