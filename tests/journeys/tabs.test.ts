import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { messages, openTicket, reply } from './help-desk.ts';
import { browserOf, customerAccount, installed, signIn, type Account } from './house.ts';

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

test.afterEach(() => {
  network.setDown(false);
  network.mend();
});

test('a reply in one tab shows in the other, and each is sent once', async ({ browser }) => {
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

  for (const tab of [page, other]) await upToDate(tab);
  expect(await textsOf(subject)).toEqual([
    subject,
    'From the first tab',
    'From the second tab',
    'From the first tab again',
  ]);
  await context.close();
});

/** Milliseconds after which a tab takes the lock of a frozen one over (sync.md), and how many they last in this test. */
const takeover = { after: 90_000, lasts: 5_000 };

test('OF-23 a tab that is frozen while it syncs gives way to another one after 90 s, and all is sent once', async ({
  browser,
}) => {
  const { page: frozen, context } = await browserOf(browser, 'laptop');
  await signIn(frozen, network.url, amina);
  const subject = 'Frozen tab';
  await openTicket(frozen, subject);
  await upToDate(frozen);
  const other = await context.newPage();
  await other.addInitScript(shortenTimer, takeover);
  await other.goto(frozen.url());
  await upToDate(other);
  network.inject('hold-answer', 'POST /api/sync');
  await reply(frozen, 'From the frozen tab');
  await expect.poll(() => textsOf(subject)).toEqual([subject, 'From the frozen tab']);
  const thaw = await freeze(frozen);

  await reply(other, 'From the other tab');
  const repliedAt = Date.now();
  const all = [subject, 'From the frozen tab', 'From the other tab'];
  await expect.poll(() => textsOf(subject), { intervals: [100] }).toEqual(all);
  expect(Date.now() - repliedAt).toBeGreaterThan(takeover.lasts / 2);
  await upToDate(other);

  network.mend();
  await thaw();
  await upToDate(frozen);
  await reply(frozen, 'From the thawed tab');
  await upToDate(frozen);
  for (const tab of [frozen, other]) await expect(messages(tab)).toContainText([...all, 'From the thawed tab']);
  expect(await textsOf(subject)).toEqual([...all, 'From the thawed tab']);
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
  await expect(messages(page)).toContainText([subject, ...texts]);
  expect(await textsOf(subject)).toEqual([subject]);

  network.mend();
  await upToDate(page);
  expect(await textsOf(subject)).toEqual([subject, ...texts]);
  await context.close();
});

/** Runs in the page: timers of `after` ms end after `lasts` ms. */
function shortenTimer({ after, lasts }: typeof takeover): void {
  const start = globalThis.setTimeout;
  const shortened = (run: () => void, ms?: number) => start(run, ms === after ? lasts : ms);
  globalThis.setTimeout = shortened as typeof setTimeout;
}

/**
 * Stops everything that a page does, and gives how to let it go on. Chromium freezes no page that is in sight, as all
 * pages of tests are; for the page, a stop of the debugger is the same.
 */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Debugger.enable');
  const stopped = new Promise((resolve) => devTools.once('Debugger.paused', resolve));
  await devTools.send('Debugger.pause');
  await stopped;
  return async () => {
    await devTools.send('Debugger.resume');
    await devTools.detach();
  };
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

const upToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible({ timeout: 20_000 });

const textsOf = async (subject: string): Promise<string[]> =>
  (await house.conversations(amina.email, subject))[subject] ?? [];
