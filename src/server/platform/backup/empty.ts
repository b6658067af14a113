import { sql, type Kysely, type Transaction } from 'kysely';
import { appliedMigrations } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { fileFolders, type FileStore } from '../files/file-store.ts';
import { type Head, BackupRefused } from './format.ts';

/** Tables that have rows directly after the migrations. */
const tablesFilledByMigrations = ['house', 'feed_head', 'articles'] as const;
const ignoredTables: readonly string[] = [...tablesFilledByMigrations, 'kysely_migration', 'kysely_migration_lock'];

/** Throws BackupRefused when the database has rows, or tables of another version than the backup. */
export async function checkEmptyDatabase({ db, kind }: OpenDatabase, head: Head): Promise<void> {
  const tables = await tablesOf(db, kind);
  for (const table of tables) {
    if (ignoredTables.includes(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new BackupRefused(`The database is not empty: there are rows in ${table}.`);
  }
  if (tables.length === 0 || (await appliedMigrations(db)).join() === head.migrations.join()) return;
  throw new BackupRefused(
    'The tables of the database are those of another version: restore into a database without tables.',
  );
}

/** Deletes the rows that the migrations have inserted; a backup has its own. */
export async function deleteRowsOfMigrations(tx: Transaction<Database>, kind: OpenDatabase['kind']): Promise<void> {
  const tables = await tablesOf(tx, kind);
  for (const table of tablesFilledByMigrations) if (tables.includes(table)) await tx.deleteFrom(table).execute();
}

/**
 * Throws BackupRefused when the file store has files that the backup does not contain: they belong to another
 * installation.
 */
export async function checkEmptyFiles(files: FileStore, names: ReadonlySet<string>): Promise<void> {
  for (const folder of fileFolders) {
    for await (const { name } of files.list(folder)) {
      if (!names.has(name)) throw new BackupRefused(`The file store is not empty: there is ${name}.`);
    }
  }
}

async function tablesOf(db: Kysely<Database>, kind: OpenDatabase['kind']): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await query.execute(db);
  // The index of texts is made from the rows.
  return rows
    .map(({ name }) => name)
    .filter((name) => !/_texts(_[a-z]+)?$/.test(name))
    .toSorted();
}
