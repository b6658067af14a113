import {
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { sqliteCodeOf } from '../disk-failure.ts';

/** A SQLite file as Kysely uses it, and whether a transaction is open in it. */
export interface WritableSqlite extends SqliteDatabase {
  isTransaction(): boolean;
}

/**
 * The driver of the connection that writes. `node:sqlite` blocks the whole process while SQLite waits for the lock of
 * another process, so SQLite does not wait at all: a statement that finds the file locked is tried again between other
 * work for up to 2.5 s, then it fails with SQLITE_BUSY.
 */
export class PatientDriver extends SqliteDriver {
  readonly #database: WritableSqlite;
  #connection: PatientConnection | undefined;

  constructor(database: WritableSqlite) {
    super({ database });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new PatientConnection(await super.acquireConnection(), this.#database);
    return this.#connection;
  }
}

/** Ms a statement waits for a lock of another process; a process that starts waits for one that migrates. */
const patience = 2_500;
const patienceAtStart = 10_000;
/** Ms between two tries, at first and at most. */
const pauseMin = 1;
const pauseMax = 50;
/** Ms after a statement has given up in which others have one try each: they have waited behind it already. */
const noPatience = 250;

class PatientConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #database: WritableSqlite;
  /** Ms a statement waits now. */
  #patience = patienceAtStart;
  /** When a statement gave up last, in ms of the process. */
  #gaveUpAt = -Infinity;
  /** A transaction was begun here and neither committed nor rolled back. */
  #began = false;
  /** The error on which SQLite itself rolled the transaction back. */
  #lost: unknown;

  constructor(inner: DatabaseConnection, database: WritableSqlite) {
    this.#inner = inner;
    this.#database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#lost !== undefined) return this.#refuse(query);
    const result = this.#began ? await this.#inside<Row>(query) : await this.#patiently<Row>(query);
    if (query.sql === 'begin') this.#hasBegun();
    if (query.sql === 'commit' || query.sql === 'rollback') this.#began = false;
    return result;
  }

  /** The first transaction of a process is that of its migrations. */
  #hasBegun(): void {
    this.#began = true;
    this.#patience = patience;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery(query, chunkSize);
  }

  /**
   * A full disk lets SQLite roll the whole transaction back by itself. Whatever the transaction still wanted to do
   * must fail then, or each of its further statements would be committed alone.
   */
  async #inside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#inner.executeQuery<Row>(query);
    } catch (error) {
      if (!this.#database.isTransaction()) this.#lost = error;
      throw error;
    }
  }

  #refuse<Row>(query: CompiledQuery): QueryResult<Row> {
    const error = this.#lost;
    if (query.sql !== 'rollback') throw error;
    this.#lost = undefined;
    this.#began = false;
    return { rows: [] };
  }

  async #patiently<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const begun = performance.now();
    const until = begun < this.#gaveUpAt + noPatience ? begun : begun + this.#patience;
    for (let pause = pauseMin; ; pause = Math.min(pauseMax, pause * 2)) {
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() >= until) {
          this.#gaveUpAt = performance.now();
          throw error;
        }
      }
      await setTimeout(pause);
    }
  }
}

/** SQLITE_BUSY in all its forms. */
const isBusy = (error: unknown): boolean => sqliteCodeOf(error) === 5;
