import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRows } from '../../sync/use-rows.ts';
import { readNewestOrders } from './queries.ts';

const choicesMax = 20;

/** The newest orders of this device that a search leaves, 20 at most; `undefined` while nothing has been read yet. */
export function useOrderChoices(search: string): Order[] | undefined {
  const db = currentDatabase();
  const ids = useFoundOrders(search)?.slice(0, choicesMax);
  return useLiveQuery(async () => {
    if (search === '') return readNewestOrders(db, choicesMax);
    return ids && (await db.orders.bulkGet(ids)).filter((row) => row !== undefined);
  }, [db, search, ids?.join()]);
}

/** Reads nothing into memory as long as nothing is searched. */
function useFoundOrders(search: string): readonly number[] | null {
  const index = orderIndexOf(currentDatabase());
  const wanted = { search, values: {} };
  const part = search === '' ? null : index.partOf(wanted);
  const now = useRows(index, part);
  return part === null ? null : now.find(wanted);
}
