import type { LocalDatabase } from './database.ts';

let current: LocalDatabase | null = null;

/** The database of the signed-in person. Throws where nobody is signed in: such screens stand behind the guard. */
export function currentDatabase(): LocalDatabase {
  if (!current) throw new Error('Nobody is signed in, so there is no database to read');
  return current;
}

/** Says whose database screens read from now on; null after a sign-out. */
export function setCurrentDatabase(database: LocalDatabase | null): void {
  current = database;
}
