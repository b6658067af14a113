import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { knownMigrations, migrate } from '../database/migrate.ts';
import { openWithoutMigrating, type OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { setLastId } from '../database/sequences.ts';
import { analyzeTables } from '../database/tables.ts';
import { indexTexts } from '../database/text-index.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../services.ts';
import type { Settings } from '../base/settings.ts';
import { checkEmptyDatabase, checkEmptyFiles, deleteRowsOfMigrations } from './empty.ts';
import { type Head, type Totals, pepperMark, BackupRefused } from './format.ts';
import { readBackup } from './read.ts';
import { checkReferences, insertRows, postponeReferences } from './rows.ts';

export interface Restored {
  head: Head;
  totals: Totals;
  /** Whether this server has the pepper of the backup, so that PINs keep working. */
  hasSamePepper: boolean;
}

export interface RestoreOptions {
  path: string;
  /** Keeps sessions and links; otherwise all end, since one that ended after the backup would be valid again. */
  keepSessions: boolean;
  /** Reports progress. */
  report(text: string): void;
}

/**
 * Restores a backup into an empty installation: its database must have no rows, its file store no other files, and no
 * other process may use them. All rows are inserted in one transaction, after the whole backup was checked: when that
 * fails, no row and no file of the backup is left. Throws BackupRefused with the reason. Devices load everything again,
 * since they may have newer rows than the backup.
 */
export async function restoreBackup(settings: Settings, options: RestoreOptions): Promise<Restored> {
  const { head, totals, names } = await checkBackup(options);
  const unknown = head.migrations.filter((name, index) => knownMigrations[index] !== name);
  if (unknown.length > 0) throw new BackupRefused(`The backup comes from a newer version: ${unknown.join(', ')}.`);
  const files = openFiles(settings.files);
  await checkEmptyFiles(files, names);
  const database = await openWithoutMigrating(settings.database, () => undefined);
  try {
    await checkEmptyDatabase(database, head);
    await migrate(database.db, database.kind, head.migrations.at(-1));
    await restoreInto(database, files, options);
    await migrate(database.db, database.kind);
    await indexTexts(database.maintenance, database.kind);
    await analyzeTables(database.maintenance, database.kind);
  } finally {
    await database.close();
  }
  return { head, totals, hasSamePepper: head.pepper === pepperMark(settings.pepper) };
}

/** Reads the whole backup once, so that damage is found before anything is changed. */
async function checkBackup({ path, report }: RestoreOptions) {
  report(`checking ${path}`);
  const names = new Set<string>();
  let head: Head | undefined;
  let totals: Totals | undefined;
  for await (const entry of readBackup(path)) {
    if (entry.kind === 'head') head = entry.head;
    if (entry.kind === 'file') names.add(entry.file.file);
    if (entry.kind === 'end') totals = entry.totals;
  }
  return { head: head!, totals: totals!, names };
}

async function restoreInto({ db, kind }: OpenDatabase, files: FileStore, options: RestoreOptions): Promise<void> {
  const stored: string[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      await deleteRowsOfMigrations(tx, kind);
      await postponeReferences(tx, kind);
      await loadEntries({ tx, kind, files, stored }, options);
      await checkReferences(tx, kind);
      await assignNewEpoch(tx);
      if (!options.keepSessions) await endSessions(tx, Date.now());
    });
  } catch (error) {
    for (const name of stored) await files.remove(name);
    throw error;
  }
}

interface RestoreTarget {
  tx: Transaction<Database>;
  kind: OpenDatabase['kind'];
  files: FileStore;
  /** Names of the files stored so far. */
  stored: string[];
}

async function loadEntries(
  { tx, kind, files, stored }: RestoreTarget,
  { path, report }: RestoreOptions,
): Promise<void> {
  const lastIds: { table: string; last: number }[] = [];
  let rows = 0;
  for await (const entry of readBackup(path)) {
    if (entry.kind === 'table') {
      report(entry.table.table);
      if (entry.table.last_id) lastIds.push({ table: entry.table.table, last: entry.table.last_id });
    } else if (entry.kind === 'rows') {
      await insertRows(tx, kind, entry);
      rows += entry.rows.length;
      if (rows % 100_000 < entry.rows.length) report(`${rows} rows so far`);
    } else if (entry.kind === 'file') {
      await files.put(entry.file.file, entry.bytes, entry.file.type);
      stored.push(entry.file.file);
      if (stored.length % 1_000 === 0) report(`${stored.length} files so far`);
    }
  }
  for (const last of lastIds) await setLastId(tx, kind, last);
}

/**
 * A new epoch makes every device load everything again: otherwise its cursor would be compared with feed numbers that
 * are assigned a second time.
 */
async function assignNewEpoch(tx: Kysely<Database>): Promise<void> {
  await tx.updateTable('house').set({ value: randomUUID() }).where('name', '=', 'epoch').execute();
}

/** Ends every session and every open link, and deletes the queued e-mails that contain such a link. */
async function endSessions(tx: Kysely<Database>, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  const ended = { used_at: now, name: null, password_hash: null, locale: null, email: null };
  await tx.updateTable('mail_tokens').set(ended).where('used_at', 'is', null).execute();
  await tx.deleteFrom('letters').where('sent_at', 'is', null).where('body_text', 'like', '%?token=%').execute();
}
