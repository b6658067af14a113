import { Client } from 'pg';
import { rmSync } from 'node:fs';
import { tableNames } from '../platform/database/tables.ts';
import type { Settings } from '../platform/settings.ts';

/**
 * Deletes everything in the database of the settings, its tables included; they are made again when it is opened.
 * Nothing else may be using it. Throws in production.
 */
export async function emptyHouse(settings: Settings): Promise<void> {
  if (settings.production) throw new Error('a production database is never emptied');
  const { database } = settings;
  if (database.kind === 'sqlite') {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${database.file}${ending}`, { force: true });
    return;
  }
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const names = [...tableNames, 'kysely_migration', 'kysely_migration_lock'];
    await client.query(`drop table if exists ${names.join(', ')} cascade`);
    await client.query('drop function if exists ledger_is_kept()');
  } finally {
    await client.end();
  }
}
