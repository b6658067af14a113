import type { Kysely, Selectable, Transaction } from 'kysely';
import type { NotificationRow } from '../../../contract/notifications.ts';
import type { Database, Notifications } from '../../platform/database/schema.ts';
import { toWhen, toWhenOrNull } from '../../platform/when.ts';

/** A person's own notifications, newest first. */
export async function notificationsOf(
  db: Kysely<Database>,
  userId: number,
  which: { ids: readonly string[] } | { newest: number; skip?: number },
): Promise<NotificationRow[]> {
  const query = db.selectFrom('notifications').selectAll().where('user_id', '=', userId).orderBy('id', 'desc');
  const rows = await (
    'ids' in which ? query.where('id', 'in', which.ids) : query.limit(which.newest).offset(which.skip ?? 0)
  ).execute();
  return rows.map(toNotification);
}

/** How many notifications there are among a person's newest. */
export async function countNotifications(db: Kysely<Database>, userId: number, newest: number): Promise<number> {
  const window = db.selectFrom('notifications').select('id').where('user_id', '=', userId).limit(newest);
  const { count } = await db
    .selectFrom(window.as('window'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks those of the ids that are the person's own and unread; returns the ones that changed. */
export async function markRead(
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
  kind: row.kind as NotificationRow['kind'], // written by `notify` alone
  about: JSON.parse(row.about) as NotificationRow['about'],
  read_at: toWhenOrNull(row.read_at),
  created_at: toWhen(row.created_at),
  rev: row.rev,
});
