import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { fastFolder } from '../support/machine.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { databaseKind } from '../support/test-server.ts';

/** A database with the tables before the migration 0005-accounts. */
async function databaseBefore() {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-before-'));
  const postgres = databaseKind === 'postgres' ? await emptyDatabase() : undefined;
  const location = postgres
    ? ({ kind: 'postgres', url: postgres.url } as const)
    : ({ kind: 'sqlite', file: join(folder, 'comptoir.db') } as const);
  const opened = await openWithoutMigrating(location, () => undefined);
  onTestFinished(async () => {
    await opened.close();
    await postgres?.drop();
    rmSync(folder, { recursive: true });
  });
  await migrate(opened.db, opened.kind, '0004-indexes');
  return opened;
}

async function insertUser(db: Kysely<Database>, id: number, name: string, confirmedAt: number | null): Promise<void> {
  await sql`
    insert into users (id, name, email, password_hash, role_id, is_active, confirmed_at, locale, search_text, sort_key,
      created_at, updated_at)
    values (${id}, ${name}, ${`${name}@example.test`}, ${`hash of ${name}`}, 1, ${confirmedAt === null ? 0 : 1},
      ${confirmedAt}, 'fr', ${name}, ${name}, 1, 1)`.execute(db);
  await sql`
    insert into mail_tokens (token_hash, kind, user_id, expires_at, used_at, created_at)
    values (${`token of ${name}`}, ${confirmedAt === null ? 'confirm' : 'reset'}, ${id}, 9, null, 1)`.execute(db);
}

test('D-19 the migration moves an unconfirmed account’s password to its confirmation link, and changes no other account', async () => {
  const { db, kind } = await databaseBefore();
  await insertUser(db, 1, 'leila', null);
  await insertUser(db, 2, 'amina', 5);

  expect(await migrate(db, kind)).toContain('0005-accounts');

  const users = await db.selectFrom('users').select(['password_hash', 'muted_mail']).orderBy('id').execute();
  expect(users).toEqual([
    { password_hash: null, muted_mail: '[]' },
    { password_hash: 'hash of amina', muted_mail: '[]' },
  ]);
  const links = await db
    .selectFrom('mail_tokens')
    .select(['name', 'password_hash', 'locale', 'email'])
    .orderBy('user_id')
    .execute();
  expect(links).toEqual([
    { name: 'leila', password_hash: 'hash of leila', locale: 'fr', email: null },
    { name: null, password_hash: null, locale: null, email: null },
  ]);
});
