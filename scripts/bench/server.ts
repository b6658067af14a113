import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { readNames } from './read-names.ts';
import { findPostgres } from '../postgres.mjs';
import { startBare, type Bare } from './server/bare.ts';
import { sellCodes, type ProductsWithCodes } from './server/codes.ts';
import { fillInstallation, signInAndCredit, usualSize, type Shop, type ShopSize } from './server/fill.ts';
import { production, serve } from './server/serve.ts';
import { mixedLoad } from './server/mixed.ts';
import { measureFirstLoads } from './server/first-load.ts';
import { measureOrders } from './server/orders.ts';
import { measurePostgres } from './server/postgres.ts';
import { allOrders, measurePull, measureReads, ownOrders } from './server/reads.ts';
import { printServerReport, type Figures, type ReadFigures } from './server/figures.ts';
import { measureLogins, measureStarts } from './server/idle-and-logins.ts';

/** On the disk of the working tree: a folder in memory would make durable writes free. */
const dataFolder = join(import.meta.dirname, '../../data');

/** The parts of a run. */
const parts = ['starts', 'reads', 'orders', 'mixed', 'logins', 'postgres', 'first-load'] as const;
type Part = (typeof parts)[number];

const usage = 'npm run bench -- server [--times N] [--only PART,PART] [--quick] [--json] [--profile]';

/**
 * Measures the server as production runs it, and in turns the bare database and HTTP server, in one run. Returns
 * whether every target was met. Options: `--times N` (so many times the usual shop), `--only` (the parts to measure), `--quick`,
 * `--json`, `--profile` (writes a CPU profile of the server to `data`).
 */
export async function benchServer(args: string[]): Promise<boolean> {
  const { values } = readArguments(usage, {
    args,
    options: {
      times: { type: 'string', default: '1' },
      only: { type: 'string', default: parts.join() },
      quick: { type: 'boolean' },
      json: { type: 'boolean' },
      profile: { type: 'boolean' },
    },
  });
  const size = sizeOf(readCount('times', values.times));
  const only = readNames('only', values.only, { names: parts, usage });
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, 'bench-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o755);
  try {
    const nodeOptions = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${dataFolder}`] : [];
    const figures = await measure(folder, { size, only, ...(values.quick ? quick : full) }, nodeOptions);
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

type Plan = typeof full & { size: ShopSize; only: ReadonlySet<Part> };

async function measure(folder: string, plan: Plan, nodeOptions: string[]): Promise<Figures> {
  const installation = { DATA_DIR: join(folder, 'shop'), PEPPER: production.PEPPER };
  const { only } = plan;
  say(`a shop with ${describe(plan.size)}`);
  await fillInstallation(installation, plan.size);
  const shop = await signInAndCredit(installation);
  const codes = await sellCodes(installation, shop);
  cpSync(join(installation.DATA_DIR, 'comptoir.db'), join(folder, 'bare.db'));
  const figures: Figures = {};
  if (only.has('starts')) {
    say('starts');
    figures.starts = await measureStarts(installation, plan.starts);
  }
  if (['reads', 'orders', 'mixed', 'logins'].some((part) => only.has(part as Part)))
    Object.assign(figures, await measureServing(folder, { installation, shop, codes }, plan, nodeOptions));
  if (only.has('postgres')) {
    say('orders on PostgreSQL');
    figures.postgres = findPostgres() ? await measurePostgres(folder, plan) : null;
  }
  if (only.has('first-load')) {
    say('first loads');
    figures.firstLoads = await measureFirstLoads(folder, plan.rounds);
  }
  return figures;
}

async function measureServing(
  folder: string,
  { installation, shop, codes }: { installation: Record<string, string>; shop: Shop; codes: ProductsWithCodes },
  plan: Plan,
  nodeOptions: string[],
): Promise<Figures> {
  const { only } = plan;
  const [raw, bare] = [startBare('bare-http'), startBare('bare-sqlite', [join(folder, 'bare.db')])];
  const serving = await serve(installation, nodeOptions);
  const { port } = serving;
  const figures: Figures = {};
  try {
    if (only.has('reads')) Object.assign(figures, await measureAllReads({ port, bare: raw }, shop, plan));
    if (only.has('orders')) {
      say('orders');
      figures.orders = await measureOrders({ port, bare, shop, codes }, { ...plan, clients: 16 });
    }
    if (only.has('mixed')) {
      say('a hundred people');
      figures.mixed = await mixedLoad(port, shop, plan.mixedMs);
    }
    if (only.has('logins')) {
      say('logins');
      figures.logins = await measureLogins(port, shop, plan.loginMs);
    }
    return figures;
  } finally {
    await Promise.all([raw.stop(), bare.stop(), serving.stop()]);
  }
}

async function measureAllReads(server: { port: number; bare: Bare }, shop: Shop, plan: Plan): Promise<ReadFigures> {
  say('reads');
  const reading = { ...plan, clients: 16 };
  return {
    pull: await measurePull(server.port, shop.admins[0]!.token, plan.pulls),
    own: await measureReads({ ...server, requests: ownOrders(shop) }, reading),
    all: await measureReads({ ...server, requests: allOrders(shop) }, reading),
    ownUncached: await measureReads({ ...server, requests: ownOrders(shop), avoidsCache: true }, reading),
    allUncached: await measureReads({ ...server, requests: allOrders(shop), avoidsCache: true }, reading),
  };
}

const say = (what: string) => console.error(`… ${what}`);
