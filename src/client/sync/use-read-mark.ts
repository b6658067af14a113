// oxlint-disable-next-line no-restricted-imports -- a hook over rows; the service worker never imports it
import { useEffect } from 'react';
import type { NotificationRow } from '../../contract/notifications.ts';
import { currentDatabase } from '../local/current.ts';
import { perform } from './perform.ts';
import { useLiveQuery } from './use-live-query.ts';

/**
 * Marks the notifications about the open record as read, also those that arrive later: at once while the page is
 * visible, otherwise when it is again.
 */
export function useReadMark(name: keyof NotificationRow['about'], id: string | number): void {
  const db = currentDatabase();
  const rows = useLiveQuery(() => db.notifications.where('_unread').equals(1).toArray(), [db]);
  const ids = rows?.filter(({ about }) => about[name] === id).map((row) => row.id);
  const unread = ids?.join();
  useEffect(() => {
    if (!unread) return undefined;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      // They stay unread when the storage fails.
      void perform(db, 'notification.read', { ids: unread.split(',') }).catch(() => undefined);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [db, unread]);
}
