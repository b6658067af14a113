import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { browserOf, customerAccount, goTo, installed, signIn, type Account } from './house.ts';
import { makeProfile } from './profile.ts';

let server: RunningServer;
let network: FaultProxy;
let house: ReturnType<typeof openHouse>;
let amina: Account;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  house = openHouse(server.dataFolder);
  amina = await customerAccount(server);
  await house.credit(amina.email, 1_000);
});

test.afterAll(async () => {
  await house.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => {
  network.mend();
  network.setDown(false);
});

const orders = 'POST /api/orders';
const inDoubt = 'it is not known yet whether it was placed';
const placed = /Placed: order #\d+/;
const notPlaced = 'Not placed, nothing was charged.';

/** What happens to the order, and what is true of it afterwards. */
const endings = [
  { fault: 'lose-answer', told: placed, more: 1, name: 'was placed' },
  { fault: 'lose-request', told: notPlaced, more: 0, name: 'was not placed' },
] as const;

for (const { fault, told, more, name } of endings) {
  test(`an order whose answer is lost, its popup closed: the customer reads that it ${name}, until it is dismissed`, async ({
    browser,
  }) => {
    const { page, context } = await browserOf(browser, 'phone');
    await signIn(page, network.url, amina);
    await installed(page);
    const before = await house.orders(amina.email);

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

    network.mend();
    network.setDown(false);
    await staysUntilDismissed(page, told);
    expect(await house.orders(amina.email)).toBe(before + more);
    await context.close();
  });

  test(`the browser is killed before the answer to an order: started again, it says that the order ${name}, until it is dismissed`, async () => {
    const profile = await makeProfile();
    const first = await profile.start();
    await signIn(first.page, network.url, amina);
    await installed(first.page);
    const before = await house.orders(amina.email);

    breakOrders(fault);
    const happened = network.happened.length;
    await confirmOrder(first.page);
    await expect.poll(() => network.happened.length).toBeGreaterThan(happened);
    await expect.poll(() => house.orders(amina.email)).toBe(before + more);
    await first.kill();

    network.mend();
    const second = await profile.start();
    await second.page.goto(`${network.url}/user/tickets`);
    await staysUntilDismissed(second.page, told);
    expect(await house.orders(amina.email)).toBe(before + more);
    await second.context.close();
    await profile.remove();
  });
}

test('the answer to an order comes while its page is hidden: the outcome stands there when the customer comes back', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, network.url, amina);
  const before = await house.orders(amina.email);

  network.inject('hold-answer', orders);
  await confirmOrder(page);
  await expect.poll(() => house.orders(amina.email)).toBe(before + 1);
  await setHidden(page, true);
  network.mend();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(placed)).toHaveCount(0);

  await setHidden(page, false);
  await staysUntilDismissed(page, placed);
  await context.close();
});

test('the tab of an order in doubt is closed: another tab tells the outcome', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const before = await house.orders(amina.email);
  const other = await context.newPage();
  await other.goto(`${network.url}/user/tickets`);
  await expect(other.getByRole('table')).toBeVisible();

  breakOrders('lose-answer');
  await confirmOrder(page);
  await expect(other.getByText('1 order unconfirmed')).toBeVisible();
  network.setDown(true);
  await page.close();

  network.mend();
  network.setDown(false);
  await staysUntilDismissed(other, placed);
  expect(await house.orders(amina.email)).toBe(before + 1);
  await context.close();
});

/** The next order loses its request or its answer; nothing more about orders gets through before `mend`. */
function breakOrders(fault: 'lose-answer' | 'lose-request'): void {
  network.inject(fault, orders);
  network.inject('lose-request', orders, Infinity);
  network.inject('lose-request', 'POST /api/outcomes/cancel', Infinity);
}

async function confirmOrder(page: Page): Promise<void> {
  const product = await house.productWithVariants();
  await goTo(page, `/user/categories/${product.categoryId}`);
  await page.getByRole('button', { name: product.title }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: product.variant, exact: false }).first().check();
  await dialog.getByRole('button', { name: 'Confirm order' }).click();
}

/** The outcome stands on every page, also after the page was loaded again, until the person dismisses it. */
async function staysUntilDismissed(page: Page, told: string | RegExp): Promise<void> {
  const outcome = page.getByRole('main').getByText(told);
  const inOutbox = page.getByRole('region', { name: 'Recent outcomes' });
  await expect(outcome).toBeVisible({ timeout: 20_000 });
  await goTo(page, '/dashboard/outbox');
  await expect(inOutbox.getByText(told)).toBeVisible();
  await page.reload();
  await expect(inOutbox.getByText(told)).toBeVisible();
  await goTo(page, '/user/catalogue');
  await expect(inOutbox).toHaveCount(0);
  await expect(outcome).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(outcome).toHaveCount(0);
  await goTo(page, '/dashboard/outbox');
  await expect(page.getByText('Everything is saved on the server.')).toBeVisible();
  await expect(outcome).toHaveCount(0);
}

/** Playwright's Chromium shows every page, so the page is told what a browser tells it when another one is in front. */
async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true });
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
}
