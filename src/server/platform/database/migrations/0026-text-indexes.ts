import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { index, type Kind } from './columns.ts';

/** The tables whose texts are searched, the number of their rows, and the indexed text. */
const searched = [
  { table: 'orders', number: 'id', text: `search_text || ' ' || id` },
  { table: 'tickets', number: 'number', text: 'search_text' },
  { table: 'users', number: 'id', text: `search_text || ' ' || id` },
];

/** Indexes the parts of the texts by which orders, tickets and users are found. */
export const textIndexes = (kind: Kind): Migration => ({
  async up(db) {
    // Pages of users by name, and their number.
    await index(db, 'users_listed', { table: 'users', columns: ['sort_key', 'id desc'], where: 'deleted_at is null' });
    await (kind === 'sqlite' ? indexOnSqlite(db) : indexOnPostgres(db));
  },
});

/**
 * SQLite indexes parts of three characters, without the texts. Adding a row to the index costs a good part of an order, so
 * triggers only note the row in `unindexed_texts`, also for the release before; `text-index.ts` indexes it later. Both
 * tables can be made again from the rows, so backups leave them out.
 */
async function indexOnSqlite(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db);
  await run(
    'create table unindexed_texts (list text not null, number integer not null, primary key (list, number)) without rowid',
  );
  for (const { table, number, text } of searched) {
    await run(
      `create virtual table ${table}_texts using fts5(text, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
    );
    await run(
      `insert into ${table}_texts (rowid, text) select ${number}, ${text} from ${table} where deleted_at is null`,
    );
    const note = (row: string) =>
      `begin insert into unindexed_texts (list, number) values ('${table}', ${row}.${number}) on conflict do nothing; end`;
    await run(`create trigger ${table}_text_added after insert on ${table} ${note('new')}`);
    await run(
      `create trigger ${table}_text_changed after update of search_text, deleted_at on ${table}
       when old.search_text is not new.search_text or (old.deleted_at is null) is not (new.deleted_at is null) ${note('new')}`,
    );
    await run(`create trigger ${table}_text_removed after delete on ${table} ${note('old')}`);
  }
}

/** PostgreSQL keeps such an index itself, where the extension pg_trgm may be used; otherwise searches read all rows. */
async function indexOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`.execute(db);
  const { rows } = await sql<{ schema: string }>`
    select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm'`.execute(db);
  const [extension] = rows;
  if (!extension) return;
  for (const { table } of searched) {
    await sql
      .raw(
        `create index ${table}_texts on ${table} using gin (search_text ${extension.schema}.gin_trgm_ops) where deleted_at is null`,
      )
      .execute(db);
  }
  for (const table of ['orders', 'users']) {
    await sql
      .raw(
        `create index ${table}_digits on ${table} using gin (cast(id as text) ${extension.schema}.gin_trgm_ops) where deleted_at is null`,
      )
      .execute(db);
  }
}
