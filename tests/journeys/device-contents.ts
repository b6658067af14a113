import type { Page } from '@playwright/test';

/** The data that a browser stores for one origin, as text. */
export interface DeviceContents {
  /** Rows as JSON by database and table; bytes in them are read as UTF-8. */
  databases: Record<string, Record<string, string[]>>;
  /** URLs with their bodies, by cache; the app's own files without a body. */
  caches: Record<string, string[]>;
  localStorage: string;
  sessionStorage: string;
  /** The HTML of the document, and the values of its fields. */
  dom: string;
}

/** Reads everything that the browser stores for the origin of a page, and the page itself. */
export const readDevice = (page: Page): Promise<DeviceContents> => page.evaluate(contentsOfDevice);

/** The drafts of all users on this device, as JSON. */
export const storedDrafts = (page: Page): Promise<string[]> => rowsOf(page, 'drafts');

/** The rows of one table in all databases that have it, as JSON. */
function rowsOf(page: Page, table: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const resultOf = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the request failed'));
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // The database was deleted meanwhile: do not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const db = await resultOf(opening).catch(() => null);
      if (!db) continue;
      if (db.objectStoreNames.contains(wanted))
        rows.push(...(await resultOf(db.transaction(wanted).objectStore(wanted).getAll())));
      db.close();
    }
    return rows.map((row) => JSON.stringify(row));
  }, table);
}

/** Runs in the page. */
async function contentsOfDevice(): Promise<DeviceContents> {
  const asText = (_: string, value: unknown) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
    return value;
  };
  const resultOf = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the request failed'));
    });
  const databases: DeviceContents['databases'] = {};
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const opening = indexedDB.open(name);
    // The database was deleted meanwhile: do not create it again.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await resultOf(opening).catch(() => null);
    if (!db) continue;
    const tables: Record<string, string[]> = {};
    for (const table of db.objectStoreNames) {
      const rows = await resultOf(db.transaction(table).objectStore(table).getAll());
      tables[table] = rows.map((row) => JSON.stringify(row, asText));
    }
    db.close();
    databases[name] = tables;
  }
  const cacheContents: DeviceContents['caches'] = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const body = async (request: Request) => (await cache.match(request))?.text();
    cacheContents[name] = await Promise.all(
      (await cache.keys()).map(async (request) =>
        name.includes('precache') ? request.url : `${request.url} ${await body(request)}`,
      ),
    );
  }
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return {
    databases,
    caches: cacheContents,
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    dom: [document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join('\n'),
  };
}
