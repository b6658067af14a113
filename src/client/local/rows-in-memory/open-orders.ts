import { openOrderStatuses } from '../../../contract/order-rules.ts';
import type { LocalDatabase } from '../database.ts';
import type { RowFilter } from './row-columns.ts';
import { orderIndexOf } from './row-indexes.ts';

/** Counted in the index in memory: the database would take 10 ms for 1,000 orders, after each change of an order. */
const openOrders: RowFilter = { search: '', values: { status: openOrderStatuses } };

/**
 * Calls `onCount` with the number of new and processing orders on this device, undefined until it is known, now and
 * after each change of an order. Returns a function to unsubscribe.
 */
export function followOpenOrders(db: LocalDatabase, onCount: (count: number | undefined) => void): () => void {
  const index = orderIndexOf(db);
  const report = () => onCount(index.getSnapshot().find(openOrders)?.length);
  const stop = index.follow(index.partOf(openOrders), report);
  report();
  return stop;
}
