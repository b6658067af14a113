import type { Kysely, Transaction } from 'kysely';
import type { Person } from '../base/permissions.ts';
import type { Settings } from '../base/settings.ts';
import { groupCommit, type Transact } from './group-commit.ts';
import type { Database } from './schema.ts';

/** One transaction of one user, with the data its statements need. */
export interface TransactionContext {
  tx: Transaction<Database>;
  person: Person;
  /** Ms since epoch, the same for the whole transaction. */
  now: number;
  key: string | null;
  /** For links and amounts in e-mails. */
  services: { settings: Settings; publicUrl(): string };
}

const maxAttempts = 6;

/**
 * Runs a function in one transaction. Serialisation failures and deadlocks of PostgreSQL are retried, so `run` must
 * have no effect outside of `tx`. Never open one inside another: SQLite has one writer.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  run: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber += 1) {
    try {
      return await attempt(db, run);
    } catch (error) {
      if (attemptNumber >= maxAttempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attemptNumber));
    }
  }
}

/**
 * Records, inside a transaction of `inTransaction`, that rows of these scopes changed. Ignores other transactions, such
 * as those of commands, whose process has no open event streams.
 */
export function touch(tx: Transaction<Database>, scopes: Iterable<string>): void {
  for (const scope of scopes) touched.get(tx)?.add(scope);
}

/**
 * Calls `listener` with the touched scopes after each transaction that touched any, also a failed one, before its
 * caller continues.
 */
export function afterCommit(db: Kysely<Database>, listener: (scopes: ReadonlySet<string>) => void): void {
  const existing = listeners.get(db) ?? [];
  listeners.set(db, [...existing, listener]);
}

/** The scopes that the current job of a transaction has touched. */
const touched = new WeakMap<Transaction<Database>, Set<string>>();
const listeners = new WeakMap<Kysely<Database>, ((scopes: ReadonlySet<string>) => void)[]>();

async function attempt<T>(db: Kysely<Database>, run: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  const scopes = new Set<string>();
  try {
    return await transactOf(db)((tx) => {
      touched.set(tx, scopes);
      return run(tx);
    });
  } finally {
    // After a failure as well: a commit whose answer was lost may have been done.
    if (scopes.size > 0) for (const listener of listeners.get(db) ?? []) listener(scopes);
  }
}

/** SQLite has one writer, whose transactions share their commits; PostgreSQL groups commits by itself. */
function transactOf(db: Kysely<Database>): Transact {
  if (db.getExecutor().adapter.supportsMultipleConnections) return (run) => db.transaction().execute(run);
  const existing = groupCommits.get(db) ?? groupCommit(db);
  groupCommits.set(db, existing);
  return existing;
}

const groupCommits = new WeakMap<Kysely<Database>, Transact>();

/** 40001 serialization_failure, 40P01 deadlock_detected. */
function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === '40001' || code === '40P01';
}
