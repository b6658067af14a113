import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { endpoints } from '../contract/all.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { mutationSchemas } from '../contract/mutations.ts';
import { entities } from '../contract/sync-limits.ts';
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
export const mutations: readonly MutationHandler[] = [
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

/**
 * The whole server, not listening yet. Throws when a call of the contract has no route or two, and when a kind of
 * mutation has no handler or two: what a device has queued would wait there for ever.
 */
export async function createApp(
  means: Means,
  { pages = builtPages, handlers = mutations }: { pages?: string; handlers?: readonly MutationHandler[] } = {},
): Promise<FastifyInstance> {
  checkComplete(routes, endpoints);
  checkHandled(handlers);
  return createServer(means, routes, { pages });
}

/** Throws unless every kind and version of a mutation has exactly one handler, and every table of a device its source. */
function checkHandled(handlers: readonly MutationHandler[]): void {
  const kinds = handlers.map(({ kind, v }) => `${kind}@${v}`);
  const wrong = [
    ...mismatches(kinds, Object.keys(mutationSchemas), { called: 'handlers', file: 'contract/mutations.ts' }),
    ...mismatches(
      synced.map(({ entity }) => entity),
      entities,
      { called: 'sources', file: 'contract/sync-limits.ts' },
    ),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

/** What is there not exactly once, and what nobody has agreed on. */
function mismatches(
  built: readonly string[],
  agreed: readonly string[],
  { called, file }: { called: string; file: string },
): string[] {
  const count = (name: string) => built.filter((one) => one === name).length;
  return [
    ...agreed.filter((name) => count(name) !== 1).map((name) => `${name} has ${count(name)} ${called}`),
    ...built.filter((name) => !agreed.includes(name)).map((name) => `${name} is not in ${file}`),
  ];
}

/** Throws unless every endpoint has exactly one route and every route is an endpoint of the contract. */
export function checkComplete(built: readonly Route[], agreed: readonly Endpoint[]): void {
  const names = (list: readonly Endpoint[]) => list.map(({ name }) => name);
  const called = built.map(({ endpoint }) => endpoint);
  const wrong = mismatches(names(called), names(agreed), { called: 'routes', file: 'contract/all.ts' });
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}
