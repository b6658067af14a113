import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { readWindow } from '../../platform/database/windows.ts';
import { countNotifications, notificationsOf } from './rows.ts';

const notifications: SyncedEntity = {
  entity: 'notifications',
  async read(db, person, keys) {
    return changesFor('notifications', keys, await notificationsOf(db, person.id, { ids: keys }));
  },
  async page(db, person) {
    const rows = await notificationsOf(db, person.id, { newest: await readWindow(db, person, 'notifications') });
    return { changes: rows.map((row) => changeOf('notifications', row.id, row)), next: null };
  },
  count: async (db, person) => countNotifications(db, person.id, await readWindow(db, person, 'notifications')),
};

/** A user's newest notifications. */
export const synced: readonly SyncedEntity[] = [notifications];
