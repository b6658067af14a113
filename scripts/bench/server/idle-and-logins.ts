import { demoAccounts } from '../../../src/server/demo/seed.ts';
import type { Shop } from './fill.ts';
import { serve } from './serve.ts';
import { drive, type LoadResult } from './load.ts';

export interface Starts {
  /** The time from the start of the process to its first answer, in ms, after a stop and after a kill. */
  warm: number[];
  killed: number[];
  /** Memory some seconds after a start, in megabytes; null where the system does not report it. */
  memory: number | null;
}

/** Starts and stops the server of a filled installation, and measures its memory while it is idle. */
export async function measureStarts(installation: Record<string, string>, times: number): Promise<Starts> {
  const starts: Starts = { warm: [], killed: [], memory: null };
  for (let turn = 0; turn < times; turn++) {
    const serving = await serve(installation);
    await serving.stop('SIGKILL');
    const again = await serve(installation);
    starts.killed.push(again.startedIn);
    await again.stop();
    const warm = await serve(installation);
    starts.warm.push(warm.startedIn);
    if (turn === times - 1) {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      starts.memory = warm.memory();
    }
    await warm.stop();
  }
  return starts;
}

export interface Logins {
  /** Reads without sign-ins, and while four users sign in without a pause. */
  quiet: LoadResult;
  busy: LoadResult;
  /** Password checks a second. */
  rate: number;
}

/**
 * Measures the reads of eight clients, first alone, then while four others sign in without a pause: each password check
 * takes 19 MiB and some 30 ms.
 */
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
