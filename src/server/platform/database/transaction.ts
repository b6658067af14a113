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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOf(db)(run);
    } catch (error) {
      if (attempt >= attempts || !worthAnother(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** attempt));
    }
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
