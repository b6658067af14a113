import type { EntityName } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem } from '../local/stored.ts';
import { waits } from './fold.ts';

/** What a row's mark says: on its way, refused, or overtaken by somebody else. */
export type PendingState = 'waiting' | 'failed' | 'conflict';

/** What waits for one row, parked items included, oldest first. To be used inside a live query. */
export async function pendingOf(db: LocalDatabase, entity: EntityName, key: string | number): Promise<OutboxItem[]> {
  const items = await db.outbox.orderBy('seq').toArray();
  return items.filter((item) =>
    effectsOf(item).some((effect) => effect.table === entity && effect.key === String(key)),
  );
}

/**
 * The marks of a list's rows, by key as on the wire (`String(row.id)`): the worst thing that is pending for each.
 * To be used inside a live query.
 */
export async function pendingKeys(db: LocalDatabase, entity: EntityName): Promise<Map<string, PendingState>> {
  const marks = new Map<string, PendingState>();
  for (const item of await db.outbox.orderBy('seq').toArray()) {
    for (const { table, key } of effectsOf(item)) {
      if (table === entity) marks.set(key, worse(marks.get(key), stateOf(item)));
    }
  }
  return marks;
}

/** An item as its mark. */
const stateOf = (item: OutboxItem): PendingState => (waits(item) ? 'waiting' : (item.state as 'failed' | 'conflict'));

const worse = (a: PendingState | undefined, b: PendingState): PendingState =>
  a && order.indexOf(a) > order.indexOf(b) ? a : b;

const order: readonly PendingState[] = ['waiting', 'conflict', 'failed'];
