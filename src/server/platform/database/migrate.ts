import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { house } from './migrations/0001-house.ts';
import { pinLocks } from './migrations/0002-people.ts';
import { files } from './migrations/0003-files.ts';
import type { Database } from './schema.ts';

/** Applies the migrations that are missing, all or none; returns their names. Throws when one fails. */
export async function migrate(db: Kysely<Database>, kind: 'sqlite' | 'postgres'): Promise<string[]> {
  const migrations = { '0001-house': house(kind), '0002-people': pinLocks(kind), '0003-files': files(kind) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName);
}
