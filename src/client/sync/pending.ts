import type { EntityName } from '../../contract/sync.ts';
import { effectsOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem } from '../local/stored.ts';
import { isPendingItem } from './optimistic.ts';

/**
 * The mark of a row: its change will be sent, has a file that does not get through, was refused, or conflicts with
 * another user's.
 */
export type PendingState = 'waiting' | 'upload' | 'failed' | 'conflict';

/**
 * Reads the marks of a table's rows, the worst state of each row, by key as on the wire (`String(row.id)`). To be used
 * inside a live query.
 */
export async function readPendingStates(db: LocalDatabase, entity: EntityName): Promise<Map<string, PendingState>> {
  const marks = new Map<string, PendingState>();
  for (const item of await db.outbox.orderBy('seq').toArray()) {
    for (const { table, key } of effectsOf(item)) {
      if (table === entity) marks.set(key, worse(marks.get(key), stateOf(item)));
    }
  }
  return marks;
}

/** Counts the items that will be sent (`waiting`) and those that need the user (`parked`). Reads an index only. */
export async function countOutbox(db: LocalDatabase): Promise<{ waiting: number; parked: number }> {
  const states = (await db.outbox.orderBy('state').keys()) as OutboxItem['state'][];
  const waiting = states.filter((state) => isPendingItem({ state })).length;
  return { waiting, parked: states.length - waiting };
}

function stateOf(item: OutboxItem): PendingState {
  if (!isPendingItem(item)) return item.state as 'failed' | 'conflict';
  return item.upload ? 'upload' : 'waiting';
}

const worse = (a: PendingState | undefined, b: PendingState): PendingState =>
  a && severity.indexOf(a) > severity.indexOf(b) ? a : b;

const severity: readonly PendingState[] = ['waiting', 'upload', 'conflict', 'failed'];
