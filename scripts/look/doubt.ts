import type { Page, Route } from '@playwright/test';
import { placeOrder } from '../../src/contract/orders.ts';
import { cancelOutcome } from '../../src/contract/sync.ts';
import { lastInDialog } from './customer-parts.ts';
import type { SampleIds } from './sample-ids.ts';
import type { Screen } from './screens.ts';

/** An order whose answer was lost, while its outcome is checked and when that has failed, and the pages that say so. */
export const ordersInDoubt = ({ category, product }: SampleIds): Screen[] =>
  (
    [
      [
        'order-dialog-checking',
        `/user/categories/${category}?buy=${product}`,
        (page: Page) => confirmOrder(page, lose),
      ],
      ['order-dialog', `/user/categories/${category}?buy=${product}`, confirmAndFailToCheck],
      ['order-dialog-again', `/user/categories/${category}?buy=${product}`],
      ['orders', '/user/orders', goOffline],
      ['dashboard', '/dashboard/user'],
      ['outbox', '/dashboard/outbox'],
    ] as const
  ).map(([name, path, act]) => ({ who: 'customer', state: 'doubt', name, path, ...(act && { act }), isVariant: true }));

/** Online, each check of the outcome fails and each probe of the server succeeds: the header would change all the time. */
const goOffline = (page: Page) => page.context().setOffline(true);

const lose = (route: Route) => route.abort('connectionreset');
/** The time to wait is longer than the app repeats an order, so the check begins, and fails, at once. */
const answerBusy = (route: Route) =>
  route.fulfill({ status: 429, headers: { 'retry-after': '120' }, json: { code: 'TOO_MANY_REQUESTS', message: '' } });

async function confirmAndFailToCheck(page: Page): Promise<void> {
  await confirmOrder(page, answerBusy);
  await page.locator('dialog[open] button[data-loading]').waitFor({ state: 'detached' });
}

/** Confirms the order of the open popup; no request about it reaches the server. */
async function confirmOrder(page: Page, answerOrder: (route: Route) => Promise<void>): Promise<void> {
  await page.context().setOffline(false);
  await page.unroute(`**${placeOrder.path}`);
  await page.route(`**${placeOrder.path}`, (route) =>
    route.request().method() === placeOrder.method ? answerOrder(route) : route.continue(),
  );
  await page.route(`**${cancelOutcome.path}`, lose);
  await forgetOrders(page);
  await page.reload();
  await page.locator('dialog[open] textarea').waitFor();
  await lastInDialog(page);
  await page.locator('dialog[open] [role=status], dialog[open] [role=alert]').first().waitFor();
}

/** Deletes the orders in doubt of the picture before, which would forbid another order of the product. */
async function forgetOrders(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('cod_user') ?? '{}') as { id: number };
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(`cod_${id}`);
      opening.onerror = () => reject(new Error(opening.error?.message));
      opening.onsuccess = () => {
        const writing = opening.result.transaction('pledges', 'readwrite');
        writing.objectStore('pledges').clear();
        writing.onerror = () => reject(new Error(writing.error?.message));
        writing.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  });
}
