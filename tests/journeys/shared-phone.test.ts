import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { readDevice, storedDrafts, type DeviceContents } from './device-contents.ts';
import { browserOf, customerAccount, goTo, installed, otherCustomerAccount, signIn, type Account } from './house.ts';

/** Texts of Amina that occur nowhere else. */
const canaries = {
  subject: 'canary of a subject',
  ticket: 'canary of a ticket',
  reply: 'canary of a reply',
  order: 'canary of a placed order',
  draft: 'canary of a draft',
  orderDraft: 'canary of an order draft',
  waiting: 'canary of a waiting reply',
};
/** What she made and the server does not have: it may wait for her when she wants it to. */
const unsent = [canaries.draft, canaries.orderDraft, canaries.waiting];
const fromServer = [canaries.subject, canaries.ticket, canaries.reply, canaries.order];

let server: RunningServer;
let network: FaultProxy;
let house: ReturnType<typeof openHouse>;
let amina: Account;
let karim: Account;
let ticketId: string;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  house = openHouse(server.dataFolder);
  amina = await customerAccount(server);
  karim = await otherCustomerAccount(server);
  ticketId = await writeCanaries();
});

test.afterAll(async () => {
  await house.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => network.mend());

test('D-11 after a sign-out that discards, nothing of her is on the device, in its other tab or behind the back button', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const other = await context.newPage();
  await other.goto(`${network.url}/user/tickets/${ticketId}`);
  await expect(other.getByText(canaries.reply)).toBeVisible();
  const waiting = await leaveUnsent(page);
  await isFullOf(page, Object.values(canaries));

  await signOut(page, 'Log out and discard');

  await expect(other).toHaveURL(/\/auth\/login/);
  for (const tab of [page, other]) await hasNothingOf(tab, [...Object.values(canaries), amina.email, 'Amina']);
  await page.goBack();
  await expect(page.locator('input[name=email]')).toBeVisible();
  await hasNothingOf(page, [...Object.values(canaries), amina.email, 'Amina']);
  expect(await repliesOf(amina)).not.toContain(waiting);
  await context.close();
});

test('D-11 OF-07 what she keeps waiting at a sign-out is hers alone: another customer sees and sends none of it, she sends it once', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const waiting = await leaveUnsent(page);

  await signOut(page, /keep all of it on this device/);

  await expect(page.getByText('to send 1 change')).toBeVisible();
  network.mend();
  await keepsOnlyUnsent(page);
  await test.step('another customer signs in', async () => {
    await signIn(page, network.url, karim);
    await upToDate(page);
    for (const path of ['/dashboard/user', '/user/tickets', '/user/orders', '/dashboard/outbox']) {
      await goTo(page, path);
      await upToDate(page);
      hasNone((await readDevice(page)).dom, [...Object.values(canaries), 'Amina']);
    }
    await keepsOnlyUnsent(page);
    expect(await repliesOf(karim)).toEqual([]);
    expect(await repliesOf(amina)).not.toContain(waiting);
    await signOut(page);
  });

  await signIn(page, network.url, amina);
  await goTo(page, `/user/tickets/${ticketId}`);
  await expect(page.getByText(waiting)).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue(canaries.draft);
  await upToDate(page);
  expect((await repliesOf(amina)).filter((text) => text === waiting)).toHaveLength(1);
  await context.close();
});

for (const isOpen of [true, false]) {
  test(`OF-07 her session is revoked while the app is ${isOpen ? 'open' : 'closed'}: the server’s rows leave the device, what she made waits for her`, async ({
    browser,
  }) => {
    const { page: first, context } = await browserOf(browser, 'laptop');
    await signIn(first, network.url, amina);
    await leaveUnsent(first);
    await isFullOf(first, Object.values(canaries));

    const token = await first.evaluate(() => localStorage.getItem('cod_token'));
    const page = isOpen ? first : await context.newPage();
    if (!isOpen) await first.close();
    const revoked = await fetch(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(revoked.status).toBe(200);
    network.mend();
    if (!isOpen) await page.goto(`${network.url}/user/tickets/${ticketId}`);

    await expect(page).toHaveURL(/\/auth\/login\?/, { timeout: 20_000 });
    await expect(page.getByText('to send 1 change')).toBeVisible();
    await keepsOnlyUnsent(page);
    await context.close();
  });
}

/** A ticket with a reply and an order with a message, which the server has. */
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
  const { ticket } = await post('/api/tickets', {
    subject: canaries.subject,
    type: 'general',
    priority: 'medium',
    content: canaries.ticket,
  });
  await post(`/api/tickets/${ticket.id}/response`, { content: canaries.reply });
  await house.credit(amina.email, 1_000);
  const { id, variantId, cents } = await house.productWithVariants();
  await post('/api/orders', {
    product_id: id,
    product_variant_id: variantId,
    price: cents / 100,
    message: canaries.order,
  });
  return ticket.id;
}

/** Shows what the server has, then leaves a reply that cannot be sent and two drafts; gives the reply. */
async function leaveUnsent(page: Page): Promise<string> {
  const waiting = `${canaries.waiting} ${randomUUID()}`;
  await installed(page);
  const { id } = await house.productWithVariants();
  await goTo(page, `/user/tickets/${ticketId}`);
  await expect(page.getByText(canaries.reply)).toBeVisible();
  await upToDate(page);
  network.inject('lose-request', 'POST /api/sync', Infinity);
  await page.getByLabel('Your reply').fill(waiting);
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(page.getByRole('article').getByText(waiting)).toBeVisible();
  await expect(page.getByLabel('Your reply')).toHaveValue('');
  await page.getByLabel('Your reply').fill(canaries.draft);
  await goTo(page, `/user/catalogue?buy=${id}`);
  await page.getByLabel('Message (optional)').fill(canaries.orderDraft);
  await expect.poll(async () => (await storedDrafts(page)).filter((draft) => draft.includes('canary')).length).toBe(2);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return waiting;
}

/** Signs out in the settings; with something unsent, `choice` is the button that is pressed. */
async function signOut(page: Page, choice?: string | RegExp): Promise<void> {
  await goTo(page, '/dashboard/settings');
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click();
  if (choice) await page.getByRole('button', { name: choice }).click();
  await expect(page).toHaveURL(/\/auth\/login/, { timeout: 20_000 });
}

/** The canaries are found where they must not be later: otherwise finding none would say nothing. */
async function isFullOf(page: Page, texts: string[]): Promise<void> {
  const contents = JSON.stringify((await readDevice(page)).databases);
  for (const text of texts) expect(contents).toContain(text);
}

async function hasNothingOf(page: Page, texts: string[]): Promise<void> {
  await expect(page.locator('input[name=email]')).toBeVisible();
  const contents = await readDevice(page);
  hasNone(JSON.stringify(contents), texts);
  hasNoPictures(contents);
  // It is empty at once; it goes when the last tab that had it open has closed it.
  await expect.poll(async () => Object.keys((await readDevice(page)).databases)).toEqual(['cod_device']);
}

/** Her unsent texts are in her own database; nothing else of hers is anywhere, except for her name. */
async function keepsOnlyUnsent(page: Page): Promise<void> {
  const contents = await readDevice(page);
  const hers = Object.values(contents.databases).find(({ outbox = [] }) => outbox.length > 0);
  expect(hers?.outbox?.filter((item) => item.includes(canaries.waiting))).toHaveLength(1);
  expect(hers?.drafts?.filter((draft) => unsent.some((text) => draft.includes(text)))).toHaveLength(2);
  hasNone(JSON.stringify(contents), fromServer);
  // What waits makes its row on the screen, which lies beside it.
  if (hers) Object.assign(hers, { outbox: [], drafts: [], responses: [] });
  hasNone(JSON.stringify(contents), unsent);
}

function hasNone(contents: string, texts: string[]): void {
  expect(texts.filter((text) => contents.includes(text))).toEqual([]);
}

/** Each person's pictures are in a cache of their own. */
const hasNoPictures = (contents: DeviceContents): void =>
  expect(Object.keys(contents.caches).filter((name) => !name.includes('precache'))).toEqual([]);

const upToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible({ timeout: 20_000 });

/** The texts of the ticket with the canaries, of this customer. */
const repliesOf = async ({ email }: Account): Promise<string[]> =>
  (await house.conversations(email, canaries.subject))[canaries.subject] ?? [];
