import type { FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { endpoints } from '../contract/all.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { mutationSchemas } from '../contract/mutations.ts';
import { entities } from '../contract/sync-limits.ts';
import { mutations as articleMutations, routes as articles } from './features/articles/routes.ts';
import { routes as audit } from './features/audit/routes.ts';
import { routes as auth } from './features/auth/routes.ts';
import { routes as balance } from './features/balance/routes.ts';
import { synced as syncedBalance } from './features/balance/synced.ts';
import { mutations as categoryMutations, routes as categories } from './features/categories/routes.ts';
import { synced as syncedCategories } from './features/categories/synced.ts';
import { routes as dashboard } from './features/dashboard/routes.ts';
import { routes as deliveries } from './features/deliveries/routes.ts';
import { routes as files } from './features/files/routes.ts';
import { routes as health } from './features/health/routes.ts';
import { routes as mail } from './features/mail/routes.ts';
import { mutations as notificationMutations, routes as notifications } from './features/notifications/routes.ts';
import { synced as syncedNotifications } from './features/notifications/synced.ts';
import { mutations as orderMutations, routes as orders } from './features/orders/routes.ts';
import { synced as syncedOrders } from './features/orders/synced.ts';
import { routes as people } from './features/people/routes.ts';
import { synced as syncedPeople } from './features/people/synced.ts';
import { mutations as productMutations, routes as products } from './features/products/routes.ts';
import { synced as syncedProducts } from './features/products/synced.ts';
import { mutations as savedAnswerMutations } from './features/saved-answers/operations.ts';
import { synced as syncedSavedAnswers } from './features/saved-answers/synced.ts';
import { routes as shop } from './features/shop/routes.ts';
import { syncRoutes } from './features/sync/routes.ts';
import { mutations as stockMutations, routes as stock } from './features/stock/routes.ts';
import { synced as syncedStock } from './features/stock/synced.ts';
import { mutations as ticketMutations, routes as tickets } from './features/tickets/routes.ts';
import { synced as syncedTickets } from './features/tickets/synced.ts';
import { routes as topupSettings } from './features/topup-settings/routes.ts';
import { synced as syncedTopupMethods } from './features/topup-settings/synced.ts';
import { mutations as topupMutations, routes as topups } from './features/topups/routes.ts';
import { synced as syncedTopups } from './features/topups/synced.ts';
import type { Services } from './platform/context.ts';
import type { Route } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import type { MutationHandler, SyncedEntity } from './platform/changes/synced.ts';

/**
 * The tables that devices follow.
 *
 * @internal Exported for tests: they add one that apps do not know yet.
 */
export const synced: readonly SyncedEntity[] = [
  ...syncedBalance,
  ...syncedCategories,
  ...syncedProducts,
  ...syncedPeople,
  ...syncedTickets,
  ...syncedOrders,
  ...syncedNotifications,
  ...syncedTopups,
  ...syncedTopupMethods,
  ...syncedSavedAnswers,
  ...syncedStock,
];

/**
 * The changes that devices may make offline.
 *
 * @internal Exported for tests: they leave a handler out.
 */
export const mutations: readonly MutationHandler[] = [
  ...ticketMutations,
  ...notificationMutations,
  ...orderMutations,
  ...productMutations,
  ...categoryMutations,
  ...articleMutations,
  ...topupMutations,
  ...savedAnswerMutations,
  ...stockMutations,
];

/**
 * Every call of every feature.
 *
 * @internal Exported for tests: they leave a route out, and call each route as users who may not.
 */
export const routes: readonly Route[] = [
  ...health,
  ...auth,
  ...people,
  ...balance,
  ...dashboard,
  ...categories,
  ...products,
  ...orders,
  ...stock,
  ...tickets,
  ...topups,
  ...topupSettings,
  ...articles,
  ...audit,
  ...deliveries,
  ...shop,
  ...mail,
  ...notifications,
  ...files,
  ...syncRoutes(synced, mutations),
];

const builtPages = join(import.meta.dirname, '../../dist');

/**
 * Creates the whole server, which does not listen yet. Throws unless each call of the contract has exactly one route and
 * each kind of mutation exactly one handler: queued changes without a handler would wait on devices forever.
 */
export async function createApp(
  services: Services,
  { pages = builtPages, handlers = mutations }: { pages?: string; handlers?: readonly MutationHandler[] } = {},
): Promise<FastifyInstance> {
  checkComplete(routes, endpoints);
  checkHandled(handlers);
  return createServer(services, routes, { pages });
}

/**
 * Throws unless every kind and version of a mutation has exactly one handler, and every table of a device exactly one
 * source.
 */
function checkHandled(handlers: readonly MutationHandler[]): void {
  const kinds = handlers.map(({ kind, v }) => `${kind}@${v}`);
  const wrong = [
    ...mismatches(kinds, Object.keys(mutationSchemas), { label: 'handlers', file: 'contract/mutations.ts' }),
    ...mismatches(
      synced.map(({ entity }) => entity),
      entities,
      { label: 'sources', file: 'contract/sync-limits.ts' },
    ),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

/**
 * Returns a sentence for each declared name without exactly one implementation, and for each implementation that the
 * contract does not declare.
 */
function mismatches(
  implemented: readonly string[],
  declared: readonly string[],
  { label, file }: { label: string; file: string },
): string[] {
  const count = (name: string) => implemented.filter((one) => one === name).length;
  return [
    ...declared.filter((name) => count(name) !== 1).map((name) => `${name} has ${count(name)} ${label}`),
    ...implemented.filter((name) => !declared.includes(name)).map((name) => `${name} is not in ${file}`),
  ];
}

/**
 * Throws unless every endpoint has exactly one route and every route is an endpoint of the contract.
 *
 * @internal Exported for tests: they leave a route out.
 */
export function checkComplete(implemented: readonly Route[], declared: readonly Endpoint[]): void {
  const names = (list: readonly Endpoint[]) => list.map(({ name }) => name);
  const withRoute = implemented.map(({ endpoint }) => endpoint);
  const wrong = mismatches(names(withRoute), names(declared), { label: 'routes', file: 'contract/all.ts' });
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}
