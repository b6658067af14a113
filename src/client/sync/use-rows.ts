// oxlint-disable-next-line no-restricted-imports -- a hook over rows in memory; the service worker never imports it
import { useCallback, useSyncExternalStore } from 'react';
import type { RowIndex, RowsNow } from '../local/row-index.ts';

/** The rows in memory, kept current with a part of the index (`RowIndex.partOf`); null brings nothing into memory. */
export function useRows<Id extends string | number, Stored>(
  index: RowIndex<Id, Stored>,
  part: string | null,
): RowsNow<Id> {
  const follow = useCallback(
    (listener: () => void) => (part === null ? () => undefined : index.follow(part, listener)),
    [index, part],
  );
  return useSyncExternalStore(follow, index.getNow);
}
