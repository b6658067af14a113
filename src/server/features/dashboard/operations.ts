import type { countOrders, readInitial } from '../../../contract/app.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import type { SignedIn } from '../../platform/context.ts';
import { readDeliveryTable } from '../../shared/deliveries.ts';
import { productSummaries } from '../../shared/products.ts';
import { countOpenOrders, countOpenTickets, countUnreadNotifications } from './rows.ts';

/** The number of orders that still need work: all for an admin, their own for a customer (C-16). */
export async function orderCount(ctx: SignedIn): Promise<OutputOf<typeof countOrders>> {
  return { code: 'SUCCESS', orders: await countOpenOrders(ctx.services.reader, ctx.person) };
}

/** The data that a client without a device database starts with (C-24, V-18). */
export async function initialData(ctx: SignedIn): Promise<OutputOf<typeof readInitial>> {
  const { reader } = ctx.services;
  const [orders, tickets, notifications, products, table] = await Promise.all([
    countOpenOrders(reader, ctx.person),
    countOpenTickets(reader, ctx.person),
    countUnreadNotifications(reader, ctx.person),
    productSummaries(reader, ctx.person),
    readDeliveryTable(reader),
  ]);
  return {
    code: 'SUCCESS',
    count: { orders, tickets, notifications },
    deliveries: table.deliveries,
    products,
    cities: table.cities,
    rates: table.rates,
  };
}
