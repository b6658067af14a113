import type { Kysely } from 'kysely';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pool } from 'pg';
import { openDataFolder } from '../data-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { checkTables, migrate } from './migrate.ts';
import { databaseMistake } from './open-errors.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';
import { openSqlite, readSqlite } from './sqlite.ts';

export interface OpenDatabase {
  kind: Settings['database']['kind'];
  db: Kysely<Database>;
  reader: Kysely<Database>;
  /** The same as `db` without a limit for the time of a query: for migrations and clean-up. */
  maintenance: Kysely<Database>;
  /** Names of the migrations that were applied at this opening. */
  migrated: string[];
  /**
   * Where all changes are made by this process, but for commands: a number that is another one after each commit of
   * another process. Missing where other nodes change rows as well.
   */
  elsewhere?: () => number;
  /** Where it is PostgreSQL: the pool, and whether another pooler is between it and the database. */
  postgres?: { pool: Pool; pooled: boolean };
  close(): Promise<void>;
}

interface Options {
  /** The caller answers requests: queries that take too long fail. */
  serving: boolean;
}

/** Opens the database of the settings and brings its tables up to date; of two processes one migrates, one waits. */
export async function openDatabase(
  settings: Settings['database'],
  onError: (error: Error) => void,
  options: Options = { serving: false },
): Promise<OpenDatabase> {
  const open = await openAsItIs(settings, onError, options);
  try {
    return { ...open, migrated: await migrate(open.maintenance, open.kind) };
  } catch (error) {
    await open.close();
    throw databaseMistake(settings, error);
  }
}

export interface ReadOnlyDatabase {
  reader: Kysely<Database>;
  /** Says whether what was read may be wrong, since a SQLite file that nobody had open was opened meanwhile. */
  isStale(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings to read it: nothing is made and nothing is changed. Throws an OperatorError when
 * there is no database, or its tables are not those of this version.
 */
export async function openToRead(
  settings: Settings['database'],
  onError: (error: Error) => void,
): Promise<ReadOnlyDatabase> {
  const open =
    settings.kind === 'sqlite'
      ? existingSqlite(settings)
      : { ...(await openAsItIs(settings, onError)), isStale: () => false };
  try {
    await checkTables(open.reader);
    return open;
  } catch (error) {
    await open.close();
    throw databaseMistake(settings, error);
  }
}

function existingSqlite(settings: Extract<Settings['database'], { kind: 'sqlite' }>): ReadOnlyDatabase {
  const { file } = settings;
  if (!existsSync(file)) throw new OperatorError(`There is no database ${file}.`);
  const isWritten = () => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
  const stands = !isWritten();
  try {
    const reader = readSqlite(file, { stands });
    return { reader, isStale: () => stands && isWritten(), close: () => reader.destroy() };
  } catch (error) {
    throw databaseMistake(settings, error);
  }
}

/**
 * Opens the database of the settings and leaves its tables as they are; a SQLite file that is missing is made. Throws an
 * OperatorError when it cannot be opened, also a PostgreSQL database that does not store UTF-8.
 */
export async function openAsItIs(
  settings: Settings['database'],
  onError: (error: Error) => void,
  options: Options = { serving: false },
): Promise<OpenDatabase> {
  try {
    return settings.kind === 'sqlite' ? sqlite(settings.file) : await postgres(settings, onError, options);
  } catch (error) {
    throw databaseMistake(settings, error);
  }
}

function sqlite(file: string): OpenDatabase {
  openDataFolder(dirname(file));
  const { db, reader, elsewhere, close } = openSqlite(file);
  return { kind: 'sqlite', db, reader, maintenance: db, migrated: [], elsewhere, close };
}

async function postgres(
  { url, statements }: Extract<Settings['database'], { kind: 'postgres' }>,
  onError: (error: Error) => void,
  { serving }: Options,
): Promise<OpenDatabase> {
  const { pooled } = await inspectPostgres(url);
  const named = statements === 'named' || (statements !== 'unnamed' && !pooled);
  const { db, maintenance, pool } = openPostgres(url, { named, limited: serving, session: !pooled }, onError);
  const close = () => pool.end();
  return { kind: 'postgres', db, reader: db, maintenance, migrated: [], postgres: { pool, pooled }, close };
}
