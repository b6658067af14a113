import type { Context, Services } from '../../platform/context.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import { gauges } from '../../platform/base/metrics.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { logOutage } from '../../platform/database/outage.ts';

/**
 * Returns counters of this process and gauges of the database as Prometheus text, also while the database is down.
 * Throws NOT_FOUND for everybody but the operator.
 */
export async function getMetrics({ services, isOperator }: Context): Promise<RawResponse> {
  if (!isOperator()) throw new Refusal('NOT_FOUND');
  const text = (await services.metrics.text()) + (await databaseMetrics(services));
  return new RawResponse(text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
}

async function databaseMetrics(services: Services): Promise<string> {
  try {
    const { emails, oldest, waiting, topups } = await queues(services);
    const now = services.now();
    return await gauges([
      ['comptoir_database_up', 'Whether the database answers.', 1],
      ['comptoir_letters_waiting', 'E-mails that have not been sent yet.', emails],
      ['comptoir_letters_oldest_seconds', 'Age of the oldest e-mail that has not been sent.', age(now, oldest)],
      ['comptoir_feed_waiting', 'Committed changes that the sequencer has not numbered yet.', waiting],
      ['comptoir_topups_waiting', 'Top-up requests that wait for a decision.', topups.waiting],
      ['comptoir_topups_oldest_seconds', 'Age of the oldest top-up request that waits.', age(now, topups.oldest)],
    ]);
  } catch (error) {
    logOutage(services.log, error);
    return gauges([['comptoir_database_up', 'Whether the database answers.', 0]]);
  }
}

/** Seconds since a moment in ms; 0 when there is none. */
const age = (now: number, since: number | null): number => (since === null ? 0 : Math.max(0, (now - since) / 1000));

async function queues({ reader }: Services) {
  const mail = await reader
    .selectFrom('letters')
    .select((row) => [row.fn.countAll<number>().as('emails'), row.fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const feed = await reader
    .selectFrom('feed_inbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  const topups = await reader
    .selectFrom('topups')
    .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { emails: mail.emails, oldest: mail.oldest, waiting: feed.waiting, topups };
}
