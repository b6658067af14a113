import type { AccountRow } from '../../../contract/balance.ts';
import type { LocalDatabase } from '../../local/database.ts';
import type { CachedNotification } from '../../local/rows.ts';

/** The signed-in person as the device knows them; undefined before the first pass. */
export const readAccount = (db: LocalDatabase): Promise<AccountRow | undefined> => db.account.toCollection().first();

export const countUnread = (db: LocalDatabase): Promise<number> => db.notifications.where('_unread').equals(1).count();

/** The newest notifications first. */
export const readNotifications = (db: LocalDatabase, count = 30): Promise<CachedNotification[]> =>
  db.notifications.orderBy('created_at').reverse().limit(count).toArray();
