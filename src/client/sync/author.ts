import { Dexie } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import type { Author } from '../local/stored.ts';

interface Known {
  author: Author;
  /** Changes of the account or of a fact before the author was read. */
  changes: number;
}

const known = new WeakMap<LocalDatabase, Known>();

/** How often accounts and facts have changed in this browser while the page was open, by the database's name. */
const changes = new Map<string, number>();

Dexie.on('storagemutated', (parts) => {
  for (const part of Object.keys(parts)) {
    const name = /^idb:\/\/(.+)\/(?:account|meta)\/$/.exec(part)?.[1];
    if (name) changes.set(name, (changes.get(name) ?? 0) + 1);
  }
});

/**
 * Returns the user of this database, from the last answer of the server or from the sign-in; read again after a change
 * only. May run inside a transaction over `account` and `meta`. Not for live queries: they run before a change is
 * counted here.
 */
export async function authorOf(db: LocalDatabase): Promise<Author> {
  const now = changes.get(db.name) ?? 0;
  const last = known.get(db);
  if (last?.changes === now) return last.author;
  const author = await readAuthor(db);
  known.set(db, { author, changes: now });
  return author;
}

/** The author while nothing is known but the database's own id. */
export const unnamedAuthor = (db: LocalDatabase): Author => ({ id: db.userId, name: '', email: '', role: 'user' });

async function readAuthor(db: LocalDatabase): Promise<Author> {
  const [account, person] = await Promise.all([db.account.get(db.userId), db.fact('person')]);
  if (account) return { id: account.id, name: account.name, email: account.email, role: account.role };
  return person ?? unnamedAuthor(db);
}
