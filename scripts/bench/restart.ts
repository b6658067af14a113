import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { readArguments } from '../../src/server/platform/operator-error.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { fillHouse, signIn, type Shop } from './server/fill.ts';
import { production, serve, type Serving } from './server/house.ts';
import { printTable, show } from './table.ts';

/** On the disk of the working tree: a folder in memory would make durable writes free. */
const place = join(import.meta.dirname, '../../data');
/** Ms within which a killed server with 100,000 orders serves again (trust.md). */
const target = 3_000;

/**
 * Kills the server of a shop with 100,000 orders while orders are placed, three times, and starts it again. Gives
 * whether it served in time and every acknowledged order was there.
 */
export async function benchRestart(args: string[]): Promise<boolean> {
  readArguments('npm run bench -- restart', { args });
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, 'bench-'));
  const house = { DATA_DIR: folder, PEPPER: production.PEPPER };
  try {
    await fillHouse(house);
    return printRestarts(await measureRestart(house, await signIn(house), 3));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function printRestarts({ bare, answers, serves, acknowledged, lost }: Restarts): boolean {
  const line = { floor: '', ratio: '' };
  const [floor, first, list] = [bare, answers, serves].map((times) => Math.max(...times)) as [number, number, number];
  return printTable({ floor: 'an empty node' }, [
    {
      what: 'slowest first answer after a kill, ms',
      floor: show(floor),
      ours: show(first),
      ratio: (first / floor).toFixed(1),
      target: '',
      isMet: null,
    },
    { ...line, what: 'slowest first list of orders, ms', ours: show(list), target: '≤ 3,000', isMet: list <= target },
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
  /** Ms from the start of a process that does nothing but answer to its first answer: how busy the machine is. */
  bare: number[];
  /** Ms from the start of the process after a SIGKILL to its first answer, and to the first list of orders. */
  answers: number[];
  serves: number[];
  /** Orders that were acknowledged before a kill, and those of them that were not there after it. */
  acknowledged: number;
  lost: number;
}

/** Clients that order without a pause until the server is killed. */
const clients = 8;

/** Kills the server of a filled house (`DATA_DIR`, `DATABASE_URL`) while orders are placed, and starts it again. */
async function measureRestart(house: Record<string, string>, shop: Shop, times: number): Promise<Restarts> {
  const restarts: Restarts = { bare: [], answers: [], serves: [], acknowledged: 0, lost: 0 };
  for (let turn = 0; turn < times; turn++) {
    const serving = await serve(house);
    const orders = orderUntilKilled(serving, shop);
    await new Promise((later) => setTimeout(later, 1_500));
    await serving.stop('SIGKILL');
    const ids = await orders;
    restarts.bare.push(await startEmpty());
    const begun = performance.now();
    const again = await serve(house);
    restarts.answers.push(again.startedIn);
    await readOrders(again, shop.customers[0]!.token);
    restarts.serves.push(performance.now() - begun);
    await again.stop();
    restarts.acknowledged += ids.length;
    restarts.lost += ids.length - (await countOrders(house, ids));
  }
  return restarts;
}

async function startEmpty(): Promise<number> {
  const begun = performance.now();
  const program =
    "const s = require('node:http').createServer((_, a) => a.end()).listen(0, '127.0.0.1', () => console.log(s.address().port))";
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  await (await fetch(`http://127.0.0.1:${port.toString().trim()}`)).text();
  const ms = performance.now() - begun;
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
  // Each ends with the connection that broke.
  await Promise.allSettled(Array.from({ length: clients }, (_, number) => customer(number)));
  return ids;
}

async function readOrders({ port }: Serving, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/orders?per_page=10`, { headers });
  if (!answer.ok) throw new Error(`the list of orders answered with ${answer.status}`);
  await answer.arrayBuffer();
}

async function countOrders(house: Record<string, string>, ids: number[]): Promise<number> {
  const { reader, close } = await openDatabase(readSettings(house).database, (error) => console.error(error));
  try {
    const kept = new Set((await reader.selectFrom('orders').select('id').execute()).map(({ id }) => id));
    return ids.filter((id) => kept.has(id)).length;
  } finally {
    await close();
  }
}
