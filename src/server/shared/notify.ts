import type { Kysely } from 'kysely';
import {
  answerNotificationKinds,
  stockNotificationKinds,
  topupNotificationKinds,
  type NotificationKind,
  type SyncedNotification,
} from '../../contract/notifications.ts';
import { roleIdsWith, type Permission } from '../../contract/permissions.ts';
import type { Database } from '../platform/database/schema.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';
import { announce } from '../platform/changes/feed.ts';
import { uuidv7 } from '../../contract/uuid.ts';

/** A transaction of a user, or of the server itself with the id 0. */
export type Notifying = Pick<TransactionContext, 'tx' | 'now'> & { person: { id: number } };

/**
 * Inserts the same notification for each of these users, except for the acting one and for those who have switched off
 * its kind.
 */
export async function notify(
  transaction: Notifying,
  userIds: readonly number[],
  notification: Pick<SyncedNotification, 'kind' | 'about'>,
): Promise<void> {
  const others = [...new Set(userIds)].filter((userId) => userId !== transaction.person.id);
  const readers = await withoutMuted(transaction, others, switchOf(notification.kind));
  if (readers.length === 0) return;
  const rows = readers.map((userId) => ({
    id: uuidv7(transaction.now),
    user_id: userId,
    kind: notification.kind,
    about: JSON.stringify(notification.about),
    read_at: null,
    created_at: transaction.now,
    rev: 1,
  }));
  await transaction.tx.insertInto('notifications').values(rows).execute();
  await announce(
    transaction.tx,
    rows.map((row) => ({ scopes: [`u:${row.user_id}`], entity: 'notifications', key: row.id, rev: row.rev })),
  );
}

/** The kind with whose switch users turn off this one. */
function switchOf(kind: SyncedNotification['kind']): NotificationKind {
  if (topupNotificationKinds.some((one) => one === kind)) return 'balance.changed';
  if ([...answerNotificationKinds, ...stockNotificationKinds].some((one) => one === kind)) return 'order.status';
  return kind as NotificationKind; // the others have a switch of their own
}

async function withoutMuted(
  { tx }: Pick<TransactionContext, 'tx'>,
  userIds: readonly number[],
  kind: NotificationKind,
): Promise<readonly number[]> {
  if (userIds.length === 0) return userIds;
  const users = await tx
    .selectFrom('users')
    .select(['id', 'muted_notifications'])
    .where('id', 'in', userIds)
    .where('muted_notifications', '<>', '[]')
    .execute();
  const muted = new Set(
    users.filter((user) => (JSON.parse(user.muted_notifications) as string[]).includes(kind)).map(({ id }) => id),
  );
  return userIds.filter((userId) => !muted.has(userId));
}

/** The ids of the active users with a right: they are notified of customers' tickets and orders. */
export async function activeUsersWith(db: Kysely<Database>, permission: Permission): Promise<number[]> {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', 'in', roleIdsWith(permission))
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
  return users.map(({ id }) => id);
}
