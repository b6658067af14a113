import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { deleteAllTables, demoAccounts, NotEmptyError, seedDemo } from '../../src/server/demo/seed.ts';
import type { DemoSize } from '../../src/server/demo/shop.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { lastIds } from '../../src/server/platform/database/sequences.ts';
import { openServices, type OpenServices } from '../../src/server/platform/services.ts';
import { createHasher } from '../../src/server/platform/crypto/hasher.ts';
import { keyedPin } from '../../src/server/shared/pins.ts';
import { readSettings, type Settings } from '../../src/server/platform/base/settings.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/test-server.ts';

const now = Date.UTC(2026, 10, 20, 14, 23);
const small: DemoSize = { users: 30, products: 40, orders: 200, tickets: 60 };

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of cleanups.toReversed()) await close();
});

interface Installation {
  settings: Settings;
  open(): Promise<OpenServices>;
}

/** Creates an empty installation: a database and a data folder. */
async function newInstallation(): Promise<Installation> {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-demo-'));
  const database = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: database?.url });
  cleanups.push(async () => {
    await database?.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    settings,
    async open() {
      const opened = await openServices(settings, { now: () => now, hasher: createHasher({ memory: 64, passes: 1 }) });
      cleanups.push(() => opened.close());
      return opened;
    },
  };
}

async function countOf({ services }: OpenServices, table: keyof Database): Promise<number> {
  const { count } = await services.db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

test('seedDemo fills an empty installation with a whole shop whose balances are correct', async () => {
  const installation = await newInstallation();
  const opened = await installation.open();

  const accounts = await seedDemo(opened.services);

  const parents = await opened.services.db
    .selectFrom('categories')
    .selectAll()
    .where('parent_id', 'is', null)
    .execute();
  const parentIds = await opened.services.db.selectFrom('categories').select('parent_id').distinct().execute();
  expect(parents.length).toBeGreaterThanOrEqual(12);
  // Each parent has a child; the parents themselves have null.
  expect(parentIds).toHaveLength(parents.length + 1);
  expect(await countOf(opened, 'products')).toBeGreaterThanOrEqual(150);
  expect(await countOf(opened, 'users')).toBeGreaterThanOrEqual(60);
  expect(await countOf(opened, 'orders')).toBeGreaterThanOrEqual(1_500);
  expect(await countOf(opened, 'tickets')).toBeGreaterThanOrEqual(400);
  expect(await countOf(opened, 'responses')).toBeGreaterThan(await countOf(opened, 'tickets'));
  expect((await findFaults(opened.services.db)).faults).toEqual([]);
  expect(accounts.map(({ role }) => role)).toEqual(['root', 'admin', 'user', 'user', 'agent']);
  expect(accounts).toEqual(demoAccounts());
});

test.runIf(databaseKind === 'postgres')('PostgreSQL plans its queries for the rows of the demo shop', async () => {
  const installation = await newInstallation();
  const { services } = await installation.open();

  await seedDemo(services, small);

  const { rows } = await sql<{ planned: number }>`
    select reltuples::int as planned from pg_class where oid = 'orders'::regclass`.execute(services.db);
  expect(rows).toEqual([{ planned: small.orders }]);
});

test('the returned accounts have the right password, PIN and role, and root has the id 1', async () => {
  const installation = await newInstallation();
  const { services } = await installation.open();

  const [root, sara, amina] = await seedDemo(services, small);

  const users = await services.db.selectFrom('users').selectAll().orderBy('id').limit(4).execute();
  expect(users[0]).toMatchObject({ id: 1, email: root!.email, role_id: 2 });
  expect(await services.hasher.verify(amina!.password, users[2]!.password_hash)).toBe(true);
  expect(await services.hasher.verify(keyedPin(installation.settings.pepper, sara!.pin!), users[1]!.pin_hash)).toBe(
    true,
  );
  expect(users[2]).toMatchObject({ email: amina!.email, role_id: 1, pin_hash: null, is_active: 1 });
});

test('new ids and ticket numbers continue after those of the demo', async () => {
  const installation = await newInstallation();
  const { services } = await installation.open();
  await seedDemo(services, small);

  const { id } = await services.db
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
  const { value } = await services.db
    .selectFrom('house')
    .select('value')
    .where('name', '=', 'ticket_number')
    .executeTakeFirstOrThrow();

  const others = await services.db.selectFrom('categories').select('id').where('id', '!=', id).execute();
  expect(id).toBe(Math.max(...others.map((one) => one.id)) + 1);
  expect(value).toBe(String(1000 + small.tickets));
});

test('the next id of each table is higher than those of the demo', async () => {
  const { services } = await (await newInstallation()).open();
  await seedDemo(services, small);
  const { db } = services;

  const lasts = await lastIds(db, databaseKind);

  const behind: string[] = [];
  for (const [table, last] of lasts) {
    const { rows } = await sql<{ highest: number | null }>`select max(id) as highest from ${sql.table(table)}`.execute(
      db,
    );
    if ((rows[0]!.highest ?? 0) > last) behind.push(table);
  }
  expect([...lasts.keys()]).toContain('cities');
  expect(behind).toEqual([]);
});

test('every product has a small picture in the file store', async () => {
  const installation = await newInstallation();
  const { services } = await installation.open();

  await seedDemo(services, small);

  const products = await services.db.selectFrom('products').select('image').execute();
  const folder = join(installation.settings.dataDir, 'files');
  expect(products.length).toBe(small.products);
  for (const { image } of products) {
    const bytes = await readFile(join(folder, image!.replace('/files/', '')));
    expect(bytes.subarray(8, 12).toString('latin1')).toBe('WEBP');
    expect(bytes.length).toBeLessThan(12_000);
  }
  expect(await readdir(join(folder, 'catalog'))).toHaveLength(small.products);
});

test('an installation that has users is not filled', async () => {
  const installation = await newInstallation();
  const opened = await installation.open();
  await seedDemo(opened.services, small);

  await expect(seedDemo(opened.services, small)).rejects.toThrow(NotEmptyError);

  expect(await countOf(opened, 'users')).toBe(small.users);
});

test('an emptied installation can be filled again', async () => {
  const installation = await newInstallation();
  const first = await installation.open();
  await seedDemo(first.services, small);
  await first.close();
  cleanups.pop();

  await deleteAllTables(installation.settings);
  const again = await installation.open();
  await seedDemo(again.services, { ...small, orders: 50 });

  expect(await countOf(again, 'orders')).toBe(50);
});

test('a production installation is never filled and never emptied', async () => {
  const installation = await newInstallation();
  const { services } = await installation.open();
  const settings = { ...installation.settings, production: true };

  await expect(seedDemo({ ...services, settings }, small)).rejects.toThrow('not for production');
  await expect(deleteAllTables(settings)).rejects.toThrow('never emptied');
});
