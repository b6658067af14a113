import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { listOrders } from '../../../contract/orders.ts';
import { beginOf, endOf } from '../../platform/calendar.ts';
import type { SignedIn } from '../../platform/context.ts';
import { pageMeta } from '../../platform/paging.ts';
import { pageOfOrders } from './order-pages.ts';
import { withItems } from './rows.ts';

/** One page of orders, newest first: a customer's own ones whatever the filters say, an admin everybody's. */
export async function orderPage(
  ctx: SignedIn,
  input: ParsedInputOf<typeof listOrders>,
): Promise<OutputOf<typeof listOrders>> {
  const { reader, settings } = ctx.means;
  const { rows, total } = await pageOfOrders(reader, ctx.person, {
    ...input,
    from: input.from ? beginOf(input.from, settings.timeZone) : undefined,
    to: input.to ? endOf(input.to, settings.timeZone) : undefined,
  });
  const meta = pageMeta(ctx.url, input, total);
  return { code: 'SUCCESS', data: await withItems(reader, rows), meta, ...meta };
}
