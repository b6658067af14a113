import { forgetSession, sessionToken } from '../api/session.ts';
import { setCurrentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { clearSession, endSession } from '../local/device.ts';
import { countDrafts } from '../local/drafts.ts';
import { forgetPreferences } from '../local/preferences.ts';
import { cancelDoubts, settleAll } from './money.ts';
import { forgetPerson, wipeCache } from './other-people.ts';
import { rememberWaiting } from './other-people.ts';
import { markSeen, readUnseen } from './outcomes.ts';
import { seal } from './seal.ts';
import { askBackgroundSync, showBadge } from './platform.ts';
import { revokeEndedSessions } from './revoke.ts';
import { stopSync, syncNow } from './triggers.ts';

/** What a person would leave behind. */
export interface Owed {
  waiting: number;
  parked: number;
  inDoubt: number;
  drafts: number;
  /** Outcomes of money calls that the person has not seen. */
  unseen: number;
}

/** Milliseconds. */
const passWithin = 5_000;

/** Runs a last pass (at most 5 s) and gives what is still owed: with nothing, `signOut(db, 'clean')` needs no question. */
export async function owed(db: LocalDatabase, within: number = passWithin): Promise<Owed> {
  const last = Promise.allSettled([syncNow(), settleAll(db)]);
  await Promise.race([last, new Promise((resolve) => setTimeout(resolve, within))]);
  return countOwed(db);
}

/**
 * `owed`: something came in between, or an outcome was found out that the person must see first, so nothing was done ·
 * `unreachable`: what may have arrived could not be sealed.
 */
export type SignedOut = 'done' | 'owed' | 'unreachable';

/**
 * Signs out on this device and at the server. `clean` removes everything, if nothing is owed; `keep` removes the
 * server's rows and keeps what waits; `discard` seals what may have arrived, then removes everything (D-11). `seen`:
 * keys of the outcomes that the person was shown; no other outcome is removed.
 */
export async function signOut(
  db: LocalDatabase,
  choice: 'clean' | 'keep' | 'discard',
  seen: readonly string[] = [],
): Promise<SignedOut> {
  await markSeen(db, seen);
  const left = await countOwed(db);
  if (choice === 'clean' && Object.values(left).some((count) => count > 0)) return 'owed';
  if (choice === 'discard' && !(await sealAll(db))) return 'unreachable';
  if (choice === 'discard' && (await readUnseen(db)).length > 0) return 'owed';
  stopSync();
  setCurrentDatabase(null);
  await endHere(db);
  if (choice === 'keep') await keep(db, left.waiting + left.parked + left.inDoubt);
  else await forgetPerson(db);
  showBadge(0);
  return 'done';
}

async function keep(db: LocalDatabase, waiting: number): Promise<void> {
  await rememberWaiting(db, waiting);
  await wipeCache(db);
  db.close();
}

/** The server revokes the session now or, when it cannot be reached, once the connection is back. */
async function endHere(db: LocalDatabase): Promise<void> {
  const token = sessionToken();
  if (token) await endSession({ userId: db.userId, token });
  else await clearSession(db.userId);
  forgetSession();
  forgetPreferences();
  if (!(await revokeEndedSessions())) askBackgroundSync();
}

/** Seals every item and every pledge that may have arrived. Gives false when the server could not say. */
async function sealAll(db: LocalDatabase): Promise<boolean> {
  const items = await db.outbox.toArray();
  const open = items.filter(({ state, error }) => state === 'sent' || error?.open).map(({ id }) => id);
  for (const id of open) if ((await seal(db, id)) === 'unknown') return false;
  return (await cancelDoubts(db)) !== null;
}

async function countOwed(db: LocalDatabase): Promise<Owed> {
  const states = (await db.outbox.orderBy('state').keys()) as string[];
  const parked = states.filter((state) => state === 'failed' || state === 'conflict').length;
  const inDoubt = await db.pledges.where('state').equals('asked').count();
  const unseen = await db.pledges.where('state').equals('settled').count();
  return { waiting: states.length - parked, parked, inDoubt, drafts: await countDrafts(db), unseen };
}
