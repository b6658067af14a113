import type { Page } from '@playwright/test';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { runInWorkers } from './worker-files.ts';

interface Breakable {
  /** The name of the error that each new transaction fails with; null while the storage works. */
  storageError: string | null;
  openDatabases: Set<IDBDatabase>;
}

/** Lets a test break the storage of a page and of its worker behind `network`; must be called before the page is loaded. */
export function breakableStorage(page: Page, network: FaultProxy): Promise<unknown> {
  runInWorkers(network, makeBreakable, null);
  return page.addInitScript(makeBreakable);
}

/** Runs in the page and in its worker. */
function makeBreakable(): void {
  const state = globalThis as unknown as Breakable;
  state.storageError = null;
  state.openDatabases = new Set();
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...args) {
    if (state.storageError) throw new DOMException('The storage failed', state.storageError);
    return begin.apply(this, args);
  };
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (this: IDBFactory, ...args) {
    const opening = open.apply(this, args);
    opening.addEventListener('success', () => state.openDatabases.add(opening.result));
    return opening;
  };
}

/** Fails each transaction that begins from now on, for `duration` milliseconds or until `repairStorage`. */
export const failStorage = (page: Page, error: 'UnknownError' | 'InvalidStateError', duration?: number) =>
  evaluateEverywhere(
    page,
    ({ name, ms }) => {
      const state = globalThis as unknown as Breakable;
      state.storageError = name;
      if (ms !== undefined) setTimeout(() => (state.storageError = null), ms);
    },
    { name: error, ms: duration },
  );

export const repairStorage = (page: Page): Promise<void> =>
  evaluateEverywhere(page, () => void ((globalThis as unknown as Breakable).storageError = null), null);

/** Closes the open databases of a page and its worker, and fires their close events, as a browser does when it has lost their files. */
export const closeDatabases = (page: Page): Promise<void> =>
  evaluateEverywhere(
    page,
    () => {
      for (const database of (globalThis as unknown as Breakable).openDatabases) {
        database.close();
        database.dispatchEvent(new Event('close'));
      }
    },
    null,
  );

/** Runs `run` in a page and in its workers. */
async function evaluateEverywhere<Argument>(
  page: Page,
  run: (argument: Argument) => void,
  argument: Argument,
): Promise<void> {
  await Promise.all([
    page.evaluate(run as never, argument),
    ...page.workers().map((worker) => worker.evaluate(run as never, argument)),
  ]);
}

/** Runs in the page. Writes to a database of its own; returns whether the device is too full for it. */
export async function isWriteRefused(): Promise<boolean> {
  const opening = indexedDB.open('filler', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes', { autoIncrement: true }));
  await new Promise((resolve, reject) => {
    opening.addEventListener('success', resolve);
    opening.addEventListener('error', reject);
  });
  const writing = opening.result.transaction('bytes', 'readwrite');
  writing.objectStore('bytes').add(new Uint8Array(1_000));
  const isRefused = await new Promise<boolean>((resolve) => {
    writing.addEventListener('complete', () => resolve(false));
    writing.addEventListener('abort', () => resolve(writing.error?.name === 'QuotaExceededError'));
  });
  opening.result.close();
  return isRefused;
}
