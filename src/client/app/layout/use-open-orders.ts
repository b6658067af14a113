import { currentDatabase } from '../../local/current.ts';
import type { RowFilter } from '../../local/row-columns.ts';
import { orderIndexOf } from '../../local/row-indexes.ts';
import { useRows } from '../../sync/use-rows.ts';

/** Not counted in the database: that takes 10 ms for 1,000 orders, at each change of any of them. */
const openOrders: RowFilter = { search: '', values: { status: ['new', 'processing'] } };

/** Orders that are new or processing: the badge in the sidebar (S2C-03); undefined until they are known. */
export function useOpenOrders(): number | undefined {
  const index = orderIndexOf(currentDatabase());
  return useRows(index, index.partOf(openOrders)).find(openOrders)?.length;
}
