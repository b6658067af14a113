import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open as openFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { appliedMigrations, hasTables, knownMigrations } from '../database/migrate.ts';
import { openAsItIs, type OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { lastIds } from '../database/sequences.ts';
import { tableNames } from '../database/tables.ts';
import { isDiskFull } from '../disk-failure.ts';
import type { FileHome } from '../files/home.ts';
import { namedFiles } from '../files/named.ts';
import { openFiles } from '../files/open.ts';
import type { Settings } from '../settings.ts';
import {
  formatVersion,
  type EndLine,
  type FileLine,
  type Head,
  type Rows,
  type TableLine,
  type Totals,
} from './format.ts';
import { pepperMark } from './pepper-mark.ts';
import { BackupRefused } from './refused.ts';
import { inSnapshot, rowsOf } from './snapshot.ts';

/** Rows in one line. */
const together = 500;

export interface Taken {
  totals: Totals;
  /** Files that a row names and that are not there. */
  missing: string[];
}

/**
 * Writes the database as it is at one moment, and the files its rows name, into one new file that only its owner may
 * read. The server goes on meanwhile. `tell` hears how far it is. Throws BackupRefused; a file begun is removed.
 */
export async function takeBackup(settings: Settings, path: string, tell: (text: string) => void): Promise<Taken> {
  if (existsSync(path)) throw new BackupRefused(`${path} is there already.`);
  const { database } = settings;
  if (database.kind === 'sqlite' && !existsSync(database.file))
    throw new BackupRefused(`There is no database ${database.file}.`);
  const open = await openAsItIs(database, () => undefined);
  const taken: Taken = { totals: { rows: {}, files: 0, bytes: 0 }, missing: [] };
  try {
    await checkTables(open.reader);
    await inSnapshot(open, (db) => {
      const source = { db, kind: open.kind, files: openFiles(settings.files), tell, taken };
      return writeNew(path, linesOf(source, settings));
    });
    return taken;
  } finally {
    await open.close();
  }
}

/** Under another name until it is whole and on the disk. */
async function writeNew(path: string, lines: AsyncIterable<string | Buffer>): Promise<void> {
  const draft = `${path}.part`;
  const file = await openFile(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new BackupRefused(`${path} cannot be written (${error.code}).`);
    throw new BackupRefused(`${draft} is there: another backup is under way, or was broken off and is to be removed.`);
  });
  try {
    await pipeline(lines, createGzip(), file.createWriteStream({ flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw isDiskFull(error) ? new BackupRefused(`There is no space left for ${path}; nothing was kept of it.`) : error;
  }
}

async function checkTables(db: Kysely<Database>): Promise<void> {
  if (!(await hasTables(db))) throw new BackupRefused('The database has no tables of Comptoir.');
  if ((await appliedMigrations(db)).join() === knownMigrations.join()) return;
  throw new BackupRefused(
    'The tables are those of another version: take the backup with the program that serves them.',
  );
}

interface Source {
  db: Kysely<Database>;
  kind: OpenDatabase['kind'];
  files: FileHome;
  tell(text: string): void;
  taken: Taken;
}

async function* linesOf(source: Source, { pepper }: Settings): AsyncGenerator<string | Buffer> {
  const hash = createHash('sha256');
  const head: Head = {
    backup: 'comptoir',
    version: formatVersion,
    made_at: new Date().toISOString(),
    database: source.kind,
    migrations: await appliedMigrations(source.db),
    pepper: pepperMark(pepper),
  };
  yield* hashed(hash, [json(head)]);
  const last = await lastIds(source.db, source.kind);
  for (const table of tableNames) yield* hashed(hash, tableLines(source, table, last.get(table) ?? null));
  yield* hashed(hash, fileLines(source));
  yield json({ end: source.taken.totals, sha256: hash.digest('hex') } satisfies EndLine);
}

async function* hashed(
  hash: Hash,
  parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

async function* tableLines(
  { db, kind, tell, taken }: Source,
  table: string,
  last_id: number | null,
): AsyncGenerator<string> {
  let columns: string[] | undefined;
  const part: Rows = [];
  let count = 0;
  for await (const row of rowsOf(db, kind, table)) {
    if (!columns) yield json({ table, columns: (columns = Object.keys(row)), last_id } satisfies TableLine);
    part.push(columns.map((column) => row[column]!));
    count += 1;
    if (part.length === together) yield json(part.splice(0));
    if (count % 100_000 === 0) tell(`${table}: ${count} rows so far`);
  }
  if (!columns) yield json({ table, columns: [], last_id } satisfies TableLine);
  if (part.length > 0) yield json(part);
  taken.totals.rows[table] = count;
  tell(`${table}: ${count} rows`);
}

async function* fileLines({ db, files, tell, taken }: Source): AsyncGenerator<string | Buffer> {
  for (const name of await namedFiles(db)) {
    const file = await files.get(name);
    if (!file) {
      taken.missing.push(name);
      continue;
    }
    const { bytes, type } = file;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    yield json({ file: name, type, size: bytes.length, sha256 } satisfies FileLine);
    yield bytes;
    yield '\n';
    taken.totals.files += 1;
    taken.totals.bytes += bytes.length;
    if (taken.totals.files % 1_000 === 0) tell(`files: ${taken.totals.files} so far`);
  }
  tell(`files: ${taken.totals.files}, ${taken.totals.bytes} bytes`);
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
