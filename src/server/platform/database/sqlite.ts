import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { sqliteCodeOf } from '../base/disk-failure.ts';
import type { Database } from './schema.ts';
import { RetryingDriver, type WritableSqlite } from './sqlite-driver.ts';

export interface OpenSqlite {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  /**
   * Returns a number that differs after each commit of a connection other than `db`, such as that of another process.
   */
  foreignCommits(): number;
  close(): Promise<void>;
}

/** Opens a SQLite file with two connections: one writes, one reads committed rows only. */
export function openSqlite(file: string): OpenSqlite {
  createForOwner(file);
  const [writer, readConnection] = [connect(file, false), connect(file, true)];
  const reader = new Kysely<Database>({ dialect: new Dialect(readConnection, new ReadingAdapter()) });
  connectionOfReader.set(reader, readConnection);
  const version = writer.prepare('PRAGMA data_version');
  const db = new Kysely<Database>({ dialect: new WritingDialect(writer) });
  return {
    db,
    reader,
    foreignCommits: () => (version.all([]) as [{ data_version: number }])[0].data_version,
    async close() {
      // Kysely does not close an unused connection. The writer is closed last: only it can empty and remove the files
      // that SQLite keeps beside the database.
      await reader.destroy();
      readConnection.close();
      await db.destroy();
      writer.close();
    },
  };
}

/**
 * Opens an existing SQLite file for reading. An `immutable` file, which no process has open, is read without its -wal
 * and -shm files.
 */
export function openSqliteToRead(file: string, { immutable }: { immutable: boolean }): Kysely<Database> {
  const address = pathToFileURL(file);
  if (immutable) address.searchParams.set('immutable', '1');
  return new Kysely<Database>({ dialect: new Dialect(connect(address, true), new ReadingAdapter()) });
}

/**
 * Creates the file if it is missing and lets only its owner read it; SQLite gives its -wal and -shm files the same
 * rights.
 */
function createForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) allowOwnerOnly(path);
}

/** Does nothing where the file is missing: another process that closes the database deletes its -wal and -shm files. */
function allowOwnerOnly(path: string): void {
  try {
    if (statSync(path).uid === process.getuid?.()) chmodSync(path, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** The SQLite connection of each reader. */
const connectionOfReader = new WeakMap<object, SqliteDatabase>();

/**
 * Returns the rows of a query at once when `db` is the reader of a SQLite file; null otherwise. Kysely is asynchronous
 * at each step, which takes longer than SQLite's answer.
 */
export function readNow<Row>(db: Kysely<Database>, { sql, parameters }: CompiledQuery<Row>): Row[] | null {
  const reader = connectionOfReader.get(db);
  // A cast: the query was compiled for rows of this shape.
  return reader ? (reader.prepare(sql).all(parameters) as Row[]) : null;
}

class Dialect extends SqliteDialect {
  private readonly adapter: SqliteAdapter;

  constructor(database: SqliteDatabase, adapter: SqliteAdapter) {
    super({ database });
    this.adapter = adapter;
  }

  override createAdapter(): SqliteAdapter {
    return this.adapter;
  }
}

class WritingDialect extends Dialect {
  private readonly database: WritableSqlite;

  constructor(database: WritableSqlite) {
    super(database, new Adapter());
    this.database = database;
  }

  override createDriver(): Driver {
    return new RetryingDriver(this.database);
  }
}

/**
 * SQLite's DDL is transactional; with this flag Kysely migrates inside BEGIN IMMEDIATE, which is the lock between
 * processes.
 */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Reads are synchronous, so they need no queue. */
class ReadingAdapter extends Adapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** How long a process waits for the lock of another one while it opens the file, in ms. */
const openTimeout = 5_000;
/** The pause between two attempts to open a file, in ms. */
const openPause = 5;
/** SQLITE_BUSY. */
const busyCode = 5;
/**
 * How long SQLite waits for a lock later, in ms. Waiting blocks the process, so RetryingDriver waits instead; a reader
 * waits only while another process recovers the file.
 */
const readTimeout = 50;
const writeTimeout = 0;
const preparedStatementsMax = 500;

function connect(file: string | URL, readOnly: boolean): WritableSqlite {
  const database = new DatabaseSync(file, { readOnly, timeout: openTimeout });
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
  if (!readOnly) setJournalMode(database);
  database.exec(`PRAGMA busy_timeout = ${readOnly ? readTimeout : writeTimeout}`);
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void (database.isOpen && database.close()),
    isTransaction: () => database.isTransaction,
    prepare(sql) {
      // IMMEDIATE: a transaction that reads first and writes later would fail with SQLITE_BUSY instead of waiting.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      const existing = statements.get(text);
      if (existing) return existing;
      const statement = toKyselyStatement(database.prepare(text));
      statements.set(text, statement);
      if (statements.size > preparedStatementsMax) statements.delete(statements.keys().next().value!);
      return statement;
    },
  };
}

/**
 * Sets the journal mode of a file. Of processes that open the same new file together, SQLite refuses all but one without
 * waiting, because each of them would wait for the others.
 */
function setJournalMode(database: DatabaseSync): void {
  const until = performance.now() + openTimeout;
  for (;;) {
    try {
      return database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    } catch (error) {
      if (sqliteCodeOf(error) !== busyCode || performance.now() >= until) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, openPause);
    }
  }
}

function toKyselyStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
