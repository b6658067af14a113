import type { Kysely } from 'kysely';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pool } from 'pg';
import { openDataFolder } from '../base/data-folder.ts';
import { OperatorError } from '../base/operator-error.ts';
import type { Settings } from '../base/settings.ts';
import { inspectPostgres } from './inspect-postgres.ts';
import { checkTables, migrate } from './migrate.ts';
import { explainOpenError } from './open-errors.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';
import { openSqlite, openSqliteToRead } from './sqlite.ts';

export interface OpenDatabase {
  kind: Settings['database']['kind'];
  db: Kysely<Database>;
  reader: Kysely<Database>;
  /** The same as `db` without a time limit for queries: for migrations and cleanup. */
  maintenance: Kysely<Database>;
  /** Names of the migrations that were applied at this opening. */
  migrated: string[];
  /**
   * Only with SQLite, where no other server writes: returns a number that differs after each commit of another process,
   * such as a command.
   */
  foreignCommits?: () => number;
  /** Only with PostgreSQL: the pool, and whether another pooler such as PgBouncer is between it and the database. */
  postgres?: { pool: Pool; pooled: boolean };
  close(): Promise<void>;
}

interface Options {
  /** Whether the caller answers requests: slow queries then fail. */
  serving: boolean;
}

/**
 * Opens the database of the settings and applies missing migrations; of two processes that start together one migrates
 * and the other waits.
 */
export async function openDatabase(
  settings: Settings['database'],
  onError: (error: Error) => void,
  options: Options = { serving: false },
): Promise<OpenDatabase> {
  const database = await openWithoutMigrating(settings, onError, options);
  try {
    return { ...database, migrated: await migrate(database.maintenance, database.kind) };
  } catch (error) {
    await database.close();
    throw explainOpenError(settings, error);
  }
}

export interface ReadOnlyDatabase {
  reader: Kysely<Database>;
  /**
   * Returns whether the rows read may be wrong, because another process has begun to write to the SQLite file.
   */
  isStale(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the database of the settings for reading, without creating or changing anything. Throws an OperatorError when
 * there is no database, or its tables do not belong to this version.
 */
export async function openToRead(
  settings: Settings['database'],
  onError: (error: Error) => void,
): Promise<ReadOnlyDatabase> {
  const database =
    settings.kind === 'sqlite'
      ? existingSqlite(settings)
      : { ...(await openWithoutMigrating(settings, onError)), isStale: () => false };
  try {
    await checkTables(database.reader);
    return database;
  } catch (error) {
    await database.close();
    throw explainOpenError(settings, error);
  }
}

function existingSqlite(settings: Extract<Settings['database'], { kind: 'sqlite' }>): ReadOnlyDatabase {
  const { file } = settings;
  if (!existsSync(file)) throw new OperatorError(`There is no database ${file}.`);
  const isWritten = () => (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const immutable = !isWritten();
  try {
    const reader = openSqliteToRead(file, { immutable });
    return { reader, isStale: () => immutable && isWritten(), close: () => reader.destroy() };
  } catch (error) {
    throw explainOpenError(settings, error);
  }
}

/**
 * Opens the database of the settings and leaves its tables as they are; a missing SQLite file is created. Throws an
 * OperatorError when it cannot be opened, also for a PostgreSQL database that does not store UTF-8.
 */
export async function openWithoutMigrating(
  settings: Settings['database'],
  onError: (error: Error) => void,
  options: Options = { serving: false },
): Promise<OpenDatabase> {
  try {
    return settings.kind === 'sqlite'
      ? sqliteDatabase(settings.file)
      : await postgresDatabase(settings, onError, options);
  } catch (error) {
    throw explainOpenError(settings, error);
  }
}

function sqliteDatabase(file: string): OpenDatabase {
  openDataFolder(dirname(file));
  const { db, reader, foreignCommits, close } = openSqlite(file);
  return { kind: 'sqlite', db, reader, maintenance: db, migrated: [], foreignCommits, close };
}

async function postgresDatabase(
  { url, statements }: Extract<Settings['database'], { kind: 'postgres' }>,
  onError: (error: Error) => void,
  { serving }: Options,
): Promise<OpenDatabase> {
  const { pooled } = await inspectPostgres(url);
  const named = statements === 'named' || (statements !== 'unnamed' && !pooled);
  const { db, maintenance, pool } = openPostgres(
    url,
    { named, hasTimeLimit: serving, allowsSessionSettings: !pooled },
    onError,
  );
  const close = () => pool.end();
  return { kind: 'postgres', db, reader: db, maintenance, migrated: [], postgres: { pool, pooled }, close };
}
