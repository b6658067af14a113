import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../src/server/platform/backup/restore.ts';
import { takeBackup } from '../../src/server/platform/backup/take.ts';
import { fileFolders, type FileHome } from '../../src/server/platform/files/home.ts';
import { openFiles } from '../../src/server/platform/files/open.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { backUp, houseOf, inside, openShop } from '../support/backups.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { fastFolder } from '../support/folders.ts';
import { emptyHouse, runCommand, startProgram } from '../support/programs.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/world.ts';

/** A folder for the backups of one test. */
function shelf(): string {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function contentsOf(files: FileHome): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const folder of fileFolders) {
    for await (const { name } of files.list(folder)) contents[name] = (await files.get(name))!.bytes.toString('base64');
  }
  return contents;
}

test('B8 a backup taken while orders are placed restores to a house whose books add up, and which goes on', async () => {
  const { world, order, gone, kept, picture } = await openShop();
  const path = join(shelf(), 'house.backup');
  const placed: number[] = [];
  let busy = true;
  const customer = async () => {
    while (busy) placed.push((await order()).body.order.id);
  };
  const customers = Array.from({ length: 6 }, customer);
  await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(20);

  const before = [...placed];
  const taken = await runCommand('backup', houseOf(world), { args: [path] });
  await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(before.length + 20);
  busy = false;
  await Promise.all(customers);
  const house = { ...(await emptyHouse()), PEPPER: world.settings.pepper };
  const restored = await runCommand('restore', house, { args: [path, '--keep-sessions'] });

  expect([taken.code, taken.err, restored.code, restored.err]).toEqual([0, '', 0, '']);
  expect(restored.out).toMatch(/^4 balances recomputed from \d+ ledger rows: 0 faults$/m);
  expect((await runCommand('verify', house)).out).toMatch(/: 0 faults$/m);
  const there = await inside(house, (db) =>
    db
      .selectFrom('orders')
      .innerJoin('order_items', 'order_items.order_id', 'orders.id')
      .innerJoin('ledger', 'ledger.order_id', 'orders.id')
      .select(['orders.id', 'ledger.amount_cents as cents'])
      .orderBy('orders.id')
      .execute(),
  );
  const ids = there.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(before));
  expect(placed).toEqual(expect.arrayContaining(ids.slice(1)));
  expect(ids.length).toBeLessThan(placed.length);
  expect(there.every(({ cents }) => cents === -100)).toBe(true);
  expect(await inside(house, (db) => db.selectFrom('orders').select('id').execute())).toHaveLength(ids.length);

  expect(await contentsOf(openFiles(readSettings(house).files))).toEqual(await contentsOf(world.means.files));
  const { url } = await startProgram(house);
  const [mine, lost] = [kept, gone].map((token) => clientOf(url, async () => ({ Authorization: `Bearer ${token}` })));
  expect((await mine!.get('/api/auth/current')).body).toMatchObject({ user: { email: 'amina@example.test' } });
  expectRefused(await lost!.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await fetch(url + picture)).status).toBe(200);
  const next = await mine!.post('/api/orders', { product_id: 1 }, { 'Idempotency-Key': randomUUID() });
  expect(next.body.order.id).toBeGreaterThan(ids.at(-1)!);
}, 120_000);

test('everything comes back: every row of every table, ids go on after those that were deleted, the ledger is locked', async () => {
  const { world } = await openShop();
  const { db } = world.means;
  const root = { title: 'Tea', is_active: 1, search_text: '', sort_key: '', created_at: 0, updated_at: 0 };
  await db
    .insertInto('categories')
    .values({ ...root, id: 5 })
    .execute();
  // A parent that comes later than its child.
  await db
    .insertInto('categories')
    .values({ ...root, id: 3, parent_id: 5 })
    .execute();
  const highest = Number((await db.insertInto('letters').values(letter).returning('id').executeTakeFirstOrThrow()).id);
  await db.deleteFrom('letters').where('id', '=', highest).execute();
  const path = await backUp(houseOf(world), join(shelf(), 'house.backup'));

  const house = { ...(await emptyHouse()), PEPPER: world.settings.pepper };
  await restoreBackup(readSettings(house), { path, keepSessions: true, tell: () => undefined });

  const again = join(shelf(), 'again.backup');
  await takeBackup(readSettings(house), again, () => undefined);
  expect(tablesOf(again)).toEqual(tablesOf(path));
  await inside(house, async (there) => {
    expect(Number((await there.insertInto('letters').values(letter).returning('id').executeTakeFirst())!.id)).toBe(
      highest + 1,
    );
    await expect(there.updateTable('ledger').set({ note: 'x' }).execute()).rejects.toThrow('append-only');
    await expect(there.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    await expect(there.deleteFrom('users').where('id', '=', world.people.amina.id).execute()).rejects.toThrow(
      /foreign key/i,
    );
    const [epoch] = await there.selectFrom('house').select('value').where('name', '=', 'epoch').execute();
    expect(epoch).not.toEqual(
      await db.selectFrom('house').select('value').where('name', '=', 'epoch').executeTakeFirst(),
    );
  });
}, 60_000);

test('without a flag every session and every open link ends, which is told, and so is another pepper', async () => {
  const { world, kept } = await openShop();
  await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await world.guest.post('/api/auth/password/forgot', { email: 'karim@example.test' });
  await world.post.deliver();
  world.post.down = true;
  await world.guest.post('/api/auth/password/forgot', { email: 'sara@example.test' });
  const path = await backUp(houseOf(world), join(shelf(), 'house.backup'));
  const house = await emptyHouse();

  const { code, out, err } = await runCommand('restore', house, { args: [path] });

  expect(out).toContain('All sessions and open links have ended: everybody signs in again.\n');
  expect([code, err]).toEqual([0, 'PEPPER is not the one of the backup: every admin has to set a new PIN.\n']);
  expect(kept).toBeTruthy();
  const live = await inside(house, (db) =>
    db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute(),
  );
  expect(live).toEqual([]);
  const [links, letters] = await inside(house, async (db) => [
    await db.selectFrom('mail_tokens').select(['kind', 'used_at']).execute(),
    await db.selectFrom('letters').select('recipient').where('sent_at', 'is', null).execute(),
  ]);
  expect(links.map(({ kind, used_at }) => [kind, used_at !== null])).toEqual(Array(3).fill(['reset', true]));
  expect(letters).toEqual([]);
}, 60_000);

test('a backup is read by its owner alone, holds no pepper, replaces no file, and names what is missing', async () => {
  const { world } = await openShop();
  const folder = shelf();
  const path = await backUp(houseOf(world), join(folder, 'house.backup'));
  const { stored } = await world.means.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  await world.means.files.remove(stored);

  const again = await runCommand('backup', houseOf(world), { args: [path] });
  const other = await runCommand('backup', houseOf(world), { args: [join(folder, 'other')] });

  writeFileSync(join(folder, 'third.part'), '');
  const third = takeBackup(world.settings, join(folder, 'third'), () => undefined);

  await expect(third).rejects.toThrow('another backup is under way, or was broken off');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(gunzipSync(readFileSync(path)).toString()).not.toContain(world.settings.pepper);
  expect([again.code, again.err]).toEqual([1, `${path} is there already.\n`]);
  expect([other.code, other.err]).toEqual([0, `A row names ${stored}, and there is no such file.\n`]);
  expect(readdirSync(folder).toSorted()).toEqual(['house.backup', 'other', 'third.part']);
}, 60_000);

// Both at once: the way a shop grows past one machine, and back.
test.runIf(databaseKind === 'postgres').each(['sqlite', 'postgres'] as const)(
  'a backup of %s goes into the other database',
  async (kind) => {
    const { world } = await openShop(kind);
    const path = await backUp(houseOf(world), join(shelf(), 'house.backup'));
    const { DATABASE_URL: _here, ...house } = await emptyHouse();
    const target = kind === 'sqlite' ? { ...house, DATABASE_URL: (await emptyDatabase()).url } : house;

    await restoreBackup(readSettings(target), { path, keepSessions: true, tell: () => undefined });

    await inside(target, async (db) => {
      expect((await findFaults(db)).faults).toEqual([]);
      expect(await db.selectFrom('orders').select(['notes', 'total_cents']).execute()).toEqual([
        { notes: 'voilà 茶 🫖', total_cents: 100 },
      ]);
      const session = { token_hash: 'new', user_id: 1, created_at: 0, used_at: 0 };
      await db.insertInto('sessions').values(session).execute();
    });
  },
  60_000,
);

const letter = {
  recipient: 'amina@example.test',
  subject: '',
  body_text: '',
  body_html: '',
  locale: 'en',
  next_at: 9e15,
  created_at: 0,
};

/** Every table of a backup with its rows, in no order; without the epoch, which is another one after a restore. */
function tablesOf(path: string): Record<string, unknown> {
  const tables: Record<string, { columns: string[]; last_id: number; rows: string[] }> = {};
  let table = '';
  for (const line of gunzipSync(readFileSync(path)).toString('latin1').split('\n')) {
    if (line.startsWith('{"table"')) {
      const about = JSON.parse(line) as { table: string; columns: string[]; last_id: number };
      tables[(table = about.table)] = { columns: about.columns, last_id: about.last_id, rows: [] };
    } else if (line.startsWith('[[')) {
      const rows = (JSON.parse(line) as unknown[]).map((row) => JSON.stringify(row));
      tables[table]!.rows.push(...rows.filter((row) => !row.startsWith('["epoch"')).toSorted());
    } else if (line.startsWith('{"file"')) break;
  }
  return tables;
}
