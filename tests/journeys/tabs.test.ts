import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { storedDrafts } from './device-contents.ts';
import { messages, openTicket, reply } from './help-desk.ts';
import { browserOf, customerAccount, waitForServiceWorker, signIn, type Account } from './sign-in.ts';
import { runInWorkers, shortenTimer } from './worker-files.ts';

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
  network.setDown(false);
  network.repair();
  network.release({});
});

test('OF-23 a reply in one tab shows in the other tab, and each reply is sent once', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const subject = 'Two tabs';
  await openTicket(page, subject);
  const other = await context.newPage();
  await other.goto(page.url());

  await reply(page, 'From the first tab');
  await expect(messages(other).last()).toContainText('From the first tab');
  network.setDown(true);
  await reply(other, 'From the second tab');
  await expect(messages(page).last()).toContainText('From the second tab');
  await reply(page, 'From the first tab again');
  await expect(messages(other).last()).toContainText('From the first tab again');
  network.setDown(false);

  for (const tab of [page, other]) await expectUpToDate(tab);
  await expect
    .poll(() => textsOf(subject))
    .toEqual([subject, 'From the first tab', 'From the second tab', 'From the first tab again']);
  await context.close();
});

test('OF-37 a reply that is typed in one tab stays when another tab sends its own, also after a reload', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const subject = 'Two texts';
  await openTicket(page, subject);
  await expectUpToDate(page);
  const other = await context.newPage();
  await other.goto(page.url());
  // It shows the draft that is stored when it opens.
  await expect(messages(other)).toHaveCount(1);
  await expect(other.getByLabel('Your reply')).toHaveValue('');
  const [text, sent] = ['Still being typed', 'Sent from the other tab'];

  await page.getByLabel('Your reply').fill(text);
  await expect.poll(async () => (await storedDrafts(page)).join()).toContain(text);
  await reply(other, sent);
  await expect(messages(page).last()).toContainText(sent);
  await expect(page.getByLabel('Your reply')).toHaveValue(text);

  await page.reload();
  await expect(page.getByLabel('Your reply')).toHaveValue(text);
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect.poll(() => textsOf(subject)).toEqual([subject, sent, text]);
  expect(await storedDrafts(page)).toEqual([]);
  await context.close();
});

/** After `after` ms a tab takes over the lock of a frozen tab; the test shortens this to `lasts` ms. */
const takeover = { after: 90_000, lasts: 5_000 };

test('OF-23 90 s after a tab is frozen while it syncs, another tab takes over, and everything is sent once', async ({
  browser,
}) => {
  runInWorkers(network, shortenTimer, takeover);
  const { page: frozen, context } = await browserOf(browser, 'laptop');
  await frozen.addInitScript(countTransactions);
  await signIn(frozen, network.url, amina);
  const subject = 'Frozen tab';
  await openTicket(frozen, subject);
  await expectUpToDate(frozen);
  const other = await context.newPage();
  await other.addInitScript(shortenTimer, takeover);
  await other.goto(frozen.url());
  await expectUpToDate(other);
  // The pass whose answer is held is then that of the reply.
  await network.untilQuiet('POST /api/sync');
  network.inject('hold-answer', 'POST /api/sync');
  await reply(frozen, 'From the frozen tab');
  await expect.poll(() => textsOf(subject)).toEqual([subject, 'From the frozen tab']);
  const thaw = await freeze(frozen);

  await reply(other, 'From the other tab');
  const repliedAt = Date.now();
  const all = [subject, 'From the frozen tab', 'From the other tab'];
  await expect.poll(() => textsOf(subject), { intervals: [100] }).toEqual(all);
  expect(Date.now() - repliedAt).toBeGreaterThan(takeover.lasts / 2);
  await expectUpToDate(other);

  network.repair();
  await thaw();
  await expectUpToDate(frozen);
  await reply(frozen, 'From the thawed tab');
  await expectUpToDate(frozen);
  for (const tab of [frozen, other]) await expect(messages(tab)).toContainText([...all, 'From the thawed tab']);
  await expect.poll(() => textsOf(subject)).toEqual([...all, 'From the thawed tab']);
  await context.close();
});

test('OF-07 the service worker sends the outbox when the last tab is closed', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  await waitForServiceWorker(page);
  const subject = 'Closed tab';
  await openTicket(page, subject);
  await expectUpToDate(page);
  network.setDown(true);
  await reply(page, 'Written before the tab was closed');
  const wake = await backgroundSyncOf(context, page);
  await page.close();
  expect(await textsOf(subject)).toEqual([subject]);
  network.setDown(false);

  await wake();

  await expect.poll(() => textsOf(subject)).toEqual([subject, 'Written before the tab was closed']);
  await context.close();
});

test('OF-22 the app is updated with 10 waiting replies: the new release sends each once, in order', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  await waitForServiceWorker(page);
  const subject = 'Updated';
  await openTicket(page, subject);
  await expectUpToDate(page);
  const texts = Array.from({ length: 10 }, (_, position) => `Waiting ${position + 1}`);
  network.inject('lose-request', 'POST /api/sync', Infinity);
  for (const text of texts) await reply(page, text);

  network.release({
    // Another revision of index.html, which makes this service worker a new one.
    '/service-worker.js': (script) => script.replace(/"revision":"(?=\w+","url":"index\.html")/, '$&2'),
    '/index.html': (html) => html.replace('<head>', '<head><meta name="release" content="second">'),
  });
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page
    .getByRole('status')
    .filter({ hasText: 'A new version is ready' })
    .getByRole('button', { name: 'Reload' })
    .click();
  await expect(page.locator('meta[name=release]')).toHaveAttribute('content', 'second');
  await expect(messages(page)).toContainText([subject, ...texts]);
  expect(await textsOf(subject)).toEqual([subject]);

  network.repair();
  await expectUpToDate(page);
  await expect.poll(() => textsOf(subject)).toEqual([subject, ...texts]);
  await context.close();
});

/**
 * Stops a page with `countTransactions`, and returns a function that lets it continue. Chromium freezes only hidden pages,
 * and the pages of tests are visible; a pause of the debugger stops a page in the same way. As Chromium freezes no page
 * whose transaction keeps another page waiting, this one is stopped between its transactions.
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Debugger.enable');
  const stopped = new Promise((resolve) => devTools.once('Debugger.paused', resolve));
  const expression = `(function stop() {
    if (openTransactions > 0) return void setTimeout(stop, 1);
    debugger;
  })()`;
  // The answer to a script that stops comes when the page continues.
  const evaluated = devTools.send('Runtime.evaluate', { expression });
  await stopped;
  return async () => {
    await devTools.send('Debugger.resume');
    await evaluated;
    await devTools.detach();
  };
}

/** Runs in a page before anything else: keeps the number of its open IndexedDB transactions in `openTransactions`. */
function countTransactions(): void {
  const counted = globalThis as typeof globalThis & { openTransactions: number };
  counted.openTransactions = 0;
  const open = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function transaction(...input) {
    const opened = open.apply(this, input);
    counted.openTransactions++;
    for (const end of ['complete', 'abort'])
      opened.addEventListener(end, () => void counted.openTransactions--, { once: true });
    return opened;
  };
}

/**
 * Returns a function that starts the service worker's sync, as the browser does when the connection is back. Chromium
 * itself does so only when the machine's connection is back, which a test cannot arrange.
 */
async function backgroundSyncOf(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
  const origin = new URL(page.url()).origin;
  const devTools = await context.newCDPSession(await context.newPage());
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own) resolve(own.registrationId);
    }),
  );
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return () =>
    devTools.send('ServiceWorker.dispatchSyncEvent', {
      origin,
      registrationId,
      tag: 'comptoir-outbox',
      lastChance: false,
    }) as Promise<unknown> as Promise<void>;
}

const expectUpToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible();

const textsOf = async (subject: string): Promise<string[]> =>
  (await shop.textsBySubject(amina.email, subject))[subject] ?? [];
