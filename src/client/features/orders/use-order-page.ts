import type { Order } from '../../../contract/orders.ts';
import { currentDatabase } from '../../local/current.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { useRows } from '../../sync/use-rows.ts';
import { useOnline, useSyncStatus } from '../../sync/use-sync-status.ts';
import { readNewestOrders, readOrders, rowFilterOf, type OrderListFilter, type StatusChoice } from './queries.ts';
import { useOrdersTotal, useServerOrders, type ServerOrders } from './use-server-orders.ts';

export interface OrderPage {
  /** Undefined while they are coming. */
  rows: Order[] | undefined;
  /** The page shown: never beyond the last one. */
  page: number;
  /** Orders that the filter leaves; undefined until they are known, a moment after the first page. */
  total: number | undefined;
  /** The person has no orders at all. */
  isEmpty: boolean;
  /** Number of orders on this device, without the filter. */
  onDevice: number;
  /** Orders altogether, where that is more than the device keeps. */
  beyond: number | null;
}

/**
 * One page of the orders a filter leaves, newest first, kept current; undefined while nothing has been read yet. The
 * device keeps the newest orders; where there are older ones, pages that reach them come from the server.
 */
export function useOrderPage(filter: OrderListFilter): OrderPage | undefined {
  const { isKnown, isEmpty, onDevice, beyond } = useExtent();
  const ids = useOrderIds(filter.search, filter.status);
  const isPart = beyond !== null;
  const remote = useServerOrders(filter, isPart, versionOf(ids));
  const isAsking = useOnline() && isPart && !remote;
  const total = totalOf(remote, ids);
  const page = isAsking ? filter.page : pageWithin(filter, total);
  const local = useLocalRows({ ...filter, page }, ids);
  const merged = useMerged(remote);
  if (!local || (!isKnown && local.length === 0)) return undefined;
  const rows = remote ? merged : atLeast(isAsking ? filter.perPage : 0, local);
  return { rows, page, total, isEmpty, onDevice, beyond };
}

/** How many of the person's orders are on this device, and whether the server has more. */
function useExtent(): Pick<OrderPage, 'isEmpty' | 'onDevice' | 'beyond'> & { isKnown: boolean } {
  const { firstLoad } = useSyncStatus();
  const all = useOrderIds('', null);
  const altogether = useOrdersTotal() ?? 0;
  const onDevice = all?.length ?? 0;
  const isKnown = all !== null;
  const isPart = firstLoad === null && isKnown && altogether > onDevice;
  return {
    isKnown,
    isEmpty: isKnown && onDevice === 0 && altogether === 0,
    onDevice,
    beyond: isPart ? altogether : null,
  };
}

const totalOf = (remote: ServerOrders | undefined, ids: readonly number[] | null): number | undefined =>
  remote ? remote.total : ids?.length;

const atLeast = (count: number, rows: Order[]): Order[] | undefined => (rows.length < count ? undefined : rows);

const versionOf = (ids: readonly number[] | null): string => (ids ? `${ids.length} ${ids[0]}` : '');

const pageWithin = ({ page, perPage }: OrderListFilter, total: number | undefined): number =>
  total === undefined ? page : Math.min(page, Math.max(1, Math.ceil(total / perPage)));

/** The rows of the server's page; the device's own row replaces one of the same or an older revision. */
function useMerged(remote: ServerOrders | undefined): Order[] | undefined {
  const db = currentDatabase();
  const kept = useLiveQuery(async () => {
    const rows = remote ? await db.orders.bulkGet(remote.rows.map(({ id }) => id)) : [];
    return { remote, rows };
  }, [db, remote]);
  if (!remote || kept?.remote !== remote) return undefined;
  return remote.rows.map((row, at) => {
    const own = kept.rows[at];
    return own && own.rev >= row.rev ? own : row;
  });
}

function useLocalRows({ search, status, page, perPage }: OrderListFilter, ids: readonly number[] | null) {
  const db = currentDatabase();
  const onPage = ids?.slice((page - 1) * perPage, page * perPage);
  return useLiveQuery(() => {
    if (onPage) return readOrders(db, onPage);
    return search || page > 1 ? undefined : readNewestOrders(db, status, perPage);
  }, [db, onPage?.join() ?? `${search} ${status} ${page} ${perPage}`]);
}

/** The ids of the orders that a filter leaves, newest first; null until they are in memory. */
function useOrderIds(search: string, status: StatusChoice): readonly number[] | null {
  const index = orderIndexOf(currentDatabase());
  const wanted = rowFilterOf(search, status);
  return useRows(index, index.partOf(wanted)).find(wanted);
}
