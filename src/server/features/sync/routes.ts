import { cancelOutcome, readOutcome, sync, syncEvents } from '../../../contract/sync.ts';
import { pokeRoute, route, type Route } from '../../platform/http/route.ts';
import type { MutationHandler, SyncedEntity } from '../../platform/synced.ts';
import { cancelKey, tellOutcome } from './outcomes.ts';
import { pushAndPull } from './pass.ts';
import { scopesOf } from './scopes.ts';

/** The calls of sync, over what the other features offer to it. */
export const syncRoutes = (synced: readonly SyncedEntity[], mutations: readonly MutationHandler[]): Route[] => {
  const offer = {
    entities: new Map(synced.map((one) => [one.entity, one])),
    handlers: new Map(mutations.map((one) => [`${one.kind}@${one.v}`, one])),
  };
  return [
    route(sync, (ctx, input) => pushAndPull(ctx, offer, input)),
    pokeRoute(syncEvents, scopesOf),
    route(readOutcome, tellOutcome),
    route(cancelOutcome, cancelKey),
  ];
};
