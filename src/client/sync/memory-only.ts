import { liveQuery } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import { countDrafts } from '../local/drafts.ts';
import { isMemoryOnly } from '../local/storage-mode.ts';
import { isOnline } from './connectivity.ts';
import { NotSaved } from './storage.ts';

/**
 * Throws NotSaved when data is held in memory only and there is no connection: a change would be lost with the page.
 */
export function assertStorable(): void {
  if (isMemoryOnly() && !isOnline()) throw new NotSaved('nothingKept');
}

/**
 * Makes the browser ask before the page is left while unsent changes or drafts are in memory only; returns a function
 * that stops this.
 */
export function warnBeforeLeaving(db: LocalDatabase): () => void {
  let unsent = 0;
  const counting = liveQuery(async () => (await db.outbox.count()) + (await countDrafts(db))).subscribe((count) => {
    unsent = count;
  });
  const warn = (event: BeforeUnloadEvent) => unsent > 0 && event.preventDefault();
  addEventListener('beforeunload', warn);
  return () => {
    counting.unsubscribe();
    removeEventListener('beforeunload', warn);
  };
}
