import type { LocalDatabase } from '../local/database.ts';
import { deleteDatabase, openDatabase } from '../local/database.ts';
import { countDrafts } from '../local/drafts.ts';
import { forgetAccount, listAccounts, rememberAccount } from '../local/device.ts';
import { resetCache } from './apply.ts';
import { dropImages } from './storage.ts';

/** Milliseconds. */
const deletedWithin = 5_000;

/** Keeps for the login page how many changes of this person wait. */
export async function rememberWaiting(db: LocalDatabase, waiting: number): Promise<void> {
  const person = await db.fact('person');
  if (person) await rememberAccount({ userId: db.userId, name: person.name, waiting });
}

/** Removes what this device keeps of the server's rows for everybody else; what they made stays. */
export async function wipeOthers(userId: number): Promise<void> {
  for (const account of await listAccounts()) {
    if (account.userId === userId) continue;
    const db = openDatabase(account.userId);
    if (await isEmpty(db)) await forgetPerson(db);
    else await wipeCache(db);
    db.close();
  }
}

/** Removes the server's rows and the pictures; keeps what waits, pledges and drafts. The next sign-in loads anew. */
export async function wipeCache(db: LocalDatabase): Promise<void> {
  await dropImages(db.userId);
  await db.transaction('rw', db.syncTables, async () => {
    await resetCache(db, null);
    for (const name of ['lastSyncAt', 'trimmedAt', 'sentLately', 'bulk', 'elsewhere'] as const)
      await db.setFact(name, null);
  });
}

/**
 * Removes the server's rows and the pictures of a person whose session has ended, and closes the database. A database
 * that another tab has deleted is not made again.
 */
export async function lockAway(db: LocalDatabase): Promise<void> {
  const accounts = await listAccounts();
  if (accounts.some((account) => account.userId === db.userId)) await wipeCache(db);
  db.close();
}

/** Removes everything this device has of a person, also while a frozen tab holds the database open. */
export async function forgetPerson(db: LocalDatabase): Promise<void> {
  await dropImages(db.userId);
  await forgetAccount(db.userId);
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  db.close();
  const deleted = deleteDatabase(db.userId);
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, deletedWithin))]);
}

async function isEmpty(db: LocalDatabase): Promise<boolean> {
  const counts = await Promise.all([db.outbox.count(), db.pledges.count(), countDrafts(db), db.blobs.count()]);
  return counts.every((count) => count === 0);
}
