import { heldMax, syncProtocol } from '../../contract/sync-limits.ts';
import type { SyncRequest } from '../../contract/sync.ts';
import { upgraded } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import { start, type Standing } from '../local/meta.ts';
import type { OutboxItem } from '../local/stored.ts';
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
export async function collect(db: LocalDatabase, held: ReadonlySet<string>): Promise<Collected> {
  const idle = await placeIfIdle(db);
  if (idle) return { at: idle, held, request: requestOf(idle, [], []) };
  return db.transaction('rw', [db.outbox, db.meta], async () => {
    const at = (await db.fact('at')) ?? start;
    const limits = { ...fullBatch, items: (await db.fact('batch')) ?? fullBatch.items };
    const items = await db.outbox.orderBy('seq').toArray();
    const batch = pick(items, limits, held).map(asSent);
    await db.outbox.bulkPut(batch);
    return { at, held, request: requestOf(at, batch, items) };
  });
}

/** Where the device stands, if its outbox is empty: nothing is marked then, and nothing needs to be written. */
const placeIfIdle = (db: LocalDatabase): Promise<Standing | null> =>
  db.transaction('r', [db.outbox, db.meta], async () => {
    const [at = start, waiting] = await Promise.all([db.fact('at'), db.outbox.count()]);
    return waiting === 0 ? at : null;
  });

function requestOf(
  { turn: _turn, ...position }: Standing,
  batch: readonly OutboxItem[],
  items: readonly OutboxItem[],
): SyncRequest {
  return { protocol: syncProtocol, ...position, mutations: batch.map(mutationOf), held: lanesBehind(items, batch) };
}

/** Lanes of which the device holds items that this request does not bring. */
function lanesBehind(items: readonly OutboxItem[], batch: readonly OutboxItem[]): string[] {
  const brought = new Set(batch.map(({ id }) => id));
  const behind = items.filter(({ id }) => !brought.has(id)).map(({ lane }) => lane);
  return [...new Set(behind)].slice(0, heldMax);
}

/**
 * What was never sent goes in the version of this build. What may have arrived goes as it was: the server knows its key
 * together with the arguments it came with.
 */
function asSent(item: OutboxItem): OutboxItem {
  const call = item.state === 'queued' ? (upgraded(item) ?? item) : item;
  return { ...call, state: 'sent', attempts: item.attempts + 1 };
}
