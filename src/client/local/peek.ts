import { isForbidden } from './storage-mode.ts';

/** Milliseconds after which a browser that does not answer counts as one in which nothing was found. */
const patience = 3_000;
/** Milliseconds before a database that could not be opened is opened again. */
const pause = 200;

/** `kept: false`: this browser keeps no databases. `value: undefined`: there is no such database, store or row. */
export interface Peeked<Value> {
  kept: boolean;
  value: Value | undefined;
}

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
    openAgain(database).then((opened) => readFrom(opened, store, read), keptNothing),
    new Promise<Peeked<Value>>((resolve) => setTimeout(() => resolve({ kept: true, value: undefined }), patience)),
  ]);
}

/** Opens the database until it works, for as long as `peek` waits. Rejects where the browser keeps none. */
async function openAgain(name: string): Promise<IDBDatabase | null> {
  const until = Date.now() + patience;
  for (;;) {
    try {
      return await open(name);
    } catch (thrown) {
      if (isForbidden(thrown) || Date.now() > until) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

/** The database, or null when there is none. */
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
    return { kept: true, value: undefined };
  }
  try {
    return { kept: true, value: await resultOf(read(database.transaction(store).objectStore(store))) };
  } catch {
    return { kept: false, value: undefined };
  } finally {
    database.close();
  }
}

const resultOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The store cannot be read'));
  });

const keptNothing = (): { kept: false; value: undefined } => ({ kept: false, value: undefined });
