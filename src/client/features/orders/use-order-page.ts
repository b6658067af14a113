import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useSyncExternalStore } from 'react';
import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { orderListsOf, type StatusChoice } from './order-lists.ts';
import { hasOrders, readNewestOrders, readOrders, searchOrders, type OrderListFilter } from './queries.ts';

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
  const withStatus = useOrderIds(status);
  const found = useLiveQuery(() => (search ? searchOrders(db, search, status) : null), [db, search, status]);
  const ids = search ? found : withStatus;
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

/** The ids of the orders with a status, newest first; null until they are in memory. */
function useOrderIds(status: StatusChoice): readonly number[] | null {
  const lists = orderListsOf(currentDatabase());
  const follow = useCallback((listener: () => void) => lists.follow(status, listener), [lists, status]);
  return useSyncExternalStore(follow, () => lists.idsNow(status));
}
