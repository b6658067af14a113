import { useLingui } from '@lingui/react/macro';
import { CallFailure } from '../api/failure.ts';
import { toast } from '../ui/toast.ts';
import { useBusy } from '../ui/use-busy.ts';
import type { ListDefinition } from './define-list.ts';
import type { AllRows, ListQuery, ListRow } from './list-source.ts';
import type { List } from './use-list.ts';
import type { ListSelection } from './use-selection.ts';

/** Selects all rows that match the search and the filters, also those of other pages. */
export interface SelectAll {
  /** The number of rows that match. */
  count: number;
  busy: boolean;
  select: () => void;
}

/** Returns how to select all matching rows, once all rows of the page are selected; null where there are no others. */
export function useSelectAll<Row extends ListRow, Context>(
  { source: { all } }: ListDefinition<Row, Context>,
  { rows = [], total = 0, query }: List<Row>,
  { keys, add }: ListSelection<Row>,
): SelectAll | null {
  const { t } = useLingui();
  const { busy, whileBusy } = useBusy();
  const isPageSelected = rows.length > 0 && rows.every(({ id }) => keys.has(String(id)));
  if (!all || !isPageSelected || total <= keys.size) return null;
  const select = async () => {
    try {
      add(await loadAll(all, query, total));
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown;
      toast({ tone: 'error', title: t`Not all of them could be loaded. Try again.` });
    }
  };
  return { count: total, busy, select: () => void whileBusy(select) };
}

/** Returns the matching rows of this device, or where it has fewer than `total` those of the server. */
async function loadAll<Row>(all: AllRows<Row>, query: ListQuery, total: number): Promise<Row[]> {
  const here = await all.here(query);
  const unfollowed = { signal: new AbortController().signal, onProgress: () => undefined };
  return here.length >= total ? here : all.request(query, unfollowed);
}
