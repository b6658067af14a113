import { readFileSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';
import { OperatorError, readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { launchOptions } from '../../tests/support/machine.ts';
import type { Account } from '../look/shop.ts';
import { signIn } from '../look/visits.ts';
import { inFilledApp } from './screen/filled-app.ts';
import { median, printTable, type Line } from './table.ts';

const size = { users: 1_000, products: 2_000, orders: 20_000, tickets: 5_000 };
const viewport = { width: 1280, height: 800 };

/** The most that page and worker may need together, as a multiple of a page that syncs without a worker. */
const ratioMax = 1.3;
/** Milliseconds between two readings. */
const intervalMs = 100;

/** The memory of a page's process in MB: the most while an admin's device loads the shop, and after that. */
interface Memory {
  highest: number;
  loaded: number;
}

/**
 * Measures the memory of the process of an admin's page and its sync worker during and after the first load, in turns
 * with a browser without workers, whose page runs the passes itself. Only on Linux, from `/proc`. Returns whether every
 * target was met. Options: `--rounds`, `--json`.
 */
export async function benchMemory(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- memory [--rounds N] [--json]', {
    args,
    options: { rounds: { type: 'string', default: '5' }, json: { type: 'boolean' } },
  });
  const rounds = readCount('rounds', values.rounds);
  if (process.platform !== 'linux') throw new OperatorError('The memory of a page is measured on Linux only.');
  const measured: Record<'alone' | 'withWorker', Memory[]> = { alone: [], withWorker: [] };
  await inFilledApp({ size, role: 'admin', viewport }, async ({ url, account }) => {
    for (let round = 0; round < rounds; round += 1) {
      measured.alone.push(await measureFirstLoad(url, account, false));
      measured.withWorker.push(await measureFirstLoad(url, account, true));
    }
  });
  if (values.json) console.log(JSON.stringify(measured));
  console.log(`\nMemory of an admin's page during the first load; medians of ${rounds}, MB\n`);
  const lineOf = (what: string, read: (memory: Memory) => number): Line => {
    const [floor, ours] = [median(measured.alone.map(read)), median(measured.withWorker.map(read))];
    const ratio = ours / floor;
    return {
      what,
      floor: floor.toFixed(0),
      ours: ours.toFixed(0),
      ratio: ratio.toFixed(2),
      target: `≤ ${ratioMax} × without a worker`,
      isMet: ratio <= ratioMax,
    };
  };
  return printTable({ floor: 'without a worker' }, [
    lineOf('the most during the first load', ({ highest }) => highest),
    lineOf('after it', ({ loaded }) => loaded),
  ]);
}

/** Signs in in a browser of its own, and reads the memory of its page until the shop is loaded. */
async function measureFirstLoad(url: string, account: Account, hasWorker: boolean): Promise<Memory> {
  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
    if (!hasWorker) await page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'Worker'));
    const readMemory = await memoryReader(browser);
    let highest = 0;
    const reading = setInterval(() => void readMemory().then((now) => (highest = Math.max(highest, now))), intervalMs);
    await signIn(page, url, account);
    clearInterval(reading);
    if (page.workers().length !== Number(hasWorker)) throw new Error('The passes did not run where they should.');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.collectGarbage');
    return { highest, loaded: await readMemory() };
  } finally {
    await browser.close();
  }
}

/** Returns a function that returns the memory of the largest page process of a browser, in MB, without files and libraries. */
async function memoryReader(browser: Browser): Promise<() => Promise<number>> {
  const devtools = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
    return Math.max(0, ...processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => memoryOf(id)));
  };
}

function memoryOf(pid: number): number {
  try {
    return Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000;
  } catch {
    // The process has ended.
    return 0;
  }
}
