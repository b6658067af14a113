import { pageSizeMax } from '../../contract/limits.ts';
import type { RowFilter } from '../local/rows-in-memory/row-columns.ts';
import type { ListQuery, ListRow, ListSource, LoadProgress, ServerPage } from './list-source.ts';

/** The most times that all pages are requested. */
const roundsMax = 3;

/**
 * Requests page after page of the server's list, by cursors where it has them: then rows that are added or removed
 * meanwhile move no others. Otherwise a row that moves to a later page is kept once, and where rows have gone, and those
 * after them have moved to an earlier page, all pages are requested again.
 */
export async function requestAll<Row extends ListRow>(
  source: ListSource<Row>,
  filter: RowFilter,
  { signal, onProgress }: LoadProgress,
): Promise<Row[]> {
  onProgress(0);
  for (let round = 1; ; round += 1) {
    const rows = new Map<Row['id'], Row>();
    let isShorter = false;
    let total = 0;
    let next: Pick<ListQuery, 'page' | 'cursor'> | null = { page: 1 };
    while (next !== null && !signal.aborted) {
      const found: ServerPage<Row> = await source.request({ ...filter, ...next, perPage: pageSizeMax }, signal);
      for (const row of found.rows) rows.set(row.id, row);
      isShorter ||= !found.cursors && found.total < total;
      total = found.total;
      next = placeAfter(next.page, found);
      onProgress(rows.size);
    }
    if (!isShorter || signal.aborted || round === roundsMax) return [...rows.values()];
  }
}

/** Returns where the page after this one is; null after the last one. */
function placeAfter<Row>(
  page: number,
  { rows, total, cursors }: ServerPage<Row>,
): Pick<ListQuery, 'page' | 'cursor'> | null {
  if (cursors) return cursors.next === null ? null : { page: page + 1, cursor: cursors.next };
  return rows.length === 0 || page * pageSizeMax >= total ? null : { page: page + 1 };
}
