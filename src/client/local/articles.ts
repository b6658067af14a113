import type { Article } from '../../contract/articles.ts';
import type { LocalDatabase } from './database.ts';

/** Returns how a device stores the revision of articles that it has read with the canned replies. */
export const withReplies = (revision: string): string => `${revision}+replies`;

/** Reads all articles on this device in the shop's order; null while it has loaded none. */
export async function readArticles(db: LocalDatabase): Promise<Article[] | null> {
  const [rows, revision] = await db.transaction('r', [db.articles, db.meta], () =>
    Promise.all([db.articles.toArray(), db.fact('articles')]),
  );
  return revision === undefined ? null : rows.toSorted((a, b) => a.position - b.position || a.id - b.id);
}

/** Whether customers may see an article at a time of the server's clock (ms): it is no draft and has not ended. */
export const isShown = ({ is_active, until }: Pick<Article, 'is_active' | 'until'>, now: number): boolean =>
  is_active && (until === null || Date.parse(until) > now);

/**
 * Replaces all articles on this device by those of an answer. Does nothing when the reported revision is no longer
 * `newest`: another pass has reported a newer one, or a sign-out has removed the server's rows.
 */
export async function storeArticles(
  db: LocalDatabase,
  newest: string,
  { articles, revision }: { articles: readonly Article[]; revision: string },
): Promise<void> {
  await db.transaction('rw', [db.articles, db.meta], async () => {
    if ((await db.fact('articlesNewest')) !== newest) return;
    await db.articles.clear();
    await db.articles.bulkPut(articles);
    await db.setFact('articles', withReplies(revision));
  });
}
