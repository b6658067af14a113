import { useLiveQuery } from 'dexie-react-hooks';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useRows } from '../../sync/use-rows.ts';
import {
  hasOrders,
  readNewestOrders,
  readOrders,
  rowFilterOf,
  type OrderListFilter,
  type StatusChoice,
} from './queries.ts';

export interface OrderPage {
  rows: Order[];
  /** The page shown: never beyond the last one. */
  page: number;
  /** Orders on this device that the filter leaves; undefined until they are known, a moment after the first page. */
  total: number | undefined;
  /** There is no order on this device at all. */
  isEmpty: boolean;
}

/** One page of the orders a filter leaves, newest first, kept current; `undefined` while nothing has been read yet. */
export function useOrderPage({ search, status, page, perPage }: OrderListFilter): OrderPage | undefined {
  const db = currentDatabase();
  const ids = useOrderIds(search, status);
  const shown = ids ? Math.min(page, Math.max(1, Math.ceil(ids.length / perPage))) : page;
  const onPage = ids?.slice((shown - 1) * perPage, shown * perPage);
  const rows = useLiveQuery(() => {
    if (onPage) return readOrders(db, onPage);
    return search || page > 1 ? undefined : readNewestOrders(db, status, perPage);
  }, [db, onPage?.join() ?? `${search} ${status} ${page} ${perPage}`]);
  const hasAny = useLiveQuery(() => hasOrders(db), [db]);
  if (!rows || hasAny === undefined) return undefined;
  return { rows, page: shown, total: ids?.length, isEmpty: !hasAny };
}

/** The ids of the orders that a filter leaves, newest first; null until they are in memory. */
function useOrderIds(search: string, status: StatusChoice): readonly number[] | null {
  const index = orderIndexOf(currentDatabase());
  const wanted = rowFilterOf(search, status);
  return useRows(index, index.partOf(wanted)).find(wanted);
}
