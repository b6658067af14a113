import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { orderIndexOf } from '../../local/rows-in-memory/row-indexes.ts';
import { useLiveQuery, useRows } from '../../sync/use-live-query.ts';
import { readOrderChoices } from './queries.ts';

const choicesMax = 20;

/** Returns the newest 20 orders on this device that match a search; undefined until they are read. */
export function useOrderChoices(search: string): Order[] | undefined {
  const db = currentDatabase();
  const ids = useMatchingIds(search)?.slice(0, choicesMax);
  return useLiveQuery(async () => {
    if (search === '') return readOrderChoices(db, choicesMax);
    return ids && (await db.orders.bulkGet(ids)).filter((row) => row !== undefined);
  }, [db, search, ids?.join()]);
}

/** Returns the ids of the matching orders; null, without loading the index, while the search is empty. */
function useMatchingIds(search: string): readonly number[] | null {
  const index = orderIndexOf(currentDatabase());
  const filter = { search, values: {} };
  const part = search === '' ? null : index.partOf(filter);
  const loaded = useRows(index, part);
  return part === null ? null : loaded.find(filter);
}
