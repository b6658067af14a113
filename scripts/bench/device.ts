import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
 * Measures the device: raw IndexedDB, plain Dexie, SQLite as WebAssembly and the product in the same Chromium, in turns. Gives whether every
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
    const figures = await measure(profile, await filesOfPage(), size, rounds);
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

/** What the browser is given, by path. */
type Files = Record<string, { type: string; body: string | Buffer }>;

async function filesOfPage(): Promise<Files> {
  const library = dirname(fileURLToPath(import.meta.resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm')));
  const script = (body: string | Buffer) => ({ type: 'text/javascript', body });
  return {
    '/': {
      type: 'text/html',
      body: '<!doctype html><title>Bench</title><script type="module" src="/bench.js"></script>',
    },
    '/bench.js': script(await bundle('entry')),
    '/sqlite-worker.js': script(await bundle('sqlite-worker')),
    '/sqlite/sqlite3.mjs': script(await readFile(join(library, 'sqlite3.mjs'))),
    '/sqlite/sqlite3.wasm': { type: 'application/wasm', body: await readFile(join(library, 'sqlite3.wasm')) },
  };
}

async function bundle(name: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { __APP_VERSION__: JSON.stringify('bench') },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(import.meta.dirname, `page/${name}.ts`), formats: ['es'], fileName: name },
    },
  })) as Rolldown.RolldownOutput[];
  return result
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    .join('\n');
}

async function measure(profile: string, files: Files, size: Size, rounds: number): Promise<Figures> {
  const inPage = <Result>(run: (page: Page) => Promise<Result>) => inFreshBrowser(profile, files, run);
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
  files: Files,
  run: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(profile, await launchOptions());
  try {
    return await run(await openPage(context, files));
  } finally {
    await context.close();
  }
}

async function openPage(context: BrowserContext, files: Files): Promise<Page> {
  // Isolated from other origins, a page may read the clock to 5 µs instead of 100.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const page = await context.newPage();
  // Through the context: a worker asks for its files past the page.
  await context.route(`${address}**`, async (route) => {
    const { type, body } = files[new URL(route.request().url()).pathname] ?? { type: 'text/plain', body: '' };
    await route.fulfill({ contentType: `${type}; charset=utf-8`, body, headers });
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
