// oxlint-disable-next-line no-restricted-imports -- a hook for screens; the service worker never imports it
import { filesOf } from '../actions/all.ts';
import { currentDatabase } from '../local/current.ts';
import type { OutboxItem } from '../local/stored.ts';
import { isUploadWaiting } from './error-table.ts';
import { useLiveQuery } from './use-live-query.ts';
import { useSyncStatus } from './use-sync-status.ts';

/**
 * What happens with a pending item now. `fileHeld`: its file does not get through, and is tried again at `until` (ms by
 * this device's clock) · `blocked`: it waits for an earlier change · `outdated`: the app must be updated first ·
 * `sending`: an exchange is running · `waiting`: for the next one.
 */
type ItemProgress =
  | { kind: 'uploading'; done: number; total: number }
  | { kind: 'fileHeld'; until: number }
  | { kind: 'blocked' | 'outdated' | 'offline' | 'sending' | 'waiting' };

/** Returns what happens with a pending item now. */
export function useItemProgress(item: OutboxItem): ItemProgress {
  const { online, running, state } = useSyncStatus();
  const uploads = useUploads(item);
  if (item.error?.code === 'WAITS_FOR_ANOTHER') return { kind: 'blocked' };
  if (state === 'outdated') return { kind: 'outdated' };
  if (!online) return { kind: 'offline' };
  return onlineProgress(item, running, uploads);
}

function onlineProgress(
  item: OutboxItem,
  running: boolean,
  uploads: { done: number; total: number } | null,
): ItemProgress {
  const isTried = running && !isUploadWaiting(item);
  if (item.upload && !isTried) return { kind: 'fileHeld', until: item.upload.until };
  if (isTried && uploads && uploads.done < uploads.total) return { kind: 'uploading', ...uploads };
  return { kind: running ? 'sending' : 'waiting' };
}

/** Returns how many of an item's files are uploaded; null for an item without files. */
function useUploads(item: OutboxItem): { done: number; total: number } | null {
  const db = currentDatabase();
  const ids = filesOf(item);
  const done = useLiveQuery(
    async () => (ids.length > 0 ? (await db.blobs.bulkGet([...ids])).filter((file) => file?.sent).length : 0),
    [db, ids.join()],
  );
  return ids.length === 0 ? null : { done: done ?? 0, total: ids.length };
}
