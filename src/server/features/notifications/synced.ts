import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { readWindow } from '../../platform/database/windows.ts';
import { countNotifications, kindsHiddenFrom, notificationsOf } from './rows.ts';

/** An app that does not store a table has no text for notifications about it (D-27). */
const notificationsFor = (hidden: readonly string[]): SyncedEntity => ({
  entity: 'notifications',
  async read(db, { id: userId }, keys) {
    return changesFor('notifications', keys, await notificationsOf(db, { userId, hidden }, { ids: keys }));
  },
  async page(db, person) {
    const newest = await readWindow(db, person, 'notifications');
    const rows = await notificationsOf(db, { userId: person.id, hidden }, { newest });
    return { changes: rows.map((row) => changeOf('notifications', row.id, row)), next: null };
  },
  count: async (db, person) =>
    countNotifications(db, { userId: person.id, hidden }, await readWindow(db, person, 'notifications')),
});

/** A user's newest notifications. */
export const synced: readonly SyncedEntity[] = [
  {
    ...notificationsFor(kindsHiddenFrom(new Set())),
    besides: (tables) => notificationsFor(kindsHiddenFrom(tables)),
  },
];
