import type { Article } from '../../contract/articles.ts';
import type { LocalDatabase } from './database.ts';

/** Stores the user's answer whether an article helped, so that its page can show it. */
export const rememberVote = (db: LocalDatabase, id: number, isHelpful: boolean): Promise<void> =>
  db.transaction('rw', db.meta, async () => {
    await db.setFact('articleVotes', { ...(await db.fact('articleVotes')), [id]: isHelpful });
  });

/** Stores that the user has dismissed an announcement, in its present version only. */
export const dismissAnnouncement = (
  db: LocalDatabase,
  { id, updated_at: at }: Pick<Article, 'id' | 'updated_at'>,
): Promise<void> =>
  db.transaction('rw', db.meta, async () => {
    await db.setFact('dismissed', { ...(await db.fact('dismissed')), [id]: at });
  });
