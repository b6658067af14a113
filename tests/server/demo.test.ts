import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { emptyHouse } from '../../src/server/demo/fresh.ts';
import { demoAccounts, NotEmptyError, seedDemo } from '../../src/server/demo/seed.ts';
import type { DemoSize } from '../../src/server/demo/shop.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { openMeans, type OpenMeans } from '../../src/server/platform/means.ts';
import { createHasher } from '../../src/server/platform/secrets/hasher.ts';
import { keyedPin } from '../../src/server/platform/secrets/pins.ts';
import { readSettings, type Settings } from '../../src/server/platform/settings.ts';
import { fastFolder } from '../support/folders.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/world.ts';

const now = Date.UTC(2026, 10, 20, 14, 23);
const small: DemoSize = { users: 30, products: 40, orders: 200, tickets: 60 };

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

interface House {
  settings: Settings;
  open(): Promise<OpenMeans>;
}

/** An empty house without anybody: its database and its data folder. */
async function emptyHouseOf(): Promise<House> {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-demo-'));
  const database = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: database?.url });
  closing.push(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    settings,
    async open() {
      const opened = await openMeans(settings, { now: () => now, hasher: createHasher({ memory: 64, passes: 1 }) });
      closing.push(() => opened.close());
      return opened;
    },
  };
}

async function countOf({ means }: OpenMeans, table: keyof Database): Promise<number> {
  const { count } = await means.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

test('an empty house becomes a whole shop whose books are right', async () => {
  const house = await emptyHouseOf();
  const opened = await house.open();

  const accounts = await seedDemo(opened.means);

  const parents = await opened.means.db.selectFrom('categories').selectAll().where('parent_id', 'is', null).execute();
  const children = await opened.means.db.selectFrom('categories').select('parent_id').distinct().execute();
  expect(parents.length).toBeGreaterThanOrEqual(12);
  expect(children).toHaveLength(parents.length + 1);
  expect(await countOf(opened, 'products')).toBeGreaterThanOrEqual(150);
  expect(await countOf(opened, 'users')).toBeGreaterThanOrEqual(60);
  expect(await countOf(opened, 'orders')).toBeGreaterThanOrEqual(1_500);
  expect(await countOf(opened, 'tickets')).toBeGreaterThanOrEqual(400);
  expect(await countOf(opened, 'responses')).toBeGreaterThan(await countOf(opened, 'tickets'));
  expect((await findFaults(opened.means.db)).faults).toEqual([]);
  expect(accounts.map(({ role }) => role)).toEqual(['root', 'admin', 'user', 'user']);
  expect(accounts).toEqual(demoAccounts());
});

test('the accounts that are told open the doors: password, PIN, root with id 1', async () => {
  const house = await emptyHouseOf();
  const { means } = await house.open();

  const [root, sara, amina] = await seedDemo(means, small);

  const users = await means.db.selectFrom('users').selectAll().orderBy('id').limit(4).execute();
  expect(users[0]).toMatchObject({ id: 1, email: root!.email, role_id: 2 });
  expect(await means.hasher.verify(amina!.password, users[2]!.password_hash)).toBe(true);
  expect(await means.hasher.verify(keyedPin(house.settings.pepper, sara!.pin!), users[1]!.pin_hash)).toBe(true);
  expect(users[2]).toMatchObject({ email: amina!.email, role_id: 1, pin_hash: null, is_active: 1 });
});

test('the shop goes on where the demo ended: ids and ticket numbers are free', async () => {
  const house = await emptyHouseOf();
  const { means } = await house.open();
  await seedDemo(means, small);

  const { id } = await means.db
    .insertInto('categories')
    .values({
      title: 'New',
      description: null,
      parent_id: null,
      is_active: 1,
      search_text: 'new',
      sort_key: 'new',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { value } = await means.db
    .selectFrom('house')
    .select('value')
    .where('name', '=', 'ticket_number')
    .executeTakeFirstOrThrow();

  const others = await means.db.selectFrom('categories').select('id').where('id', '!=', id).execute();
  expect(id).toBe(Math.max(...others.map((one) => one.id)) + 1);
  expect(value).toBe(String(1000 + small.tickets));
});

test('every product has a small picture in the file home', async () => {
  const house = await emptyHouseOf();
  const { means } = await house.open();

  await seedDemo(means, small);

  const products = await means.db.selectFrom('products').select('image').execute();
  const folder = join(house.settings.dataDir, 'files');
  expect(products.length).toBe(small.products);
  for (const { image } of products) {
    const bytes = await readFile(join(folder, image!.replace('/files/', '')));
    expect(bytes.subarray(8, 12).toString('latin1')).toBe('WEBP');
    expect(bytes.length).toBeLessThan(12_000);
  }
  expect(await readdir(join(folder, 'catalog'))).toHaveLength(small.products);
});

test('a house with people in it is left alone', async () => {
  const house = await emptyHouseOf();
  const opened = await house.open();
  await seedDemo(opened.means, small);

  await expect(seedDemo(opened.means, small)).rejects.toThrow(NotEmptyError);

  expect(await countOf(opened, 'users')).toBe(small.users);
});

test('an emptied house can be filled again', async () => {
  const house = await emptyHouseOf();
  const first = await house.open();
  await seedDemo(first.means, small);
  await first.close();
  closing.pop();

  await emptyHouse(house.settings);
  const again = await house.open();
  await seedDemo(again.means, { ...small, orders: 50 });

  expect(await countOf(again, 'orders')).toBe(50);
});

test('production is never filled and never emptied', async () => {
  const house = await emptyHouseOf();
  const { means } = await house.open();
  const settings = { ...house.settings, production: true };

  await expect(seedDemo({ ...means, settings }, small)).rejects.toThrow('not for production');
  await expect(emptyHouse(settings)).rejects.toThrow('never emptied');
});
