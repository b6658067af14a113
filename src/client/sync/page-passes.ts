import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { sessionToken, signedInPerson } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { saveSession } from '../local/device.ts';
import { isOnline, probe } from './connectivity.ts';
import type { PassEnd } from './error-table.ts';
import { deviceOutside, type Line } from './line.ts';
import { rememberWaiting, wipeOthers } from './other-people.ts';
import { runPass } from './pass.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { NotSaved, storing } from './storage.ts';

/** Milliseconds a hurried pass waits for the one of another tab, whose connection is dead as ours was. */
const hurriedPatience = 1_000;

export interface PagePasses {
  /** Runs one pass as this page's user; never rejects. */
  run(isHurried: boolean): Promise<PassEnd>;
  /**
   * Ends the requests of the pass that runs, or its wait for another tab: it ends `offline`. Does nothing and gives
   * false when the pass before it was ended like this: on a slow line its own requests may look like a dead line.
   */
  abort(): boolean;
  /** Stores the session where passes read it; run by the first pass too. Rejects when the storage fails. */
  prepare(): Promise<void>;
}

/** The passes of a page over one user's database. */
export function passesOf(db: LocalDatabase): PagePasses {
  let current = new AbortController();
  let prepared: Promise<void> | null = null;
  let mayAbort = true;
  const ready = () =>
    (prepared ??= prepare(db).catch((thrown: unknown) => {
      prepared = null;
      throw thrown;
    }));
  const run = async (isHurried: boolean): Promise<PassEnd> => {
    current = new AbortController();
    const { signal } = current;
    const turn = { signal, ...(isHurried && { patience: hurriedPatience }) };
    const end = await storing(db, async () => {
      await ready();
      return asThisUser(db, () => passUntil(db, turn));
    });
    mayAbort = !signal.aborted;
    return end;
  };
  const abort = () => {
    if (mayAbort) current.abort();
    return mayAbort;
  };
  return { run: (isHurried) => run(isHurried).then(succeeded, failed), abort, prepare: ready };
}

async function passUntil(db: LocalDatabase, turn: { signal: AbortSignal; patience?: number }): Promise<PassEnd> {
  try {
    return await runPass(db, { ...deviceOutside, line: lineUntil(turn.signal) }, turn);
  } catch (thrown) {
    if (turn.signal.aborted) return { kind: 'offline' };
    throw thrown;
  }
}

/** The service worker cannot read local storage, so the session is stored where both can; other users' rows go. */
async function prepare(db: LocalDatabase): Promise<void> {
  const person = await storeSession(db);
  if (!person) return;
  await db.setFact('person', { id: person.id, name: person.name, email: person.email, role: person.role });
  await rememberWaiting(db, (await db.outbox.count()) + (await db.pledges.where('state').equals('asked').count()));
  await wipeOthers(db.userId);
}

async function storeSession(db: LocalDatabase): Promise<ReturnType<typeof signedInPerson>> {
  const person = signedInPerson();
  const token = sessionToken();
  if (!person || !token || person.id !== db.userId) return null;
  await saveSession({ userId: person.id, token, person });
  return person;
}

/** A page whose user is signed in stores the session again when it is missing where passes read it. */
async function asThisUser(db: LocalDatabase, runOnce: () => Promise<PassEnd>): Promise<PassEnd> {
  // A pass marks what it takes as sent; what is written in a known dead spot stays unsent and may be taken back.
  if (!isOnline()) await probe();
  if (!isOnline()) return { kind: 'offline' };
  const end = await runOnce();
  if (end.kind !== 'signIn' || !(await storeSession(db))) return end;
  return runOnce();
}

/** A file takes its time and makes every other request slow: it goes on. */
const lineUntil = (signal: AbortSignal): Line => ({
  ...deviceOutside.line,
  call: (address, input, options) =>
    callAt(address, input, address.path === addresses.uploadFile.path ? options : { ...options, signal }),
});

function succeeded(end: PassEnd): PassEnd {
  forgetReload();
  return end;
}

/** What is no fault of the storage is one of the program: it is reported, and the next try comes later. */
function failed(thrown: unknown): PassEnd {
  if (thrown instanceof NotSaved) reloadOnce();
  else reportError(thrown);
  return { kind: 'storage' };
}
