import { liveQuery } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import { countDrafts } from '../local/drafts.ts';
import { keepsNothing } from '../local/storage-mode.ts';
import { isOnline } from './connectivity.ts';
import { NotSaved } from './storage.ts';

/** Throws NotSaved where nothing is kept and there is no connection: what is done now would be lost with the page. */
export function refuseUnlessKept(): void {
  if (keepsNothing() && !isOnline()) throw new NotSaved('nothingKept');
}

/** Asks before the page is closed or loaded again while something unsent is held in memory only; returns how to stop. */
export function warnBeforeLeaving(db: LocalDatabase): () => void {
  let unsent = 0;
  const counting = liveQuery(async () => (await db.outbox.count()) + (await countDrafts(db))).subscribe((count) => {
    unsent = count;
  });
  const ask = (event: BeforeUnloadEvent) => unsent > 0 && event.preventDefault();
  addEventListener('beforeunload', ask);
  return () => {
    counting.unsubscribe();
    removeEventListener('beforeunload', ask);
  };
}
