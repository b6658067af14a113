import { readOwnBalanceHistory, type LedgerRow } from '../../../contract/balance.ts';
import { pageSizeMax } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { inQuery, type MovementFilter } from './queries.ts';

interface Options {
  signal?: AbortSignal;
  /** Called after each page. */
  onProgress?: (progress: Progress) => void;
}

/** How many movements have been read, of how many. */
export interface Progress {
  read: number;
  total: number;
}

/**
 * Requests all movements that match a filter, page by page, newest first. A movement that is added meanwhile moves the
 * others to later pages, so that some arrive twice and none is missed. Throws `CallFailure`.
 */
export async function downloadMovements(
  filter: MovementFilter,
  { signal, onProgress }: Options = {},
): Promise<LedgerRow[]> {
  const rows = new Map<number, LedgerRow>();
  for (let page = 1; ; page++) {
    const query = { ...inQuery(filter), page, per_page: pageSizeMax };
    const { data } = await call(readOwnBalanceHistory, query, signal && { signal });
    for (const row of data.data) rows.set(row.id, row);
    onProgress?.({ read: rows.size, total: data.total });
    if (data.data.length === 0 || page * pageSizeMax >= data.total) return [...rows.values()];
  }
}
