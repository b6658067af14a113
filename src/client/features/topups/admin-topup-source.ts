import type { Attachment } from '../../../contract/files.ts';
import { listTopups, type TopupRow } from '../../../contract/topups.ts';
import { topupSorts } from '../../../contract/sorts.ts';
import { call } from '../../api/call.ts';
import { sortInQuery } from '../../lists/list-sort.ts';
import { pagingOf, type ListSource } from '../../lists/list-source.ts';
import { isPicture } from '../../local/choose-files.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { endOfDay, startOfDay } from '../../local/days.ts';
import { isWaitingOnly, topupIndexOf } from '../../local/rows-in-memory/topup-index.ts';

/**
 * The top-up requests of all customers, newest first or sorted by one of `topupSorts`; filters `status`, `method`,
 * `user`, and the days `from` and `to`. An admin's device has all that wait, and the newest of the others.
 */
export const topupSource: ListSource<TopupRow> = {
  table: 'topups',
  totalFact: 'topupsTotal',
  indexOf: topupIndexOf,
  isComplete: ({ values }) => isWaitingOnly(values),
  readFirst: async () => undefined,
  async request({ search, values, page, perPage, sort, cursor = '' }, signal) {
    const lists = Object.entries(values).filter(([, chosen]) => chosen.length > 0);
    const query = {
      page,
      per_page: perPage,
      cursor,
      ...(search && { search }),
      ...sortInQuery(sort, topupSorts),
      ...Object.fromEntries(lists.map(([name, chosen]) => [name, inQuery(name, chosen)])),
    };
    const { data, meta } = await call(listTopups, query, { signal });
    return { rows: data, ...pagingOf(meta) };
  },
};

/** Days are sent as moments, because this device's calendar may differ from the shop's. */
function inQuery(name: string, chosen: readonly string[]): string {
  if (name === 'from') return startOfDay(chosen[0]!);
  return name === 'to' ? endOfDay(chosen[0]!) : chosen.join();
}

/** Reads the requests that wait, the oldest first. */
export const readWaiting = (db: LocalDatabase): Promise<TopupRow[]> =>
  db.topups.where('[status+created_at]').between(['waiting', ''], ['waiting', '\uffff']).toArray();

/** Returns the waiting request after another one, from the oldest to the newest and then from the start; null for none. */
export function nextOf(
  waiting: readonly TopupRow[],
  { id, created_at: at }: TopupRow,
  by: 1 | -1 = 1,
): TopupRow | null {
  const others = waiting.filter((one) => one.id !== id);
  const later = others.filter((one) => one.created_at > at || (one.created_at === at && one.id > id));
  const earlier = others.filter((one) => !later.includes(one));
  return (by === 1 ? (later[0] ?? earlier[0]) : (earlier.at(-1) ?? later.at(-1))) ?? null;
}

/** The address of a slip on this host; the browser keeps what it has loaded. */
export const fileAddress = (id: string): string => `/api/files/${id}`;

export const isSlipPicture = ({ type }: Pick<Attachment, 'type'>): boolean => isPicture(type);
