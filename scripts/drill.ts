// `npm run drill`: kills the primary of a PostgreSQL with a standby while customers order on two servers, promotes the
// standby, and counts the acknowledged orders that are lost and the orders that exist twice.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments, runCommand } from '../src/server/platform/base/operator-error.ts';
import { fillInstallation, signInAndCredit } from './bench/server/fill.ts';
import { production, serve, type Serving } from './bench/server/serve.ts';
import { startOrders, type OrderClients } from './drill/order-clients.ts';
import { startPair, until, type PostgresNode, type PostgresPair } from './drill/postgres-pair.ts';
import { startTcpProxy, type TcpProxy } from './drill/tcp-proxy.ts';

const usage = 'npm run drill -- [--asynchronous]';
/** The number of customers who order. */
const customers = 16;
/** How many orders are acknowledged before the primary is killed, and again afterwards. */
const ordersEach = 300;

const urlOf = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

await runCommand(async () => {
  // Also then the programs that were started are ended.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values } = readArguments(usage, { options: { asynchronous: { type: 'boolean', default: false } } });
  const pair = await startPair({ synchronous: !values.asynchronous });
  const proxy = await startTcpProxy(pair.primary.port);
  const dataDir = mkdtempSync(join(tmpdir(), 'comptoir-drill-data-'));
  const installation = {
    DATA_DIR: dataDir,
    PEPPER: production.PEPPER,
    DATABASE_URL: urlOf(proxy.port),
  };
  const servers: Serving[] = [];
  try {
    process.exitCode = printDrill(await runDrill({ pair, proxy, installation, servers, ...values })) ? 0 : 1;
  } finally {
    for (const server of servers) await server.stop('SIGKILL');
    await proxy.close();
    await pair.remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

interface Drill {
  pair: PostgresPair;
  /** Leads the servers to the primary. */
  proxy: TcpProxy;
  installation: Record<string, string>;
  /** The started servers. */
  servers: Serving[];
  asynchronous: boolean;
}

interface Result {
  acknowledged: number;
  lost: number;
  doubled: number;
  failures: number;
  outageMs: number;
  hasEvents: boolean;
  verified: { code: number | null; text: string };
}

async function runDrill({ pair, proxy, installation, servers, asynchronous }: Drill): Promise<Result> {
  console.log('The primary and its standby run; making a shop …');
  await fillInstallation(installation, { users: 2 * customers, products: 200, orders: 0, tickets: 0 });
  await pair.primary.query('update products set quantity = null'); // no product runs out
  const shop = await signInAndCredit(installation, customers);
  for (let number = 0; number < 2; number += 1) servers.push(await serve({ ...installation, LOG_LEVEL: 'error' }));
  const urls = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  const events = await followEvents(urls[1]!, shop.admins[0]!.token);
  console.log('Customers order on two servers …');
  const orders = startOrders(urls, shop);
  await until('the first orders', async () => orders.acknowledged.size >= ordersEach);
  if (asynchronous) await lag(pair, orders);

  console.log('The primary is killed, the standby promoted …');
  pair.primary.kill();
  const killedAt = performance.now();
  proxy.leadTo(null);
  await pair.standby.query('select pg_promote()');
  proxy.leadTo(pair.standby.port);
  const before = orders.acknowledged.size;
  await until(
    'the first order after the failover',
    async () => orders.lastAt > killedAt && orders.acknowledged.size > before,
  );
  const outageMs = orders.lastAt - killedAt;
  const eventsBefore = events.count;
  await until('more orders', async () => orders.acknowledged.size >= before + ordersEach);
  await orders.stop();
  await until('an event after the failover', async () => events.count > eventsBefore).catch(() => undefined);
  events.close();

  return {
    ...(await compare(pair.standby, orders)),
    failures: orders.failures,
    outageMs,
    hasEvents: events.count > eventsBefore,
    verified: verify({ ...installation, DATABASE_URL: urlOf(pair.standby.port) }),
  };
}

/** Lets the standby fall behind by some orders, as one that no commit waits for does. */
async function lag({ replication }: PostgresPair, orders: OrderClients): Promise<void> {
  replication.hold();
  const behind = orders.acknowledged.size;
  await until('orders that the standby lacks', async () => orders.acknowledged.size >= behind + 50);
}

/** Counts the acknowledged orders that the new primary lacks, and the orders beyond one for each key. */
async function compare(
  primary: PostgresNode,
  { acknowledged, contradicted }: OrderClients,
): Promise<Pick<Result, 'acknowledged' | 'lost' | 'doubled'>> {
  const stored = new Map<string, number[]>();
  for (const { key, id } of await primary.query('select key, id from orders')) {
    stored.set(String(key), [...(stored.get(String(key)) ?? []), Number(id)]);
  }
  const lost = [...acknowledged].filter(([key, id]) => !stored.get(key)?.includes(id)).length;
  const repeated = [...stored.values()].reduce((sum, ids) => sum + ids.length - 1, 0);
  const unknown = [...stored.keys()].filter((key) => !acknowledged.has(key)).length;
  return { acknowledged: acknowledged.size, lost, doubled: repeated + unknown + contradicted.length };
}

/** Counts the events of an admin's open page on a server. */
async function followEvents(url: string, token: string): Promise<{ count: number; close(): void }> {
  const abort = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/api/sync/events`, { headers, signal: abort.signal });
  const events = { count: 0, close: () => abort.abort() };
  const follow = async () => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      events.count += part.split('event: poke').length - 1;
    }
  };
  void follow().catch(() => undefined); // it is cut at the end
  return events;
}

function verify(installation: Record<string, string>): Result['verified'] {
  const command = join(import.meta.dirname, '../src/server/commands/verify.ts');
  const env = { ...process.env, ...installation };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command], { env, encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}`.trim() };
}

/** Prints the result; returns whether no order is lost or doubled and the ledger is right. */
function printDrill({ acknowledged, lost, doubled, failures, outageMs, hasEvents, verified }: Result): boolean {
  const lines = {
    'orders acknowledged': acknowledged,
    'of them lost': lost,
    'orders doubled': doubled,
    'requests without an answer or answered 503': failures,
    'kill → first order, s': (outageMs / 1000).toFixed(1),
    'open pages learn of changes again': hasEvents ? 'yes' : 'no',
    'npm run verify': verified.text,
  };
  for (const [what, value] of Object.entries(lines)) console.log(`${what.padEnd(46)}${value}`);
  return lost === 0 && doubled === 0 && hasEvents && verified.code === 0;
}
