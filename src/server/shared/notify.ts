import type * as z from 'zod/mini';
import type { NotificationKind, NotificationRow } from '../../contract/notifications.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';
import { announce } from '../platform/changes/feed.ts';
import { uuidv7 } from '../../contract/uuid.ts';

/** Inserts the same notification for each of these users, except for the acting one. */
export async function notify(
  transaction: Pick<TransactionContext, 'tx' | 'now' | 'person'>,
  userIds: readonly number[],
  notification: { kind: z.infer<typeof NotificationKind>; about: NotificationRow['about'] },
): Promise<void> {
  const rows = [...new Set(userIds)]
    .filter((userId) => userId !== transaction.person.id)
    .map((userId) => ({
      id: uuidv7(transaction.now),
      user_id: userId,
      kind: notification.kind,
      about: JSON.stringify(notification.about),
      read_at: null,
      created_at: transaction.now,
      rev: 1,
    }));
  if (rows.length === 0) return;
  await transaction.tx.insertInto('notifications').values(rows).execute();
  await announce(
    transaction.tx,
    rows.map((row) => ({ scopes: [`u:${row.user_id}`], entity: 'notifications', key: row.id, rev: row.rev })),
  );
}
