import { codesProduct } from './simulated-shop.ts';
import type { Story } from './story.ts';

/** Checks that the customers wait who have asked for it last, and that each was notified once by each import. */
export async function checkStock(story: Story): Promise<void> {
  const { watching, notified } = await replayWaits(story);
  await checkWatches(story, watching);
  await checkNotified(story, notified);
}

/** The customers who wait, and how often each was notified, after all changes that the server has applied. */
async function replayWaits({ server, intents, colleagueChanges }: Story) {
  const watching = new Set<number>();
  const notified = new Map<number, number>();
  for (const key of (await server.readApplied()).applied) {
    const intent = intents.get(key);
    if (intent?.kind === 'stock.watch') {
      if (intent.args?.on) watching.add(intent.device.userId);
      else watching.delete(intent.device.userId);
    }
    // Only colleagues import.
    if (colleagueChanges.get(key)?.kind !== 'codes.import') continue;
    for (const userId of watching) notified.set(userId, (notified.get(userId) ?? 0) + 1);
    watching.clear();
  }
  return { watching, notified };
}

async function checkWatches({ server, faults }: Story, watching: ReadonlySet<number>): Promise<void> {
  const stored = await server.db.selectFrom('stock_watches').select('user_id').orderBy('user_id').execute();
  const [is, wanted] = [stored.map(({ user_id }) => user_id).join(), [...watching].toSorted((a, b) => a - b).join()];
  if (is !== wanted) faults.push(`users ${is || 'none'} wait for product ${codesProduct}, not ${wanted || 'none'}`);
}

async function checkNotified({ server, faults }: Story, notified: ReadonlyMap<number, number>): Promise<void> {
  const sent = await server.db
    .selectFrom('notifications')
    .select((row) => ['user_id', row.fn.countAll<number>().as('count')])
    .where('kind', '=', 'stock.back')
    .groupBy('user_id')
    .execute();
  const counts = new Map(sent.map(({ user_id, count }) => [user_id, Number(count)]));
  for (const userId of new Set([...counts.keys(), ...notified.keys()])) {
    const [got, due] = [counts.get(userId) ?? 0, notified.get(userId) ?? 0];
    if (got !== due) faults.push(`user ${userId} was notified ${got} times that codes are back, not ${due} times`);
  }
}
