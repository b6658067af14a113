import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  answerNotificationKinds,
  stockNotificationKinds,
  topupNotificationKinds,
  type SyncedNotification,
} from '../../../contract/notifications.ts';
import type { Notifications } from '../../platform/database/schema-system.ts';
import type { Database } from '../../platform/database/schema.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';

/** Whose notifications, and which kinds are not among them, because the device has no text for them (D-27). */
interface NotificationReader {
  userId: number;
  hidden: readonly string[];
}

/** The kinds that only devices have a text for which store these tables. */
const kindsByTable = {
  topups: topupNotificationKinds,
  saved_answers: answerNotificationKinds,
  stock: stockNotificationKinds,
} as const;

/** The kinds for which a device that stores these tables has no text. */
export const kindsHiddenFrom = (tables: ReadonlySet<string>): string[] =>
  Object.entries(kindsByTable).flatMap(([table, kinds]) => (tables.has(table) ? [] : kinds));

/** Notifications of a user, newest first: those with these ids, or a page of the newest. */
export async function notificationsOf(
  db: Kysely<Database>,
  reader: NotificationReader,
  selection: { ids: readonly string[] } | { newest: number; skip?: number },
): Promise<SyncedNotification[]> {
  const query = visibleTo(db, reader).selectAll().orderBy('id', 'desc');
  const rows = await (
    'ids' in selection
      ? query.where('id', 'in', selection.ids)
      : query.limit(selection.newest).offset(selection.skip ?? 0)
  ).execute();
  return rows.map(toNotification);
}

/** The number of a user's notifications, at most `max`. */
export async function countNotifications(
  db: Kysely<Database>,
  reader: NotificationReader,
  max: number,
): Promise<number> {
  const window = visibleTo(db, reader).select('id').limit(max);
  const { count } = await db
    .selectFrom(window.as('window'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const visibleTo = (db: Kysely<Database>, { userId, hidden }: NotificationReader) =>
  db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .$if(hidden.length > 0, (query) => query.where('kind', 'not in', hidden));

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

const toNotification = (row: Selectable<Notifications>): SyncedNotification => ({
  id: row.id,
  kind: row.kind as SyncedNotification['kind'], // only `notify` writes it
  about: JSON.parse(row.about) as SyncedNotification['about'],
  read_at: toIsoTimeOrNull(row.read_at),
  created_at: toIsoTime(row.created_at),
  rev: row.rev,
});
