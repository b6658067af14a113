import type { AccountRow } from '../../../contract/balance.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';
import type { CachedNotification } from '../../local/rows.ts';

/** Reads the signed-in user's account; undefined before the first pass. */
export const readAccount = (db: LocalDatabase): Promise<AccountRow | undefined> => db.account.toCollection().first();

const countUnread = (db: LocalDatabase): Promise<number> => db.notifications.where('_unread').equals(1).count();

/** Reads the parked changes of this device, newest first. */
export const readParked = async (db: LocalDatabase): Promise<OutboxItem[]> =>
  (await db.outbox.where('state').anyOf('failed', 'conflict').sortBy('seq')).toReversed();

/** Counts the unread notifications and parked changes, for the bell. */
export async function countBellItems(db: LocalDatabase): Promise<number> {
  const counts = [countUnread(db), db.outbox.where('state').anyOf('failed', 'conflict').count()];
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Reads the newest notifications, newest first. */
export const readNotifications = (db: LocalDatabase, count = 30): Promise<CachedNotification[]> =>
  db.notifications.orderBy('created_at').reverse().limit(count).toArray();
