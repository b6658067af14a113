import { useEffect } from 'react';
import { currentDatabase } from '../../local/current.ts';
import { perform } from '../../sync/perform.ts';
import { useLiveQuery } from '../../sync/use-live-query.ts';
import { readTicketNews } from './queries.ts';

/**
 * Marks the notifications about the open ticket as read, also those that arrive later: at once while the page is visible,
 * otherwise when it is again.
 */
export function useReadMark(ticketId: string): void {
  const db = currentDatabase();
  const news = useLiveQuery(() => readTicketNews(db), [db]);
  const ids = news?.filter((one) => one.ticketId === ticketId).map(({ id }) => id);
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
