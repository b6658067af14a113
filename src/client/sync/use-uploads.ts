// oxlint-disable-next-line no-restricted-imports -- a hook for screens; the service worker never imports it
import { filesOf } from '../actions/all.ts';
import { currentDatabase } from '../local/current.ts';
import type { OutboxItem } from '../local/stored.ts';
import { useLiveQuery } from './use-live-query.ts';

/** Returns how many of an item's files are uploaded; null for an item without files. */
export function useUploads(item: OutboxItem): { done: number; total: number } | null {
  const db = currentDatabase();
  const ids = filesOf(item);
  const done = useLiveQuery(
    async () => (ids.length > 0 ? (await db.blobs.bulkGet([...ids])).filter((file) => file?.sent).length : 0),
    [db, ids.join()],
  );
  return ids.length === 0 ? null : { done: done ?? 0, total: ids.length };
}
