import * as z from 'zod/mini';
import { success } from './answers.ts';
import { endpoint } from './endpoint.ts';
import { Money } from './fields.ts';

/** Counts and short lists for clients without a device database (C-24). */
export const readInitial = endpoint({
  name: 'readInitial',
  method: 'GET',
  path: '/api/app/initial',
  audience: 'signedIn',
  input: z.object({}),
  output: success({
    count: z.object({ orders: z.number(), tickets: z.number(), notifications: z.number() }),
    deliveries: z.array(z.object({ id: z.number(), title: z.string() })),
    products: z.array(z.object({ id: z.number(), title: z.string(), price: Money, image: z.nullable(z.string()) })),
    cities: z.array(z.object({ id: z.number(), title: z.string() })),
    rates: z.array(z.object({ city_id: z.number(), delivery_id: z.number(), price: Money })),
  }),
});

/** Counts the new and processing orders: all for an admin, their own for a customer. 0 hides the badge (C-16). */
export const countOrders = endpoint({
  name: 'countOrders',
  method: 'GET',
  path: '/api/dashboard/order-count',
  audience: 'signedIn',
  input: z.object({}),
  output: success({ orders: z.number() }),
});

/** Answers while the process runs, also when its dependencies fail; devices call it to see whether they are online. */
export const health = endpoint({
  name: 'health',
  method: 'GET',
  path: '/health',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ status: z.literal('ok'), version: z.string() }),
});

/**
 * Returns ok while the process can work: its database answers and has its tables, and its file store answers. Refuses
 * with BUSY and the failing parts in `details.not_ready`, also while the process is stopping. The result is at most a
 * second old.
 */
export const ready = endpoint({
  name: 'ready',
  method: 'GET',
  path: '/ready',
  audience: 'anyone',
  input: z.object({}),
  output: z.object({ status: z.literal('ok'), version: z.string() }),
});

/** Counters and gauges in Prometheus text, for the operator alone; every other caller gets NOT_FOUND. */
export const metrics = endpoint({
  name: 'metrics',
  method: 'GET',
  path: '/metrics',
  audience: 'anyone',
  input: z.object({}),
  output: z.any(),
});
