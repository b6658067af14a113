import {
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type CompiledQuery,
  type Driver,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { Database } from './schema.ts';
import { PatientDriver, type WritableSqlite } from './sqlite-driver.ts';

export interface OpenSqlite {
  db: Kysely<Database>;
  reader: Kysely<Database>;
  /** A number that is another one after each commit of another connection than `db`, such as another process's. */
  elsewhere(): number;
  close(): Promise<void>;
}

/** Opens a SQLite file: one connection that writes, one that only reads what is committed. */
export function openSqlite(file: string): OpenSqlite {
  makePrivate(file);
  const [writer, reading] = [connect(file, false), connect(file, true)];
  const reader = new Kysely<Database>({ dialect: new Dialect(reading, new ReadingAdapter()) });
  readers.set(reader, reading);
  const version = writer.prepare('PRAGMA data_version');
  const db = new Kysely<Database>({ dialect: new WritingDialect(writer) });
  return {
    db,
    reader,
    elsewhere: () => (version.all([]) as [{ data_version: number }])[0].data_version,
    async close() {
      // Kysely leaves a connection open that was never used. The writer comes last: only it can empty the files that
      // SQLite keeps beside the database, and remove them.
      await reader.destroy();
      reading.close();
      await db.destroy();
      writer.close();
    },
  };
}

/**
 * Opens a SQLite file that is there, to read it. One that `stands`, since nobody has it open, is read without the files
 * beside it that readers and writers need to meet.
 */
export function readSqlite(file: string, { stands }: { stands: boolean }): Kysely<Database> {
  const address = pathToFileURL(file);
  if (stands) address.searchParams.set('immutable', '1');
  return new Kysely<Database>({ dialect: new Dialect(connect(address, true), new ReadingAdapter()) });
}

/** Makes the file where it is missing, and lets nobody but its owner read it; SQLite's own files take over its rights. */
function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    if (existsSync(path) && statSync(path).uid === process.getuid?.()) chmodSync(path, 0o600);
  }
}

const readers = new WeakMap<object, SqliteDatabase>();

/**
 * The rows of a query, at once, where `db` only reads a SQLite file; null where it takes turns. Kysely's way there is
 * asynchronous at each step, which takes longer than SQLite's answer.
 */
export function readNow<Row>(db: Kysely<Database>, { sql, parameters }: CompiledQuery<Row>): Row[] | null {
  const reader = readers.get(db);
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
    return new PatientDriver(this.database);
  }
}

/** SQLite's DDL is transactional; said so, Kysely migrates inside BEGIN IMMEDIATE, which is the lock between processes. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Reads are over before the next one begins: no need to take turns for them. */
class ReadingAdapter extends Adapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Ms SQLite waits for a lock of another process while the file is opened. */
const openTimeout = 5_000;
/** Ms it waits afterwards, with the whole process: see PatientDriver. A reader waits for nobody but a recovery. */
const readTimeout = 50;
const writeTimeout = 0;
const statementsKept = 500;

function connect(file: string | URL, readOnly: boolean): WritableSqlite {
  const database = new DatabaseSync(file, { readOnly, timeout: openTimeout });
  database.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
  if (!readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(`PRAGMA busy_timeout = ${readOnly ? readTimeout : writeTimeout}`);
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => void (database.isOpen && database.close()),
    isTransaction: () => database.isTransaction,
    prepare(sql) {
      // IMMEDIATE: a transaction that reads first and writes later would fail with SQLITE_BUSY instead of waiting.
      const text = sql === 'begin' ? 'begin immediate' : sql;
      const known = statements.get(text);
      if (known) return known;
      const statement = wrap(database.prepare(text));
      statements.set(text, statement);
      if (statements.size > statementsKept) statements.delete(statements.keys().next().value!);
      return statement;
    },
  };
}

function wrap(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}
