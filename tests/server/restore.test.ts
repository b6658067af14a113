import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackupRefused } from '../../src/server/platform/backup/refused.ts';
import { restoreBackup } from '../../src/server/platform/backup/restore.ts';
import { openFiles } from '../../src/server/platform/files/open.ts';
import { fileFolders } from '../../src/server/platform/files/home.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { backUp, forged, houseOf, inside, openShop } from '../support/backups.ts';
import { fastFolder } from '../support/folders.ts';
import { emptyHouse, runCommand } from '../support/programs.ts';
import { openWorld, type World } from '../support/world.ts';

const folder = mkdtempSync(join(fastFolder, 'comptoir-restore-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let world: World;
/** A good backup, one of a house without files, and the second one unpacked. */
let good: string;
let plain: Buffer;
beforeAll(async () => {
  ({ world } = await openShop());
  good = await backUp(houseOf(world), join(folder, 'good'));
  const other = await openWorld();
  await other.signIn('amina');
  plain = gunzipSync(readFileSync(await backUp(houseOf(other), join(folder, 'plain'))));
}, 60_000);

const restore = (house: Record<string, string>, path: string) =>
  restoreBackup(readSettings(house), { path, keepSessions: true, tell: () => undefined });

function written(name: string, bytes: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Rows and files of a house; its tables may be there. */
async function contentsOf(house: Record<string, string>): Promise<string[]> {
  const contents: string[] = [];
  const files = openFiles(readSettings(house).files);
  for (const inFolder of fileFolders) for await (const { name } of files.list(inFolder)) contents.push(name);
  await inside(house, async (db) => {
    for (const table of ['users', 'orders', 'ledger', 'sessions', 'files']) {
      const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(db).catch(() => ({ rows: [] }));
      if (rows.length > 0) contents.push(`${rows.length} ${table}`);
    }
  });
  return contents;
}

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 0x01;
  return copy;
};

test('a house with people, or with somebody else’s files, is not restored into', async () => {
  const before = await contentsOf(houseOf(world));
  const others = await emptyHouse();
  await openFiles(readSettings(others).files).put('catalog/mine.png', Buffer.from('x'), 'image/png');

  const used = await emptyHouse();
  await runCommand('create-root', used, { args: ['--email', 'root@example.test'] });
  const full = await runCommand('restore', used, { args: [good] });
  const filed = await runCommand('restore', others, { args: [good] });

  expect([full.code, full.err]).toEqual([1, 'The database is not empty: there are rows in audit.\n']);
  expect([filed.code, filed.err]).toEqual([1, 'The place for files is not empty: there is catalog/mine.png.\n']);
  expect(await contentsOf(houseOf(world))).toEqual(before);
  expect(await contentsOf(others)).toEqual(['catalog/mine.png']);
}, 60_000);

test('what was cut or changed anywhere is refused, and nothing is changed', async () => {
  const house = await emptyHouse();
  const packed = readFileSync(good);
  const bytes = gunzipSync(packed);
  const rows = bytes.indexOf('\n', bytes.indexOf('{"table":"ledger"')) + 1;
  const without = (from: number, to: number) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const broken: Record<string, Buffer> = {
    empty: Buffer.alloc(0),
    'a picture': Buffer.from('\x89PNG'),
    'another gzip': gzipSync('{"hello":1}\n'),
    'no line of it': gzipSync('hello\n'),
    'half of it': packed.subarray(0, packed.length / 2),
    'all but a byte': packed.subarray(0, -1),
    'a bit of it': flipped(packed, Math.floor(packed.length / 3)),
    'an amount': gzipSync(Buffer.from(bytes.toString('latin1').replace('9999900', '9999000'), 'latin1')),
    'a byte of a file': gzipSync(flipped(bytes, bytes.indexOf('PNG') + 20)),
    'a row less': gzipSync(without(rows, bytes.indexOf('\n', rows) + 1)),
    'no end': gzipSync(bytes.subarray(0, lastLine)),
    'more after the end': gzipSync(Buffer.concat([bytes, Buffer.from('[]\n')])),
    'two in one': gzipSync(Buffer.concat([bytes, bytes])),
    'a newer format': gzipSync(Buffer.from(bytes.toString('latin1').replace('"version":1', '"version":2'), 'latin1')),
    'a newer version': forged(plain, ([head, ...rest]) => [
      { ...head, migrations: [...head.migrations, '9999-future'] },
      ...rest,
    ]),
  };

  const reasons: Record<string, string> = {};
  for (const [name, content] of Object.entries(broken)) {
    const said = await restore(house, written('broken', content)).then(
      () => 'restored',
      (error: unknown) => error,
    );
    reasons[name] = said instanceof BackupRefused ? said.message : String(said);
  }

  expect(reasons).toMatchInlineSnapshot(`
    {
      "a bit of it": "The backup is broken: it cannot be unpacked.",
      "a byte of a file": "The backup is broken: a file in it was changed.",
      "a newer format": "The backup has format 2, this program reads 1.",
      "a newer version": "The backup comes from a newer version: 9999-future.",
      "a picture": "The backup is broken: it cannot be unpacked.",
      "a row less": "The backup is broken: its checksum does not fit.",
      "all but a byte": "The backup is broken: it was cut.",
      "an amount": "The backup is broken: its checksum does not fit.",
      "another gzip": "This is no backup of Comptoir.",
      "empty": "The backup is broken: it was cut.",
      "half of it": "The backup is broken: it was cut.",
      "more after the end": "The backup is broken: it goes on after its end.",
      "no end": "The backup is broken: it was cut.",
      "no line of it": "The backup is broken: a line of it says nothing.",
      "two in one": "The backup is broken: it goes on after its end.",
    }
  `);
  expect(await contentsOf(house)).toEqual([]);
  await restore(house, good);
  expect(await contentsOf(house)).toEqual(await contentsOf(houseOf(world)));
}, 60_000);

test('a backup that fits its checksums but not the tables leaves no row and no file, and a good one goes in after it', async () => {
  const house = await emptyHouse();
  const orphan = written(
    'orphan',
    forged(plain, (lines) =>
      lines.map((one, index) =>
        lines[index - 1]?.table === 'sessions' && Array.isArray(one) ? [one[0].with(2, 4711)] : one,
      ),
    ),
  );
  const double = written(
    'double',
    forged(plain, (lines) => lines.map((one, index) => (lines[index - 1]?.table === 'users' ? [...one, one[0]] : one))),
  );

  await expect(restore(house, orphan)).rejects.toThrow(/foreign key/i);
  await expect(restore(house, double)).rejects.toThrow(/unique/i);

  expect(await contentsOf(house)).toEqual([]);
  await restore(house, good);
  expect(await contentsOf(house)).toEqual(await contentsOf(houseOf(world)));
}, 60_000);

/** Columns that later versions have added. */
const laterColumns: Record<string, string[]> = {
  orders: ['status_by', 'status_at', 'deleted_at'],
  users: ['muted_mail'],
  letters: ['once_key'],
  mail_tokens: ['name', 'password_hash', 'locale', 'email'],
};

// oxlint-disable-next-line typescript/no-explicit-any -- lines of every kind
function withoutColumns(lines: any[]): any[] {
  let kept: boolean[] = [];
  return lines.map((line) => {
    if (Array.isArray(line)) return line.map((row) => row.filter((_value: unknown, index: number) => kept[index]));
    kept = line.columns.map((name: string) => !laterColumns[line.table]?.includes(name));
    return { ...line, columns: line.columns.filter((_name: string, index: number) => kept[index]) };
  });
}

test('a backup of an older version is brought up to date', async () => {
  const house = await emptyHouse();
  const older = forged(plain, ([head, ...lines]) => {
    const tables = lines.filter((one, index) => one.table !== 'files' && lines[index - 1]?.table !== 'files');
    return [{ ...head, migrations: head.migrations.slice(0, 2) }, ...withoutColumns(tables)];
  });

  await restore(house, written('older', older));

  expect(await contentsOf(house)).toEqual(['4 users', '1 sessions']);
  expect(await inside(house, (db) => db.selectFrom('files').selectAll().execute())).toEqual([]);
  const again = await runCommand('migrate', house);
  expect(again.out).toBe('Nothing to apply\n');
}, 60_000);

test('a file that is not there is said so', async () => {
  const { code, err } = await runCommand('restore', await emptyHouse(), { args: [join(folder, 'nowhere')] });

  expect([code, err]).toEqual([1, 'There is no such file.\n']);
});
