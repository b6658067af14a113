import { expect, test, type Locator, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { png } from '../support/uploads.ts';
import { messages } from './help-desk.ts';
import { prepareShift, type Shift } from './admin-shift.ts';
import { makeProfile, type Profile, type StartedBrowser } from './profile.ts';
import { adminAccount, expectNoSidewaysScroll, goTo, signIn, waitForServiceWorker } from './sign-in.ts';
import { translatorTo } from './texts.ts';

const translate = translatorTo('ar');
/** An English text of the app in Arabic, with its values. */
const ar = (english: string, values: Record<string, string | number> = {}): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), translate(english));

const notes = 'الرمز NB-7781';
const answer = 'سنرسل الرمز اليوم';
/** What is queued offline: delivery, status, product, category, the read notification, reply and status of the ticket. */
const queued = 7;

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let profile: Profile;
let shift: Shift;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  profile = await makeProfile('phone', 'ar');
  shift = await prepareShift(server, shop);
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
  await profile.remove();
});

test('E3 OF-05 an admin works on a phone without a connection, in Arabic: all of it is queued, stays when the browser is closed, and arrives once, in order', async () => {
  let browser = await profile.start();
  await signIn(browser.page, network.url, await adminAccount(server));
  await waitForServiceWorker(browser.page);
  await expect(badge(browser.page, ar('Up to date'))).toBeAttached();

  await test.step('the network goes: a delivery, statuses, the catalogue and a ticket', async () => {
    await setOffline(browser, true);
    await deliver(browser.page);
    await setStatuses(browser.page);
    await switchOff(browser.page, '/admin/products', shift.product, '{title} is available');
    await switchOff(browser.page, '/admin/categories', shift.category, '{title} is active');
    await answerTicket(browser.page);
  });
  await test.step('money waits for a connection, and the page says so', async () => {
    const { page } = browser;
    await goTo(page, `/admin/users/${shift.customer.id}`);
    await expect(page.getByText(shift.customer.email)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await goTo(page, `/admin/users/${shift.customer.id}?adjust=${shift.customer.id}`);
    await expect(
      page.getByRole('dialog').getByText(ar('You are offline. A balance is only changed with a connection.')),
    ).toBeVisible();
  });
  await test.step('the browser is closed and opened again, still without a connection', async () => {
    await browser.context.close();
    browser = await profile.start();
    await setOffline(browser, true);
    await expectQueued(browser.page);
  });
  await test.step('the network is back, and the first answer to the changes is lost', async () => {
    network.inject('lose-answer', 'POST /api/sync');
    await setOffline(browser, false);
    await expect(browser.page.getByText(ar('Everything is saved on the server.'))).toBeVisible();
    expect(network.happened).toEqual(['lose-answer POST /api/sync']);
    await expectArrivedOnce();
  });
  await test.step('the refund that needed the connection moves the money once', async () => {
    const { page } = browser;
    await chooseStatus(page, shift.toRefund, 'Refunded');
    const question = page.getByRole('alertdialog');
    // Not as in the cell of the status, which it was opened from.
    await expect(question).toHaveCSS('text-align', 'start');
    await expect(question).toHaveCSS('font-weight', '400');
    await question.getByRole('button', { name: ar('Set “{status}”', { status: ar('Refunded') }) }).click();
    await expect
      .poll(async () => (await shop.ledger(shift.customer.email)).map(({ kind }) => kind))
      .toEqual(['add', 'charge', 'charge', 'return']);
  });
  await browser.context.close();
});

/** Cuts the browser and the server's port from each other. */
async function setOffline({ context }: StartedBrowser, isOffline: boolean): Promise<void> {
  network.setDown(isOffline);
  await context.setOffline(isOffline);
}

/** Opens the delivery from its address, without a network, and queues it with notes and a proof. */
async function deliver(page: Page): Promise<void> {
  const { toDeliver: id } = shift;
  await page.goto(`${network.url}/admin/orders?deliver=${id}`);
  const dialog = page.getByRole('dialog', { name: ar('Deliver order #{id}', { id }) });
  await dialog.getByLabel(ar('Delivery notes (optional)')).fill(notes);
  const { name, type: mimeType, bytes } = await png();
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
  await dialog.getByRole('button', { name: ar('Deliver'), exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(statusOf(page, id, 'Completed')).toBeVisible();
}

/** Sets a status that moves no money; those that do are disabled, with the reason above them. */
async function setStatuses(page: Page): Promise<void> {
  await statusOf(page, shift.toRefund).click();
  const menu = page.getByRole('menu');
  await expect(page.getByText(ar('You are offline. A status that moves money needs a connection.'))).toBeVisible();
  for (const status of ['Refunded', 'Canceled'])
    await expect(menu.getByRole('menuitemradio', { name: ar(status) })).toBeDisabled();
  await menu.getByRole('menuitemradio', { name: ar('Processing') }).click();
  await expect(statusOf(page, shift.toRefund, 'Processing')).toBeVisible();
}

async function chooseStatus(page: Page, order: number, status: string): Promise<void> {
  await goTo(page, '/admin/orders');
  await statusOf(page, order).click();
  await page.getByRole('menuitemradio', { name: ar(status) }).click();
}

/** The badge with the status of an order in the list. */
const statusOf = (page: Page, id: number, status?: string): Locator =>
  page.getByRole('button', {
    name: ar('Status of order {id}: {label}', { id, label: status ? ar(status) : '' }),
    exact: status !== undefined,
  });

async function switchOff(page: Page, path: string, title: string, label: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('searchbox').first().fill(title);
  await page.keyboard.press('Enter');
  const control = page.getByRole('switch', { name: ar(label, { title: `\u2068${title}\u2069` }), exact: true });
  await expect(control).toBeChecked();
  await control.click();
  await expect(control).not.toBeChecked();
  await expect(pendingMarks(page)).toHaveCount(1);
}

async function answerTicket(page: Page): Promise<void> {
  await goTo(page, `/admin/tickets/${shift.ticketId}`);
  await page.getByLabel(ar('Your reply')).fill(answer);
  await page.getByRole('button', { name: ar('Send'), exact: true }).click();
  await expect(messages(page).last()).toContainText(answer);
  await page.getByRole('button', { name: new RegExp(`^${ar('Status of {ticketName}', { ticketName: '' })}`) }).click();
  await page.getByRole('menuitemradio', { name: ar('Resolved'), exact: true }).click();
  await expect(badge(page, String(queued))).toBeAttached();
}

/** Checks that the queued changes are shown by the outbox, the list, the order and the ticket. */
async function expectQueued(page: Page): Promise<void> {
  await page.goto(`${network.url}/admin/orders`);
  await expect(statusOf(page, shift.toDeliver, 'Completed')).toBeVisible();
  await expect(statusOf(page, shift.toRefund, 'Processing')).toBeVisible();
  await expect(pendingMarks(page)).toHaveCount(2);
  await page.getByRole('button', { name: ar('Open order {id}', { id: shift.toDeliver }) }).click();
  await expect(page.getByRole('dialog').getByText(notes)).toBeVisible();
  await goTo(page, `/admin/tickets/${shift.ticketId}`);
  await expect(messages(page).last()).toContainText(answer);
  await goTo(page, '/dashboard/outbox');
  await expect(page.getByRole('main').getByRole('heading', { level: 3 })).toHaveCount(queued);
  for (const title of [shift.product, shift.category, shift.subject])
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible();
  await expectNoSidewaysScroll(page);
}

const pendingMarks = (page: Page): Locator => page.getByRole('main').getByText(ar('Waiting to be sent'));

/** The state of the sync in the header; on a phone only screen readers get the words. */
const badge = (page: Page, words: string): Locator => page.getByRole('banner').getByRole('status').getByText(words);

async function expectArrivedOnce(): Promise<void> {
  const history = await shop.history();
  expect(history[`orders:${shift.toDeliver}`]).toEqual(['order.place', 'order.deliver completed']);
  expect(history[`orders:${shift.toRefund}`]).toEqual(['order.place', 'order.status processing']);
  expect(history[`tickets:${shift.ticketId}`]).toEqual([
    'ticket.open',
    'ticket.reply in_progress',
    'ticket.status resolved',
  ]);
  expect(await shop.textsBySubject(shift.customer.email, shift.subject)).toEqual({
    [shift.subject]: [shift.subject, answer],
  });
  expect(await shop.proofIdOf(shift.toDeliver)).not.toBeNull();
  expect(await shift.readCatalogue()).toEqual({
    isAvailable: false,
    isActive: false,
    changes: ['product.create active', 'product.update', 'category.create', 'category.update'],
  });
}
