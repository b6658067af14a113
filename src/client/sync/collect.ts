import { syncProtocol } from '../../contract/sync-limits.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import type { LocalDatabase } from '../local/database.ts';
import { start, type Standing } from '../local/meta.ts';
import { fullBatch, mutationOf, pick } from './pick.ts';

export interface Collected {
  request: SyncRequest;
  /** Where the device stood: the answer is applied there, or not at all. */
  at: Standing;
  /** Lanes of which nothing goes in this pass any more. */
  held: ReadonlySet<string>;
}

/**
 * Makes the next request of a pass. Its items are marked `sent` before it leaves: from then on they may have arrived,
 * whatever happens to this device.
 */
export function collect(db: LocalDatabase, held: ReadonlySet<string>): Promise<Collected> {
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const at = (await db.fact('at')) ?? start;
    const limits = { ...fullBatch, items: (await db.fact('batch')) ?? fullBatch.items };
    const batch = pick(await db.outbox.orderBy('seq').toArray(), limits, held);
    await db.outbox.bulkPut(batch.map((item) => ({ ...item, state: 'sent', attempts: item.attempts + 1 })));
    const { turn: _turn, ...position } = at;
    return { at, held, request: { protocol: syncProtocol, ...position, mutations: batch.map(mutationOf) } };
  });
}
