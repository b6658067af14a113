import { cancelOutcome, readOutcome, sync, syncEvents } from '../../../contract/sync.ts';
import { eventRoute, route, type Route } from '../../platform/http/route.ts';
import type { MutationHandler, SyncedEntity } from '../../platform/changes/synced.ts';
import { cancelOutcomeOf, readOutcomeOf } from './outcomes.ts';
import { pushAndPull } from './pass.ts';
import { scopesOf } from './registry.ts';

/** The calls of sync, for the tables and handlers of all features. */
export const syncRoutes = (synced: readonly SyncedEntity[], mutations: readonly MutationHandler[]): Route[] => {
  const registry = {
    entities: new Map(synced.map((one) => [one.entity, one])),
    handlers: new Map(mutations.map((one) => [`${one.kind}@${one.v}`, one])),
  };
  return [
    route(sync, (ctx, input) => pushAndPull(ctx, registry, input)),
    eventRoute(syncEvents, scopesOf),
    route(readOutcome, readOutcomeOf),
    route(cancelOutcome, cancelOutcomeOf),
  ];
};
