import { Client } from 'pg';
import { rmSync } from 'node:fs';
import type { Database } from '../platform/database/schema.ts';
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
    const names = [...Object.keys(tables), 'kysely_migration', 'kysely_migration_lock'];
    await client.query(`drop table if exists ${names.join(', ')} cascade`);
    await client.query('drop function if exists ledger_is_kept()');
  } finally {
    await client.end();
  }
}

/** Every table, by the compiler's word. */
const tables: Record<keyof Database, true> = {
  users: true,
  sessions: true,
  letters: true,
  mail_tokens: true,
  throttles: true,
  categories: true,
  products: true,
  product_variants: true,
  product_categories: true,
  files: true,
  orders: true,
  order_items: true,
  ledger: true,
  tickets: true,
  responses: true,
  notifications: true,
  outcomes: true,
  audit: true,
  feed_inbox: true,
  feed: true,
  feed_head: true,
  house: true,
};
