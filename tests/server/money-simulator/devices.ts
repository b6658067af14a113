import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { callAt } from '../../../src/client/api/call.ts';
import { openDatabase } from '../../../src/client/local/database.ts';
import type { Transport } from '../../../src/client/sync/transport.ts';
import type { SeededRandom } from '../../sync/simulator/seeded-random.ts';
import type { TestDevice } from './story.ts';

/** Waits are this many times shorter than in production: a minute of retries takes two seconds. */
const timeFactor = 30;

/** A clock in milliseconds. */
export interface Clock {
  now(): number;
  pause(ms: number): Promise<void>;
}

/** A signed-in device: its own database, the app's own code, and the network at `url`. */
export function newDevice(
  { url, clock }: { url: string; clock: Clock },
  person: { userId: number; token: string },
  random: SeededRandom,
): TestDevice {
  const network: typeof fetch = (path, init) => fetch(url + (path as string), init);
  const transport: Transport = {
    token: async () => person.token,
    call: (address, input, options) => callAt(address, input, { ...options, fetch: network }),
  };
  const runtime = {
    now: () => clock.now() * timeFactor,
    random: random.next,
    newId: () => random.id(Date.now()),
    wait: (ms: number) => clock.pause(ms / timeFactor),
  };
  const db = openDatabase(person.userId, { indexedDB: new IDBFactory(), IDBKeyRange });
  return { ...person, db, environment: { transport, runtime } };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
