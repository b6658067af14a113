import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database/schema.ts';
import { inTransaction } from './database/transaction.ts';
import { Refusal } from './base/refusal.ts';

export interface Limit {
  /** The name of the counted action, for example `login`. */
  name: string;
  /** The user, address or account the limit applies to; stored as a hash. */
  subject: string;
  max: number;
  /** The length of the sliding window, in ms. */
  within: number;
}

/**
 * Counts an attempt before it is evaluated, for all servers together: even in a burst exactly `max` attempts pass.
 * Throws TOO_MANY_REQUESTS with the seconds to wait; a refused attempt does not prolong the wait. The returned function
 * takes the count back; it is called after a successful attempt.
 */
export async function throttle(db: Kysely<Database>, limit: Limit, now: number): Promise<() => Promise<void>> {
  const bucket = `${limit.name}:${createHash('sha256').update(limit.subject).digest('base64url').slice(0, 27)}`;
  const wait = await inTransaction(db, async (tx) => {
    // The row of time 0 is the lock of the bucket: other attempts wait here until this one is counted.
    await increment(tx, bucket, 0);
    const counts = await tx
      .selectFrom('throttles')
      .select((row) => [row.fn.sum<number>('count').as('count'), row.fn.min('window_start').as('first')])
      .where('bucket', '=', bucket)
      .where('window_start', '>', now - limit.within)
      .executeTakeFirstOrThrow();
    if ((counts.count ?? 0) >= limit.max) return (counts.first ?? now) + limit.within - now;
    await increment(tx, bucket, now);
    return 0;
  });
  if (wait > 0) throw new Refusal('TOO_MANY_REQUESTS', { retry_after: Math.ceil(wait / 1000) });
  return () => uncount(db, bucket, now);
}

async function increment(tx: Transaction<Database>, bucket: string, at: number): Promise<void> {
  await tx
    .insertInto('throttles')
    .values({ bucket, window_start: at, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet((row) => ({ count: row('throttles.count', '+', 1) })),
    )
    .execute();
}

/** Takes one attempt back. A row without attempts is removed: its time must not delay the next attempt. */
async function uncount(db: Kysely<Database>, bucket: string, at: number): Promise<void> {
  const decrement = db.updateTable('throttles').set((row) => ({ count: row('count', '-', 1) }));
  await decrement.where('bucket', '=', bucket).where('window_start', '=', at).execute();
  await db
    .deleteFrom('throttles')
    .where('bucket', '=', bucket)
    .where('window_start', '=', at)
    .where('count', '<=', 0)
    .execute();
}
