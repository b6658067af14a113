import type { DBCore } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { callAt } from '../../../src/client/api/call.ts';
import type { RoleName } from '../../../src/contract/permissions.ts';
import type { DatabaseFactory, LocalDatabase } from '../../../src/client/local/database.ts';
import { openPageDatabase } from '../../../src/client/local/rows-in-memory/page-database.ts';
import type { Runtime } from '../../../src/client/local/runtime.ts';
import type { Transport, SyncEnvironment } from '../../../src/client/sync/transport.ts';
import { callOfOldApp, devicesWithOldApp } from './old-apps.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Scheduler } from './scheduler.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { roleOfUser, userIds, sessions } from './simulated-shop.ts';

/** A page of the app, with its own connection to the device's database and its own transport to the server. */
export interface Tab {
  device: Device;
  db: LocalDatabase;
  environment: SyncEnvironment;
  /** How many flows of this tab are running. */
  activeFlows: number;
}

export interface Device {
  name: string;
  userId: number;
  role: RoleName;
  factory: DatabaseFactory;
  tabs: Tab[];
  /** The server accepts the device's session. */
  isSessionAccepted: boolean;
  /** The device has its session's token. */
  isSignedIn: boolean;
  /** How many of the next queued changes fail because the disk is full. */
  fullWrites: number;
  /** How many of the next transactions over the outbox or the money calls fail. */
  failingTransactions: number;
}

/** Returns the `fetch` of a tab. */
export type Network = (tab: Tab, server: SimulatedServer) => typeof fetch;

export interface Simulation {
  server: SimulatedServer;
  random: SeededRandom;
  scheduler: Scheduler;
  network: Network;
  /** Puts a bug into the transport of a tab: the simulator must find it. */
  wrapTransport?: (transport: Transport, tab: Tab) => Transport;
}

/** Makes a device with a signed-in user and this many open tabs. */
export function newDevice(simulation: Simulation, name: keyof typeof sessions, tabs: number): Device {
  const userName = sessions[name]!;
  const role = roleOfUser(userName);
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const userId = userIds[userName];
  const device: Device = {
    name,
    userId,
    role,
    factory,
    tabs: [],
    isSessionAccepted: true,
    isSignedIn: true,
    fullWrites: 0,
    failingTransactions: 0,
  };
  for (let count = 0; count < tabs; count++) device.tabs.push(newTab(simulation, device));
  return device;
}

export function newTab(simulation: Simulation, device: Device): Tab {
  const db = openPageDatabase(device.userId, device.factory);
  db.outbox.hook('creating', () => {
    if (device.fullWrites > 0 && device.fullWrites--) throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  injectStorageFailures(db, device);
  const tab: Tab = {
    device,
    db,
    activeFlows: 0,
    environment: { transport: undefined!, runtime: runtimeOf(simulation, () => tab) },
  };
  const transport = transportOf(simulation, tab);
  tab.environment.transport = simulation.wrapTransport?.(transport, tab) ?? transport;
  return tab;
}

/** The errors of a failing storage and of a full device. */
const storageErrors = ['AbortError', 'UnknownError', 'QuotaExceededError'] as const;

/** Tables with changes and money calls that the server may not have. */
const outboxStores: ReadonlySet<string> = new Set(['outbox', 'pledges']);

/** Makes transactions over `outboxStores` fail as in a browser: some when they begin, some at their first write. */
function injectStorageFailures(db: LocalDatabase, device: Device): void {
  const failingAtWrite = new WeakSet<object>();
  const failure = () =>
    new DOMException('The storage failed', storageErrors[device.failingTransactions % storageErrors.length]);
  const create = (core: DBCore): DBCore => ({
    ...core,
    transaction(stores, mode, options) {
      const isHit =
        device.failingTransactions > 0 && mode === 'readwrite' && stores.some((store) => outboxStores.has(store));
      if (isHit && device.failingTransactions-- % 2) throw failure();
      const transaction = core.transaction(stores, mode, options);
      if (isHit) failingAtWrite.add(transaction);
      return transaction;
    },
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => (failingAtWrite.has(request.trans) ? Promise.reject(failure()) : table.mutate(request)),
      };
    },
  });
  db.use({ stack: 'dbcore', name: 'failing storage', create });
}

function transportOf({ network, server }: Simulation, tab: Tab): Transport {
  const fetch = network(tab, server);
  return {
    token: async (userId) => (tab.device.isSignedIn && userId === tab.device.userId ? tab.device.name : null),
    call: devicesWithOldApp.has(tab.device.name)
      ? callOfOldApp(fetch)
      : (address, input, options) => callAt(address, input, { ...options, fetch }),
  };
}

const runtimeOf = ({ server, random, scheduler }: Simulation, tab: () => Tab): Runtime => ({
  now: () => server.now,
  random: random.next,
  newId: () => random.id(server.now),
  wait: (_ms, end) => (end ? scheduler.waitOr(tab(), 'pause', end) : scheduler.wait(tab(), 'wait')),
});
