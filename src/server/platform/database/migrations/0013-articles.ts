import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { columnsOf, defaultOne, flag, foreignKey, required, type Columns, type Kind } from './columns.ts';

/**
 * Adds the articles of the help centre with their votes and the revision of all of them, and inserts the default
 * articles and the text about adding balance.
 */
export const articles = (kind: Kind): Migration => ({
  async up(db) {
    const columns = columnsOf(db, kind);
    await createArticles(columns);
    await createVotes(columns);
    await sql`insert into house (name, value) values ('articles', ${randomUUID()})`.execute(db);
    await insertDefaults(db, Date.now());
  },
});

async function createArticles({ db, number, text, idType, id }: Columns): Promise<void> {
  await db.schema
    .createTable('articles')
    .addColumn('id', idType, id)
    .addColumn('kind', text, (column) => column.notNull().check(sql`kind in ('article', 'announcement', 'balance')`))
    .addColumn('topic', text, required)
    .addColumn('texts', text, required)
    .addColumn('is_active', number, flag('is_active'))
    .addColumn('position', number, required)
    .addColumn('until', number)
    .addColumn('created_at', number, required)
    .addColumn('updated_at', number, required)
    .addColumn('rev', number, defaultOne)
    .execute();
}

async function createVotes({ db, number }: Columns): Promise<void> {
  await db.schema
    .createTable('article_votes')
    .addColumn('article_id', number, (column) => column.notNull().references('articles.id').onDelete('cascade'))
    .addColumn('user_id', number, foreignKey('users.id'))
    .addColumn('is_helpful', number, flag('is_helpful'))
    .addColumn('created_at', number, required)
    .addPrimaryKeyConstraint('article_vote', ['article_id', 'user_id'])
    .execute();
}

async function insertDefaults(db: Kysely<unknown>, now: number): Promise<void> {
  for (const [position, { kind, topic, texts }] of readDefaults().entries()) {
    await sql`
      insert into articles (kind, topic, texts, is_active, position, created_at, updated_at)
      values (${kind}, ${topic}, ${JSON.stringify(texts)}, 1, ${position}, ${now}, ${now})`.execute(db);
  }
}

/** The files of the default articles, `<number>-<topic>-<slug>.<locale>.md`, and of the text about adding balance. */
const textsFolder = join(import.meta.dirname, '../../../features/articles/texts');

interface DefaultArticle {
  kind: string;
  topic: string;
  texts: Record<string, { title: string; body: string }>;
}

/** Reads the default articles in the order of their numbers, then the text about adding balance. */
function readDefaults(): DefaultArticle[] {
  const found = new Map<string, DefaultArticle>();
  for (const name of readdirSync(textsFolder).toSorted()) {
    const [, base, number, topic, locale] = /^((\d+)?-?([a-z]+)(?:-.+)?)\.(en|fr|ar)\.md$/.exec(name) ?? [];
    if (base === undefined) continue;
    const kind = number === undefined ? 'balance' : 'article';
    const article = found.get(base) ?? { kind, topic: topic!, texts: {} };
    found.set(base, article);
    article.texts[locale!] = textIn(readFileSync(join(textsFolder, name), 'utf8'));
  }
  return [...found.values()];
}

/** The first line of a file is its title, as `# Title`; the rest is its body. */
function textIn(file: string): { title: string; body: string } {
  const [first = '', ...rest] = file.trim().split('\n');
  return { title: first.replace(/^#\s*/, '').trim(), body: rest.join('\n').trim() };
}
