import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import { Refusal } from './refusal.ts';

export interface Limit {
  /** What is counted, for example `login`. */
  name: string;
  /** Whom it is counted for; kept as a hash. */
  of: string;
  max: number;
  /** Ms; any span of this length is looked at, not only whole minutes. */
  within: number;
}

/**
 * Counts an attempt before it is evaluated, for all server nodes alike: even of a burst exactly `max` go through.
 * Refuses with TOO_MANY_REQUESTS and the seconds to wait; a refused attempt does not prolong the wait. The returned
 * function takes the count back, for an attempt that turned out to be right.
 */
export async function throttle(db: Kysely<Database>, limit: Limit, now: number): Promise<() => Promise<void>> {
  const bucket = `${limit.name}:${createHash('sha256').update(limit.of).digest('base64url').slice(0, 27)}`;
  const wait = await inTransaction(db, async (tx) => {
    // The row of time 0 is the lock of the bucket: the others wait here until this one is counted.
    await add(tx, bucket, 0);
    const seen = await tx
      .selectFrom('throttles')
      .select((row) => [row.fn.sum<number>('count').as('count'), row.fn.min('window_start').as('first')])
      .where('bucket', '=', bucket)
      .where('window_start', '>', now - limit.within)
      .executeTakeFirstOrThrow();
    if ((seen.count ?? 0) >= limit.max) return (seen.first ?? now) + limit.within - now;
    await add(tx, bucket, now);
    return 0;
  });
  if (wait > 0) throw new Refusal('TOO_MANY_REQUESTS', { retry_after: Math.ceil(wait / 1000) });
  return () => takeBack(db, bucket, now);
}

async function add(tx: Transaction<Database>, bucket: string, at: number): Promise<void> {
  await tx
    .insertInto('throttles')
    .values({ bucket, window_start: at, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet((row) => ({ count: row('throttles.count', '+', 1) })),
    )
    .execute();
}

/** An empty count is no count: its time must not hold up the next attempt. */
async function takeBack(db: Kysely<Database>, bucket: string, at: number): Promise<void> {
  const mine = db.updateTable('throttles').set((row) => ({ count: row('count', '-', 1) }));
  await mine.where('bucket', '=', bucket).where('window_start', '=', at).execute();
  await db
    .deleteFrom('throttles')
    .where('bucket', '=', bucket)
    .where('window_start', '=', at)
    .where('count', '<=', 0)
    .execute();
}
