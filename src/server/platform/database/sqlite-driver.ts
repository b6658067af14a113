import {
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { sqliteCodeOf } from '../base/disk-failure.ts';

/** A SQLite connection in the form that Kysely needs, with the state of its transaction. */
export interface WritableSqlite extends SqliteDatabase {
  isTransaction(): boolean;
}

/**
 * The driver of the writing connection. `node:sqlite` blocks the whole process while SQLite waits for the lock of
 * another process, so SQLite does not wait at all: a statement that finds the file locked is retried while the process
 * continues, for up to 2.5 s, then fails with SQLITE_BUSY.
 */
export class RetryingDriver extends SqliteDriver {
  readonly #database: WritableSqlite;
  #connection: RetryingConnection | undefined;

  constructor(database: WritableSqlite) {
    super({ database });
    this.#database = database;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= new RetryingConnection(await super.acquireConnection(), this.#database);
    return this.#connection;
  }
}

/**
 * How long a statement waits for the lock of another process, in ms; longer at start, when that process may be
 * migrating.
 */
const timeoutMs = 2_500;
const startTimeoutMs = 10_000;
/** The pause between two attempts, in ms, at first and at most. */
const pauseMinMs = 1;
const pauseMaxMs = 50;
/** How long after a failed statement, in ms, others get one attempt each: they have already waited with it. */
const singleAttemptMs = 250;

class RetryingConnection implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  readonly #database: WritableSqlite;
  /** How long the next statement may wait, in ms. */
  #waitMs = startTimeoutMs;
  /** When a statement failed last, in ms since the start of the process. */
  #gaveUpAt = -Infinity;
  /** Whether a transaction is open on this connection. */
  #isInTransaction = false;
  /** The error on which SQLite itself rolled back the transaction. */
  #rollbackError: unknown;

  constructor(inner: DatabaseConnection, database: WritableSqlite) {
    this.#inner = inner;
    this.#database = database;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#rollbackError !== undefined) return this.#refuse(query);
    const result = this.#isInTransaction
      ? await this.#executeInTransaction<Row>(query)
      : await this.#withRetries<Row>(query);
    if (query.sql === 'begin') this.#begin();
    if (query.sql === 'commit' || query.sql === 'rollback') this.#isInTransaction = false;
    return result;
  }

  /** After the first transaction of a process, that of its migrations, statements wait less. */
  #begin(): void {
    this.#isInTransaction = true;
    this.#waitMs = timeoutMs;
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery(query, chunkSize);
  }

  /**
   * A full disk makes SQLite roll back the whole transaction by itself. All further statements of that transaction must
   * fail then, or each of them would be committed alone.
   */
  async #executeInTransaction<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await this.#inner.executeQuery<Row>(query);
    } catch (error) {
      if (!this.#database.isTransaction()) this.#rollbackError = error;
      throw error;
    }
  }

  #refuse<Row>(query: CompiledQuery): QueryResult<Row> {
    const error = this.#rollbackError;
    if (query.sql !== 'rollback') throw error;
    this.#rollbackError = undefined;
    this.#isInTransaction = false;
    return { rows: [] };
  }

  async #withRetries<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const startedAt = performance.now();
    const until = startedAt < this.#gaveUpAt + singleAttemptMs ? startedAt : startedAt + this.#waitMs;
    for (let pause = pauseMinMs; ; pause = Math.min(pauseMaxMs, pause * 2)) {
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
