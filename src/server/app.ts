import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { endpoints } from '../contract/all.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { routes as auth } from './features/auth/routes.ts';
import { routes as balance } from './features/balance/routes.ts';
import { synced as syncedBalance } from './features/balance/synced.ts';
import { mutations as changedCategories } from './features/categories/mutations.ts';
import { routes as categories } from './features/categories/routes.ts';
import { synced as syncedCategories } from './features/categories/synced.ts';
import { routes as dashboard } from './features/dashboard/routes.ts';
import { routes as files } from './features/files/routes.ts';
import { routes as health } from './features/health/routes.ts';
import { mutations as changedNotifications } from './features/notifications/mutations.ts';
import { routes as notifications } from './features/notifications/routes.ts';
import { synced as syncedNotifications } from './features/notifications/synced.ts';
import { mutations as changedOrders } from './features/orders/mutations.ts';
import { routes as orders } from './features/orders/routes.ts';
import { synced as syncedOrders } from './features/orders/synced.ts';
import { routes as people } from './features/people/routes.ts';
import { synced as syncedPeople } from './features/people/synced.ts';
import { mutations as changedProducts } from './features/products/mutations.ts';
import { routes as products } from './features/products/routes.ts';
import { synced as syncedProducts } from './features/products/synced.ts';
import { syncRoutes } from './features/sync/routes.ts';
import { mutations as changedTickets } from './features/tickets/mutations.ts';
import { routes as tickets } from './features/tickets/routes.ts';
import { synced as syncedTickets } from './features/tickets/synced.ts';
import type { Means } from './platform/context.ts';
import type { Route } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import type { MutationHandler, SyncedEntity } from './platform/synced.ts';

/** What the devices follow. */
const synced: readonly SyncedEntity[] = [
  ...syncedBalance,
  ...syncedCategories,
  ...syncedProducts,
  ...syncedPeople,
  ...syncedTickets,
  ...syncedOrders,
  ...syncedNotifications,
];

/** What the devices may do offline. */
const mutations: readonly MutationHandler[] = [
  ...changedTickets,
  ...changedNotifications,
  ...changedOrders,
  ...changedProducts,
  ...changedCategories,
];

/** Every call of every feature. */
export const routes: readonly Route[] = [
  ...health,
  ...auth,
  ...people,
  ...balance,
  ...dashboard,
  ...categories,
  ...products,
  ...orders,
  ...tickets,
  ...notifications,
  ...files,
  ...syncRoutes(synced, mutations),
];

const builtPages = join(import.meta.dirname, '../../dist');

/** The whole server, not listening yet. Throws when a call of the contract has no route, or two. */
export async function createApp(means: Means, options: { pages?: string } = {}): Promise<FastifyInstance> {
  checkComplete(routes, endpoints);
  return createServer(means, routes, { pages: options.pages ?? builtPages });
}

/** Throws unless every endpoint has exactly one route and every route is an endpoint of the contract. */
export function checkComplete(built: readonly Route[], agreed: readonly Endpoint[]): void {
  const count = (endpoint: Endpoint) => built.filter((route) => route.endpoint === endpoint).length;
  const wrong = [
    ...agreed
      .filter((endpoint) => count(endpoint) !== 1)
      .map((endpoint) => `${endpoint.name} has ${count(endpoint)} routes`),
    ...built
      .filter((route) => !agreed.includes(route.endpoint))
      .map((route) => `${route.endpoint.name} is not in contract/all.ts`),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}
