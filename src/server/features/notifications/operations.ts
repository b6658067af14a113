import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listNotifications, readNotifications } from '../../../contract/notifications.ts';
import type { SignedIn } from '../../platform/context.ts';
import { once, orRefuse } from '../../platform/once.ts';
import { offsetOf, pageMeta } from '../../platform/paging.ts';
import { read } from './mutations.ts';
import { countNotifications, notificationsOf } from './rows.ts';

/** One page of the person's own notifications, newest first. */
export async function notificationPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listNotifications>,
): Promise<OutputOf<typeof listNotifications>> {
  const { means, person } = ctx;
  const total = await countNotifications(means.reader, person.id, Number.MAX_SAFE_INTEGER);
  const data = await notificationsOf(means.reader, person.id, { newest: input.per_page, skip: offsetOf(input) });
  return { code: 'SUCCESS', data: { data, ...pageMeta(ctx.url, input, total) } };
}

export async function markAsRead(
  ctx: SignedIn,
  input: ParsedInputOf<typeof readNotifications>,
): Promise<OutputOf<typeof readNotifications>> {
  orRefuse(await once(ctx, { key: ctx.key, kind: 'notification.read', args: input }, (work) => read(work, input)));
  return { code: 'SUCCESS' };
}
