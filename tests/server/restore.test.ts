import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupRefused } from '../../src/server/platform/backup/format.ts';
import { restoreBackup } from '../../src/server/platform/backup/restore.ts';
import { openFiles } from '../../src/server/platform/services.ts';
import { fileFolders } from '../../src/server/platform/files/file-store.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { backUp, forgeBackup, installationOf, withDatabase, createShop } from '../support/backups.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

const folder = mkdtempSync(join(fastFolder, 'comptoir-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: TestServer;
/** The path of a good backup. */
let good: string;
/** An unpacked backup of an installation without files. */
let plain: Buffer;
beforeAll(async () => {
  ({ server } = await createShop());
  good = await backUp(installationOf(server), join(folder, 'good'));
  const other = await startTestServer();
  await other.signIn('amina');
  plain = gunzipSync(readFileSync(await backUp(installationOf(other), join(folder, 'plain'))));
});

const restore = (installation: Record<string, string>, path: string) =>
  restoreBackup(readSettings(installation), { path, keepSessions: true, report: () => undefined });

function writeBackup(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** The file names and row counts of an installation, which may have no tables yet. */
async function contentsOf(installation: Record<string, string>): Promise<string[]> {
  const contents: string[] = [];
  const files = openFiles(readSettings(installation).files);
  for (const inFolder of fileFolders) for await (const { name } of files.list(inFolder)) contents.push(name);
  await withDatabase(installation, async (db) => {
    for (const table of ['users', 'orders', 'ledger', 'sessions', 'files']) {
      const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db).catch(() => ({ rows: [] }));
      if (rows.length > 0) contents.push(`${rows.length} ${table}`);
    }
  });
  return contents;
}

const flipBit = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0x01;
  return copy;
};

test('a restore into an installation with rows or files is refused', async () => {
  const before = await contentsOf(installationOf(server));
  const withFile = await emptyInstallation();
  await openFiles(readSettings(withFile).files).put('catalog/mine.png', Buffer.from('x'), 'image/png');

  const withRows = await emptyInstallation();
  await runCommand('create-root', withRows, { args: ['--email', 'root@example.test'] });
  const intoRows = await runCommand('restore', withRows, { args: [good] });
  const intoFile = await runCommand('restore', withFile, { args: [good] });

  expect([intoRows.code, intoRows.err]).toEqual([1, 'The database is not empty: there are rows in audit.\n']);
  expect([intoFile.code, intoFile.err]).toEqual([1, 'The file store is not empty: there is catalog/mine.png.\n']);
  expect(await contentsOf(installationOf(server))).toEqual(before);
  expect(await contentsOf(withFile)).toEqual(['catalog/mine.png']);
});

test('a truncated or changed backup is refused, and nothing is changed', async () => {
  const installation = await emptyInstallation();
  const packed = readFileSync(good);
  const bytes = gunzipSync(packed);
  const ledgerRowsAt = bytes.indexOf('\n', bytes.indexOf('{"table":"ledger"')) + 1;
  const without = (from: number, to: number) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const broken: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    'a picture': Buffer.from('\x89PNG'),
    'another JSON': gzipSync('{"hello":1}\n'),
    'another text': gzipSync('hello\n'),
    'its first half': packed.subarray(0, packed.length / 2),
    'its last byte missing': packed.subarray(0, -1),
    'a changed bit': flipBit(packed, Math.floor(packed.length / 3)),
    'a changed amount': gzipSync(Buffer.from(bytes.toString('latin1').replace('9999900', '9999000'), 'latin1')),
    'a changed file': gzipSync(flipBit(bytes, bytes.indexOf('PNG') + 20)),
    'a row missing': gzipSync(without(ledgerRowsAt, bytes.indexOf('\n', ledgerRowsAt) + 1)),
    'its last line missing': gzipSync(bytes.subarray(0, lastLine)),
    'more after the end': gzipSync(Buffer.concat([bytes, Buffer.from('[]\n')])),
    'two backups in one': gzipSync(Buffer.concat([bytes, bytes])),
    'a newer format': gzipSync(Buffer.from(bytes.toString('latin1').replace('"version":1', '"version":2'), 'latin1')),
    'a newer version': forgeBackup(plain, ([head, ...rest]) => [
      { ...head, migrations: [...head.migrations, '9999-future'] },
      ...rest,
    ]),
  };

  const reasons: Record<string, string> = {};
  for (const [name, content] of Object.entries(broken)) {
    const result = await restore(installation, writeBackup('broken', content)).then(
      () => 'restored',
      (error: unknown) => error,
    );
    reasons[name] = result instanceof BackupRefused ? result.message : String(result);
  }

  expect(reasons).toMatchInlineSnapshot(`
    {
      "a changed amount": "The backup is broken: its checksum is wrong.",
      "a changed bit": "The backup is broken: it cannot be unpacked.",
      "a changed file": "The backup is broken: a file in it was changed.",
      "a newer format": "The backup has format 2, this program reads 1.",
      "a newer version": "The backup comes from a newer version: 9999-future.",
      "a picture": "The backup is broken: it cannot be unpacked.",
      "a row missing": "The backup is broken: its checksum is wrong.",
      "another JSON": "This is no backup of Comptoir.",
      "another text": "The backup is broken: a line of it has no valid content.",
      "empty": "The backup is broken: it is incomplete.",
      "its first half": "The backup is broken: it is incomplete.",
      "its last byte missing": "The backup is broken: it is incomplete.",
      "its last line missing": "The backup is broken: it is incomplete.",
      "more after the end": "The backup is broken: it goes on after its end.",
      "two backups in one": "The backup is broken: it goes on after its end.",
    }
  `);
  expect(await contentsOf(installation)).toEqual([]);
  await restore(installation, good);
  expect(await contentsOf(installation)).toEqual(await contentsOf(installationOf(server)));
});

test.runIf(databaseKind === 'postgres')(
  'after a restore PostgreSQL plans its queries for the restored rows',
  async () => {
    const installation = await emptyInstallation();

    await restore(installation, good);

    const countRows = (table: string) =>
      withDatabase(installation, async (db) => {
        const { rows } = await sql<{ found: number; planned: number }>`
          select count(*)::int as found, (select reltuples::int from pg_class where oid = ${table}::regclass) as planned
          from ${sql.table(table)}`.execute(db);
        return rows[0]!;
      });
    for (const table of ['users', 'sessions', 'ledger']) {
      const { found, planned } = await countRows(table);
      expect([table, planned]).toEqual([table, found]);
      expect(found).toBeGreaterThan(0);
    }
  },
);

test('a backup with a right checksum but wrong rows leaves nothing, and a good one can be restored after it', async () => {
  const installation = await emptyInstallation();
  // Rows follow the line of their table; the third column of a session is its `user_id`.
  const orphan = writeBackup(
    'orphan',
    forgeBackup(plain, (lines) =>
      lines.map((line, index) =>
        lines[index - 1]?.table === 'sessions' && Array.isArray(line) ? [line[0].with(2, 4711)] : line,
      ),
    ),
  );
  const double = writeBackup(
    'double',
    forgeBackup(plain, (lines) =>
      lines.map((line, index) => (lines[index - 1]?.table === 'users' ? [...line, line[0]] : line)),
    ),
  );

  await expect(restore(installation, orphan)).rejects.toThrow(/foreign key/i);
  await expect(restore(installation, double)).rejects.toThrow(/unique/i);

  expect(await contentsOf(installation)).toEqual([]);
  await restore(installation, good);
  expect(await contentsOf(installation)).toEqual(await contentsOf(installationOf(server)));
});

/** Columns that later versions have added. */
const laterColumns: Record<string, string[]> = {
  orders: ['status_by', 'status_at', 'deleted_at'],
  users: ['muted_mail', 'muted_notifications'],
  letters: ['once_key'],
  mail_tokens: ['name', 'password_hash', 'locale', 'email'],
};

// oxlint-disable-next-line typescript/no-explicit-any -- lines of every kind
function withoutLaterColumns(lines: any[]): any[] {
  let kept: boolean[] = [];
  return lines.map((line) => {
    if (Array.isArray(line))
      return line
        .filter(([name]) => !['articles', 'shop', 'mail'].includes(name)) // facts of later versions
        .map((row) => row.filter((_value: unknown, index: number) => kept[index]));
    kept = line.columns.map((name: string) => !laterColumns[line.table]?.includes(name));
    return { ...line, columns: line.columns.filter((_name: string, index: number) => kept[index]) };
  });
}

test('a restored backup of an older version is migrated', async () => {
  const installation = await emptyInstallation();
  const older = forgeBackup(plain, ([head, ...lines]) => {
    const later = ['files', 'articles'];
    const tables = lines.filter(
      ({ table }, index) => ![table, lines[index - 1]?.table].some((one) => later.includes(one)),
    );
    return [{ ...head, migrations: head.migrations.slice(0, 2) }, ...withoutLaterColumns(tables)];
  });

  await restore(installation, writeBackup('older', older));

  expect(await contentsOf(installation)).toEqual(['4 users', '1 sessions']);
  expect(await withDatabase(installation, (db) => db.selectFrom('files').selectAll().execute())).toEqual([]);
  const articles = await withDatabase(installation, (db) => db.selectFrom('articles').select('kind').execute());
  expect(articles.filter(({ kind }) => kind === 'balance')).toHaveLength(1);
  expect(articles.length).toBeGreaterThan(1);
  const again = await runCommand('migrate', installation);
  expect(again.out).toBe('Nothing to apply\n');
});

test('a missing backup file ends the restore with one sentence', async () => {
  const { code, err } = await runCommand('restore', await emptyInstallation(), { args: [join(folder, 'nowhere')] });

  expect([code, err]).toEqual([1, 'There is no such file.\n']);
});
