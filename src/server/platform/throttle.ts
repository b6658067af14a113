import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './database/schema.ts';
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
 * Counts an attempt before it is evaluated, for all server nodes alike: even of a burst no more than `max` go through.
 * Refuses with TOO_MANY_REQUESTS and the seconds to wait; a refused attempt does not prolong the wait. The returned
 * function takes the count back, for an attempt that turned out to be right.
 */
export async function throttle(db: Kysely<Database>, limit: Limit, now: number): Promise<() => Promise<void>> {
  const bucket = `${limit.name}:${createHash('sha256').update(limit.of).digest('base64url').slice(0, 27)}`;
  await db
    .insertInto('throttles')
    .values({ bucket, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'window_start']).doUpdateSet((row) => ({ count: row('throttles.count', '+', 1) })),
    )
    .execute();
  const seen = await db
    .selectFrom('throttles')
    .select((row) => [row.fn.sum<number>('count').as('count'), row.fn.min('window_start').as('first')])
    .where('bucket', '=', bucket)
    .where('window_start', '>', now - limit.within)
    .executeTakeFirstOrThrow();
  const takeBack = async () => {
    await db
      .updateTable('throttles')
      .set((row) => ({ count: row('count', '-', 1) }))
      .where('bucket', '=', bucket)
      .where('window_start', '=', now)
      .execute();
  };
  if (seen.count <= limit.max) return takeBack;
  await takeBack();
  const seconds = Math.max(1, Math.ceil(((seen.first ?? now) + limit.within - now) / 1000));
  throw new Refusal('TOO_MANY_REQUESTS', { retry_after: seconds });
}
