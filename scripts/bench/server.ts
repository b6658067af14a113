import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { findPostgres } from '../postgres.mjs';
import { startBare } from './server/bare.ts';
import { fillInstallation, signInAndCredit, usualSize, type Shop, type ShopSize } from './server/fill.ts';
import { production, serve } from './server/serve.ts';
import { mixedLoad } from './server/mixed.ts';
import { measureOrders, type OrderRounds } from './server/orders.ts';
import { measurePostgres } from './server/postgres.ts';
import { allOrders, measurePull, measureReads, ownOrders } from './server/reads.ts';
import { printServerReport, type Figures } from './server/figures.ts';
import { measureLogins, measureStarts } from './server/idle-and-logins.ts';

/** On the disk of the working tree: a folder in memory would make durable writes free. */
const dataFolder = join(import.meta.dirname, '../../data');

/**
 * Measures the server as production runs it, and in turns the bare database and HTTP server, in one run. Returns
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
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, 'bench-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o755);
  try {
    const nodeOptions = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${dataFolder}`] : [];
    const figures = await measure(folder, { size, ...(values.quick ? quick : full) }, nodeOptions);
    if (values.json) console.log(JSON.stringify(figures));
    return printServerReport(figures, describe(size));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const full = { rounds: 5, ms: 2_000, pulls: 50, mixedMs: 20_000, loginMs: 5_000, starts: 3 };
const quick = { rounds: 3, ms: 1_000, pulls: 20, mixedMs: 8_000, loginMs: 3_000, starts: 1 };

/** The usual size of the shop, multiplied by `times`. */
const sizeOf = (times: number): ShopSize => ({
  users: usualSize.users * times,
  products: usualSize.products * times,
  orders: usualSize.orders * times,
  tickets: usualSize.tickets * times,
});

const describe = (size: ShopSize): string =>
  (['users', 'products', 'orders'] as const).map((what) => `${size[what].toLocaleString('en')} ${what}`).join(', ');

type Plan = typeof full & { size: ShopSize };

async function measure(folder: string, plan: Plan, nodeOptions: string[]): Promise<Figures> {
  const installation = { DATA_DIR: join(folder, 'shop'), PEPPER: production.PEPPER };
  say(`a shop with ${describe(plan.size)}`);
  await fillInstallation(installation, plan.size);
  const shop = await signInAndCredit(installation);
  cpSync(join(installation.DATA_DIR, 'comptoir.db'), join(folder, 'bare.db'));
  say('starts');
  const starts = await measureStarts(installation, plan.starts);
  const sqlite = await measureServing(folder, { installation, shop }, plan, nodeOptions);
  say('orders on PostgreSQL');
  const postgres: OrderRounds | null = findPostgres() ? await measurePostgres(folder, plan) : null;
  return { ...sqlite, starts, postgres };
}

async function measureServing(
  folder: string,
  { installation, shop }: { installation: Record<string, string>; shop: Shop },
  plan: Plan,
  nodeOptions: string[],
): Promise<Omit<Figures, 'starts' | 'postgres'>> {
  const [raw, bare] = [startBare('bare-http'), startBare('bare-sqlite', [join(folder, 'bare.db')])];
  const serving = await serve(installation, nodeOptions);
  const { port } = serving;
  try {
    say('reads');
    const pull = await measurePull(port, shop.admins[0]!.token, plan.pulls);
    const reading = { ...plan, clients: 16 };
    const server = { port, bare: raw };
    const own = await measureReads({ ...server, requests: ownOrders(shop) }, reading);
    const all = await measureReads({ ...server, requests: allOrders(shop) }, reading);
    const ownUncached = await measureReads({ ...server, requests: ownOrders(shop), avoidsCache: true }, reading);
    const allUncached = await measureReads({ ...server, requests: allOrders(shop), avoidsCache: true }, reading);
    say('orders');
    const orders = await measureOrders({ port, bare, shop }, { ...plan, clients: 16 });
    say('a hundred people');
    const mixed = await mixedLoad(port, shop, plan.mixedMs);
    say('logins');
    const logins = await measureLogins(port, shop, plan.loginMs);
    return { pull, own, all, ownUncached, allUncached, orders, mixed, logins };
  } finally {
    await Promise.all([raw.stop(), bare.stop(), serving.stop()]);
  }
}

const say = (what: string) => console.error(`… ${what}`);
