import type { DBCore } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { callAt } from '../../../src/client/api/call.ts';
import { openDatabase, type Factory, type LocalDatabase } from '../../../src/client/local/database.ts';
import type { Means } from '../../../src/client/local/means.ts';
import type { Line, Outside } from '../../../src/client/sync/line.ts';
import type { Chance } from './chance.ts';
import type { Scheduler } from './scheduler.ts';
import { people, sessions, type Stage } from './stage.ts';

/** A page that shows the app: its own connection to the device's database, its own way to the server. */
export interface Tab {
  device: Device;
  db: LocalDatabase;
  outside: Outside;
  /** Flows it is in. */
  busy: number;
}

export interface Device {
  name: string;
  userId: number;
  role: 'user' | 'admin';
  factory: Factory;
  tabs: Tab[];
  /** The server accepts its session. */
  accepted: boolean;
  /** The device knows its session. */
  signedIn: boolean;
  /** Changes that its disk does not take any more. */
  full: number;
  /** Transactions over the outbox or the pledges that fail from now on. */
  failing: number;
}

/** How a tab's packets travel. */
export type Network = (tab: Tab, stage: Stage) => typeof fetch;

export interface Playing {
  stage: Stage;
  chance: Chance;
  scheduler: Scheduler;
  network: Network;
  /** Makes a tab faulty, to see that the simulator notices. */
  spoil?: (line: Line, tab: Tab) => Line;
}

/** A device on which a person is signed in, with so many tabs open. */
export function newDevice(playing: Playing, name: keyof typeof sessions, tabs: number): Device {
  const person = sessions[name]!;
  const role = person === 'sara' ? 'admin' : 'user';
  const factory = { indexedDB: new IDBFactory(), IDBKeyRange };
  const userId = people[person];
  const device: Device = { name, userId, role, factory, tabs: [], accepted: true, signedIn: true, full: 0, failing: 0 };
  for (let count = 0; count < tabs; count++) device.tabs.push(newTab(playing, device));
  return device;
}

export function newTab(playing: Playing, device: Device): Tab {
  const db = openDatabase(device.userId, device.factory);
  db.outbox.hook('creating', () => {
    if (device.full > 0 && device.full--) throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  failNow(db, device);
  const tab: Tab = { device, db, busy: 0, outside: { line: undefined!, means: meansOf(playing, () => tab) } };
  const line = lineOf(playing, tab);
  tab.outside.line = playing.spoil?.(line, tab) ?? line;
  return tab;
}

/** How storage fails: as the browser's, or because the device is full. */
const storageErrors = ['AbortError', 'UnknownError', 'QuotaExceededError'] as const;

/** Tables of what a person made or is owed. */
const precious: ReadonlySet<string> = new Set(['outbox', 'pledges']);

/** Lets transactions over these tables fail as storage does: some when they begin, some with their first write. */
function failNow(db: LocalDatabase, device: Device): void {
  const doomed = new WeakSet<object>();
  const failure = () => new DOMException('The storage failed', storageErrors[device.failing % storageErrors.length]);
  const create = (core: DBCore): DBCore => ({
    ...core,
    transaction(stores, mode, options) {
      const isHit = device.failing > 0 && mode === 'readwrite' && stores.some((store) => precious.has(store));
      if (isHit && device.failing-- % 2) throw failure();
      const begun = core.transaction(stores, mode, options);
      if (isHit) doomed.add(begun);
      return begun;
    },
    table(name) {
      const table = core.table(name);
      return {
        ...table,
        mutate: (request) => (doomed.has(request.trans) ? Promise.reject(failure()) : table.mutate(request)),
      };
    },
  });
  db.use({ stack: 'dbcore', name: 'failing storage', create });
}

function lineOf({ network, stage }: Playing, tab: Tab): Line {
  const fetch = network(tab, stage);
  return {
    token: async (userId) => (tab.device.signedIn && userId === tab.device.userId ? tab.device.name : null),
    call: (address, input, options) => callAt(address, input, { ...options, fetch }),
  };
}

const meansOf = ({ stage, chance, scheduler }: Playing, tab: () => Tab): Means => ({
  now: () => stage.now,
  random: chance.next,
  newId: () => chance.id(stage.now),
  wait: () => scheduler.wait(tab(), 'wait'),
});
