import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { knownMigrations, migrate } from '../database/migrate.ts';
import { openAsItIs, type OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { setLastId } from '../database/sequences.ts';
import type { FileHome } from '../files/home.ts';
import { openFiles } from '../files/open.ts';
import type { Settings } from '../settings.ts';
import { checkEmptyDatabase, checkEmptyFiles } from './empty.ts';
import type { Head, Totals } from './format.ts';
import { pepperMark } from './pepper-mark.ts';
import { readBackup } from './read.ts';
import { BackupRefused } from './refused.ts';
import { checkReferences, insertRows, postponeReferences } from './rows.ts';

export interface Restored {
  head: Head;
  totals: Totals;
  /** The pepper here is that of the backup: PINs go on working. */
  samePepper: boolean;
}

export interface RestoreWish {
  path: string;
  /** Leaves sessions and links as they were; else all end, since those that ended after the backup would live again. */
  keepSessions: boolean;
  /** Hears how far it is. */
  tell(text: string): void;
}

/**
 * Puts a backup into an empty house: its database must have no rows, its file home no other files, and nothing else
 * may be using them. All rows come in one transaction, after the whole backup was checked, so nothing is changed when
 * it throws. Throws BackupRefused with the reason. Devices start anew, since they may know more than the backup does.
 */
export async function restoreBackup(settings: Settings, wish: RestoreWish): Promise<Restored> {
  const { head, totals, names } = await checkBackup(wish);
  const unknown = head.migrations.filter((name, index) => knownMigrations[index] !== name);
  if (unknown.length > 0) throw new BackupRefused(`The backup comes from a newer version: ${unknown.join(', ')}.`);
  const files = openFiles(settings.files);
  await checkEmptyFiles(files, names);
  const open = await openAsItIs(settings.database, () => undefined);
  try {
    await checkEmptyDatabase(open, head);
    await migrate(open.db, open.kind, head.migrations.at(-1));
    await fill(open, files, wish);
    await migrate(open.db, open.kind);
  } finally {
    await open.close();
  }
  return { head, totals, samePepper: head.pepper === pepperMark(settings.pepper) };
}

/** Reads all of it once, so that what is broken is known before anything is touched. */
async function checkBackup({ path, tell }: RestoreWish) {
  tell(`checking ${path}`);
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

async function fill({ db, kind }: OpenDatabase, files: FileHome, wish: RestoreWish): Promise<void> {
  const stored: string[] = [];
  try {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('house').execute();
      await tx.deleteFrom('feed_head').execute();
      await postponeReferences(tx, kind);
      await bring({ tx, kind, files, stored }, wish);
      await checkReferences(tx, kind);
      await beAnotherHouse(tx);
      if (!wish.keepSessions) await endSessions(tx, Date.now());
    });
  } catch (error) {
    for (const name of stored) await files.remove(name);
    throw error;
  }
}

interface Place {
  tx: Transaction<Database>;
  kind: OpenDatabase['kind'];
  files: FileHome;
  /** Names of the files that were put there. */
  stored: string[];
}

async function bring({ tx, kind, files, stored }: Place, { path, tell }: RestoreWish): Promise<void> {
  const counted: { table: string; last: number }[] = [];
  let rows = 0;
  for await (const entry of readBackup(path)) {
    if (entry.kind === 'table') {
      tell(entry.table.table);
      if (entry.table.last_id) counted.push({ table: entry.table.table, last: entry.table.last_id });
    } else if (entry.kind === 'rows') {
      await insertRows(tx, kind, entry);
      rows += entry.rows.length;
      if (rows % 100_000 < entry.rows.length) tell(`${rows} rows so far`);
    } else if (entry.kind === 'file') {
      await files.put(entry.file.file, entry.bytes, entry.file.type);
      stored.push(entry.file.file);
      if (stored.length % 1_000 === 0) tell(`${stored.length} files so far`);
    }
  }
  for (const last of counted) await setLastId(tx, kind, last);
}

/** Another epoch lets every device start anew: it would follow numbers of the feed that are given a second time. */
async function beAnotherHouse(tx: Kysely<Database>): Promise<void> {
  await tx.updateTable('house').set({ value: randomUUID() }).where('name', '=', 'epoch').execute();
}

/** Ends every session and every open link, and drops the e-mails that would bring such a link. */
async function endSessions(tx: Kysely<Database>, now: number): Promise<void> {
  await tx.updateTable('sessions').set({ revoked_at: now }).where('revoked_at', 'is', null).execute();
  await tx.updateTable('mail_tokens').set({ used_at: now }).where('used_at', 'is', null).execute();
  await tx.deleteFrom('letters').where('sent_at', 'is', null).where('body_text', 'like', '%?token=%').execute();
}
