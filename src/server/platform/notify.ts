import type * as z from 'zod/mini';
import type { NotificationKind, NotificationRow } from '../../contract/notifications.ts';
import type { Work } from './database/transaction.ts';
import { announce } from './feed.ts';
import { uuidv7 } from './uuid.ts';

/** Leaves the same notice with each of these people, except with the one who acts. */
export async function notify(
  work: Pick<Work, 'tx' | 'now' | 'person'>,
  userIds: readonly number[],
  what: { kind: z.infer<typeof NotificationKind>; about: NotificationRow['about'] },
): Promise<void> {
  const rows = [...new Set(userIds)]
    .filter((userId) => userId !== work.person.id)
    .map((userId) => ({
      id: uuidv7(work.now),
      user_id: userId,
      kind: what.kind,
      about: JSON.stringify(what.about),
      read_at: null,
      created_at: work.now,
      rev: 1,
    }));
  if (rows.length === 0) return;
  await work.tx.insertInto('notifications').values(rows).execute();
  await announce(
    work.tx,
    rows.map((row) => ({ scopes: [`u:${row.user_id}`], entity: 'notifications', key: row.id, rev: row.rev })),
  );
}
