import type { Context, Means } from '../../platform/context.ts';
import { Plain } from '../../platform/http/plain.ts';
import { gauge } from '../../platform/metrics.ts';
import { Refusal } from '../../platform/refusal.ts';
import { logOutage } from '../../platform/outage.ts';
import { version } from '../../platform/version.ts';

/**
 * Counters of this process and gauges of the database, in Prometheus text; still answers when the database does not.
 * Refuses everybody but the operator with NOT_FOUND.
 */
export async function tellMetrics({ means, isOperator }: Context): Promise<Plain> {
  if (!isOperator()) throw new Refusal('NOT_FOUND');
  const text = means.metrics.text() + ofProcess() + (await ofDatabase(means));
  return new Plain(text, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
}

function ofProcess(): string {
  const memory = process.memoryUsage();
  return [
    `# HELP comptoir_info The version that runs.\n# TYPE comptoir_info gauge\ncomptoir_info{version="${version}"} 1\n`,
    gauge('process_resident_memory_bytes', 'Memory of the process.', memory.rss),
    gauge('nodejs_heap_size_used_bytes', 'Used heap of the process.', memory.heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', memory.external),
    gauge('process_uptime_seconds', 'Seconds since the process began.', Math.round(process.uptime())),
  ].join('');
}

async function ofDatabase(means: Means): Promise<string> {
  try {
    const { letters, oldest, waiting } = await queues(means);
    const age = oldest === null ? 0 : Math.max(0, (means.now() - oldest) / 1000);
    return [
      gauge('comptoir_database_up', 'Whether the database answers.', 1),
      gauge('comptoir_letters_waiting', 'Letters that have not left yet.', letters),
      gauge('comptoir_letters_oldest_seconds', 'Age of the oldest letter that has not left.', age),
      gauge('comptoir_feed_waiting', 'Committed changes that the sequencer has not numbered yet.', waiting),
    ].join('');
  } catch (error) {
    logOutage(means.log, error);
    return gauge('comptoir_database_up', 'Whether the database answers.', 0);
  }
}

async function queues({ reader }: Means): Promise<{ letters: number; oldest: number | null; waiting: number }> {
  const mail = await reader
    .selectFrom('letters')
    .select((row) => [row.fn.countAll<number>().as('letters'), row.fn.min('created_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const feed = await reader
    .selectFrom('feed_inbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return { letters: mail.letters, oldest: mail.oldest, waiting: feed.waiting };
}
