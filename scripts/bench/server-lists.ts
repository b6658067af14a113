import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, readCount } from '../../src/server/platform/base/operator-error.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { startPostgres } from '../../tests/support/postgres.ts';
import { connect } from './server/connection.ts';
import { fillInstallation, signInAndCredit } from './server/fill.ts';
import { production, serve } from './server/serve.ts';
import { median, printTable, show, type Line } from './table.ts';

const dataFolder = join(import.meta.dirname, '../../data');
const usage = 'npm run bench -- server-lists [--small N] [--large N] [--rounds N] [--postgres] [--json]';

/** The longest that a large list may take, as a multiple of the small one. */
const ratioMax = 3;
const rareWord = 'quixotica';

/**
 * Measures the lists of admins in a shop with few and in one with many orders, with tickets and users in proportion, in
 * turns: the first and the last page, and searches. No answer comes from the cache. Returns whether every target was
 * met. Options: `--small`, `--large` (numbers of orders), `--rounds`, `--postgres` instead of SQLite,
 * `--json`.
 */
export async function benchServerLists(args: string[]): Promise<boolean> {
  const text = (standard: string) => ({ type: 'string', default: standard }) as const;
  const { values } = readArguments(usage, {
    args,
    options: {
      small: text('10000'),
      large: text('1000000'),
      rounds: text('25'),
      postgres: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const sizes = [readCount('small', values.small), readCount('large', values.large)];
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(join(dataFolder, 'bench-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(folder, 0o755);
  const shops: ServedShop[] = [];
  const postgres = values.postgres ? await startPostgres({ folder, durable: true }) : null;
  try {
    for (const orders of sizes) {
      const database = postgres && { DATABASE_URL: (await postgres.database()).url };
      shops.push(await serveShop({ DATA_DIR: join(folder, String(orders)), ...database }, orders));
    }
    const figures = await measure(shops, readCount('rounds', values.rounds));
    if (values.json) console.log(JSON.stringify(figures));
    console.log(`\n${sizes.map((size) => size.toLocaleString('en')).join(' and ')} orders; medians, ms\n`);
    return printTable({ floor: 'small' }, figures.map(toLine));
  } finally {
    for (const { stop } of shops) await stop();
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface ServedShop {
  /** Requests a list as an admin; returns the time in ms. */
  time(path: string): Promise<number>;
  /** The number of an order, of a ticket and of a user in the middle of their lists. */
  numbers: Record<string, number>;
  stop(): Promise<void>;
}

async function serveShop(place: Record<string, string>, orders: number): Promise<ServedShop> {
  console.error(`… a shop with ${orders.toLocaleString('en')} orders`);
  const installation = { ...place, PEPPER: production.PEPPER };
  const [users, tickets] = [Math.max(7, Math.round(orders / 100)), Math.round(orders / 20)];
  await fillInstallation(installation, { orders, users, tickets, products: 2_000 });
  const { admins } = await signInAndCredit(installation, 1);
  const numbers = await markRows(installation);
  const serving = await serve(installation);
  const connection = connect(serving.port);
  let requests = 0;
  return {
    numbers,
    async time(path) {
      // An unknown parameter with another value each time, so that no answer comes from the cache.
      const wanted = { method: 'GET', path: `${path}&unknown=${(requests += 1)}`, token: admins[0]!.token } as const;
      const begun = performance.now();
      const answer = await connection.ask(wanted);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.body.toString()}`);
      return performance.now() - begun;
    },
    async stop() {
      connection.close();
      await serving.stop();
    },
  };
}

/** Puts the rare word into one row of each list, in the middle. Returns the numbers of these rows. */
async function markRows(installation: Record<string, string>): Promise<Record<string, number>> {
  const { db, close } = await openDatabase(readSettings(installation).database, (error) => console.error(error));
  try {
    const numbers: Record<string, number> = {};
    for (const [table, number] of [
      ['orders', 'id'],
      ['tickets', 'number'],
      ['users', 'id'],
    ] as const) {
      // A cast: each of these tables has the column.
      const rows = db.selectFrom(table as 'orders').where('deleted_at', 'is', null);
      const { count } = await rows.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      const middle = await rows
        .select([number as 'id', 'search_text'])
        .orderBy(number as 'id')
        .limit(1)
        .offset(Math.floor(Number(count) / 2))
        .executeTakeFirstOrThrow();
      const id = (middle as Record<string, unknown>)[number] as number;
      numbers[table] = id;
      await db
        .updateTable(table as 'orders')
        .set({ search_text: `${middle.search_text} ${rareWord}` })
        .where(number as 'id', '=', id)
        .execute();
    }
    return numbers;
  } finally {
    await close();
  }
}

interface Figure {
  what: string;
  /** The medians of the small and of the large shop, ms. */
  small: number;
  large: number;
}

const lists = [
  { name: 'orders', path: '/api/orders?per_page=10', common: 'card', sorts: ['date', 'amount', 'customer', 'status'] },
  {
    name: 'tickets',
    path: '/api/tickets?admin=true&per_page=20',
    common: 'the',
    sorts: ['created', 'updated', 'waiting', 'priority'],
  },
  { name: 'users', path: '/api/users?per_page=10', common: 'example', sorts: ['joined', 'name', 'balance'] },
];

/** What is asked of each list. */
function tasksOf({ name, path, common, sorts }: (typeof lists)[number]) {
  const pages = sorts.flatMap((sort) => [
    { what: `${name} by ${sort}: first page`, pathOf: () => `${path}&sort=${sort}&cursor=` },
    { what: '  last page', pathOf: () => `${path}&sort=${sort}&cursor=last` },
  ]);
  const searches = sorts.slice(0, 2).flatMap((sort) =>
    [
      ['', ''],
      ['last of ', 'last'],
    ].flatMap(([place, cursor]) =>
      (
        [
          ['a frequent word', () => common],
          ['a rare word', () => rareWord],
          ['a number', (shop: ServedShop) => String(shop.numbers[name])],
          ['a word nowhere', () => 'xylophonist'],
        ] as const
      ).map(([kind, wordOf]) => ({
        what: `${name} by ${sort}: ${place}${kind}`,
        pathOf: (shop: ServedShop) => `${path}&sort=${sort}&search=${wordOf(shop)}&cursor=${cursor}`,
      })),
    ),
  );
  return [...pages, ...searches];
}

async function measure(shops: readonly ServedShop[], rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, pathOf } of lists.flatMap(tasksOf)) {
    const times: number[][] = shops.map(() => []);
    for (let round = 0; round < rounds + 2; round += 1)
      for (const [at, shop] of shops.entries()) {
        const ms = await shop.time(pathOf(shop));
        // The first rounds warm up.
        if (round >= 2) times[at]!.push(ms);
      }
    const [small, large] = times.map((list) => median(list));
    figures.push({ what, small: small!, large: large! });
    console.error(`… ${what}: ${show(small!)} ${show(large!)}`);
  }
  return figures;
}

const toLine = ({ what, small, large }: Figure): Line => ({
  what,
  floor: show(small),
  ours: show(large),
  ratio: (large / small).toFixed(1),
  target: `≤ ${ratioMax} × small`,
  isMet: large <= ratioMax * small,
});
