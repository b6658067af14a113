import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { launchOptions, requireChromium } from '../../tests/support/machine.ts';
import type { Bench } from './page/entry.ts';
import { emptyTimes, storeNames } from './page/measure.ts';
import type { Size } from './page/rows.ts';
import { readNames } from './read-names.ts';
import { printReport, type Figures } from './report.ts';

/** HTTPS without a server: this program answers the requests for the page and its scripts. */
const address = 'https://bench.example/';

/** The parts of a run, in their order; the parts after `load` need the rows that it stores. */
const parts = ['load', 'open', 'heap', 'read', 'write'] as const;
type Part = (typeof parts)[number];

const usage = 'npm run bench -- device [--rows N] [--rounds N] [--only PART,PART] [--data FOLDER] [--profile] [--json]';

/**
 * Measures the device: raw IndexedDB, plain Dexie, SQLite as WebAssembly and the app in the same Chromium, in turns.
 * Returns whether every target was met. Options: `--rows` is the number of orders (tickets and products follow in
 * proportion), `--rounds`, `--json`; `--only` names the parts to measure, `--data` keeps the browser's data in a folder
 * where a later run of the same size finds its rows, `--profile` writes CPU profiles to the repository's folder `data/`
 * (of all parts except heap and cold start).
 */
export async function benchDevice(args: string[]): Promise<boolean> {
  const { values } = readArguments(usage, {
    args,
    options: {
      rows: { type: 'string', default: '50000' },
      rounds: { type: 'string', default: '60' },
      only: { type: 'string', default: parts.join() },
      data: { type: 'string' },
      profile: { type: 'boolean', default: false },
      json: { type: 'boolean' },
    },
  });
  const size = sizeOf(readCount('rows', values.rows, ordersMin));
  const rounds = readCount('rounds', values.rounds);
  const only = readNames('only', values.only, { names: parts, usage });
  await requireChromium();
  const data = values.data ?? (await mkdtemp(join(tmpdir(), 'comptoir-bench-')));
  try {
    const setup = { data, files: await filesOfPage(), isProfiled: values.profile };
    const figures = await measure(setup, { size, rounds, only });
    if (values.json) console.log(JSON.stringify(figures));
    return printReport(figures);
  } finally {
    if (values.data === undefined) await rm(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Fewer orders have no 50th page of each status. */
const ordersMin = 4000;

const sizeOf = (orders: number): Size => ({
  orders,
  tickets: Math.ceil(orders * 0.4),
  products: Math.ceil(orders * 0.04),
});

/** The files that the browser may load, by path. */
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
    logLevel: 'error',
    define: { __APP_VERSION__: JSON.stringify('bench'), 'process.env.NODE_ENV': JSON.stringify('production') },
    // As in vite.config.ts.
    plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(import.meta.dirname, `page/${name}.ts`), formats: ['es'], fileName: name },
    },
  })) as Rolldown.RolldownOutput[];
  return result
    .flatMap(({ output }) => output)
    .flatMap((file) => (file.type === 'chunk' ? [file.code] : []))
    .join('\n');
}

interface Run {
  size: Size;
  rounds: number;
  only: ReadonlySet<Part>;
}

async function measure(setup: BrowserSetup, { size, rounds, only }: Run): Promise<Figures> {
  const loaded = await load(setup, size, only.has('load'));
  const opened = only.has('open') ? await measureOpening(setup) : {};
  const heap = only.has('heap') ? { heap: await inPage(setup, heapOf) } : {};
  const readings = only.has('read')
    ? await inPage(setup, (page) => page.evaluate((count) => bench.readAll(count), rounds), 'read')
    : {};
  const writings = only.has('write')
    ? await inPage(
        setup,
        (page) => page.evaluate(([count, wanted]) => bench.writeAll(count, wanted), [rounds, size] as const),
        'write',
      )
    : {};
  return { size, ...loaded, ...opened, ...heap, ...readings, ...writings };
}

/** Stores the rows, unless an earlier run has done so and this run does not measure it. */
async function load(setup: BrowserSetup, size: Size, isMeasured: boolean): Promise<Pick<Figures, 'loaded'>> {
  const folder = join(setup.data, 'browser');
  const loadedFile = join(folder, `loaded-${size.orders}`);
  if (!isMeasured && existsSync(loadedFile)) return {};
  await rm(folder, { recursive: true, force: true });
  const loaded = await inPage(setup, (page) => page.evaluate((wanted) => bench.loadAll(wanted), size), 'load');
  await writeFile(loadedFile, '');
  return isMeasured ? { loaded } : {};
}

/** Opens each store five times, each time in a new browser; measures the first filter of all stores five times. */
async function measureOpening(setup: BrowserSetup): Promise<Pick<Figures, 'cold' | 'firstFilter'>> {
  const [cold, firstFilter] = [emptyTimes(), emptyTimes()];
  for (let round = 0; round < 5; round++) {
    for (const name of storeNames) {
      cold[name].push(await inPage(setup, (page) => page.evaluate((store) => bench.coldStart(store), name)));
    }
    const first = await inPage(setup, (page) => page.evaluate(() => bench.firstFilter()), 'first-filter');
    for (const name of storeNames) firstFilter[name].push(first[name]);
  }
  return { cold, firstFilter };
}

interface BrowserSetup {
  /** The folder of the browser's data. */
  data: string;
  files: Files;
  isProfiled: boolean;
}

/** Runs a part in a new browser: only the data on disk remains from earlier parts. */
async function inPage<Result>(
  { data, files, isProfiled }: BrowserSetup,
  run: (page: Page) => Promise<Result>,
  profileName?: string,
): Promise<Result> {
  const context = await chromium.launchPersistentContext(join(data, 'browser'), await launchOptions());
  try {
    const page = await openPage(context, files);
    return isProfiled && profileName ? await runProfiled(page, profileName, run) : await run(page);
  } finally {
    await context.close();
  }
}

async function runProfiled<Result>(page: Page, name: string, run: (page: Page) => Promise<Result>): Promise<Result> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.start');
  const result = await run(page);
  const { profile } = await devtools.send('Profiler.stop');
  const folder = join(import.meta.dirname, '../../data');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `bench-${name}.cpuprofile`), JSON.stringify(profile));
  return result;
}

async function openPage(context: BrowserContext, files: Files): Promise<Page> {
  // In a page isolated from other origins, the clock is precise to 5 µs instead of 100.
  const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const page = await context.newPage();
  // A route of the context, because routes of the page do not apply to the requests of a worker.
  await context.route(`${address}**`, async (route) => {
    const { type, body } = files[new URL(route.request().url()).pathname] ?? { type: 'text/plain', body: '' };
    await route.fulfill({ contentType: `${type}; charset=utf-8`, body, headers });
  });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(address);
  await page.waitForFunction(() => 'bench' in globalThis);
  return page;
}

/** Bytes of JavaScript heap before the database is open, and with all data that the open app keeps in memory. */
async function heapOf(page: Page): Promise<NonNullable<Figures['heap']>> {
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

/** The page's API, as the driver calls it. */
declare const bench: Bench;
