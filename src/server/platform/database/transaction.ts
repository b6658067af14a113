import type { Kysely, Transaction } from 'kysely';
import type { Means, Person } from '../context.ts';
import { groupCommit, type Transact } from './group-commit.ts';
import type { Database } from './schema.ts';

/** One transaction of one person. */
export interface Work {
  tx: Transaction<Database>;
  person: Person;
  /** Ms since epoch, one moment for the whole transaction. */
  now: number;
  key: string | null;
  means: Means;
}

const attempts = 6;

/**
 * Runs in one transaction: all of it is stored, or nothing. Serialisation failures and deadlocks of PostgreSQL are
 * tried again, so `run` must have no effect outside of `tx`. Never open one inside another: SQLite has one writer.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  run: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await attempt(db, run);
    } catch (error) {
      if (turn >= attempts || !worthAnother(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** turn));
    }
  }
}

/**
 * Notes, inside a transaction, that something changed for the people who follow these scopes. A transaction that was
 * not begun here is a command's, whose process has nobody to tell.
 */
export function touch(tx: Transaction<Database>, scopes: Iterable<string>): void {
  for (const scope of scopes) touched.get(tx)?.add(scope);
}

/** Calls `listener` after each transaction with the scopes it touched, before whoever asked for it is answered. */
export function afterCommit(db: Kysely<Database>, listener: (scopes: ReadonlySet<string>) => void): void {
  const known = listeners.get(db) ?? [];
  listeners.set(db, [...known, listener]);
}

/** The scopes of the job that a transaction is at. */
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
    // After a failure as well: a commit whose answer is lost may have been done.
    if (scopes.size > 0) for (const listener of listeners.get(db) ?? []) listener(scopes);
  }
}

/** SQLite has one writer, whose transactions share their commits; PostgreSQL does that by itself. */
function transactOf(db: Kysely<Database>): Transact {
  if (db.getExecutor().adapter.supportsMultipleConnections) return (run) => db.transaction().execute(run);
  const known = shared.get(db) ?? groupCommit(db);
  shared.set(db, known);
  return known;
}

const shared = new WeakMap<Kysely<Database>, Transact>();

/** 40001 serialization_failure, 40P01 deadlock_detected. */
function worthAnother(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === '40001' || code === '40P01';
}
