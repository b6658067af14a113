import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { knownMigrations, migrate } from '../../src/server/platform/database/migrate.ts';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/test-server.ts';

/** Creates a database with the tables before migration 0007, and one ticket. */
async function createOldDatabase() {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-before-'));
  const postgres = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const place = postgres
    ? ({ kind: 'postgres', url: postgres.url } as const)
    : ({ kind: 'sqlite', file: join(folder, 'comptoir.db') } as const);
  const database = await openWithoutMigrating(place, () => undefined);
  onTestFinished(async () => {
    await database.close();
    await postgres?.drop();
    rmSync(folder, { recursive: true });
  });
  await migrate(database.db, database.kind, '0006-ledger-and-tickets');
  await sql`
    insert into users (id, name, email, role_id, is_active, locale, search_text, sort_key, created_at, updated_at)
    values (1, 'Amina', 'amina@example.test', 1, 1, 'fr', 'amina', 'amina', 1, 1)`.execute(database.db);
  await sql`
    insert into tickets (id, number, user_id, user_name, user_email, subject, content, type, priority, status,
      search_text, created_at, updated_at)
    values ('t1', 1001, 1, 'Amina', 'amina@example.test', 'S', 'C', 'general', 'high', 'open', 's', 1, 1)`.execute(
    database.db,
  );
  return database;
}

test('the migrations keep existing tickets with their priority, and without an assignee', async () => {
  const { db, kind } = await createOldDatabase();

  const later = knownMigrations.slice(knownMigrations.indexOf('0007-ticket-assignees'));
  expect(await migrate(db, kind)).toEqual(later);

  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'priority', 'priority_by', 'assignee_id', 'assignee_by'])
    .execute();
  expect(tickets).toEqual([{ id: 't1', priority: 'high', priority_by: null, assignee_id: null, assignee_by: null }]);
});

test('S2R-07 the migration that allows canned replies keeps articles, votes and the counting of ids', async () => {
  const { db, kind } = await createOldDatabase();
  await migrate(db, kind, '0015-ledger-hashes');
  const article = { topic: 'start', texts: '{}', is_active: 1, position: 99, created_at: 1, updated_at: 1 };
  const insert = async (of: string) =>
    (
      await db
        .insertInto('articles')
        .values({ kind: of, ...article })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await db.insertInto('article_votes').values({ article_id: 2, user_id: 1, is_helpful: 1, created_at: 1 }).execute();
  const deleted = await insert('article');
  await db.deleteFrom('articles').where('id', '=', deleted).execute();
  const before = await db.selectFrom('articles').selectAll().orderBy('id').execute();

  await migrate(db, kind, '0016-canned-replies');

  expect(await db.selectFrom('articles').selectAll().orderBy('id').execute()).toEqual(before);
  expect(await db.selectFrom('article_votes').select(['article_id', 'user_id']).execute()).toEqual([
    { article_id: 2, user_id: 1 },
  ]);
  expect(await insert('reply')).toBeGreaterThan(deleted);
  await expect(insert('page')).rejects.toThrow(/check/i);
  await db.deleteFrom('articles').where('id', '=', 2).execute();
  expect(await db.selectFrom('article_votes').selectAll().execute()).toEqual([]);
});
