import { batchBytes, batchMax } from '../../contract/sync-limits.ts';
import type { Mutation } from '../../contract/sync.ts';
import { actionOf, upgraded } from '../actions/all.ts';
import type { OutboxItem } from '../local/stored.ts';
import { waits } from './fold.ts';

export interface Limits {
  items: number;
  /** Of the mutations as JSON. */
  bytes: number;
}

export const fullBatch: Limits = { items: batchMax, bytes: batchBytes };

/**
 * The oldest items that may go now: first in, first out inside a lane. A parked item that `holdsLane` lets nothing
 * past, other parked items step aside. `held` are lanes that wait for another reason. One item larger than `bytes`
 * still goes, alone.
 */
export function pick(
  items: readonly OutboxItem[],
  limits: Limits = fullBatch,
  held: ReadonlySet<string> = new Set(),
): OutboxItem[] {
  const holding = new Set(held);
  const batch: OutboxItem[] = [];
  let bytes = 0;
  for (const item of items) {
    if (holdsLane(item)) holding.add(item.lane);
    if (!waits(item) || holding.has(item.lane)) continue;
    bytes += sizeOf(item);
    if (batch.length === limits.items || (batch.length > 0 && bytes > limits.bytes)) break;
    batch.push(item);
  }
  return batch;
}

/** An item as it travels. */
export const mutationOf = ({ id, kind, v, lane, args }: OutboxItem): Mutation => ({ id, kind, v, lane, args });

/**
 * Says whether nothing behind this item in its lane may be sent: a refused create, an item whose id the server has not
 * decided (it may still be applied, so nothing overtakes it), and a kind or version that this build does not know. A definite
 * refusal of anything else lets the next one pass.
 */
export function holdsLane(item: OutboxItem): boolean {
  if (!upgraded(item)) return true;
  return !waits(item) && (actionOf(item.kind)?.opensLane === true || item.error?.open === true);
}

const encoder = new TextEncoder();

const sizeOf = (item: OutboxItem): number => encoder.encode(JSON.stringify(mutationOf(item))).length;
