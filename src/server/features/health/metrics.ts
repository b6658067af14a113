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
    const { emails, oldest, waiting } = await queues(services);
    const age = oldest === null ? 0 : Math.max(0, (services.now() - oldest) / 1000);
    return await gauges([
      ['comptoir_database_up', 'Whether the database answers.', 1],
      ['comptoir_letters_waiting', 'E-mails that have not been sent yet.', emails],
      ['comptoir_letters_oldest_seconds', 'Age of the oldest e-mail that has not been sent.', age],
      ['comptoir_feed_waiting', 'Committed changes that the sequencer has not numbered yet.', waiting],
    ]);
  } catch (error) {
    logOutage(services.log, error);
    return gauges([['comptoir_database_up', 'Whether the database answers.', 0]]);
  }
}

async function queues({ reader }: Services): Promise<{ emails: number; oldest: number | null; waiting: number }> {
  const mail = await reader
    .selectFrom('letters')
    .select((row) => [row.fn.countAll<number>().as('emails'), row.fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const feed = await reader
    .selectFrom('feed_inbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return { emails: mail.emails, oldest: mail.oldest, waiting: feed.waiting };
}
