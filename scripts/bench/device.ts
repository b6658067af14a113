import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { readArguments, readCount } from '../../src/server/platform/operator-error.ts';
import { launchOptions } from '../../tests/support/chromium.ts';
import type { Bench } from './page/entry.ts';
import { noTimes, storeNames } from './page/measure.ts';
import type { Size } from './page/rows.ts';
import { printReport, type Figures } from './report.ts';

/** Https without a server: the page and its script are handed in by the driver. */
const address = 'https://bench.example/';

/**
 * Measures the device: raw IndexedDB, plain Dexie and the product's client code in the same Chromium, in turns. Gives whether every
 * target was met. Options: `--rows` orders (tickets and products in proportion), `--rounds`, `--json`.
 */
export async function benchDevice(args: string[]): Promise<boolean> {
  const { values } = readArguments('npm run bench -- device [--rows N] [--rounds N] [--json]', {
    args,
    options: {
      rows: { type: 'string', default: '50000' },
      rounds: { type: 'string', default: '60' },
      json: { type: 'boolean' },
    },
  });
  const size = sizeOf(readCount('rows', values.rows));
  const rounds = readCount('rounds', values.rounds);
  const profile = await mkdtemp(join(tmpdir(), 'comptoir-bench-'));
  try {
    const figures = await measure(profile, await bundle(), size, rounds);
    if (values.json) console.log(JSON.stringify(figures));
    return printReport(figures);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const sizeOf = (orders: number): Size => ({
  orders,
  tickets: Math.ceil(orders * 0.4),
  products: Math.ceil(orders * 0.04),
});

async function bundle(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { __APP_VERSION__: JSON.stringify('bench') },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, 'page/entry.ts'), formats: ['es'], fileName: 'bench' },
    },
  })) as Rolldown.RolldownOutput[];
  return result
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    .join('\n');
}

async function measure(profile: string, script: string, size: Size, rounds: number): Promise<Figures> {
  const inPage = <Result>(run: (page: Page) => Promise<Result>) => inFreshBrowser(profile, script, run);
  const loaded = await inPage((page) => page.evaluate((wanted) => bench.loadAll(wanted), size));
  const [cold, firstFilter] = [noTimes(), noTimes()];
  for (let round = 0; round < 5; round++) {
    for (const name of storeNames) {
      cold[name].push(await inPage((page) => page.evaluate((store) => bench.coldStart(store), name)));
    }
    const first = await inPage((page) => page.evaluate(() => bench.firstFilter()));
    for (const name of storeNames) firstFilter[name].push(first[name]);
  }
  const heap = await inPage(heapOf);
  const readings = await inPage((page) => page.evaluate((times) => bench.readAll(times), rounds));
  const writings = await inPage((page) =>
    page.evaluate(([times, wanted]) => bench.writeAll(times, wanted), [rounds, size] as const),
  );
  return { size, loaded, cold, firstFilter, heap, ...readings, ...writings };
}

/** Every part begins with a browser that has nothing open; only what is on the disk is left of the part before. */
async function inFreshBrowser<Result>(
  profile: string,
  script: string,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(profile, await launchOptions());
  try {
    return await run(await openPage(context, script));
  } finally {
    await context.close();
  }
}

async function openPage(context: BrowserContext, script: string): Promise<Page> {
  // Isolated from other origins, a page may read the clock to 5 µs instead of 100.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const bodies: Record<string, [type: string, body: string]> = {
    '/': ['text/html', '<!doctype html><title>Bench</title><script type="module" src="/bench.js"></script>'],
    '/bench.js': ['text/javascript', script],
  };
  const page = await context.newPage();
  await page.route(`${address}**`, async (route) => {
    const [contentType, body] = bodies[new URL(route.request().url()).pathname] ?? ['text/plain', ''];
    await route.fulfill({ contentType: `${contentType}; charset=utf-8`, body, headers });
  });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(address);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

/** Bytes of JavaScript heap before the database is open, and with everything a visit keeps. */
async function heapOf(page: Page): Promise<Figures['heap']> {
  const devtools = await page.context().newCDPSession(page);
  const used = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await used();
  await page.evaluate(() => bench.keepInMemory());
  return { before, after: await used() };
}

/** As the page sees it. */
declare const bench: Bench;
