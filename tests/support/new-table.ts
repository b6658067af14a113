import type { Change, EntityName } from '../../src/contract/sync.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { mutations, routes, synced } from '../../src/server/app.ts';
import { syncRoutes } from '../../src/server/features/sync/routes.ts';
import { announce } from '../../src/server/platform/changes/feed.ts';
import type { MutationHandler, SyncedEntity } from '../../src/server/platform/changes/synced.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { createServer } from '../../src/server/platform/http/server.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The table that only a server of a later version has. */
export const newTable = 'parcels' as EntityName;

/** A server of a later version. */
export interface LaterServer extends TestServer {
  /** Stores a row of the new table for a user, and announces it to the user's devices. */
  putParcel(userId: number, key: string): Promise<void>;
}

/**
 * Starts a server that has one table more than this version. Opening a ticket also touches the parcel that the ticket's
 * subject names. The table is in the contract's list until the server is closed.
 */
export async function startLaterServer(): Promise<LaterServer> {
  const names = entities as unknown as EntityName[];
  names.push(newTable);
  const owners = new Map<string, number>();
  const sync = syncRoutes([...synced, parcelsOf(owners)], mutations.map(touchingParcels));
  const others = routes.filter(({ endpoint }) => !sync.some((route) => route.endpoint === endpoint));
  const server = await startTestServer({
    createApp: (services, { pages = '' } = {}) => createServer(services, [...others, ...sync], { pages }),
  });
  return {
    ...server,
    async putParcel(userId, key) {
      owners.set(key, userId);
      await inTransaction(server.services.db, (tx) =>
        announce(tx, [{ scopes: [`u:${userId}`], entity: newTable, key, rev: 1 }]),
      );
    },
    async close() {
      const index = names.indexOf(newTable);
      if (index >= 0) names.splice(index, 1);
      await server.close();
    },
  };
}

function parcelsOf(owners: ReadonlyMap<string, number>): SyncedEntity {
  const rowsFor = (userId: number): Change[] =>
    [...owners].filter(([, owner]) => owner === userId).map(([key]) => parcel(key));
  return {
    entity: newTable,
    read: async (_db, { id }, keys) => rowsFor(id).filter(({ key }) => keys.includes(key)),
    page: async (_db, { id }) => ({ changes: rowsFor(id), next: null }),
    count: async (_db, { id }) => rowsFor(id).length,
  };
}

const parcel = (key: string): Change => ({ entity: newTable, key, rev: 1, row: { id: key, rev: 1 } });

const touchingParcels = (handler: MutationHandler): MutationHandler =>
  handler.kind === 'ticket.open'
    ? {
        ...handler,
        run: async (transaction, args) => [
          ...(await handler.run(transaction, args)),
          `${newTable}:${(args as { subject: string }).subject}`,
        ],
      }
    : handler;
