import { demoAccounts } from '../../../src/server/demo/seed.ts';
import type { Shop } from './fill.ts';
import { serve } from './house.ts';
import { drive, type Loaded } from './load.ts';

export interface Starts {
  /** Ms from the start of the process to its first answer, after a stop and after a kill. */
  warm: number[];
  killed: number[];
  /** Megabytes some seconds after a start; null where the system does not tell. */
  memory: number | null;
}

/** Starts and stops the server of a filled house, and looks at one that has nothing to do. */
export async function measureStarts(house: Record<string, string>, times: number): Promise<Starts> {
  const starts: Starts = { warm: [], killed: [], memory: null };
  for (let turn = 0; turn < times; turn++) {
    const serving = await serve(house);
    await serving.stop('SIGKILL');
    const again = await serve(house);
    starts.killed.push(again.startedIn);
    await again.stop();
    const warm = await serve(house);
    starts.warm.push(warm.startedIn);
    if (turn === times - 1) {
      await new Promise((later) => setTimeout(later, 3_000));
      starts.memory = warm.memory();
    }
    await warm.stop();
  }
  return starts;
}

export interface Logins {
  /** Reads with nobody signing in, and while four people sign in all the time. */
  quiet: Loaded;
  busy: Loaded;
  /** Password checks a second. */
  rate: number;
}

/** Eight people read while four others sign in without a pause: each password check takes 19 MiB and some 30 ms. */
export async function measureLogins(port: number, shop: Shop, ms: number): Promise<Logins> {
  const reads = () => {
    let turn = 0;
    const next = () => {
      const { token } = shop.customers[turn++ % shop.customers.length]!;
      return { kind: 'read', request: { method: 'GET' as const, path: '/api/orders?per_page=10', token } };
    };
    return drive({ port, clients: 8, ms, next, think: () => 20 });
  };
  const quiet = await reads();
  const { password } = demoAccounts()[0]!;
  let turn = 0;
  const login = () => {
    const { email } = shop.customers[turn++ % shop.customers.length]!;
    return { kind: 'login', request: { method: 'POST' as const, path: '/api/auth/login', body: { email, password } } };
  };
  const [busy, logins] = await Promise.all([reads(), drive({ port, clients: 4, ms, next: login })]);
  return { quiet, busy, rate: logins.rate };
}
