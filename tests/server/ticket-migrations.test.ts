import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/platform/database/migrate.ts';
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

  expect(await migrate(db, kind)).toEqual(['0007-ticket-assignees', '0008-ticket-files', '0009-unsent']);

  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'priority', 'priority_by', 'assignee_id', 'assignee_by'])
    .execute();
  expect(tickets).toEqual([{ id: 't1', priority: 'high', priority_by: null, assignee_id: null, assignee_by: null }]);
});
