import { changeOf, changesFor } from '../../platform/changes.ts';
import type { SyncedEntity } from '../../platform/synced.ts';
import { countNotifications, notificationsOf } from './rows.ts';

const newest = 200;

const notifications: SyncedEntity = {
  entity: 'notifications',
  async read(db, person, keys) {
    return changesFor('notifications', keys, await notificationsOf(db, person.id, { ids: keys }));
  },
  async page(db, person) {
    const rows = await notificationsOf(db, person.id, { newest });
    return { changes: rows.map((row) => changeOf('notifications', row.id, row)), next: null };
  },
  count: (db, person) => countNotifications(db, person.id, newest),
};

/** A person's newest 200 notifications. */
export const synced: readonly SyncedEntity[] = [notifications];
