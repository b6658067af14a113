import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { restoreBackup } from '../../src/server/platform/backup/restore.ts';
import { takeBackup } from '../../src/server/platform/backup/take.ts';
import { fileFolders, type FileStore } from '../../src/server/platform/files/file-store.ts';
import { openFiles } from '../../src/server/platform/services.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { backUp, installationOf, withDatabase, createShop } from '../support/backups.ts';
import { clientOf, expectRefused } from '../support/client.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyInstallation, runCommand, startProgram } from '../support/programs.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/test-server.ts';

/** A folder for the backups of one test. */
function backupFolder(): string {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function contentsOf(files: FileStore): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const folder of fileFolders) {
    for await (const { name } of files.list(folder)) contents[name] = (await files.get(name))!.bytes.toString('base64');
  }
  return contents;
}

test('a backup taken while orders are placed can be restored: the balances are correct, and new orders are accepted', async () => {
  const { server, order, signedOutToken, signedInToken, picture } = await createShop();
  const path = join(backupFolder(), 'shop.backup');
  const placed: number[] = [];
  let busy = true;
  const customer = async () => {
    while (busy) placed.push((await order()).body.order.id);
  };
  const customers = Array.from({ length: 6 }, customer);
  await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(20);

  const before = [...placed];
  const taken = await runCommand('backup', installationOf(server), { args: [path] });
  await expect.poll(() => placed.length, { timeout: 30_000 }).toBeGreaterThan(before.length + 20);
  busy = false;
  await Promise.all(customers);
  const installation = { ...(await emptyInstallation()), PEPPER: server.settings.pepper };
  const restored = await runCommand('restore', installation, { args: [path, '--keep-sessions'] });

  expect([taken.code, taken.err, restored.code, restored.err]).toEqual([0, '', 0, '']);
  expect(restored.out).toMatch(/^4 balances recomputed from \d+ ledger rows: 0 faults$/m);
  expect((await runCommand('verify', installation)).out).toMatch(/: 0 faults$/m);
  const restoredOrders = await withDatabase(installation, (db) =>
    db
      .selectFrom('orders')
      .innerJoin('order_items', 'order_items.order_id', 'orders.id')
      .innerJoin('ledger', 'ledger.order_id', 'orders.id')
      .select(['orders.id', 'ledger.amount_cents as cents'])
      .orderBy('orders.id')
      .execute(),
  );
  const ids = restoredOrders.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(before));
  // The first order is from `createShop`.
  expect(placed).toEqual(expect.arrayContaining(ids.slice(1)));
  expect(ids.length).toBeLessThan(placed.length);
  expect(restoredOrders.every(({ cents }) => cents === -100)).toBe(true);
  expect(await withDatabase(installation, (db) => db.selectFrom('orders').select('id').execute())).toHaveLength(
    ids.length,
  );

  expect(await contentsOf(openFiles(readSettings(installation).files))).toEqual(
    await contentsOf(server.services.files),
  );
  const { url } = await startProgram(installation);
  const [active, ended] = [signedInToken, signedOutToken].map((token) =>
    clientOf(url, async () => ({ Authorization: `Bearer ${token}` })),
  );
  expect((await active!.get('/api/auth/current')).body).toMatchObject({ user: { email: 'amina@example.test' } });
  expectRefused(await ended!.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await fetch(url + picture)).status).toBe(200);
  const next = await active!.post('/api/orders', { product_id: 1 }, { 'Idempotency-Key': randomUUID() });
  expect(next.body.order.id).toBeGreaterThan(ids.at(-1)!);
});

test('a restore brings back every row of every table, uses no deleted id again, and keeps the ledger append-only', async () => {
  const { server } = await createShop();
  const { db } = server.services;
  const category = { title: 'Tea', is_active: 1, search_text: '', sort_key: '', created_at: 0, updated_at: 0 };
  await db
    .insertInto('categories')
    .values({ ...category, id: 5 })
    .execute();
  // The parent has a higher id than its child.
  await db
    .insertInto('categories')
    .values({ ...category, id: 3, parent_id: 5 })
    .execute();
  const highest = Number((await db.insertInto('letters').values(email).returning('id').executeTakeFirstOrThrow()).id);
  await db.deleteFrom('letters').where('id', '=', highest).execute();
  const path = await backUp(installationOf(server), join(backupFolder(), 'shop.backup'));

  const installation = { ...(await emptyInstallation()), PEPPER: server.settings.pepper };
  await restoreBackup(readSettings(installation), { path, keepSessions: true, report: () => undefined });

  const again = join(backupFolder(), 'again.backup');
  await takeBackup(readSettings(installation), again, () => undefined);
  expect(tablesOf(again)).toEqual(tablesOf(path));
  await withDatabase(installation, async (restoredDb) => {
    expect(Number((await restoredDb.insertInto('letters').values(email).returning('id').executeTakeFirst())!.id)).toBe(
      highest + 1,
    );
    await expect(restoredDb.updateTable('ledger').set({ note: 'x' }).execute()).rejects.toThrow('append-only');
    await expect(restoredDb.deleteFrom('ledger').execute()).rejects.toThrow('append-only');
    await expect(restoredDb.deleteFrom('users').where('id', '=', server.users.amina.id).execute()).rejects.toThrow(
      /foreign key/i,
    );
    const [epoch] = await restoredDb.selectFrom('house').select('value').where('name', '=', 'epoch').execute();
    expect(epoch).not.toEqual(
      await db.selectFrom('house').select('value').where('name', '=', 'epoch').executeTakeFirst(),
    );
  });
});

test('without --keep-sessions a restore ends all sessions and unused e-mailed links and says so; it also reports a changed PEPPER', async () => {
  const { server, signedInToken } = await createShop();
  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await server.guest.post('/api/auth/password/forgot', { email: 'karim@example.test' });
  await server.mail.deliver();
  server.mail.isDown = true;
  await server.guest.post('/api/auth/password/forgot', { email: 'sara@example.test' });
  const path = await backUp(installationOf(server), join(backupFolder(), 'shop.backup'));
  const installation = await emptyInstallation();

  const { code, out, err } = await runCommand('restore', installation, { args: [path] });

  expect(out).toContain('All sessions and open links have ended: all users sign in again.\n');
  expect([code, err]).toEqual([0, 'PEPPER differs from that of the backup: every admin has to set a new PIN.\n']);
  expect(signedInToken).toBeTruthy();
  const openSessions = await withDatabase(installation, (db) =>
    db.selectFrom('sessions').select('id').where('revoked_at', 'is', null).execute(),
  );
  expect(openSessions).toEqual([]);
  const [links, emails] = await withDatabase(installation, async (db) => [
    await db.selectFrom('mail_tokens').select(['kind', 'used_at']).execute(),
    await db.selectFrom('letters').select('recipient').where('sent_at', 'is', null).execute(),
  ]);
  expect(links.map(({ kind, used_at }) => [kind, used_at !== null])).toEqual(Array(3).fill(['reset', true]));
  expect(emails).toEqual([]);
});

test('a backup is readable only by its owner, contains no pepper, replaces no file, and its command names missing files', async () => {
  const { server } = await createShop();
  const folder = backupFolder();
  const path = await backUp(installationOf(server), join(folder, 'shop.backup'));
  const { stored } = await server.services.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  await server.services.files.remove(stored);

  const again = await runCommand('backup', installationOf(server), { args: [path] });
  const other = await runCommand('backup', installationOf(server), { args: [join(folder, 'other')] });

  writeFileSync(join(folder, 'third.part'), '');
  const third = takeBackup(server.settings, join(folder, 'third'), () => undefined);

  await expect(third).rejects.toThrow('another backup is running, or one was interrupted');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(gunzipSync(readFileSync(path)).toString()).not.toContain(server.settings.pepper);
  expect([again.code, again.err]).toEqual([1, `${path} exists already.\n`]);
  expect([other.code, other.err]).toEqual([0, `The database refers to the file ${stored}, which is missing.\n`]);
  expect(readdirSync(folder).toSorted()).toEqual(['other', 'shop.backup', 'third.part']);
});

// Needs both kinds of database: a growing shop moves from SQLite to PostgreSQL, and may move back.
test.runIf(databaseKind === 'postgres').each(['sqlite', 'postgres'] as const)(
  'a backup of %s can be restored into the other kind of database',
  async (kind) => {
    const { server } = await createShop(kind);
    const path = await backUp(installationOf(server), join(backupFolder(), 'shop.backup'));
    const { DATABASE_URL: _own, ...installation } = await emptyInstallation();
    const target = kind === 'sqlite' ? { ...installation, DATABASE_URL: (await emptyDatabase()).url } : installation;

    await restoreBackup(readSettings(target), { path, keepSessions: true, report: () => undefined });

    await withDatabase(target, async (db) => {
      expect((await findFaults(db)).faults).toEqual([]);
      expect(await db.selectFrom('orders').select(['notes', 'total_cents']).execute()).toEqual([
        { notes: 'voilà 茶 🫖', total_cents: 100 },
      ]);
      // Fails unless new ids continue after the restored ones.
      const session = { token_hash: 'new', user_id: 1, created_at: 0, used_at: 0 };
      await db.insertInto('sessions').values(session).execute();
    });
  },
);

const email = {
  recipient: 'amina@example.test',
  subject: '',
  body_text: '',
  body_html: '',
  locale: 'en',
  next_at: 9e15,
  created_at: 0,
};

/** Every table of a backup with its rows sorted, without the epoch, which changes with a restore. */
function tablesOf(path: string): Record<string, unknown> {
  const tables: Record<string, { columns: string[]; last_id: number; rows: string[] }> = {};
  let table = '';
  for (const line of gunzipSync(readFileSync(path)).toString('latin1').split('\n')) {
    if (line.startsWith('{"table"')) {
      const header = JSON.parse(line) as { table: string; columns: string[]; last_id: number };
      tables[(table = header.table)] = { columns: header.columns, last_id: header.last_id, rows: [] };
    } else if (line.startsWith('[[')) {
      const rows = (JSON.parse(line) as unknown[]).map((row) => JSON.stringify(row));
      tables[table]!.rows.push(...rows.filter((row) => !row.startsWith('["epoch"')).toSorted());
    } else if (line.startsWith('{"file"')) break;
  }
  return tables;
}
