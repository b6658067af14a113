import { sql, type Kysely } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/server/platform/database/schema.ts';

/**
 * Runs `first` and `next` in one transaction of PostgreSQL. Between them it makes the call, and waits until a lock blocks
 * the call. Fails if `next` would have to wait for the call.
 */
export async function whileLocked<Answer>(
  db: Kysely<Database>,
  first: (tx: Kysely<Database>) => Promise<unknown>,
  call: () => Promise<Answer>,
  next: (tx: Kysely<Database>) => Promise<unknown>,
): Promise<Answer> {
  const answer = await db.transaction().execute(async (tx) => {
    await first(tx);
    const called = call();
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await sql`set local lock_timeout = '200ms'`.execute(tx);
    await next(tx);
    // In an object: the transaction would wait for a promise and never end.
    return { called };
  });
  return answer.called;
}

async function countLockWaits(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.count;
}
