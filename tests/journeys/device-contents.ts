import type { Page } from '@playwright/test';

/** What one origin keeps in a browser, as text. */
export interface DeviceContents {
  /** Rows as JSON by database and table; bytes in them are read as UTF-8. */
  databases: Record<string, Record<string, string[]>>;
  /** Addresses by cache, and bodies except those of the app's own files. */
  caches: Record<string, string[]>;
  localStorage: string;
  sessionStorage: string;
  /** The whole document, with what its fields hold. */
  dom: string;
}

/** Reads all that the origin of a page keeps, and the page itself. */
export const readDevice = (page: Page): Promise<DeviceContents> => page.evaluate(contentsOfDevice);

/** The drafts of everybody on this device, as JSON. */
export const storedDrafts = (page: Page): Promise<string[]> => rowsOf(page, 'drafts');

/** The rows of one table in all databases that have it, as JSON. */
function rowsOf(page: Page, table: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const settled = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the request failed'));
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // Deleted in between: it is not made again.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const db = await settled(opening).catch(() => null);
      if (!db) continue;
      if (db.objectStoreNames.contains(wanted))
        rows.push(...(await settled(db.transaction(wanted).objectStore(wanted).getAll())));
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
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('the request failed'));
    });
  const databases: DeviceContents['databases'] = {};
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const opening = indexedDB.open(name);
    // Deleted in between: it is not made again.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const db = await settled(opening).catch(() => null);
    if (!db) continue;
    const tables: Record<string, string[]> = {};
    for (const table of db.objectStoreNames) {
      const rows = await settled(db.transaction(table).objectStore(table).getAll());
      tables[table] = rows.map((row) => JSON.stringify(row, asText));
    }
    db.close();
    databases[name] = tables;
  }
  const kept: DeviceContents['caches'] = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const body = async (request: Request) => (await cache.match(request))?.text();
    kept[name] = await Promise.all(
      (await cache.keys()).map(async (request) =>
        name.includes('precache') ? request.url : `${request.url} ${await body(request)}`,
      ),
    );
  }
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
  return {
    databases,
    caches: kept,
    localStorage: JSON.stringify(localStorage),
    sessionStorage: JSON.stringify(sessionStorage),
    dom: [document.documentElement.outerHTML, ...fields.map(({ value }) => value)].join('\n'),
  };
}
