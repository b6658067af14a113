import type { Kysely, Selectable } from 'kysely';
import type { Article } from '../../../contract/articles.ts';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import { toIsoTime, toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import type { Articles } from '../../platform/database/schema-help.ts';
import type { Database } from '../../platform/database/schema.ts';

/**
 * The articles a user may see, in their order. Customers get active articles only, and no announcements that have ended;
 * canned replies are for users who answer tickets, and only when they are asked for.
 */
export async function visibleArticles(
  db: Kysely<Database>,
  person: Pick<Person, 'role'>,
  { now, withReplies }: { now: number; withReplies: boolean },
): Promise<Article[]> {
  const rows = await db
    .selectFrom('articles')
    .selectAll()
    .$if(!can(person.role, 'help.change'), (query) =>
      query.where('is_active', '=', 1).where((row) => row.or([row('until', 'is', null), row('until', '>', now)])),
    )
    .$if(!(withReplies && can(person.role, 'tickets.work')), (query) => query.where('kind', '!=', 'reply'))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toArticle);
}

/** One article as admins see it; undefined when there is none. */
export async function findArticle(db: Kysely<Database>, id: number): Promise<Article | undefined> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toArticle(row);
}

/** The numbers of votes by article and answer. */
export async function countVotes(
  db: Kysely<Database>,
): Promise<{ article_id: number; helpful: number; unhelpful: number }[]> {
  const rows = await db
    .selectFrom('article_votes')
    .select((row) => [
      'article_id',
      row.fn.sum<number>('is_helpful').as('helpful'),
      row.fn.countAll<number>().as('total'),
    ])
    .groupBy('article_id')
    .orderBy('article_id')
    .execute();
  return rows.map(({ article_id, helpful, total }) => ({
    article_id,
    helpful: Number(helpful),
    unhelpful: Number(total) - Number(helpful),
  }));
}

const toArticle = (row: Selectable<Articles>): Article => ({
  id: row.id,
  kind: row.kind as Article['kind'], // only the feature writes it, from the contract
  topic: row.topic as Article['topic'],
  texts: JSON.parse(row.texts) as Article['texts'],
  is_active: Boolean(row.is_active),
  position: row.position,
  until: toIsoTimeOrNull(row.until),
  created_at: toIsoTime(row.created_at),
  updated_at: toIsoTime(row.updated_at),
  rev: row.rev,
});
