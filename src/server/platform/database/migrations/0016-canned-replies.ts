import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Kind } from './columns.ts';

const kinds = `('article', 'announcement', 'balance', 'reply')`;

/**
 * Allows canned replies among the articles. SQLite cannot change the check of a column: there, the tables of articles
 * and votes are copied; the new tables have the columns and ids of the old ones.
 */
export const cannedReplies = (kind: Kind): Migration => ({
  async up(db) {
    const statements = kind === 'sqlite' ? copyOnSqlite : changeOnPostgres;
    for (const statement of statements) await sql.raw(statement).execute(db as Kysely<unknown>);
  },
});

const changeOnPostgres = [
  'alter table articles drop constraint articles_kind_check',
  `alter table articles add constraint articles_kind_check check (kind in ${kinds})`,
];

const copyOnSqlite = [
  `create table articles_next (
    id integer primary key autoincrement,
    kind text not null check (kind in ${kinds}),
    topic text not null,
    texts text not null,
    is_active bigint not null check (is_active in (0, 1)),
    position bigint not null,
    until bigint,
    created_at bigint not null,
    updated_at bigint not null,
    rev bigint default 1 not null
  )`,
  `insert into articles_next (id, kind, topic, texts, is_active, position, until, created_at, updated_at, rev)
    select id, kind, topic, texts, is_active, position, until, created_at, updated_at, rev from articles`,
  `update sqlite_sequence set seq = (select seq from sqlite_sequence where name = 'articles')
    where name = 'articles_next'`,
  `create table article_votes_next (
    article_id bigint not null references articles_next (id) on delete cascade,
    user_id bigint not null references users (id),
    is_helpful bigint not null check (is_helpful in (0, 1)),
    created_at bigint not null,
    constraint article_vote primary key (article_id, user_id)
  )`,
  `insert into article_votes_next (article_id, user_id, is_helpful, created_at)
    select article_id, user_id, is_helpful, created_at from article_votes`,
  // The votes are dropped first: dropping the articles deletes their votes.
  'drop table article_votes',
  'drop table articles',
  'alter table articles_next rename to articles',
  'alter table article_votes_next rename to article_votes',
];
