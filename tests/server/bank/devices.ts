import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { callAt } from '../../../src/client/api/call.ts';
import { openDatabase } from '../../../src/client/local/database.ts';
import type { Line } from '../../../src/client/sync/line.ts';
import type { Chance } from '../../sync/simulator/chance.ts';
import type { BankDevice } from './story.ts';

/** People in a run wait this much shorter than in the world: a minute of asking again is two seconds. */
const hurry = 30;

/** Ms. */
export interface Clock {
  now(): number;
  pause(ms: number): Promise<void>;
}

/** A device on which this person is signed in: its own database, the app's own way to money, the network at `url`. */
export function newDevice(
  { url, clock }: { url: string; clock: Clock },
  person: { userId: number; token: string },
  chance: Chance,
): BankDevice {
  const network: typeof fetch = (path, init) => fetch(url + (path as string), init);
  const line: Line = {
    token: async () => person.token,
    call: (address, input, options) => callAt(address, input, { ...options, fetch: network }),
  };
  const means = {
    now: () => clock.now() * hurry,
    random: chance.next,
    newId: () => chance.id(Date.now()),
    wait: (ms: number) => clock.pause(ms / hurry),
  };
  const db = openDatabase(person.userId, { indexedDB: new IDBFactory(), IDBKeyRange });
  return { ...person, db, outside: { line, means } };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
