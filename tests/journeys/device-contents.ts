import type { Page } from '@playwright/test';

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
      const db = await settled(indexedDB.open(name));
      if (db.objectStoreNames.contains(wanted))
        rows.push(...(await settled(db.transaction(wanted).objectStore(wanted).getAll())));
      db.close();
    }
    return rows.map((row) => JSON.stringify(row));
  }, table);
}
