import type { countOrders, readInitial } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { productSummaries } from '../../shared/products.ts';
import { countOpenOrders, countOpenTickets, countUnreadNotifications } from './rows.ts';

/** The number of orders that still need work: all for an admin, their own for a customer (C-16). */
export async function orderCount(ctx: SignedIn): Promise<OutputOf<typeof countOrders>> {
  return { code: 'SUCCESS', orders: await countOpenOrders(ctx.services.reader, ctx.person) };
}

/**
 * The data that a client without a device database starts with; delivery companies, cities and rates do not exist yet
 * (C-24).
 */
export async function initialData(ctx: SignedIn): Promise<OutputOf<typeof readInitial>> {
  const { reader } = ctx.services;
  const [orders, tickets, notifications, products] = await Promise.all([
    countOpenOrders(reader, ctx.person),
    countOpenTickets(reader, ctx.person),
    countUnreadNotifications(reader, ctx.person),
    productSummaries(reader, ctx.person),
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
