import type { LocalDatabase } from './database.ts';

let current: LocalDatabase | null = null;

/** No user is signed in, so there is no database to read. */
export class SignedOut extends Error {
  constructor() {
    super('No user is signed in, so there is no database to read');
  }
}

/** Returns the database of the signed-in user. Throws SignedOut when no user is signed in; route guards prevent that. */
export function currentDatabase(): LocalDatabase {
  if (!current) throw new SignedOut();
  return current;
}

/** Returns whether screens still read this database: a request may end after its user has signed out. */
export const isCurrent = (database: LocalDatabase): boolean => current === database;

/** Sets the database that screens read from now on; null after a sign-out. */
export function setCurrentDatabase(database: LocalDatabase | null): void {
  current = database;
}
