import type { Kysely } from 'kysely';
import { bornAt } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';
import { fileFolders, type FileHome } from './home.ts';
import { namedFiles } from './named.ts';

/** Ms a file may wait for the row that names it: it is stored before the transaction that does. */
const grace = 86_400_000;

/**
 * Removes the files that no row names and that are older than a day; returns how many. Refused changes and replaced
 * pictures leave them behind. What is older than the database itself stays: a new database that was pointed at another
 * house's files must not empty it. Safe on several nodes at once. `now` is compared with the times of the place the
 * files are in, so it is the time of the world and not the server's clock.
 */
export async function sweepFiles(db: Kysely<Database>, files: FileHome, now: number = Date.now()): Promise<number> {
  const born = await bornAt(db);
  const old: string[] = [];
  for (const folder of fileFolders) {
    for await (const file of files.list(folder)) {
      if (file.storedAt >= born && file.storedAt < now - grace) old.push(file.name);
    }
  }
  if (old.length === 0) return 0;
  // Read after the list: whatever was old then and is named by now is kept.
  const named = await namedFiles(db);
  const forgotten = old.filter((name) => !named.has(name));
  for (const name of forgotten) await files.remove(name);
  return forgotten.length;
}
