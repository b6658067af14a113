import { liveQuery } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem } from '../local/stored.ts';
import { isPendingItem } from '../sync/optimistic.ts';

export interface OutcomeHandlers {
  /** Returns whether this device's rows show that the server accepted the action: its item is also deleted by a discard. */
  isAccepted: (db: LocalDatabase) => Promise<boolean>;
  onAccepted: () => void;
  onParked: (item: OutboxItem) => void;
}

/** How long an outcome is waited for, in ms; a later one is shown by the mark on the record only. */
const reportWithinMs = 15_000;

/** Reports the outcome of an action once, if it is known within 15 s. */
export function reportOutcome(
  db: LocalDatabase,
  itemId: string,
  { isAccepted, onAccepted, onParked }: OutcomeHandlers,
): void {
  const subscription = liveQuery(async () => {
    const item = await db.outbox.get({ id: itemId });
    return { item, accepted: item ? false : await isAccepted(db) };
  }).subscribe(({ item, accepted }) => {
    if (item && isPendingItem(item)) return;
    stop();
    if (item) onParked(item);
    else if (accepted) onAccepted();
  });
  const timer = setTimeout(stop, reportWithinMs);
  function stop() {
    clearTimeout(timer);
    subscription.unsubscribe();
  }
}
