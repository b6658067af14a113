import type { AccountRow } from '../../../contract/balance.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { OutboxItem } from '../../local/stored.ts';
import type { CachedNotification } from '../../local/rows.ts';

/** The signed-in person as the device knows them; undefined before the first pass. */
export const readAccount = (db: LocalDatabase): Promise<AccountRow | undefined> => db.account.toCollection().first();

const countUnread = (db: LocalDatabase): Promise<number> => db.notifications.where('_unread').equals(1).count();

/** Changes of this device that need their person, newest first. */
export const readParked = async (db: LocalDatabase): Promise<OutboxItem[]> =>
  (await db.outbox.where('state').anyOf('failed', 'conflict').sortBy('seq')).toReversed();

/** What the bell counts: notifications that were not read, and changes that need their person. */
export async function countNews(db: LocalDatabase): Promise<number> {
  const counts = [countUnread(db), db.outbox.where('state').anyOf('failed', 'conflict').count()];
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** The newest notifications first. */
export const readNotifications = (db: LocalDatabase, count = 30): Promise<CachedNotification[]> =>
  db.notifications.orderBy('created_at').reverse().limit(count).toArray();
