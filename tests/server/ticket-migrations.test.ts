import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openAsItIs } from '../../src/server/platform/database/open.ts';
import { fastFolder } from '../support/folders.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/world.ts';

/** A database with the tables of the version before, and one ticket. */
async function databaseBefore() {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-before-'));
  const postgres = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const place = postgres
    ? ({ kind: 'postgres', url: postgres.url } as const)
    : ({ kind: 'sqlite', file: join(folder, 'comptoir.db') } as const);
  const open = await openAsItIs(place, () => undefined);
  onTestFinished(async () => {
    await open.close();
    await postgres?.drop();
    rmSync(folder, { recursive: true });
  });
  await migrate(open.db, open.kind, '0006-ledger-and-tickets');
  await sql`
    insert into users (id, name, email, role_id, is_active, locale, search_text, sort_key, created_at, updated_at)
    values (1, 'Amina', 'amina@example.test', 1, 1, 'fr', 'amina', 'amina', 1, 1)`.execute(open.db);
  await sql`
    insert into tickets (id, number, user_id, user_name, user_email, subject, content, type, priority, status,
      search_text, created_at, updated_at)
    values ('t1', 1001, 1, 'Amina', 'amina@example.test', 'S', 'C', 'general', 'high', 'open', 's', 1, 1)`.execute(
    open.db,
  );
  return open;
}

test('an update keeps the tickets that are there: with their priority, and without an assignee', async () => {
  const { db, kind } = await databaseBefore();

  expect(await migrate(db, kind)).toEqual(['0007-ticket-assignees', '0008-ticket-files', '0009-unsent']);

  const tickets = await db
    .selectFrom('tickets')
    .select(['id', 'priority', 'priority_by', 'assignee_id', 'assignee_by'])
    .execute();
  expect(tickets).toEqual([{ id: 't1', priority: 'high', priority_by: null, assignee_id: null, assignee_by: null }]);
});
