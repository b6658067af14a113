import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listNotifications, NotificationRow, readNotifications } from '../../../contract/notifications.ts';
import type { SignedIn } from '../../platform/context.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { offsetOf, pageMeta } from '../../platform/base/paging.ts';
import { countNotifications, kindsHiddenFrom, notificationsOf, markUnreadAsRead } from './rows.ts';
import type { MutationArgs } from '../../../contract/mutations.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';

/** One page of the user's own notifications, newest first. */
export async function notificationPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listNotifications>,
): Promise<OutputOf<typeof listNotifications>> {
  const { services, person } = ctx;
  const reader = { userId: person.id, hidden: kindsHiddenFrom(new Set()) };
  const total = await countNotifications(services.reader, reader, Number.MAX_SAFE_INTEGER);
  const rows = await notificationsOf(services.reader, reader, { newest: input.per_page, skip: offsetOf(input) });
  const data = rows as NotificationRow[]; // those of the other kinds are left out
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

export async function markAsRead(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readNotifications>,
): Promise<OutputOf<typeof readNotifications>> {
  touchedOrThrow(
    await runOnce(ctx, { key: ctx.key, kind: 'notification.read', args: input }, (transaction) =>
      markAsReadInTransaction(transaction, input),
    ),
  );
  return { code: 'SUCCESS' };
}

/** Marks the user's own notifications as read; ids of other users, unknown ids and those already read change nothing. */
export async function markAsReadInTransaction(
  transaction: TransactionContext,
  args: MutationArgs<'notification.read'>,
): Promise<string[]> {
  const ids = [...new Set(args.ids)];
  const changed = await markUnreadAsRead(transaction.tx, transaction.person.id, ids, transaction.now);
  await announce(
    transaction.tx,
    changed.map(({ id, rev }) => ({ scopes: [`u:${transaction.person.id}`], entity: 'notifications', key: id, rev })),
  );
  return changed.map(({ id }) => `notifications:${id}`);
}
