import type { Page } from '@playwright/test';

interface Breakable {
  /** The name of the error that each new transaction fails with. */
  storageError: string | null;
  openDatabases: Set<IDBDatabase>;
}

/** Makes the storage of a page breakable; to be called before the page is loaded. */
export const breakableStorage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const state = globalThis as unknown as Breakable;
    state.storageError = null;
    state.openDatabases = new Set();
    const begin = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...about) {
      if (state.storageError) throw new DOMException('The storage failed', state.storageError);
      return begin.apply(this, about);
    };
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (this: IDBFactory, ...about) {
      const opening = open.apply(this, about);
      opening.addEventListener('success', () => state.openDatabases.add(opening.result));
      return opening;
    };
  });

/** Fails each transaction that begins from now on: for this many milliseconds, or until `mendStorage`. */
export const failStorage = (page: Page, error: 'UnknownError' | 'InvalidStateError', duration?: number) =>
  page.evaluate(
    ({ name, ms }) => {
      const state = globalThis as unknown as Breakable;
      state.storageError = name;
      if (ms !== undefined) setTimeout(() => (state.storageError = null), ms);
    },
    { name: error, ms: duration },
  );

export const mendStorage = (page: Page): Promise<unknown> =>
  page.evaluate(() => void ((globalThis as unknown as Breakable).storageError = null));

/** Closes the page's open databases and fires their close events, as a browser does that has lost their files. */
export const closeDatabases = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const database of (globalThis as unknown as Breakable).openDatabases) {
      database.close();
      database.dispatchEvent(new Event('close'));
    }
  });
