import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openDataFolder } from '../data-folder.ts';
import { OperatorError } from '../operator-error.ts';
import type { Settings } from '../settings.ts';
import { directUrlOf, inspectPostgres } from './inspect-postgres.ts';
import { databaseMistake } from './open-errors.ts';

type Release = () => Promise<void>;

/**
 * Takes the database for a server. A SQLite file is its alone until the returned function is called or the process ends
 * in whatever way; servers share a PostgreSQL database. Throws an OperatorError that names the process in the way.
 */
export async function holdForServer(database: Settings['database']): Promise<Release> {
  if (database.kind === 'sqlite') return lockFolder(dirname(database.file));
  const release = await lockPostgres(database, `pg_try_advisory_lock_shared(${serverLock})`, replaced);
  await release();
  return async () => undefined;
}

/** Keeps servers away from a database while a command replaces its rows. Throws an OperatorError while one uses it. */
export async function holdAlone(database: Settings['database']): Promise<Release> {
  if (database.kind === 'sqlite') return lockFolder(dirname(database.file));
  return lockPostgres(database, `pg_try_advisory_lock(${serverLock})`, served);
}

/** The key of the advisory lock that each server shares on PostgreSQL for as long as it runs: "comptoir" in ASCII. */
export const serverLock = String(0x63_6f_6d_70_74_6f_69_72n);

const served = 'A server uses the database: stop it first.';
const replaced = 'A command is replacing the rows of the database: wait for its end.';

/**
 * The lock is that of a SQLite file of its own, which the system takes back when the process is gone. A file with a
 * process id would have to be believed: ids are given again, and mean nothing in another container.
 */
function lockFolder(folder: string): Release {
  openDataFolder(folder);
  const [file, note] = [join(folder, 'comptoir.lock'), join(folder, 'comptoir.pid')];
  writeFileSync(file, '', { flag: 'a', mode: 0o600 });
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    const holder = existsSync(note) ? readFileSync(note, 'utf8').trim() : 'another process';
    throw new OperatorError(`The database in ${folder} is in use by ${holder}: stop it first.`);
  }
  writeFileSync(note, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  held.add(lock);
  return async () => {
    held.delete(lock);
    lock.close();
  };
}

/** Locks that nothing else refers to: when one is collected it is given back. */
const held = new Set<DatabaseSync>();

/** SQLITE_BUSY */
const busy = 5;

/** Takes an advisory lock of a session. Where only a pooler is known there is no session to hold it, and nothing is locked. */
async function lockPostgres(database: PostgresPlace, lock: string, sentence: string): Promise<Release> {
  const { pooled } = await inspectPostgres(database.url).catch((error: unknown) => {
    throw databaseMistake(database, error);
  });
  const url = await directUrlOf(database, pooled);
  if (url === null) return async () => undefined;
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ free: boolean }>(`select ${lock} as free`);
  if (rows[0]?.free) return () => client.end();
  await client.end();
  throw new OperatorError(sentence);
}

type PostgresPlace = Extract<Settings['database'], { kind: 'postgres' }>;
