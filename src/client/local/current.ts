import type { LocalDatabase } from './database.ts';

let current: LocalDatabase | null = null;

/** Returns the database of the signed-in user. Throws when no user is signed in; route guards prevent that. */
export function currentDatabase(): LocalDatabase {
  if (!current) throw new Error('No user is signed in, so there is no database to read');
  return current;
}

/** Sets the database that screens read from now on; null after a sign-out. */
export function setCurrentDatabase(database: LocalDatabase | null): void {
  current = database;
}
