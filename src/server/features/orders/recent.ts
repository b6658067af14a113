import type { listRecentOrders } from '../../../contract/dashboard.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { newestIds } from './order-ids.ts';
import { ordersByIds } from './rows.ts';

/** The newest orders, for the dashboard. */
export async function recentOrders(ctx: SignedIn): Promise<OutputOf<typeof listRecentOrders>> {
  const ids = await newestIds(ctx.means.reader, ctx.person, { after: null, limit: 5 });
  return { code: 'SUCCESS', data: await ordersByIds(ctx.means.reader, ids) };
}
