import { sql, type Kysely } from 'kysely';
import { appliedMigrations } from '../database/migrate.ts';
import type { OpenDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { fileFolders, type FileHome } from '../files/home.ts';
import type { Head } from './format.ts';
import { BackupRefused } from './refused.ts';

/** Tables that have rows as soon as they are made. */
const filledAtOnce = ['house', 'feed_head', 'kysely_migration', 'kysely_migration_lock'];

/** Refuses a database with rows, and one with tables that are not those of the backup. */
export async function checkEmptyDatabase({ db, kind }: OpenDatabase, head: Head): Promise<void> {
  const tables = await tablesOf(db, kind);
  for (const table of tables) {
    if (filledAtOnce.includes(table)) continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) throw new BackupRefused(`The database is not empty: there are rows in ${table}.`);
  }
  if (tables.length === 0 || (await appliedMigrations(db)).join() === head.migrations.join()) return;
  throw new BackupRefused('The database has the tables of another version: begin with one that has no tables.');
}

/** Refuses a file home with files the backup does not hold: they belong to another house. */
export async function checkEmptyFiles(files: FileHome, names: ReadonlySet<string>): Promise<void> {
  for (const folder of fileFolders) {
    for await (const { name } of files.list(folder)) {
      if (!names.has(name)) throw new BackupRefused(`The place for files is not empty: there is ${name}.`);
    }
  }
}

async function tablesOf(db: Kysely<Database>, kind: OpenDatabase['kind']): Promise<string[]> {
  const asked =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`;
  const { rows } = await asked.execute(db);
  return rows.map(({ name }) => name).toSorted();
}
