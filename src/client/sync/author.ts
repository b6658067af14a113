import { Dexie } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import type { Author } from '../local/stored.ts';

interface CachedAuthor {
  author: Author;
  /** The count in `changes` when the author was read. */
  changes: number;
}

const cache = new WeakMap<LocalDatabase, CachedAuthor>();

/** Number of changes to accounts and facts since the page was opened, by the database's name. */
const changes = new Map<string, number>();

Dexie.on('storagemutated', (parts) => {
  for (const part of Object.keys(parts)) {
    const name = /^idb:\/\/(.+)\/(?:account|meta)\/$/.exec(part)?.[1];
    if (name) changes.set(name, (changes.get(name) ?? 0) + 1);
  }
});

/**
 * Returns the user of this database, from the last answer of the server or from the sign-in. Cached until the account
 * or a fact changes. May run inside a transaction over `account` and `meta`. Not for live queries: they may run before
 * `changes` counts a change.
 */
export async function authorOf(db: LocalDatabase): Promise<Author> {
  const changeCount = changes.get(db.name) ?? 0;
  const cached = cache.get(db);
  if (cached?.changes === changeCount) return cached.author;
  const author = await readAuthor(db);
  cache.set(db, { author, changes: changeCount });
  return author;
}

/** The author with the user's id only, which the database always knows. */
export const unnamedAuthor = (db: LocalDatabase): Author => ({ id: db.userId, name: '', email: '', role: 'user' });

async function readAuthor(db: LocalDatabase): Promise<Author> {
  const [account, person] = await Promise.all([db.account.get(db.userId), db.fact('person')]);
  if (account) return { id: account.id, name: account.name, email: account.email, role: account.role };
  return person ?? unnamedAuthor(db);
}
