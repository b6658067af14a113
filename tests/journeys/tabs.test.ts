import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { browserOf, customerAccount, goTo, installed, signIn, type Account } from './house.ts';

test.use({ trace: 'off' });

let server: RunningServer;
let network: FaultProxy;
let house: ReturnType<typeof openHouse>;
let amina: Account;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  house = openHouse(server.dataFolder);
  amina = await customerAccount(server);
});

test.afterAll(async () => {
  await house.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => network.setDown(false));

test('a reply in one tab shows in the other, and each is sent once', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  const subject = 'Two tabs';
  await openTicket(page, subject);
  const other = await context.newPage();
  await other.goto(page.url());

  await reply(page, 'From the first tab');
  await expect(articles(other).last()).toContainText('From the first tab');
  network.setDown(true);
  await reply(other, 'From the second tab');
  await expect(articles(page).last()).toContainText('From the second tab');
  await reply(page, 'From the first tab again');
  await expect(articles(other).last()).toContainText('From the first tab again');
  network.setDown(false);

  for (const tab of [page, other]) await upToDate(tab);
  expect(await textsOf(subject)).toEqual([
    subject,
    'From the first tab',
    'From the second tab',
    'From the first tab again',
  ]);
  await context.close();
});

test('the service worker sends what waits when the last tab is closed', async ({ browser }) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  await installed(page);
  const subject = 'Closed tab';
  await openTicket(page, subject);
  await upToDate(page);
  network.setDown(true);
  await reply(page, 'Written before the tab was closed');
  const wake = await wakerOf(context, page);
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
  await installed(page);
  const subject = 'Updated';
  await openTicket(page, subject);
  await upToDate(page);
  const texts = Array.from({ length: 10 }, (_, position) => `Waiting ${position + 1}`);
  network.inject('lose-request', 'POST /api/sync', Infinity);
  for (const text of texts) await reply(page, text);

  network.release({
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
  await expect(articles(page)).toContainText([subject, ...texts]);
  expect(await textsOf(subject)).toEqual([subject]);

  network.mend();
  await upToDate(page);
  expect(await textsOf(subject)).toEqual([subject, ...texts]);
  await context.close();
});

/** Opens a ticket whose text is its subject. */
async function openTicket(page: Page, subject: string): Promise<void> {
  await goTo(page, '/user/tickets/create');
  await page.getByLabel('Subject').fill(subject);
  await page.getByLabel('Type').selectOption('technical');
  await page.getByLabel('Content').fill(subject);
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(articles(page)).toContainText([subject]);
}

async function reply(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your reply').fill(text);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(articles(page).last()).toContainText(text);
  await expect(page.getByLabel('Your reply')).toHaveValue('');
}

/**
 * Gives how the browser tells the service worker of a page that the connection is back. By itself Chromium does so
 * when the connection of the machine comes back, which no test can arrange.
 */
async function wakerOf(context: BrowserContext, page: Page): Promise<() => Promise<void>> {
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

const articles = (page: Page) => page.getByRole('article');

const upToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible({ timeout: 20_000 });

const textsOf = async (subject: string): Promise<string[]> =>
  (await house.conversations(amina.email, subject))[subject] ?? [];
