import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openDataFolder } from '../base/data-folder.ts';
import { OperatorError } from '../base/operator-error.ts';
import type { Settings } from '../base/settings.ts';
import { directUrlOf, inspectPostgres } from './inspect-postgres.ts';
import { explainOpenError } from './open-errors.ts';

type Release = () => Promise<void>;

/**
 * Locks a SQLite file for a server, until the returned function is called or the process ends. Servers share a
 * PostgreSQL database: there it only checks that no command has locked it. Throws an OperatorError when another process
 * has the lock.
 */
export async function lockForServer(database: Settings['database']): Promise<Release> {
  if (database.kind === 'sqlite') return lockFolder(dirname(database.file));
  const release = await lockPostgres(database, `pg_try_advisory_lock_shared(${serverLock})`, inUseByCommand);
  await release();
  return async () => undefined;
}

/**
 * Keeps servers away from a database while a command replaces its rows. Throws an OperatorError while a server uses it.
 */
export async function lockExclusively(database: Settings['database']): Promise<Release> {
  if (database.kind === 'sqlite') return lockFolder(dirname(database.file));
  return lockPostgres(database, `pg_try_advisory_lock(${serverLock})`, inUseByServer);
}

/** The key of the advisory lock that every server on PostgreSQL shares while it runs: "comptoir" in ASCII. */
export const serverLock = String(0x63_6f_6d_70_74_6f_69_72n);

const inUseByServer = 'A server uses the database: stop it first.';
const inUseByCommand = 'A command is replacing the rows of the database: wait for its end.';

/**
 * Locks a separate SQLite file, which the system unlocks when the process ends. A file with a process id would not be
 * enough: ids are reused, and differ between containers.
 */
function lockFolder(folder: string): Release {
  openDataFolder(folder);
  const [file, pidFile] = [join(folder, 'comptoir.lock'), join(folder, 'comptoir.pid')];
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    const holder = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim() : 'another process';
    throw new OperatorError(`The database in ${folder} is in use by ${holder}: stop it first.`);
  }
  writeFileSync(pidFile, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  openLocks.add(lock);
  return async () => {
    openLocks.delete(lock);
    lock.close();
  };
}

/** The locks held by this process: without this reference the garbage collector would release them. */
const openLocks = new Set<DatabaseSync>();

/** SQLITE_BUSY */
const busy = 5;

/**
 * Takes an advisory lock, which a session holds, with the SQL call `lockCall`. Behind a pooler without a direct URL, no
 * session can hold a lock, so nothing is locked.
 */
async function lockPostgres(database: PostgresLocation, lockCall: string, sentence: string): Promise<Release> {
  const { pooled } = await inspectPostgres(database.url).catch((error: unknown) => {
    throw explainOpenError(database, error);
  });
  const url = await directUrlOf(database, pooled);
  if (url === null) return async () => undefined;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ free: boolean }>(`select ${lockCall} as free`);
  if (rows[0]?.free) return () => client.end();
  await client.end();
  throw new OperatorError(sentence);
}

type PostgresLocation = Extract<Settings['database'], { kind: 'postgres' }>;
