import { unsettledCalls } from './money.ts';
import { sessionToken, signedInPerson } from '../api/session.ts';
import type { LocalDatabase } from '../local/database.ts';
import { saveSession } from '../local/device.ts';
import { isOnline, probe } from './connectivity.ts';
import type { PassResult } from './error-table.ts';
import { deviceEnvironment } from './transport.ts';
import { removeOldCodes } from '../local/opened-codes.ts';
import { deleteOldSharedFiles } from '../local/shared-files.ts';
import { storePendingCount, wipeOtherUsers } from './user-data.ts';
import type { PassRunner } from './runner.ts';
import { refreshArticles } from './refresh-articles.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { keepReserve, withReserve } from './reserve.ts';
import { NotSaved } from './storage.ts';
import { canUseWorker, WorkerLost, workerRunnerOf } from './worker-runner.ts';

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
  /** Ends the worker of the page; a running pass ends with it. */
  stop(): void;
  /** Prepares the device for passes, once; the first pass does it too. Rejects when the storage fails. */
  prepare(): Promise<void>;
}

/** Creates the passes of a page over one user's database; `workerScript` as in `startSync`. */
export function passesOf(db: LocalDatabase, workerScript?: string): PagePasses {
  const runner = runnerFor(db, workerScript);
  let preparing: Promise<void> | null = null;
  let isAborted = false;
  let mayAbort = true;
  const prepareOnce = () =>
    (preparing ??= prepare(db).catch((thrown: unknown) => {
      preparing = null;
      throw thrown;
    }));
  const run = async (isAfterOutage: boolean): Promise<PassResult> => {
    isAborted = false;
    // A worker takes a while to start: it does so beside the preparation.
    if (isOnline()) runner.open();
    await withReserve(db, prepareOnce);
    const options = isAfterOutage ? { stealLockAfterMs: stealLockAfterOutageMs } : {};
    // A pass that is aborted during its preparation must not begin to wait for another tab.
    const result = await asThisUser(db, async () => (isAborted ? { kind: 'offline' } : runner.run(options)));
    mayAbort = !isAborted;
    if (result.kind === 'idle') await keepReserve(db.userId);
    if (isAnswered(result)) void refreshArticles(db, deviceEnvironment.transport);
    return result;
  };
  const abort = () => {
    if (!mayAbort) return false;
    mayAbort = false;
    isAborted = true;
    runner.abort();
    return true;
  };
  return {
    run: (isAfterOutage) => run(isAfterOutage).then(onEnded, onThrown),
    abort,
    prepare: prepareOnce,
    stop: () => runner.stop(),
  };
}

/** Runs passes in a worker of the page, and in the page when there is none or it ends without an answer. */
function runnerFor(db: LocalDatabase, workerScript: string | undefined): PassRunner {
  const here = runnerHere(db);
  const inWorker = workerScript === undefined ? null : workerRunnerOf(db.userId, workerScript);
  let current = here;
  let isStopped = false;
  return {
    open: () => void (canUseWorker() && inWorker?.open()),
    async run(options) {
      current = inWorker && canUseWorker() ? inWorker : here;
      try {
        return await current.run(options);
      } catch (thrown) {
        if (!(thrown instanceof WorkerLost)) throw thrown;
        if (isStopped) return { kind: 'offline' };
        current = here;
        return here.run(options);
      }
    },
    abort: () => current.abort(),
    stop() {
      isStopped = true;
      inWorker?.stop();
    },
  };
}

/** Runs passes in this thread. Their code is loaded with the first one: most pages have a worker. */
function runnerHere(db: LocalDatabase): PassRunner {
  let runner: PassRunner | null = null;
  return {
    open: () => undefined,
    async run(options) {
      try {
        runner ??= (await import('./runner.ts')).runnerOf(db);
      } catch {
        return { kind: 'offline' };
      }
      return runner.run(options);
    },
    abort: () => runner?.abort(),
    stop: () => undefined,
  };
}

/**
 * Stores the session where the service worker can read it too, and the person and number of changes that the login page
 * shows. Removes other users' rows, shared files that no page has taken, and codes that were opened long ago.
 */
async function prepare(db: LocalDatabase): Promise<void> {
  const person = await storeSession(db);
  if (!person) return;
  await removeOldCodes(db);
  await db.setFact('person', { id: person.id, name: person.name, email: person.email, role: person.role });
  await storePendingCount(db, (await db.outbox.count()) + (await unsettledCalls(db).count()));
  await wipeOtherUsers(db.userId);
  await deleteOldSharedFiles();
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
  if (result.kind !== 'signIn' || !(await withReserve(db, () => storeSession(db)))) return result;
  return runOnce();
}

/** Returns whether the server has answered the pass. */
const isAnswered = ({ kind }: PassResult): boolean => kind === 'idle' || kind === 'uploads' || kind === 'busy';

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
