import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open as openFile, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Kysely } from 'kysely';
import { appliedMigrations, hasTables, knownMigrations } from '../database/migrate.ts';
import { openWithoutMigrating, type OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { lastIds } from '../database/sequences.ts';
import { tableNames } from '../database/tables.ts';
import { isDiskFull } from '../base/disk-failure.ts';
import type { FileStore } from '../files/file-store.ts';
import { referencedFiles } from '../files/referenced-files.ts';
import { openFiles } from '../services.ts';
import type { Settings } from '../base/settings.ts';
import {
  formatVersion,
  type EndLine,
  type FileLine,
  type Head,
  type Rows,
  type TableLine,
  type Totals,
  pepperMark,
  BackupRefused,
} from './format.ts';
import { inSnapshot, rowsOf } from './snapshot.ts';

/** Rows per line. */
const rowsPerLine = 500;

export interface BackupSummary {
  totals: Totals;
  /** Names of the files that a row refers to but that the file store does not have. */
  missing: string[];
}

/**
 * Writes a snapshot of the database, and the files its rows refer to, into one new file that only its owner may read.
 * The server keeps running. `report` receives the progress. Throws BackupRefused; an incomplete file is removed.
 */
export async function takeBackup(
  settings: Settings,
  path: string,
  report: (text: string) => void,
): Promise<BackupSummary> {
  if (existsSync(path)) throw new BackupRefused(`${path} exists already.`);
  const location = settings.database;
  if (location.kind === 'sqlite' && !existsSync(location.file))
    throw new BackupRefused(`There is no database ${location.file}.`);
  const database = await openWithoutMigrating(location, () => undefined);
  const summary: BackupSummary = { totals: { rows: {}, files: 0, bytes: 0 }, missing: [] };
  try {
    await checkTables(database.reader);
    await inSnapshot(database, (db) => {
      const source = { db, kind: database.kind, files: openFiles(settings.files), report, summary };
      return writeNew(path, linesOf(source, settings));
    });
    return summary;
  } finally {
    await database.close();
  }
}

/** Writes the file under another name until it is complete and on the disk. */
async function writeNew(path: string, lines: AsyncIterable<string | Buffer>): Promise<void> {
  const partPath = `${path}.part`;
  const file = await openFile(partPath, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new BackupRefused(`${path} cannot be written (${error.code}).`);
    throw new BackupRefused(
      `${partPath} exists: another backup is running, or one was interrupted; in that case delete this file.`,
    );
  });
  try {
    await pipeline(lines, createGzip(), file.createWriteStream({ flush: true }));
    await rename(partPath, path);
  } catch (error) {
    await rm(partPath, { force: true });
    throw isDiskFull(error)
      ? new BackupRefused(`There is no space left for ${path}; the incomplete file was removed.`)
      : error;
  }
}

async function checkTables(db: Kysely<Database>): Promise<void> {
  if (!(await hasTables(db))) throw new BackupRefused('The database has no tables of Comptoir.');
  if ((await appliedMigrations(db)).join() === knownMigrations.join()) return;
  throw new BackupRefused('The database belongs to another version of Comptoir: make the backup with that version.');
}

interface Source {
  db: Kysely<Database>;
  kind: OpenDatabase['kind'];
  files: FileStore;
  report(text: string): void;
  summary: BackupSummary;
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
  yield* hashing(hash, [json(head)]);
  const last = await lastIds(source.db, source.kind);
  for (const table of tableNames) yield* hashing(hash, tableLines(source, table, last.get(table) ?? null));
  yield* hashing(hash, fileLines(source));
  yield json({ end: source.summary.totals, sha256: hash.digest('hex') } satisfies EndLine);
}

/** Yields the parts and adds each to the hash. */
async function* hashing(
  hash: Hash,
  parts: Iterable<string | Buffer> | AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}

async function* tableLines(
  { db, kind, report, summary }: Source,
  table: string,
  last_id: number | null,
): AsyncGenerator<string> {
  let columns: string[] | undefined;
  const batch: Rows = [];
  let count = 0;
  for await (const row of rowsOf(db, kind, table)) {
    if (!columns) yield json({ table, columns: (columns = Object.keys(row)), last_id } satisfies TableLine);
    batch.push(columns.map((column) => row[column]!));
    count += 1;
    if (batch.length === rowsPerLine) yield json(batch.splice(0));
    if (count % 100_000 === 0) report(`${table}: ${count} rows so far`);
  }
  if (!columns) yield json({ table, columns: [], last_id } satisfies TableLine);
  if (batch.length > 0) yield json(batch);
  summary.totals.rows[table] = count;
  report(`${table}: ${count} rows`);
}

async function* fileLines({ db, files, report, summary }: Source): AsyncGenerator<string | Buffer> {
  for (const name of await referencedFiles(db)) {
    const file = await files.get(name);
    if (!file) {
      summary.missing.push(name);
      continue;
    }
    const { bytes, type } = file;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    yield json({ file: name, type, size: bytes.length, sha256 } satisfies FileLine);
    yield bytes;
    yield '\n';
    summary.totals.files += 1;
    summary.totals.bytes += bytes.length;
    if (summary.totals.files % 1_000 === 0) report(`files: ${summary.totals.files} so far`);
  }
  report(`files: ${summary.totals.files}, ${summary.totals.bytes} bytes`);
}

const json = (value: unknown): string => `${JSON.stringify(value)}\n`;
