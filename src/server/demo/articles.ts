import type { Selectable } from 'kysely';
import type { Articles } from '../platform/database/schema-help.ts';
import { demoData } from './data.ts';
import { day, historyDays } from './times.ts';

/** Its id is the next one after the default articles, which every shop has. */
export type ArticleRow = Omit<Selectable<Articles>, 'id'>;

/** The place of the first announcement, behind the default articles. */
const firstPosition = 100;

/** The announcements are as new as this. */
const announcedAgo = 2 * day;

/** Makes the rows of the announcements, and of the canned replies, which are as old as the shop. */
export const makeArticles = (now: number): ArticleRow[] =>
  [
    ...demoData.announcements.map((one) => ({ ...one, kind: 'announcement' as const, at: now - announcedAgo })),
    ...demoData.replies.map((one) => ({ ...one, kind: 'reply' as const, at: now - historyDays * day })),
  ].map(({ kind, topic, texts, at }, index) => ({
    kind,
    topic,
    texts: JSON.stringify(texts),
    is_active: 1,
    position: firstPosition + index,
    until: null,
    created_at: at,
    updated_at: at,
    rev: 1,
  }));
