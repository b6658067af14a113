import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, readCount } from '../../src/server/platform/operator-error.ts';
import { findPostgres } from '../postgres.mjs';
import { startBare } from './server/bare.ts';
import { fillHouse, signIn, usualSize, type Shop, type ShopSize } from './server/fill.ts';
import { production, serve } from './server/house.ts';
import { mixedLoad } from './server/mixed.ts';
import { measureOrders, type OrderRounds } from './server/orders.ts';
import { measurePostgres } from './server/postgres.ts';
import { allOrders, measurePull, measureReads, ownOrders } from './server/reads.ts';
import { printServerReport, type Figures } from './server/figures.ts';
import { measureLogins, measureStarts } from './server/standing.ts';

/** On the disk of the working tree: a folder in memory would make durable writes free. */
const place = join(import.meta.dirname, '../../data');

/**
 * Measures the server as production runs it, beside what its means can do at all, in turns and in one run. Gives
 * whether every target was met. Options: `--times N` (so many times the usual shop), `--quick`, `--json`, `--profile`
 * (writes a CPU profile of the server to `data`).
 */
export async function benchServer(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- server [--times N] [--quick] [--json] [--profile]', {
    args,
    options: {
      times: { type: 'string', default: '1' },
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      profile: { type: 'boolean' },
    },
  });
  const size = sizeOf(readCount('times', values.times));
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, 'bench-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o755);
  try {
    const node = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${place}`] : [];
    const figures = await measure(folder, { size, ...(values.quick ? quick : full) }, node);
    if (values.json) console.log(JSON.stringify(figures));
    return printServerReport(figures, describe(size));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const full = { rounds: 5, ms: 2_000, pulls: 50, mixedMs: 20_000, loginMs: 5_000, starts: 3 };
const quick = { rounds: 3, ms: 1_000, pulls: 20, mixedMs: 8_000, loginMs: 3_000, starts: 1 };

/** So many times the usual shop. */
const sizeOf = (times: number): ShopSize => ({
  users: usualSize.users * times,
  products: usualSize.products * times,
  orders: usualSize.orders * times,
  tickets: usualSize.tickets * times,
});

const describe = (size: ShopSize): string =>
  (['users', 'products', 'orders'] as const).map((what) => `${size[what].toLocaleString('en')} ${what}`).join(', ');

type How = typeof full & { size: ShopSize };

async function measure(folder: string, how: How, node: string[]): Promise<Figures> {
  const house = { DATA_DIR: join(folder, 'house'), PEPPER: production.PEPPER };
  say(`a shop with ${describe(how.size)}`);
  await fillHouse(house, how.size);
  const shop = await signIn(house);
  cpSync(join(house.DATA_DIR, 'comptoir.db'), join(folder, 'bare.db'));
  say('starts');
  const starts = await measureStarts(house, how.starts);
  const sqlite = await measureServing(folder, { house, shop }, how, node);
  say('orders on PostgreSQL');
  const postgres: OrderRounds | null = findPostgres() ? await measurePostgres(folder, how) : null;
  return { ...sqlite, starts, postgres };
}

async function measureServing(
  folder: string,
  { house, shop }: { house: Record<string, string>; shop: Shop },
  how: How,
  node: string[],
): Promise<Omit<Figures, 'starts' | 'postgres'>> {
  const [raw, bare] = [startBare('bare-http'), startBare('bare-sqlite', [join(folder, 'bare.db')])];
  const serving = await serve(house, node);
  const { port } = serving;
  try {
    say('reads');
    const pull = await measurePull(port, shop.admins[0]!.token, how.pulls);
    const reading = { ...how, clients: 16 };
    const server = { port, bare: raw };
    const own = await measureReads({ ...server, requests: ownOrders(shop) }, reading);
    const all = await measureReads({ ...server, requests: allOrders(shop) }, reading);
    const ownAnew = await measureReads({ ...server, requests: ownOrders(shop), inNewWords: true }, reading);
    const allAnew = await measureReads({ ...server, requests: allOrders(shop), inNewWords: true }, reading);
    say('orders');
    const orders = await measureOrders({ port, bare, shop }, { ...how, clients: 16 });
    say('a hundred people');
    const mixed = await mixedLoad(port, shop, how.mixedMs);
    say('logins');
    const logins = await measureLogins(port, shop, how.loginMs);
    return { pull, own, all, ownAnew, allAnew, orders, mixed, logins };
  } finally {
    await Promise.all([raw.stop(), bare.stop(), serving.stop()]);
  }
}

const say = (what: string) => console.error(`… ${what}`);
