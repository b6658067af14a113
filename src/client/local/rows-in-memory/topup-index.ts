import { searchText } from '../../../contract/search.ts';
import { topupSorts } from '../../../contract/sorts.ts';
import { foldedSlipNumber } from '../../../contract/topup-rules.ts';
import type { TopupRow } from '../../../contract/topups.ts';
import type { LocalDatabase } from '../database.ts';
import { dayOf } from '../days.ts';
import type { IndexPlan } from './index-plan.ts';
import type { Entry, RowFilter } from './row-columns.ts';
import type { RowIndex } from './row-index.ts';
import { dayRules, oneIndexPerDatabase } from './row-indexes.ts';

const newestFirst: IndexPlan<string, TopupRow> = {
  table: 'topups',
  entryOf: ({ id, status, method_id: method, user_id: user, amount, created_at: at }) => ({
    id,
    rank: Date.parse(at),
    values: { status, method: String(method), user: String(user), day: dayOf(at) },
    keys: { amount, date: Date.parse(at) },
  }),
  textOf: ({ number, user_name: name, slip_number: slip }) =>
    searchText([number && `#${number}`, name, slip, foldedSlipNumber(slip)]),
  partOf: () => 'all',
  rules: dayRules,
  sorts: topupSorts,
};

const oldestFirstEntry = (topup: TopupRow): Entry<string> => ({
  ...newestFirst.entryOf(topup),
  rank: -Date.parse(topup.created_at),
});

const allIndexOf = oneIndexPerDatabase(newestFirst);

/** The waiting requests, the oldest first: its part is read without the others. */
const waitingIndexOf = oneIndexPerDatabase<string, TopupRow>({
  ...newestFirst,
  entryOf: oldestFirstEntry,
  readPart: async (db) =>
    (await db.topups.where('[status+created_at]').between(['waiting', ''], ['waiting', '\uffff']).toArray()).map(
      oldestFirstEntry,
    ),
});

/** Returns whether a filter wants no other requests than those that wait. */
export const isWaitingOnly = ({ status = [] }: RowFilter['values']): boolean =>
  status.length === 1 && status[0] === 'waiting';

/**
 * Returns the index in memory of the top-up requests: those that wait the oldest first, others the newest first, or
 * sorted by one of `topupSorts`. It filters by `status`, `method`, `user`, and by the first and last day (`from`, `to`) in
 * this device's calendar.
 */
export const topupIndexOf = (db: LocalDatabase, { values }: RowFilter): RowIndex<string, TopupRow> =>
  isWaitingOnly(values) ? waitingIndexOf(db) : allIndexOf(db);

const waiting: RowFilter = { search: '', values: { status: ['waiting'] } };

/**
 * Calls `onCount` with the number of requests on this device that wait, undefined until it is known, now and after each
 * change of a request. Returns a function to unsubscribe.
 */
export function followWaitingTopups(db: LocalDatabase, onCount: (count: number | undefined) => void): () => void {
  const index = waitingIndexOf(db);
  const report = () => onCount(index.getSnapshot().find(waiting)?.length);
  const stop = index.follow(index.partOf(waiting), report);
  report();
  return stop;
}
