import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { readArguments } from '../../src/server/platform/base/operator-error.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { fillInstallation, signInAndCredit, type Shop } from './server/fill.ts';
import { production, serve, type Serving } from './server/serve.ts';
import { printTable, show } from './table.ts';

/** On the disk of the working tree: a folder in memory would make durable writes free. */
const dataFolder = join(import.meta.dirname, '../../data');
/** How long a killed server with 100,000 orders may take until it lists orders again, in ms. */
const listMsMax = 3_000;

/**
 * Three times, kills the server of a shop with 100,000 orders while orders are placed, and starts it again. Returns
 * whether it always listed orders in time and had every acknowledged order.
 */
export async function benchRestart(args: string[]): Promise<boolean> {
  readArguments('npm run bench -- restart', { args });
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, 'bench-'));
  const installation = { DATA_DIR: folder, PEPPER: production.PEPPER };
  try {
    await fillInstallation(installation);
    return printRestarts(await measureRestart(installation, await signInAndCredit(installation), 3));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printRestarts({ bare, firstAnswers, firstLists, acknowledged, lost }: Restarts): boolean {
  const line = { floor: '', ratio: '' };
  const [floor, first, list] = [Math.max(...bare), Math.max(...firstAnswers), Math.max(...firstLists)];
  return printTable({ floor: 'an empty server' }, [
    {
      what: 'slowest first answer after a kill, ms',
      floor: show(floor),
      ours: show(first),
      ratio: (first / floor).toFixed(1),
      target: '',
      isMet: null,
    },
    {
      ...line,
      what: 'slowest first list of orders, ms',
      ours: show(list),
      target: '≤ 3,000',
      isMet: list <= listMsMax,
    },
    {
      ...line,
      what: `lost of ${acknowledged} orders acknowledged`,
      ours: String(lost),
      target: 'none',
      isMet: lost === 0 && acknowledged > 0,
    },
  ]);
}

interface Restarts {
  /** How long an empty HTTP server took from its start to its first answer, in ms: it shows how busy the machine is. */
  bare: number[];
  /** The time from the start after a SIGKILL to the first answer, and to the first list of orders, in ms. */
  firstAnswers: number[];
  firstLists: number[];
  /** Orders that were acknowledged before a kill, and those of them that were not there after it. */
  acknowledged: number;
  lost: number;
}

/** Number of clients that order without a pause until the server is killed. */
const clients = 8;

/**
 * Kills the server of a filled installation (`DATA_DIR`) while orders are placed, and starts it again, `times` times.
 */
async function measureRestart(installation: Record<string, string>, shop: Shop, times: number): Promise<Restarts> {
  const restarts: Restarts = { bare: [], firstAnswers: [], firstLists: [], acknowledged: 0, lost: 0 };
  for (let turn = 0; turn < times; turn++) {
    const serving = await serve(installation);
    const orders = orderUntilKilled(serving, shop);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await serving.stop('SIGKILL');
    const ids = await orders;
    restarts.bare.push(await startEmpty());
    const startedAt = performance.now();
    const again = await serve(installation);
    restarts.firstAnswers.push(again.startedIn);
    await readOrders(again, shop.customers[0]!.token);
    restarts.firstLists.push(performance.now() - startedAt);
    await again.stop();
    restarts.acknowledged += ids.length;
    restarts.lost += ids.length - (await countOrders(installation, ids));
  }
  return restarts;
}

async function startEmpty(): Promise<number> {
  const startedAt = performance.now();
  const program =
    "const s = require('node:http').createServer((_, a) => a.end()).listen(0, '127.0.0.1', () => console.log(s.address().port))";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  await (await fetch(`http://127.0.0.1:${port.toString().trim()}`)).text();
  const ms = performance.now() - startedAt;
  child.kill();
  return ms;
}

async function orderUntilKilled({ port }: Serving, shop: Shop): Promise<number[]> {
  const ids: number[] = [];
  const customer = async (number: number): Promise<void> => {
    const headers = {
      Authorization: `Bearer ${shop.customers[number]!.token}`,
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ product_id: shop.products[number]!.id });
    for (;;) {
      const key = { 'Idempotency-Key': randomUUID() };
      const answer = await fetch(`http://127.0.0.1:${port}/api/orders`, {
        method: 'POST',
        headers: { ...headers, ...key },
        body,
      });
      const { order } = (await answer.json()) as { order: { id: number } };
      ids.push(order.id);
    }
  };
  // Each loop ends when its connection breaks.
  await Promise.allSettled(Array.from({ length: clients }, (_, number) => customer(number)));
  return ids;
}

async function readOrders({ port }: Serving, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders?per_page=10`, { headers });
  if (!answer.ok) throw new Error(`the list of orders answered with ${answer.status}`);
  await answer.arrayBuffer();
}

async function countOrders(installation: Record<string, string>, ids: number[]): Promise<number> {
  const { reader, close } = await openDatabase(readSettings(installation).database, (error) => console.error(error));
  try {
    const kept = new Set((await reader.selectFrom('orders').select('id').execute()).map(({ id }) => id));
    return ids.filter((id) => kept.has(id)).length;
  } finally {
    await close();
  }
}
