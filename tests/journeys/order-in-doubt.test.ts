import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { browserOf, customerAccount, goTo, waitForServiceWorker, signIn, type Account } from './sign-in.ts';
import { makeProfile } from './profile.ts';

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let amina: Account;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  amina = await customerAccount(server);
  await shop.credit(amina.email, 1_000);
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => {
  network.repair();
  network.setDown(false);
});

const placeOrderCall = 'POST /api/orders';
const inDoubt = 'it is not known yet whether it was placed';
const placed = /Placed: order #\d+/;
const notPlaced = 'Not placed, nothing was charged.';

/** The fault that hits the request of an order, and the true outcome of the order. */
const cases = [
  { fault: 'lose-answer', outcomeText: placed, newOrders: 1, name: 'was placed' },
  { fault: 'lose-request', outcomeText: notPlaced, newOrders: 0, name: 'was not placed' },
] as const;

for (const { fault, outcomeText, newOrders, name } of cases) {
  test(`after the popup of an order in doubt is closed, a notice says that the order ${name}, until it is dismissed`, async ({
    browser,
  }) => {
    const { page, context } = await browserOf(browser, 'phone');
    await signIn(page, network.url, amina);
    await waitForServiceWorker(page);
    const before = await shop.countOrders(amina.email);

    breakOrders(fault);
    await confirmOrder(page);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('We do not know yet whether your order was placed', { exact: false })).toBeVisible();
    network.setDown(true);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(inDoubt, { exact: false })).toBeVisible();
    await goTo(page, '/dashboard/user');
    await expect(page.getByText(inDoubt, { exact: false })).toBeVisible();

    network.repair();
    network.setDown(false);
    await expectUntilDismissed(page, outcomeText);
    expect(await shop.countOrders(amina.email)).toBe(before + newOrders);
    await context.close();
  });

  test(`after the browser is killed before the answer to an order, a notice says that the order ${name}, until it is dismissed`, async () => {
    const profile = await makeProfile();
    const first = await profile.start();
    await signIn(first.page, network.url, amina);
    await waitForServiceWorker(first.page);
    const before = await shop.countOrders(amina.email);

    breakOrders(fault);
    const happened = network.happened.length;
    await confirmOrder(first.page);
    await expect.poll(() => network.happened.length).toBeGreaterThan(happened);
    await expect.poll(() => shop.countOrders(amina.email)).toBe(before + newOrders);
    await first.kill();

    network.repair();
    const second = await profile.start();
    await second.page.goto(`${network.url}/user/tickets`);
    await expectUntilDismissed(second.page, outcomeText);
    expect(await shop.countOrders(amina.email)).toBe(before + newOrders);
    await second.context.close();
    await profile.remove();
  });
}

test('when the answer to an order comes while its page is hidden, the outcome is shown when the customer comes back', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, network.url, amina);
  const before = await shop.countOrders(amina.email);

  network.inject('hold-answer', placeOrderCall);
  await confirmOrder(page);
  await expect.poll(() => shop.countOrders(amina.email)).toBe(before + 1);
  await setHidden(page, true);
  network.repair();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(placed)).toHaveCount(0);

  await setHidden(page, false);
  await expectUntilDismissed(page, placed);
  await context.close();
});

test('when the tab of an order in doubt is closed, another tab shows the outcome', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const before = await shop.countOrders(amina.email);
  const other = await context.newPage();
  await other.goto(`${network.url}/user/tickets`);
  await expect(other.getByRole('table')).toBeVisible();

  breakOrders('lose-answer');
  await confirmOrder(page);
  await expect(other.getByRole('status').filter({ hasText: '1 payment unconfirmed' })).toBeVisible();
  // The other tab says so from the moment the order is sent: the server may not have it yet.
  await expect.poll(() => shop.countOrders(amina.email)).toBe(before + 1);
  network.setDown(true);
  await page.close();

  network.repair();
  network.setDown(false);
  await expectUntilDismissed(other, placed);
  expect(await shop.countOrders(amina.email)).toBe(before + 1);
  await context.close();
});

/** Loses the request or the answer of the next order, and all later requests to place or cancel one. */
function breakOrders(fault: 'lose-answer' | 'lose-request'): void {
  network.inject(fault, placeOrderCall);
  network.inject('lose-request', placeOrderCall, Infinity);
  network.inject('lose-request', 'POST /api/outcomes/cancel', Infinity);
}

async function confirmOrder(page: Page): Promise<void> {
  const product = await shop.productWithVariants();
  await goTo(page, `/user/categories/${product.categoryId}`);
  await page.getByRole('button', { name: product.title }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: product.variant, exact: false }).first().check();
  await dialog.getByRole('button', { name: 'Confirm order' }).click();
}

/** Checks that every page shows the outcome, also after a reload, until the customer dismisses it. */
async function expectUntilDismissed(page: Page, outcomeText: string | RegExp): Promise<void> {
  const outcome = page.getByRole('main').getByText(outcomeText);
  const inOutbox = page.getByRole('region', { name: 'Recent outcomes' });
  // Unlike the wait for the text alone, this one says what the page shows instead.
  await expect(page.getByRole('main')).toContainText(outcomeText);
  await expect(outcome).toBeVisible();
  await goTo(page, '/dashboard/outbox');
  await expect(inOutbox.getByText(outcomeText)).toBeVisible();
  await page.reload();
  await expect(inOutbox.getByText(outcomeText)).toBeVisible();
  await goTo(page, '/user/catalogue');
  await expect(inOutbox).toHaveCount(0);
  await expect(outcome).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(outcome).toHaveCount(0);
  await goTo(page, '/dashboard/outbox');
  await expect(page.getByText('Everything is saved on the server.')).toBeVisible();
  await expect(outcome).toHaveCount(0);
}

/** Hides or shows a page as a change of the tab does: in Playwright's Chromium every page is visible. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
