import { isForbidden } from './storage-mode.ts';

/** Milliseconds after which a browser that has not answered counts as having no such row. */
const timeoutMs = 3_000;
/** Milliseconds before the next try to open a database. */
const pauseMs = 200;

/**
 * `isAvailable: false`: this browser keeps no databases, or cannot read them · `value: undefined`: there is no such
 * row.
 */
export interface Peeked<Value> {
  isAvailable: boolean;
  value: Value | undefined;
}

/**
 * The key of a row in the sessions of `cod_device` that says that no session was stored or ended on this device yet. A
 * database that the browser has emptied is created again with it, and must not look like one after a sign-out.
 */
export const newDeviceKey = 'new';

/**
 * Reads one store of a database without Dexie, which the login page does not load, and without creating or upgrading
 * the database. Never rejects.
 */
export function peek<Value>(
  database: string,
  store: string,
  read: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Peeked<Value>> {
  return Promise.race([
    openWithRetries(database).then((opened) => readFrom(opened, store, read), noDatabases),
    new Promise<Peeked<Value>>((resolve) =>
      setTimeout(() => resolve({ isAvailable: true, value: undefined }), timeoutMs),
    ),
  ]);
}

/** Tries to open the database for as long as `peek` waits. Rejects where the browser keeps no databases. */
async function openWithRetries(name: string): Promise<IDBDatabase | null> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await open(name);
    } catch (thrown) {
      if (isForbidden(thrown) || Date.now() > until) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Opens the database; null when it does not exist. */
function open(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let isMissing = false;
    request.onupgradeneeded = () => {
      isMissing = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = (event) => {
      event.preventDefault();
      if (isMissing) resolve(null);
      else reject(request.error ?? new Error(`${name} cannot be opened`));
    };
  });
}

async function readFrom<Value>(
  database: IDBDatabase | null,
  store: string,
  read: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Peeked<Value>> {
  if (!database?.objectStoreNames.contains(store)) {
    database?.close();
    return { isAvailable: true, value: undefined };
  }
  try {
    return { isAvailable: true, value: await resultOf(read(database.transaction(store).objectStore(store))) };
  } catch {
    return { isAvailable: false, value: undefined };
  } finally {
    database.close();
  }
}

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store cannot be read'));
  });

const noDatabases = (): { isAvailable: false; value: undefined } => ({ isAvailable: false, value: undefined });
