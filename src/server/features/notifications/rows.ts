import type { Kysely, Selectable, Transaction } from 'kysely';
import type { NotificationRow } from '../../../contract/notifications.ts';
import type { Notifications } from '../../platform/database/schema-system.ts';
import type { Database } from '../../platform/database/schema.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';

/** Notifications of a user, newest first: those with these ids, or a page of the newest. */
export async function notificationsOf(
  db: Kysely<Database>,
  userId: number,
  selection: { ids: readonly string[] } | { newest: number; skip?: number },
): Promise<NotificationRow[]> {
  const query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id', 'desc');
  const rows = await (
    'ids' in selection
      ? query.where('id', 'in', selection.ids)
      : query.limit(selection.newest).offset(selection.skip ?? 0)
  ).execute();
  return rows.map(toNotification);
}

/** The number of a user's notifications, at most `max`. */
export async function countNotifications(db: Kysely<Database>, userId: number, max: number): Promise<number> {
  const window = db.selectFrom('notifications').select('id').where('user_id', '=', userId).limit(max);
  const { count } = await db
    .selectFrom(window.as('window'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks as read those of these notifications that are the user's own and unread; returns them. */
export async function markUnreadAsRead(
  tx: Transaction<Database>,
  userId: number,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; rev: number }[]> {
  return tx
    .updateTable('notifications')
    .set((notification) => ({ read_at: now, rev: notification('rev', '+', 1) }))
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('read_at', 'is', null)
    .returning(['id', 'rev'])
    .execute();
}

const toNotification = (row: Selectable<Notifications>): NotificationRow => ({
  id: row.id,
  kind: row.kind as NotificationRow['kind'], // only `notify` writes it
  about: JSON.parse(row.about) as NotificationRow['about'],
  read_at: toIsoTimeOrNull(row.read_at),
  created_at: toIsoTime(row.created_at),
  rev: row.rev,
});
