import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { messages, openTicket, reply } from './help-desk.ts';
import { adminAccount, browserOf, customerAccount, goTo, signIn, type Account } from './sign-in.ts';
import { shortenTimer, workerScript } from './worker-files.ts';

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let amina: Account;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  amina = await customerAccount(server);
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => {
  network.repair();
  network.release({});
});

test('the first load of an admin is stored by a worker: the page writes no row of the server', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await context.addInitScript(countWrites);
  await signIn(page, network.url, await adminAccount(server));
  await expectUpToDate(page);

  await goTo(page, '/admin/orders');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect(page.workers()).toHaveLength(1);
  const written = await page.evaluate(() => (globalThis as unknown as Writes).writes);
  // What the page itself stores, so that the counter is seen to count.
  expect(Object.keys(written)).toContain('meta');
  expect(serverTables.filter((table) => table in written)).toEqual([]);
  await context.close();
});

test('while the first answer of a device is under way, the page requests nothing that can wait', async ({
  browser,
}) => {
  const { page, context } = await signedIn(browser);
  await emptyDevice(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const canWait = ['update-prompt', 'workbox-window', 'tooltips', 'open-orders'];
  const manifest = page.locator('link[rel=manifest]');
  const found = () => canWait.filter((name) => requested.some((path) => path.includes(name)));
  network.inject('hold-answer', 'POST /api/sync');
  const isSent = network.next('POST /api/sync');

  await page.goto(`${network.url}/dashboard/user`);
  await isSent;
  await page.getByRole('navigation').first().waitFor();
  for (let turn = 0; turn < 3; turn++)
    await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(() => setTimeout(resolve, 100))));
  expect(found()).toEqual([]);
  await expect(manifest).toHaveCount(0);

  network.repair();
  await expectUpToDate(page);
  await expect.poll(found).toEqual(canWait);
  await expect(manifest).toHaveCount(1);
  await context.close();
});

test('a reply is sent once when the browser ends the worker while its answer is under way', async ({ browser }) => {
  const { page, context } = await signedIn(browser);
  const subject = 'Ended worker';
  await openTicket(page, subject);
  await expectUpToDate(page);
  network.inject('hold-answer', 'POST /api/sync');
  const isSent = network.next('POST /api/sync');
  await reply(page, 'Sent before the end');
  await isSent;

  const [worker] = page.workers();
  // The promise of a call into a worker that has ended stays open.
  void worker!.evaluate(() => close()).catch(() => null);

  await expectUpToDate(page);
  await expect.poll(() => textsOf(subject)).toEqual([subject, 'Sent before the end']);
  await reply(page, 'Sent after the end');
  await expect.poll(() => textsOf(subject)).toEqual([subject, 'Sent before the end', 'Sent after the end']);
  expect(page.workers()).toHaveLength(1);
  await expect(messages(page)).toHaveCount(3);
  await context.close();
});

test('the page sends changes itself where the script of the worker cannot be loaded', async ({ browser }) => {
  network.answer({ status: 404 }, new RegExp(`^GET ${workerScript()}$`), Infinity);

  await expectWorkOfPage(browser, 'No script');

  expect(network.happened).toContain(`404 GET ${workerScript()}`);
});

test('the page sends changes itself where a part of the worker cannot be loaded', async ({ browser }) => {
  network.release({ [workerScript()]: (script) => script.replace(/\.\/sync-\w+\.js/, './missing.js') });
  const isRequested = network.next('GET /assets/missing.js');

  await expectWorkOfPage(browser, 'No part');

  await isRequested;
});

/** Removes what the device has stored, but for the session, as if the user had just signed in on it. */
async function emptyDevice(page: Page): Promise<void> {
  await page.goto(`${network.url}/robots.txt`);
  await page.evaluate(async () => {
    localStorage.removeItem('cod_loaded');
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve) => (indexedDB.deleteDatabase(name!).onsuccess = resolve));
  });
}

/** Checks that a ticket is sent without a worker. */
async function expectWorkOfPage(browser: Browser, subject: string): Promise<void> {
  const { page, context } = await signedIn(browser);
  await openTicket(page, subject);
  await expectUpToDate(page);
  expect(await textsOf(subject)).toEqual([subject]);
  expect(page.workers()).toEqual([]);
  await context.close();
}

test('the worker ends after a minute without work, and the next change starts another one', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await page.addInitScript(shortenTimer, { after: 60_000, lasts: 2_000 });
  const isFirstStarted = page.waitForEvent('worker');
  await signIn(page, network.url, amina);
  await isFirstStarted;

  await expect.poll(() => page.workers()).toEqual([]);
  const isStarted = page.waitForEvent('worker');
  await openTicket(page, 'After a minute');

  await isStarted;
  await expect.poll(() => textsOf('After a minute')).toEqual(['After a minute']);
  await expect.poll(() => page.workers()).toEqual([]);
  await context.close();
});

test('a sign-out ends the worker, also while it waits for an answer, and leaves no database of the user', async ({
  browser,
}) => {
  const { page, context } = await signedIn(browser);
  const errors: string[] = [];
  page.on('pageerror', ({ stack = '' }) => errors.push(stack));
  await goTo(page, '/dashboard/settings');
  await expectUpToDate(page);
  await network.untilQuiet('POST /api/sync');
  network.inject('hold-answer', 'POST /api/sync', Infinity);

  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).click();

  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect.poll(() => page.workers()).toEqual([]);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(names).toEqual(['cod_device']);
  expect(errors).toEqual([]);
  await context.close();
});

/** The tables of a device whose rows come from the server. */
const serverTables = [
  'account',
  'categories',
  'products',
  'people',
  'tickets',
  'responses',
  'orders',
  'ledger',
  'notifications',
];

interface Writes {
  writes: Record<string, number>;
}

/** Runs in the page: counts its writes by table. */
function countWrites(): void {
  const counts = ((globalThis as unknown as Writes).writes = {});
  const count = ({ name }: IDBObjectStore) => {
    (counts as Record<string, number>)[name] = ((counts as Record<string, number>)[name] ?? 0) + 1;
  };
  const { add, put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
    count(this);
    return add.apply(this, args);
  };
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
    count(this);
    return put.apply(this, args);
  };
}

async function signedIn(browser: Browser): Promise<{ page: Page; context: BrowserContext }> {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  return { page, context };
}

const expectUpToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible();

const textsOf = async (subject: string): Promise<string[]> =>
  (await shop.textsBySubject(amina.email, subject))[subject] ?? [];
