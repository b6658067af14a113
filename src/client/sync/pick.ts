import { batchBytes, batchMax } from '../../contract/sync-limits.ts';
import type { Mutation } from '../../contract/sync.ts';
import { actionOf, upgradeItem } from '../actions/all.ts';
import type { OutboxItem } from '../local/stored.ts';
import { isPendingItem } from './optimistic.ts';

export interface Limits {
  items: number;
  /** Bytes of the mutations as JSON. */
  bytes: number;
}

export const fullBatch: Limits = { items: batchMax, bytes: batchBytes };

/**
 * Returns the oldest items that may be sent now, in their order. An item that `holdsLane` stops its lane; other parked
 * items are skipped. `held` has lanes that wait for another reason, and ids of items: such an item and all later items of
 * its lane wait. A single item larger than `bytes` is sent alone.
 */
export function pick(
  items: readonly OutboxItem[],
  limits: Limits = fullBatch,
  held: ReadonlySet<string> = new Set(),
): OutboxItem[] {
  const waitingLanes = new Set(held);
  const stopsLane = (item: OutboxItem) => holdsLane(item) || held.has(item.id);
  const batch: OutboxItem[] = [];
  let bytes = 0;
  for (const item of items) {
    if (stopsLane(item)) waitingLanes.add(item.lane);
    if (!isPendingItem(item) || waitingLanes.has(item.lane)) continue;
    bytes += sizeOf(item);
    if (batch.length === limits.items || (batch.length > 0 && bytes > limits.bytes)) break;
    batch.push(item);
  }
  return batch;
}

/** Returns an item as it is sent. */
export const mutationOf = ({ id, kind, v, lane, args }: OutboxItem): Mutation => ({ id, kind, v, lane, args });

/**
 * Returns whether this item stops the later items of its lane: a refused create, an item that the server has not
 * decided (it may still be applied), and a kind or version that this build does not know. After a definite refusal of
 * any other item the next one may be sent.
 */
export function holdsLane(item: OutboxItem): boolean {
  if (!upgradeItem(item)) return true;
  return !isPendingItem(item) && (actionOf(item.kind)?.createsRecord === true || item.error?.open === true);
}

const encoder = new TextEncoder();

const sizeOf = (item: OutboxItem): number => encoder.encode(JSON.stringify(mutationOf(item))).length;
