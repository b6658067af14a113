import type { LocalDatabase } from '../local/database.ts';

const listeners = new Set<(db: LocalDatabase) => void>();

/** Calls `listener` after something was put into an outbox by this tab; returns how to stop. */
export function onQueued(listener: (db: LocalDatabase) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says that something waits now. */
export function tellQueued(db: LocalDatabase): void {
  for (const listener of listeners) listener(db);
}
