import type { LocalDatabase } from '../local/database.ts';
import { deleteDatabase, openDatabase } from '../local/database.ts';
import { countDrafts } from '../local/drafts.ts';
import { forgetAccount, listAccounts, rememberAccount } from '../local/device.ts';
import { resetCache } from './apply.ts';
import { deletePictures } from './storage.ts';

const deleteTimeoutMs = 5_000;

/** Stores for the login page how many changes and money calls of this user are unfinished. */
export async function storePendingCount(db: LocalDatabase, waiting: number): Promise<void> {
  const person = await db.fact('person');
  if (person) await rememberAccount({ userId: db.userId, name: person.name, waiting });
}

/** Removes the server's rows of other users from this device, and all data of those without unsent work. */
export async function wipeOtherUsers(userId: number): Promise<void> {
  for (const account of await listAccounts()) {
    if (account.userId === userId) continue;
    const db = openDatabase(account.userId);
    if (await isEmpty(db)) await deleteUserData(db);
    else await wipeCache(db);
    db.close();
  }
}

/**
 * Removes the server's rows and the pictures; keeps the outbox, money calls and drafts. The next sign-in loads the rows
 * again.
 */
export async function wipeCache(db: LocalDatabase): Promise<void> {
  await deletePictures(db.userId);
  await db.transaction('rw', db.syncTables, async () => {
    await resetCache(db, null);
    for (const name of ['lastSyncAt', 'trimmedAt', 'sentLately', 'bulk', 'elsewhere'] as const)
      await db.setFact(name, null);
  });
}

/**
 * Removes the server's rows and the pictures of a user whose session has ended, and closes the database. Does not
 * create a database that another tab has deleted.
 */
export async function wipeAndClose(db: LocalDatabase): Promise<void> {
  const accounts = await listAccounts();
  if (accounts.some((account) => account.userId === db.userId)) await wipeCache(db);
  db.close();
}

/** Removes all data of a user from this device, also while a frozen tab keeps the database open. */
export async function deleteUserData(db: LocalDatabase): Promise<void> {
  await deletePictures(db.userId);
  await forgetAccount(db.userId);
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  db.close();
  const deleted = deleteDatabase(db.userId);
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, deleteTimeoutMs))]);
}

async function isEmpty(db: LocalDatabase): Promise<boolean> {
  const counts = await Promise.all([db.outbox.count(), db.pledges.count(), countDrafts(db), db.blobs.count()]);
  return counts.every((count) => count === 0);
}
