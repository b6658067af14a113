import type { Kysely } from 'kysely';
import { databaseCreatedAt } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { fileFolders, type FileStore } from './file-store.ts';
import { referencedFiles } from './referenced-files.ts';

/** How long, in ms, a file may exist without a row: it is stored before the transaction that writes its row. */
const minAge = 86_400_000;

/**
 * Removes the files that no row refers to and that are older than a day; returns their number. Refused changes and
 * replaced pictures leave such files behind. Files older than the database stay: a new database that is given the
 * bucket of another installation must not empty it. Safe on several servers at once. `now` is compared with the times
 * of the file store, so it is the real time and not the server's test clock.
 */
export async function sweepFiles(db: Kysely<Database>, files: FileStore, now: number = Date.now()): Promise<number> {
  const createdAt = await databaseCreatedAt(db);
  const old: string[] = [];
  for (const folder of fileFolders) {
    for await (const file of files.list(folder)) {
      if (file.storedAt >= createdAt && file.storedAt < now - minAge) old.push(file.name);
    }
  }
  if (old.length === 0) return 0;
  // Read after the list, so that an old file that a row now refers to is kept.
  const referenced = await referencedFiles(db);
  const unreferenced = old.filter((name) => !referenced.has(name));
  for (const name of unreferenced) await files.remove(name);
  return unreferenced.length;
}
