import { liveQuery } from 'dexie';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';
import { waits } from '../../sync/fold.ts';

export interface Told {
  /** Says whether the rows on this device show the server's acceptance: a discarded action is not an accepted one. */
  isAccepted: (db: LocalDatabase) => Promise<boolean>;
  onAccepted: () => void;
  onParked: (item: OutboxItem) => void;
}

/** Milliseconds after which nobody expects a message any more; the mark in place says the rest. */
const patience = 15_000;

/** Tells once what became of an action that was sent while the person is still there. */
export function tellOutcome(db: LocalDatabase, itemId: string, { isAccepted, onAccepted, onParked }: Told): void {
  const subscription = liveQuery(async () => {
    const item = await db.outbox.get({ id: itemId });
    return { item, accepted: item ? false : await isAccepted(db) };
  }).subscribe(({ item, accepted }) => {
    if (item && waits(item)) return;
    stop();
    if (item) onParked(item);
    else if (accepted) onAccepted();
  });
  const timer = setTimeout(stop, patience);
  function stop() {
    clearTimeout(timer);
    subscription.unsubscribe();
  }
}
