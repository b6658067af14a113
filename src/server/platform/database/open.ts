import type { Kysely } from 'kysely';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Pool } from 'pg';
import type { Settings } from '../settings.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';
import { openSqlite } from './sqlite.ts';

export interface OpenDatabase {
  kind: Settings['database']['kind'];
  db: Kysely<Database>;
  reader: Kysely<Database>;
  /** Names of the migrations that were applied at this opening. */
  migrated: string[];
  /**
   * Where all changes are made by this process, but for commands: a number that is another one after each commit of
   * another process. Missing where other nodes change rows as well.
   */
  elsewhere?: () => number;
  /** Where it is PostgreSQL: the pool, for notices between server nodes. */
  postgres?: { pool: Pool; url: string };
  close(): Promise<void>;
}

/** Opens the database of the settings and brings its tables up to date; of two processes one migrates, one waits. */
export async function openDatabase(
  settings: Settings['database'],
  onError: (error: Error) => void,
): Promise<OpenDatabase> {
  const open = openAsItIs(settings, onError);
  return { ...open, migrated: await migrate(open.db, open.kind) };
}

/** Opens the database of the settings and leaves its tables as they are; a SQLite file that is missing is made. */
export function openAsItIs(settings: Settings['database'], onError: (error: Error) => void): OpenDatabase {
  return settings.kind === 'sqlite' ? sqlite(settings.file) : postgres(settings.url, onError);
}

function sqlite(file: string): OpenDatabase {
  mkdirSync(dirname(file), { recursive: true });
  const { db, reader, elsewhere } = openSqlite(file);
  const close = async () => {
    await reader.destroy();
    await db.destroy();
  };
  return { kind: 'sqlite', db, reader, migrated: [], elsewhere, close };
}

function postgres(url: string, onError: (error: Error) => void): OpenDatabase {
  const { db, pool } = openPostgres(url, onError);
  return { kind: 'postgres', db, reader: db, migrated: [], postgres: { pool, url }, close: () => db.destroy() };
}
