// oxlint-disable-next-line no-restricted-imports -- a hook over a table; the service worker never imports it
import { useEffect, useState } from 'react';
import type { Article } from '../../contract/articles.ts';
import { isShown, readArticles } from '../local/articles.ts';
import { currentDatabase } from '../local/current.ts';
import { serverClockLead } from './server-time.ts';
import { useLiveQuery } from './use-live-query.ts';

const clockIntervalMs = 30_000;

/**
 * Returns the articles on this device except canned replies, in the shop's order; an admin also gets drafts and ended
 * announcements. `undefined` until they are read, null while the device has loaded none.
 */
export function useArticles(): Article[] | null | undefined {
  const db = currentDatabase();
  const articles = useLiveQuery(() => readArticles(db), [db]);
  return articles && articles.filter(({ kind }) => kind !== 'reply');
}

/** Returns the canned replies on this device in the shop's order, without drafts; `undefined` until they are read. */
export function useCannedReplies(): Article[] | undefined {
  const db = currentDatabase();
  return useLiveQuery(async () => {
    const articles = (await readArticles(db)) ?? [];
    return articles.filter(({ kind, is_active: isActive }) => kind === 'reply' && isActive);
  }, [db]);
}

/** `useArticles` without drafts, and without announcements that have ended by the server's clock. */
export function useShownArticles(): Article[] | null | undefined {
  const db = currentDatabase();
  const articles = useArticles();
  const clockLead = useLiveQuery(() => serverClockLead(db), [db]);
  const now = useClock();
  if (!articles) return articles;
  if (clockLead === undefined) return undefined;
  return articles.filter((article) => isShown(article, now + clockLead));
}

/** Returns the time of this device in ms, renewed while the page is open. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), clockIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
