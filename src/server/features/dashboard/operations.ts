import type { countOrders, readInitial } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { lightProducts } from '../../platform/products.ts';
import { openOrders, openTickets, unreadNotifications } from './rows.ts';

/** Orders that still need work: everybody's for an admin, the own ones for a customer (C-16). */
export async function orderCount(ctx: SignedIn): Promise<OutputOf<typeof countOrders>> {
  return { code: 'SUCCESS', orders: await openOrders(ctx.means.reader, ctx.person) };
}

/** What a client without a device database starts from; delivery companies, cities and rates do not exist yet (C-24). */
export async function initialData(ctx: SignedIn): Promise<OutputOf<typeof readInitial>> {
  const { reader } = ctx.means;
  const [orders, tickets, notifications, products] = await Promise.all([
    openOrders(reader, ctx.person),
    openTickets(reader, ctx.person),
    unreadNotifications(reader, ctx.person),
    lightProducts(reader, ctx.person),
  ]);
  return {
    code: 'SUCCESS',
    count: { orders, tickets, notifications },
    deliveries: [],
    products,
    cities: [],
    rates: [],
  };
}
