import { unsettledCalls } from './money.ts';
import { addresses } from '../api/addresses.ts';
import { callAt } from '../api/call.ts';
import { sessionToken, signedInPerson } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { saveSession } from '../local/device.ts';
import { isOnline, probe } from './connectivity.ts';
import type { PassResult } from './error-table.ts';
import { deviceEnvironment, type Transport } from './transport.ts';
import { storePendingCount, wipeOtherUsers } from './user-data.ts';
import { runPass, type PassOptions } from './pass.ts';
import { refreshArticles } from './refresh-articles.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { keepReserve, withReserve } from './reserve.ts';
import { NotSaved } from './storage.ts';

/**
 * Milliseconds after which a pass takes over the lock of another tab's pass, when the connection has just been
 * restored: the other pass may hang on the lost connection.
 */
const stealLockAfterOutageMs = 1_000;

export interface PagePasses {
  /** Runs one pass as this page's user; never rejects. */
  run(isAfterOutage: boolean): Promise<PassResult>;
  /**
   * Aborts the requests of the running pass, or its wait for another tab; the pass then ends `offline`, or at the end
   * of its upload. Does nothing and returns false when this pass or the previous one was aborted before: a slow
   * connection may look like a lost one.
   */
  abort(): boolean;
  /** Prepares the device for passes, once; the first pass does it too. Rejects when the storage fails. */
  prepare(): Promise<void>;
}

/** Creates the passes of a page over one user's database. */
export function passesOf(db: LocalDatabase): PagePasses {
  let current = new AbortController();
  let preparing: Promise<void> | null = null;
  let mayAbort = true;
  const prepareOnce = () =>
    (preparing ??= prepare(db).catch((thrown: unknown) => {
      preparing = null;
      throw thrown;
    }));
  const run = async (isAfterOutage: boolean): Promise<PassResult> => {
    current = new AbortController();
    const { signal } = current;
    const options = { signal, ...(isAfterOutage && { stealLockAfterMs: stealLockAfterOutageMs }) };
    const result = await withReserve(db, async () => {
      await prepareOnce();
      return asThisUser(db, () => runAbortablePass(db, options, () => current.signal));
    });
    mayAbort = !signal.aborted;
    if (result.kind === 'idle') await keepReserve(db.userId);
    if (isAnswered(result)) void refreshArticles(db, deviceEnvironment.transport);
    return result;
  };
  const abort = () => {
    if (!mayAbort) return false;
    mayAbort = false;
    current.abort();
    // A pass whose upload is still running continues.
    current = new AbortController();
    return true;
  };
  return { run: (isAfterOutage) => run(isAfterOutage).then(onEnded, onThrown), abort, prepare: prepareOnce };
}

async function runAbortablePass(
  db: LocalDatabase,
  options: PassOptions & { signal: AbortSignal },
  currentSignal: () => AbortSignal,
): Promise<PassResult> {
  try {
    return await runPass(db, { ...deviceEnvironment, transport: abortableTransport(currentSignal) }, options);
  } catch (thrown) {
    if (options.signal.aborted) return { kind: 'offline' };
    throw thrown;
  }
}

/**
 * Stores the session where the service worker can read it too, and the person and number of changes that the login page
 * shows. Removes other users' rows.
 */
async function prepare(db: LocalDatabase): Promise<void> {
  const person = await storeSession(db);
  if (!person) return;
  await db.setFact('person', { id: person.id, name: person.name, email: person.email, role: person.role });
  await storePendingCount(db, (await db.outbox.count()) + (await unsettledCalls(db).count()));
  await wipeOtherUsers(db.userId);
}

async function storeSession(db: LocalDatabase): Promise<ReturnType<typeof signedInPerson>> {
  const person = signedInPerson();
  const token = sessionToken();
  if (!person || !token || person.id !== db.userId) return null;
  await saveSession({ userId: person.id, token, person });
  return person;
}

/**
 * Runs a pass while online; when it finds no session although the page has one, stores that session and runs another.
 */
async function asThisUser(db: LocalDatabase, runOnce: () => Promise<PassResult>): Promise<PassResult> {
  // No pass without a connection: it would mark items `sent`, and only `queued` ones can be discarded while offline.
  if (!isOnline()) await probe();
  if (!isOnline()) return { kind: 'offline' };
  const result = await runOnce();
  if (result.kind !== 'signIn' || !(await storeSession(db))) return result;
  return runOnce();
}

/** Returns whether the server has answered the pass. */
const isAnswered = ({ kind }: PassResult): boolean => kind === 'idle' || kind === 'uploads' || kind === 'busy';

/**
 * The transport with requests that end when their current signal aborts. Uploads do not: they make all requests slow, so that the
 * connection only seems to be lost.
 */
const abortableTransport = (currentSignal: () => AbortSignal): Transport => ({
  ...deviceEnvironment.transport,
  call: (address, input, options) =>
    callAt(
      address,
      input,
      address.path === addresses.uploadFile.path ? options : { ...options, signal: currentSignal() },
    ),
});

function onEnded(result: PassResult): PassResult {
  forgetReload();
  return result;
}

/**
 * Reloads the page after a storage error, which does not help a full device, and reports any other error. For all of
 * them, the engine tries again.
 */
function onThrown(thrown: unknown): PassResult {
  if (thrown instanceof NotSaved && thrown.why === 'full') return { kind: 'full' };
  if (thrown instanceof NotSaved) reloadOnce();
  else reportError(thrown);
  return { kind: 'storage' };
}
