import type { Selectable, Transaction } from 'kysely';
import type { Article } from '../../../contract/articles.ts';
import { can } from '../../../contract/permissions.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import type { Articles } from '../../platform/database/schema-help.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';

type ArticleRecord = Selectable<Articles>;

/** The fields an admin writes. */
export type ArticleFields = Pick<Article, 'topic' | 'texts' | 'is_active' | 'until'> & Partial<Pick<Article, 'kind'>>;

/** Returns an article that an admin may change; `lockArticles` has locked it. Throws NOT_FOUND or FORBIDDEN. */
export async function articleToChange({ tx, person }: TransactionContext, id: number): Promise<Allowed<ArticleRecord>> {
  const row = await tx.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
  return allow(row, () => can(person.role, 'help.change'), { otherwise: 'FORBIDDEN' });
}

/** Inserts an article as the last one. */
export async function insertArticle(
  { tx, now }: TransactionContext,
  kind: Article['kind'],
  fields: ArticleFields,
): Promise<ArticleRecord> {
  const { last } = await tx
    .selectFrom('articles')
    .select((row) => row.fn.max<number | null>('position').as('last'))
    .executeTakeFirstOrThrow();
  return tx
    .insertInto('articles')
    .values({
      kind,
      ...columnsOf(kind, fields),
      position: last === null ? 0 : Number(last) + 1,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the fields of an article and raises its revision. */
export async function updateArticleRow(
  { tx, now }: TransactionContext,
  article: Allowed<ArticleRecord>,
  fields: ArticleFields,
): Promise<ArticleRecord> {
  const kind: string = fields.kind ?? article.kind;
  return tx
    .updateTable('articles')
    .set({ kind, ...columnsOf(kind, fields), updated_at: now, rev: article.rev + 1 })
    .where('id', '=', article.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Places an article before another one, or last when there is no such article, and numbers all articles from 0. Revisions
 * stay: they are about the fields. Returns the article's new position.
 */
export async function moveBefore(
  tx: Transaction<Database>,
  article: Allowed<ArticleRecord>,
  beforeId: number | null,
): Promise<number> {
  const others = await tx
    .selectFrom('articles')
    .select(['id', 'position'])
    .where('id', '!=', article.id)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const found = others.findIndex(({ id }) => id === beforeId);
  const place = found < 0 ? others.length : found;
  for (const [position, row] of others.toSpliced(place, 0, article).entries()) {
    if (row.position === position) continue;
    await tx.updateTable('articles').set({ position }).where('id', '=', row.id).execute();
  }
  return place;
}

/** Returns the old and new values of the changed fields, for the audit log. */
export function changedFields(before: ArticleRecord, after: ArticleRecord): { old: object; new: object } {
  const names = (['kind', 'topic', 'texts', 'is_active', 'until'] as const).filter(
    (name) => before[name] !== after[name],
  );
  const pick = (row: ArticleRecord) =>
    Object.fromEntries(names.map((name) => [name, name === 'texts' ? JSON.parse(row.texts) : row[name]]));
  return { old: pick(before), new: pick(after) };
}

/**
 * Stores a user's vote on an article that the user may see, in place of the earlier one; else, and on a canned reply, does
 * nothing.
 */
export async function storeVote(
  { tx, person, now }: TransactionContext,
  { article_id: id, is_helpful: isHelpful }: { article_id: number; is_helpful: boolean },
): Promise<void> {
  const article = await tx
    .selectFrom('articles')
    .select('id')
    .where('id', '=', id)
    .where('kind', '!=', 'reply')
    .$if(!can(person.role, 'help.change'), (query) => query.where('is_active', '=', 1))
    .executeTakeFirst();
  if (!article) return;
  const vote = { is_helpful: isHelpful ? 1 : 0, created_at: now };
  await tx
    .insertInto('article_votes')
    .values({ article_id: id, user_id: person.id, ...vote })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doUpdateSet(vote))
    .execute();
}

const columnsOf = (kind: string, { topic, texts, is_active, until }: ArticleFields) => ({
  topic,
  texts: JSON.stringify(texts),
  is_active: is_active ? 1 : 0,
  until: kind === 'announcement' && until !== null ? Date.parse(until) : null,
});
