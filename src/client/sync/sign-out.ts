import { countOutbox } from './pending.ts';
import { forgetSession, sessionToken } from '../api/session.ts';
import { setCurrentDatabase } from '../local/current.ts';
import { countInDoubt, type InDoubt } from '../local/stored.ts';
import type { LocalDatabase } from '../local/database.ts';
import { clearSession, endSession } from '../local/device.ts';
import { countDrafts } from '../local/drafts.ts';
import { forgetPreferences } from '../local/preferences.ts';
import { deleteSharedFiles } from '../local/shared-files.ts';
import { cancelCallsInDoubt, settleAll, unsettledCalls } from './money.ts';
import { deleteUserData, wipeCache } from './user-data.ts';
import { storePendingCount } from './user-data.ts';
import { deleteSeen, readUnseen } from './outcomes.ts';
import { cancelKey } from './cancel.ts';
import { requestBackgroundSync } from './background-sync.ts';
import { showBadge } from './browser-features.ts';
import { revokeEndedSessions } from './revoke.ts';
import { stopSync, syncNow } from './triggers.ts';

/** Counts of work on this device that a sign-out could lose. */
export interface UnsavedWork extends InDoubt {
  waiting: number;
  parked: number;
  drafts: number;
  /** Outcomes of money calls that the user has not seen. */
  unseen: number;
}

const lastPassTimeoutMs = 5_000;

/** Runs a last pass and settles money calls (at most 5 s), then counts the work that is still unsaved. */
export async function syncAndCountUnsaved(
  db: LocalDatabase,
  timeoutMs: number = lastPassTimeoutMs,
): Promise<UnsavedWork> {
  const last = Promise.allSettled([syncNow(), settleAll(db)]);
  await Promise.race([last, new Promise((resolve) => setTimeout(resolve, timeoutMs))]);
  return countUnsaved(db);
}

/**
 * `unsaved`: still signed in, because unsaved work was added meanwhile or the user must see an outcome first ·
 * `unreachable`: still signed in, because the server did not cancel everything that may have arrived.
 */
export type SignOutResult = 'done' | 'unsaved' | 'unreachable';

/**
 * Signs out on this device and at the server (D-11). `clean` removes all data if no work is unsaved; `keep` removes the
 * server's rows and keeps unsaved work; `discard` cancels items that may have arrived, then removes all data. `seen`:
 * keys of the outcomes that the user was shown; no other outcome is removed.
 */
export async function signOut(
  db: LocalDatabase,
  choice: 'clean' | 'keep' | 'discard',
  seen: readonly string[] = [],
): Promise<SignOutResult> {
  await deleteSeen(db, seen);
  const unsaved = await countUnsaved(db);
  if (choice === 'clean' && Object.values(unsaved).some((count) => count > 0)) return 'unsaved';
  if (choice === 'discard' && !(await cancelAll(db))) return 'unreachable';
  if (choice === 'discard' && (await readUnseen(db)).length > 0) return 'unsaved';
  stopSync();
  setCurrentDatabase(null);
  await endSessionHere(db);
  if (choice === 'keep') await keepPending(db, unsaved.waiting + unsaved.parked + unsaved.inDoubt);
  else await deleteUserData(db);
  showBadge(0);
  return 'done';
}

async function keepPending(db: LocalDatabase, pendingCount: number): Promise<void> {
  await storePendingCount(db, pendingCount);
  await wipeCache(db);
  db.close();
}

/**
 * Ends the session and deletes preferences and shared files on this device; the server revokes the session, now or when
 * reachable. Files that are shared while no user is signed in stay for the next one: a sign-in deletes none.
 */
async function endSessionHere(db: LocalDatabase): Promise<void> {
  await deleteSharedFiles();
  const token = sessionToken();
  if (token) await endSession({ userId: db.userId, token });
  else await clearSession(db.userId);
  forgetSession();
  forgetPreferences();
  if (!(await revokeEndedSessions())) requestBackgroundSync();
}

/**
 * Cancels every item and every money call that may have arrived. Returns false when the server did not decide all.
 */
async function cancelAll(db: LocalDatabase): Promise<boolean> {
  const items = await db.outbox.toArray();
  const undecided = items.filter(({ state, error }) => state === 'sent' || error?.open).map(({ id }) => id);
  for (const id of undecided) if ((await cancelKey(db, id)) === 'unknown') return false;
  return (await cancelCallsInDoubt(db)) !== null;
}

async function countUnsaved(db: LocalDatabase): Promise<UnsavedWork> {
  const { waiting, parked } = await countOutbox(db);
  const inDoubt = countInDoubt(await unsettledCalls(db).toArray());
  const unseen = await db.pledges.where('state').equals('settled').count();
  return { waiting, parked, ...inDoubt, drafts: await countDrafts(db), unseen };
}
