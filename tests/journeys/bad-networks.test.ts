import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy, type ForeignAnswer } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { apiOf, type Api } from './api.ts';
import { attach, messages, openTicket, reply } from './help-desk.ts';
import { largePdf } from './large-pdf.ts';
import { adminAccount, browserOf, customerAccount, waitForServiceWorker, signIn, type Account } from './sign-in.ts';

/** Milliseconds within which everything is sent after the network is good again. */
const sentWithin = 5_000;
/** Milliseconds within which a visible page shows a change of another user. */
const shownWithin = 60_000;

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let amina: Account;
let admin: Api;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  amina = await customerAccount(server);
  admin = await apiOf(server.url, await adminAccount(server));
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test.afterEach(() => network.repair());

const portals: [string, ForeignAnswer][] = [
  [
    'its login page',
    { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Log in to this network</h1>' },
  ],
  ['foreign JSON', { status: 200, headers: { 'content-type': 'application/json' }, body: '{"login":"required"}' }],
  ['a redirect', { status: 302, headers: { location: '/network-login' } }],
];

test('OF-19 a captive portal that answers with a page, JSON or redirects loses no text, and the customer stays signed in', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  await signIn(page, network.url, amina);
  await waitForServiceWorker(page);
  const subject = 'Captive portal';
  await openTicket(page, subject);
  await expectUpToDate(page);
  const texts = portals.map(([name]) => `Written while the portal answered with ${name}`);

  for (const [position, [, answer]] of portals.entries()) {
    network.repair();
    network.answer(portals[0]![1], /^GET \/network-login$/, Infinity);
    network.answer(answer, /./, Infinity);
    await reply(page, texts[position]!);
    await expect(page.getByRole('banner').getByText(`Offline – ${position + 1} waiting`)).toBeVisible();
    const answers = network.happened.length;
    await expect.poll(() => network.happened.length).toBeGreaterThan(answers);
    await expect(page.getByRole('banner').getByText(`Offline – ${position + 1} waiting`)).toBeVisible();
    await expect(messages(page)).toContainText([subject, ...texts.slice(0, position + 1)]);
  }
  expect(await textsOf(subject)).toEqual([subject]);
  network.repair();

  await expect.poll(() => textsOf(subject), { timeout: sentWithin, intervals: [100] }).toEqual([subject, ...texts]);
  await expectUpToDate(page);
  expect(await textsOf(subject)).toEqual([subject, ...texts]);
  await context.close();
});

test('OF-41 a file that a proxy cuts holds back only its own ticket, and its reply can be sent without it', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  const status = page.getByRole('banner').getByRole('status');
  const [subject, other] = ['With a file that is cut', 'Beside the file that is cut'];
  await signIn(page, network.url, amina);
  await openTicket(page, subject);
  await expectUpToDate(page);
  const address = page.url();
  network.inject('lose-request', 'POST /api/files', Infinity);

  await page.getByLabel('Your reply').fill('See the scan');
  await attach(page, largePdf('scan.pdf', 100_000));
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(messages(page).last()).toContainText('The file does not get through');
  await expect(status).toHaveText('1 waiting');
  await openTicket(page, other);
  await expect.poll(() => textsOf(other)).toEqual([other]);
  await expect(status).toHaveText('1 waiting');
  await page.goto(address);
  await expect(messages(page).last()).toContainText('The file does not get through');
  await page.getByRole('button', { name: 'Change before it is sent' }).click();
  await page.getByRole('menuitem', { name: 'Send without the file' }).click();

  await expect.poll(() => textsOf(subject)).toEqual([subject, 'See the scan']);
  await expectUpToDate(page);
  expect(network.happened).toContain('lose-request POST /api/files');
  await context.close();
});

const streams: { name: string; breakStream(page: Page): Promise<void> }[] = [
  {
    name: 'has been cut',
    async breakStream() {
      network.setDown(true);
      network.setDown(false);
    },
  },
  {
    name: 'is dead without having been closed',
    async breakStream() {
      network.silenceStreams();
    },
  },
  {
    name: 'has been cut, and new streams are never answered',
    async breakStream() {
      network.inject('hold-answer', 'GET /api/sync/events', Infinity);
      network.setDown(true);
      network.setDown(false);
    },
  },
];

for (const { name, breakStream } of streams) {
  test(`a page shows an admin’s reply within a minute when its event stream ${name}`, async ({ browser }) => {
    const { page, context } = await browserOf(browser, 'laptop');
    await page.clock.install();
    await signIn(page, network.url, amina);
    const subject = `The event stream ${name}`;
    await openTicket(page, subject);
    await expectUpToDate(page);
    const ticket = new URL(page.url()).pathname.split('/').at(-1);
    await admin.post(`/api/tickets/${ticket}/response`, { content: 'Through the stream' });
    await expect(messages(page)).toContainText([subject, 'Through the stream']);

    await breakStream(page);
    await passTime(page, 1_000);
    await admin.post(`/api/tickets/${ticket}/response`, { content: 'Without the stream' });
    await passTime(page, shownWithin);

    await expect(messages(page)).toContainText([subject, 'Through the stream', 'Without the stream']);
    await context.close();
  });
}

/**
 * Lets `ms` of the page's time pass, second by second, and each request have its answer in between: if a minute passed at
 * once, a request would meet its time limit before the server could answer.
 */
async function passTime(page: Page, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await page.clock.runFor(1_000);
    await delay(100);
    await network.untilAnswered();
  }
}

const expectUpToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible();

const textsOf = async (subject: string): Promise<string[]> =>
  (await shop.textsBySubject(amina.email, subject))[subject] ?? [];
