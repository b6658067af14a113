import { changeOf, changesFor } from '../../platform/changes/changes.ts';
import type { SyncedEntity } from '../../platform/changes/synced.ts';
import { readWindow } from '../../platform/database/windows.ts';
import { countNotifications, notificationsOf } from './rows.ts';

/** An app that does not store top-up requests has no text for notifications about them (D-27). */
const notificationsFor = (knowsTopups: boolean): SyncedEntity => ({
  entity: 'notifications',
  async read(db, { id: userId }, keys) {
    return changesFor('notifications', keys, await notificationsOf(db, { userId, knowsTopups }, { ids: keys }));
  },
  async page(db, person) {
    const newest = await readWindow(db, person, 'notifications');
    const rows = await notificationsOf(db, { userId: person.id, knowsTopups }, { newest });
    return { changes: rows.map((row) => changeOf('notifications', row.id, row)), next: null };
  },
  count: async (db, person) =>
    countNotifications(db, { userId: person.id, knowsTopups }, await readWindow(db, person, 'notifications')),
});

/** A user's newest notifications. */
export const synced: readonly SyncedEntity[] = [
  { ...notificationsFor(false), besides: (tables) => notificationsFor(tables.has('topups')) },
];
