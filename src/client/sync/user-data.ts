import type { LocalDatabase } from '../local/database.ts';
import { deleteDatabase, openDatabase } from '../local/database.ts';
import { countDrafts } from '../local/drafts.ts';
import { forgetAccount, listAccounts, rememberAccount } from '../local/device.ts';
import { freeReserve } from './reserve.ts';
import { resetCache } from './rows-with-pending.ts';
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

/** The facts that say nothing about the server's rows, and the hashes of movements, which must outlast a session. */
const ownFacts = ['at', 'person', 'batch', 'serverAhead', 'heads'];

/**
 * Removes the server's rows, the facts about them, opened codes and the pictures; keeps the outbox, money calls and drafts. The next
 * sign-in loads the rows again.
 */
export async function wipeCache(db: LocalDatabase): Promise<void> {
  await deletePictures(db.userId);
  await freeReserve(db.userId);
  await db.transaction('rw', [...db.syncTables, db.articles, db.opened_codes], async () => {
    await resetCache(db, null);
    await db.articles.clear();
    await db.opened_codes.clear();
    await db.meta.where('k').noneOf(ownFacts).delete();
  });
}

/**
 * Removes the server's rows and the pictures of a user whose session has ended, and closes the database. Does not leave
 * a database that another tab deletes: a use of it after the deletion would create it again, empty.
 */
export async function wipeAndClose(db: LocalDatabase): Promise<void> {
  const isKnown = async () => (await listAccounts()).some(({ userId }) => userId === db.userId);
  if (!(await isKnown())) return db.close();
  await wipeCache(db);
  db.close();
  if (!(await isKnown())) await deleteInTime(db.userId);
}

/** Removes all data of a user from this device, also while a frozen tab keeps the database open. */
export async function deleteUserData(db: LocalDatabase): Promise<void> {
  await deletePictures(db.userId);
  await freeReserve(db.userId);
  await forgetAccount(db.userId);
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  db.close();
  await deleteInTime(db.userId);
}

/** Deletes a user's database; the browser does so later when a frozen tab keeps it open. */
async function deleteInTime(userId: number): Promise<void> {
  await Promise.race([deleteDatabase(userId), new Promise((resolve) => setTimeout(resolve, deleteTimeoutMs))]);
}

async function isEmpty(db: LocalDatabase): Promise<boolean> {
  const counts = await Promise.all([db.outbox.count(), db.pledges.count(), countDrafts(db), db.blobs.count()]);
  return counts.every((count) => count === 0);
}
