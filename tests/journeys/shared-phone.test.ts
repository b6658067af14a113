import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { readDevice, storedDrafts, type DeviceContents } from './device-contents.ts';
import {
  browserOf,
  customerAccount,
  goTo,
  waitForServiceWorker,
  otherCustomerAccount,
  signIn,
  type Account,
} from './sign-in.ts';

/** Texts of Amina that occur nowhere else. */
const canaries = {
  subject: 'canary of a subject',
  ticket: 'canary of a ticket',
  reply: 'canary of a reply',
  order: 'canary of a placed order',
  draft: 'canary of a draft',
  file: 'canary of a chosen file',
  orderDraft: 'canary of an order draft',
  waiting: 'canary of a waiting reply',
};
/** Her texts and a file that the server does not have; at a sign-out she may keep them on the device. */
const unsent = [canaries.draft, canaries.file, canaries.orderDraft, canaries.waiting];
const fromServer = [canaries.subject, canaries.ticket, canaries.reply, canaries.order];

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let amina: Account;
let karim: Account;
let ticketId: string;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  amina = await customerAccount(server);
  karim = await otherCustomerAccount(server);
  ticketId = await writeCanaries();
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => network.repair());

test('D-11 after a sign-out that discards unsent changes, no data of the customer is on the device, in another tab or behind the back button', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const other = await context.newPage();
  await other.goto(`${network.url}/user/tickets/${ticketId}`);
  await expect(other.getByText(canaries.reply)).toBeVisible();
  const waiting = await leaveUnsent(page);
  await expectStored(page, Object.values(canaries));

  await signOut(page, 'Log out and discard');

  await expect(other).toHaveURL(/\/auth\/login/);
  for (const tab of [page, other]) await expectNothingOf(tab, [...Object.values(canaries), amina.email, 'Amina']);
  await page.goBack();
  await expect(page.locator('input[name=email]')).toBeVisible();
  await expectNothingOf(page, [...Object.values(canaries), amina.email, 'Amina']);
  expect(await textsOf(amina)).not.toContain(waiting);
  await context.close();
});

test('D-11 OF-07 OF-16 after a sign-out that keeps the changes, another customer neither sees nor sends them, and their author sends them once', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const waiting = await leaveUnsent(page);

  await signOut(page, /keep all of it on this device/);

  await expect(page.getByText('to send 1 change')).toBeVisible();
  network.repair();
  await expectOnlyUnsent(page);
  await test.step('another customer signs in', async () => {
    await signIn(page, network.url, karim);
    await expectUpToDate(page);
    for (const path of ['/dashboard/user', '/user/tickets', '/user/orders', '/dashboard/outbox']) {
      await goTo(page, path);
      await expectUpToDate(page);
      expectNone((await readDevice(page)).dom, [...Object.values(canaries), 'Amina']);
    }
    await expectOnlyUnsent(page);
    expect(await textsOf(karim)).toEqual([]);
    expect(await textsOf(amina)).not.toContain(waiting);
    await signOut(page);
  });

  await signIn(page, network.url, amina);
  await goTo(page, `/user/tickets/${ticketId}`);
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue(canaries.draft);
  await expect(page.getByRole('button', { name: `Remove \u2068${canaries.file}.pdf\u2069` })).toBeVisible();
  await expectUpToDate(page);
  await expect.poll(async () => (await textsOf(amina)).filter((text) => text === waiting)).toHaveLength(1);
  await context.close();
});

for (const isOpen of [true, false]) {
  test(`S4-20 when a session is revoked while the app is ${isOpen ? 'open' : 'closed'}, the device deletes the server’s rows and keeps unsent changes`, async ({
    browser,
  }) => {
    const { page: first, context } = await browserOf(browser, 'laptop');
    await signIn(first, network.url, amina);
    await leaveUnsent(first);
    await expectStored(first, Object.values(canaries));

    const token = await first.evaluate(() => localStorage.getItem('cod_token'));
    const page = isOpen ? first : await context.newPage();
    if (!isOpen) await first.close();
    const revoked = await fetch(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(revoked.status).toBe(200);
    network.repair();
    if (!isOpen) await page.goto(`${network.url}/user/tickets/${ticketId}`);

    await expect(page).toHaveURL(/\/auth\/login\?/);
    await expect(page.getByText('to send 1 change')).toBeVisible();
    await expectOnlyUnsent(page);
    await context.close();
  });
}

/** Creates a ticket with a reply and an order with a message on the server; returns the id of the ticket. */
async function writeCanaries(): Promise<string> {
  const signedIn = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(amina),
  });
  const { data } = (await signedIn.json()) as { data: { token: string } };
  const post = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${data.token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
    return (await answer.json()) as { ticket: { id: string } };
  };
  const texts = { subject: canaries.subject, content: canaries.ticket };
  const { ticket } = await post('/api/tickets', { ...texts, type: 'general', priority: 'medium' });
  await post(`/api/tickets/${ticket.id}/response`, { content: canaries.reply });
  await shop.credit(amina.email, 1_000);
  const { id, variantId, cents } = await shop.productWithVariants();
  await post('/api/orders', {
    product_id: id,
    product_variant_id: variantId,
    price: cents / 100,
    message: canaries.order,
  });
  return ticket.id;
}

/** Loads the server's rows, then leaves a reply that cannot be sent and two drafts, one with a file; returns the reply. */
async function leaveUnsent(page: Page): Promise<string> {
  const waiting = `${canaries.waiting} ${randomUUID()}`;
  await waitForServiceWorker(page);
  const { id } = await shop.productWithVariants();
  await goTo(page, `/user/tickets/${ticketId}`);
  await expect(page.getByText(canaries.reply)).toBeVisible();
  await expectUpToDate(page);
  network.inject('lose-request', 'POST /api/sync', Infinity);
  await page.getByLabel('Your reply').fill(waiting);
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(page.getByRole('article').getByText(waiting)).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');
  await page.getByLabel('Your reply').fill(canaries.draft);
  const pdf = { name: `${canaries.file}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(canaries.file) };
  await page.locator('input[type=file][multiple]').setInputFiles(pdf);
  await goTo(page, `/user/catalogue?buy=${id}`);
  await page.getByLabel('Message (optional)').fill(canaries.orderDraft);
  await expect.poll(async () => (await storedDrafts(page)).filter((draft) => draft.includes('canary')).length).toBe(3);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return waiting;
}

/** Signs out in the settings; with something unsent, `choice` is the button that is pressed. */
async function signOut(page: Page, choice?: string | RegExp): Promise<void> {
  await goTo(page, '/dashboard/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();
  if (choice) await page.getByRole('button', { name: choice }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** Checks that the device has these texts: without them, a later check that they are gone would prove nothing. */
async function expectStored(page: Page, texts: string[]): Promise<void> {
  const contents = JSON.stringify((await readDevice(page)).databases);
  for (const text of texts) expect(contents).toContain(text);
}

async function expectNothingOf(page: Page, texts: string[]): Promise<void> {
  await expect(page.locator('input[name=email]')).toBeVisible();
  const contents = await readDevice(page);
  expectNone(JSON.stringify(contents), texts);
  expectNoPictures(contents);
  // The customer's database is emptied at once, and deleted when the last tab has closed it.
  await expect.poll(async () => Object.keys((await readDevice(page)).databases)).toEqual(['cod_device']);
}

/** Checks that Amina's unsent texts are only in her database, and that none of her texts from the server is stored. */
async function expectOnlyUnsent(page: Page): Promise<void> {
  const contents = await readDevice(page);
  const herDatabase = Object.values(contents.databases).find(({ outbox = [] }) => outbox.length > 0);
  expect(herDatabase?.outbox?.filter((item) => item.includes(canaries.waiting))).toHaveLength(1);
  expect(herDatabase?.drafts?.filter((draft) => unsent.some((text) => draft.includes(text)))).toHaveLength(3);
  expectNone(JSON.stringify(contents), fromServer);
  // A queued reply also has a row in `responses`.
  if (herDatabase) Object.assign(herDatabase, { outbox: [], drafts: [], responses: [] });
  expectNone(JSON.stringify(contents), unsent);
}

function expectNone(contents: string, texts: string[]): void {
  expect(texts.filter((text) => contents.includes(text))).toEqual([]);
}

/** Checks that only the cache of the app's files is left: each user's pictures have one of their own. */
const expectNoPictures = (contents: DeviceContents): void =>
  expect(Object.keys(contents.caches).filter((name) => !name.includes('precache'))).toEqual([]);

const expectUpToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible();

/** The texts of this customer's ticket with the subject of the canaries. */
const textsOf = async ({ email }: Account): Promise<string[]> =>
  (await shop.textsBySubject(email, canaries.subject))[canaries.subject] ?? [];
