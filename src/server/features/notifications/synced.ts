import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { countNotifications, notificationsOf } from './rows.ts';

/** Number of notifications in the first load of a device. */
const notificationWindow = 200;

const notifications: SyncedEntity = {
  entity: 'notifications',
  async read(db, person, keys) {
    return changesFor('notifications', keys, await notificationsOf(db, person.id, { ids: keys }));
  },
  async page(db, person) {
    const rows = await notificationsOf(db, person.id, { newest: notificationWindow });
    return { changes: rows.map((row) => changeOf('notifications', row.id, row)), next: null };
  },
  count: (db, person) => countNotifications(db, person.id, notificationWindow),
};

/** A user's newest 200 notifications. */
export const synced: readonly SyncedEntity[] = [notifications];
