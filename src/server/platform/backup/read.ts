import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { isFileName } from '../files/file-store.ts';
import { EndLine, FileLine, formatVersion, Head, Rows, TableLine, type Totals, BackupRefused } from './format.ts';
import { openLines, type Lines } from './lines.ts';

export type Entry =
  | { kind: 'head'; head: Head }
  | { kind: 'table'; table: TableLine }
  | { kind: 'rows'; table: TableLine; rows: Rows }
  | { kind: 'file'; file: FileLine; bytes: Buffer }
  | { kind: 'end'; totals: Totals };

/**
 * Reads a backup piece by piece. Throws BackupRefused for a file that is not a backup, has a newer format, or is
 * broken, truncated or changed: an iteration to the end yields exactly what was written.
 */
export async function* readBackup(path: string): AsyncGenerator<Entry> {
  try {
    yield* entriesOf(openLines(path));
  } catch (error) {
    throw toBackupRefused(error);
  }
}

async function* entriesOf(lines: Lines): AsyncGenerator<Entry> {
  yield { kind: 'head', head: headOf(parseLine(await lines.line())) };
  const counted: Totals = { rows: {}, files: 0, bytes: 0 };
  let table: TableLine | null = null;
  for (;;) {
    const value = parseLine(await lines.line());
    if (isObject(value) && 'end' in value) {
      await checkEnd(lines, value, counted);
      return yield { kind: 'end', totals: counted };
    }
    const entry: Entry = await entryOf(lines, value, table);
    addToTotals(counted, entry);
    if (entry.kind === 'table') table = entry.table;
    yield entry;
  }
}

async function entryOf(lines: Lines, value: unknown, table: TableLine | null): Promise<Entry> {
  if (Array.isArray(value) && table) return { kind: 'rows', table, rows: rowsOf(value, table) };
  if (isObject(value) && 'table' in value) return { kind: 'table', table: TableLine.parse(value) };
  const file = FileLine.parse(value);
  const bytes = await lines.bytes(file.size);
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== file.sha256 || !isFileName(file.file)) throw brokenBackup('a file in it was changed');
  return { kind: 'file', file, bytes };
}

function addToTotals(totals: Totals, entry: Entry): void {
  if (entry.kind === 'table') totals.rows[entry.table.table] = 0;
  if (entry.kind === 'rows') totals.rows[entry.table.table]! += entry.rows.length;
  if (entry.kind !== 'file') return;
  totals.files += 1;
  totals.bytes += entry.bytes.length;
}

function headOf(value: unknown): Head {
  if (!isObject(value) || value.backup !== 'comptoir') throw new BackupRefused('This is no backup of Comptoir.');
  if (Number(value.version) > formatVersion) {
    throw new BackupRefused(`The backup has format ${String(value.version)}, this program reads ${formatVersion}.`);
  }
  return Head.parse(value);
}

function rowsOf(value: unknown[], { columns }: TableLine): Rows {
  const rows = Rows.parse(value);
  if (rows.some((row) => row.length !== columns.length)) throw brokenBackup('a row does not fit its table');
  return rows;
}

async function checkEnd(lines: Lines, value: object, counted: Totals): Promise<void> {
  const { end, sha256 } = EndLine.parse(value);
  if (lines.digestBefore() !== sha256) throw brokenBackup('its checksum is wrong');
  if (JSON.stringify(end) !== JSON.stringify(counted)) throw brokenBackup('its totals are wrong');
  if (!(await lines.isAtEnd())) throw brokenBackup('it goes on after its end');
}

function parseLine(line: string | null): unknown {
  if (line === null) throw brokenBackup('it is incomplete');
  return JSON.parse(line);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const brokenBackup = (why: string): BackupRefused => new BackupRefused(`The backup is broken: ${why}.`);

function toBackupRefused(error: unknown): Error {
  if (error instanceof BackupRefused) return error;
  if (error instanceof SyntaxError || error instanceof z.core.$ZodError)
    return brokenBackup('a line of it has no valid content');
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused('There is no such file.');
  if (code === 'EISDIR') return new BackupRefused('This is a folder and no backup.');
  if (code === 'EACCES') return new BackupRefused('The file may not be read by this user.');
  if (code === 'Z_BUF_ERROR') return brokenBackup('it is incomplete');
  // Errors of zlib for a changed file, and for one that is not gzip.
  if (code?.startsWith('Z_')) return brokenBackup('it cannot be unpacked');
  return error as Error;
}
