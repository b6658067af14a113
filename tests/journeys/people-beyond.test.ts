import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { fold, searchText } from '../../src/contract/search.ts';
import { openSqlite } from '../../src/server/platform/database/sqlite.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { apiOf } from './api.ts';
import { adminAccount, browserOf, expectNoSidewaysScroll, goTo, signIn, waitForServiceWorker } from './sign-in.ts';
import { translatorTo } from './texts.ts';

const ar = translatorTo('ar');

let server: RunningServer;
let shop: ReturnType<typeof openSqlite>;

test.beforeAll(async () => {
  server = await startServer();
  shop = openSqlite(join(server.dataFolder, 'comptoir.db'));
});

test.afterAll(async () => {
  await shop.reader.destroy();
  await shop.db.destroy();
  await server.remove();
});

/** A customer without orders and tickets. */
function aCustomer(name: string, email: string) {
  const words = { search_text: searchText([name, email]), sort_key: fold(name) };
  const times = { created_at: Date.now(), updated_at: Date.now(), confirmed_at: Date.now() };
  return { name, email, ...words, ...times, role_id: 1, is_active: 1, locale: 'ar' };
}

/** Creates a customer, and so many newer ones that the device of an admin does not store the first. */
async function createOldCustomer(): Promise<void> {
  const newer = Array.from({ length: 220 }, (_, at) => aCustomer(`Newer ${at}`, `newer-${at}@example.test`));
  await shop.db.insertInto('users').values(aCustomer('Zoé Ancienne', 'zoe@example.test')).execute();
  await shop.db.insertInto('users').values(newer).execute();
  const admin = await apiOf(server.url, await adminAccount(server));
  const { windows } = (await (await admin.get('/api/shop/windows')).json()) as { windows: object };
  await admin.post('/api/shop/windows', { ...windows, people: 200 });
}

/** Opens the filter by customer and types into its search. */
async function searchCustomer(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: ar('Filters') }).click();
  await page
    .getByRole('form', { name: ar('Filters') })
    .getByRole('button', { name: ar('Customer') })
    .click();
  await page.getByRole('combobox', { name: /العميل/ }).fill(text);
}

test('D-12 S2K-02 on a phone in Arabic an admin filters orders by a customer whom the device does not store; offline the filter says what it searched', async ({
  browser,
}) => {
  await createOldCustomer();
  const { context, page } = await browserOf(browser, 'phone', 'ar');
  await signIn(page, server.url, await adminAccount(server));
  await waitForServiceWorker(page);
  await goTo(page, '/admin/orders');

  await searchCustomer(page, 'ancienne');
  const option = page.getByRole('option', { name: /Zoé Ancienne/ });
  await expect(option).toBeVisible();
  await expectNoSidewaysScroll(page);
  await option.click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ar('Apply') }).click();

  await expect(page).toHaveURL(/user=\d+/);
  await expect(page.getByText(ar('No orders found matching your criteria.'))).toBeVisible();
  await expect(page.getByRole('form', { name: ar('Filters') }).getByText(/Zoé Ancienne/)).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.reload();
  await page.getByRole('button', { name: ar('Filters') }).click();
  await expect(page.getByRole('form', { name: ar('Filters') }).getByText(/Zoé Ancienne/)).toBeVisible();

  await context.setOffline(true);
  await goTo(page, '/admin/tickets');
  await searchCustomer(page, 'ancienne');
  await expect(page.getByText(ar('You are offline. Only this device was searched.'))).toBeVisible();
  await expect(page.getByText(ar('No results'))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await context.close();
});
