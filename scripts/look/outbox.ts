import type { Page } from '@playwright/test';

interface Item {
  kind: string;
  state: string;
}

const timeoutMs = 60_000;

/**
 * Waits until this many changes wait or are parked, besides that of read notifications, which a page makes by itself.
 * Throws after a minute, because the pictures would show other changes.
 */
export const untilQueued = (page: Page, count: number): Promise<void> =>
  untilOutbox(page, (items) => items.filter(({ kind }) => kind !== 'notification.read').length === count);

/** Waits until the server has accepted, refused or found in conflict every change. Throws after a minute. */
export const untilDecided = (page: Page): Promise<void> =>
  untilOutbox(page, (items) => items.every(({ state }) => state === 'failed' || state === 'conflict'));

async function untilOutbox(page: Page, isReached: (items: Item[]) => boolean): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const items = await page.evaluate(readItems);
    if (isReached(items)) return;
    if (Date.now() > until)
      throw new Error(`the outbox still has ${items.map(({ kind, state }) => `${kind} ${state}`).join(', ')}`);
    await page.waitForTimeout(100);
  }
}

/** Reads the outbox of the signed-in person. Runs in the page. */
async function readItems(): Promise<Item[]> {
  const { id } = JSON.parse(localStorage.getItem('cod_user') ?? '{}') as { id: number };
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`cod_${id}`);
    opening.onerror = () => reject(new Error(opening.error?.message));
    opening.onsuccess = () => {
      const db = opening.result;
      const reading = db.transaction('outbox').objectStore('outbox').getAll();
      reading.onerror = () => reject(new Error(reading.error?.message));
      reading.onsuccess = () => {
        db.close();
        resolve((reading.result as Item[]).map(({ kind, state }) => ({ kind, state })));
      };
    };
  });
}
