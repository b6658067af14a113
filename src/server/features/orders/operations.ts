import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listOrders } from '../../../contract/orders.ts';
import { startOfRange, endOfRange } from '../../platform/base/calendar.ts';
import type { SignedIn } from '../../platform/context.ts';
import { cursorPageMeta } from '../../platform/base/paging.ts';
import { pageOfOrders } from './order-pages.ts';
import { withItems, ordersByIds } from './rows.ts';
import type { listRecentOrders } from '../../../contract/dashboard.ts';
import { newestIds } from './order-ids.ts';

/** One page of orders: a customer's own orders, or for an admin those of all customers. */
export async function orderPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listOrders>,
): Promise<OutputOf<typeof listOrders>> {
  const { reader, settings } = ctx.services;
  const page = await pageOfOrders(reader, ctx.person, {
    ...input,
    from: input.from ? startOfRange(input.from, settings.timeZone) : undefined,
    to: input.to ? endOfRange(input.to, settings.timeZone) : undefined,
  });
  const meta = cursorPageMeta(ctx.url, input, page);
  return { code: 'SUCCESS', data: await withItems(reader, page.rows), meta, ...meta };
}

/** The newest orders, for the dashboard. */
export async function recentOrders(ctx: SignedIn): Promise<OutputOf<typeof listRecentOrders>> {
  const ids = await newestIds(ctx.services.reader, ctx.person, { after: null, limit: 5 });
  return { code: 'SUCCESS', data: await ordersByIds(ctx.services.reader, ids) };
}
