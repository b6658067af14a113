import { expect, test, type Page } from '@playwright/test';
import { listTotalMax } from '../../src/contract/limits.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { adminAccount, browserOf, customerAccount, goTo, signIn, type Account } from './sign-in.ts';

let server: RunningServer;
let sara: Account;

test.beforeAll(async () => {
  server = await startServer();
  sara = await adminAccount(server);
  const shop = openShopDatabase(server.dataFolder);
  await shop.putOrders((await customerAccount(server)).email, listTotalMax + 50);
  await shop.close();
});
test.afterAll(() => server.remove());

const numbersOf = (page: Page) =>
  page
    .locator('tbody [data-opener]')
    .evaluateAll((rows) => rows.map((row) => Number(/\d+/.exec(row.textContent)?.[0])));

/** Waits for the oldest order, and returns the numbers of the orders that are shown with it. */
async function lastNumbers(page: Page): Promise<number[]> {
  let numbers: number[] = [];
  await expect.poll(async () => (numbers = await numbersOf(page))).toContain(1);
  return numbers;
}

for (const { language, name } of [
  { language: 'en', name: 'Last page' },
  { language: 'ar', name: 'الصفحة الأخيرة' },
] as const)
  test(`S7-50 on a phone, the last page of more orders than are counted is reached by touch, and the pages before it: ${language}`, async ({
    browser,
  }) => {
    const { page, context } = await browserOf(browser, 'phone', language);
    await signIn(page, server.url, sara);
    await goTo(page, '/admin/orders');
    const pager = page.locator('nav', { has: page.locator('button[aria-current=page]') }).last();
    await expect(pager.getByRole('button', { name })).toBeVisible();
    expect((await pager.boundingBox())!.height).toBeLessThanOrEqual(48);
    // Until the server has answered, the pager has the orders of this device.
    await pager.getByRole('button', { name }).tap();

    await expect(page).toHaveURL(/cursor=last/);
    const last = await lastNumbers(page);
    const nav = page.locator('nav', { hasText: /10[.,]000/ }).last();
    expect((await nav.boundingBox())!.height).toBeLessThanOrEqual(48);
    await nav.locator('button:visible:enabled').first().tap();
    await expect.poll(async () => Math.min(...(await numbersOf(page)))).toBe(Math.max(...last) + 1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await context.close();
  });

test('S7-50 with the keyboard, the last page is reached, and a reload shows it again', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, server.url, sara);
  await goTo(page, '/admin/orders');
  await page.getByRole('button', { name: 'Last page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 10 of 10,000+')).toBeVisible();
  const last = await lastNumbers(page);

  await page.reload();
  await expect(page.getByText('Showing 10 of 10,000+')).toBeVisible();
  await expect.poll(() => numbersOf(page)).toEqual(last);
  await page.getByRole('button', { name: 'Page 1', exact: true }).press('Enter');
  await expect(page.getByText('Showing 1–10 of 10,000+')).toBeVisible();
  await context.close();
});
