import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy, type ForeignAnswer } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import {
  expectArrivedOnceInOrder,
  countBulkChanged,
  bulkSize,
  expectFilesArrivedWhole,
  firstSubject,
  prepareDay,
  secondSubject,
  textsOf,
  thirdSubject,
  type Day,
  type Paths,
} from './day-of-work.ts';
import { assignTo, messages, openTicket, reply, setAllOnPage, setStatus } from './help-desk.ts';
import {
  adminAccount,
  browserOf,
  customerAccount,
  goTo,
  waitForServiceWorker,
  signIn,
  type Account,
} from './sign-in.ts';
import { queueDelivery } from './queue-delivery.ts';

/** The share of the answers that are lost. */
const lostShare = 0.1;
/** Milliseconds within which everything is sent after the network is good again. */
const sentWithin = 60_000;

let server: RunningServer;
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test('OF-05 OF-07 a day on a bad network: all changes of an admin and a customer arrive once, complete and in order, within a minute after the connection is good again', async ({
  browser,
}) => {
  const [sara, amina] = [await adminAccount(server), await customerAccount(server)];
  const day = await prepareDay({ server, shop }, amina);
  const { page: phone, context: phoneContext } = await browserOf(browser, 'phone');
  const { page, context } = await browserOf(browser, 'laptop');
  await signInAndSync(phone, amina);
  await signInAndSync(page, sara);
  network.loseAnswers(lostShare);

  await test.step('the server is killed while the photo of a ticket is uploaded; another ticket is opened meanwhile', async () => {
    await killServerDuring(
      'POST /api/files',
      () => openTicket(phone, firstSubject, day.photos[0]),
      async () => openTicket(phone, secondSubject, day.photos[1]),
    );
  });
  const paths = await openForPaths(page, [firstSubject, secondSubject]);
  paths[thirdSubject] = `/admin/tickets/${day.thirdTicket}`;
  await expectUpToDate(phone);
  await phoneContext.close();
  await test.step('the admin answers, and one request is refused with 419', async () => {
    network.answer(await refusalOf({ origin: 'https://elsewhere.example' }), /^POST \/api\/sync$/);
    await goTo(page, paths[firstSubject]!);
    await reply(page, 'first 1');
    await setStatus(page, 'Pending');
    await reply(page, 'first 2');
  });
  await test.step('the server applies a bulk change of 20 tickets, but none of its answers arrives', async () => {
    network.inject('lose-answer', 'POST /api/sync', Infinity);
    await goTo(page, '/admin/tickets?status=closed&page=2');
    await setAllOnPage(page, bulkSize, 'Resolved');
    await goTo(page, paths[secondSubject]!);
    await reply(page, 'second 1');
    await expect.poll(() => countBulkChanged(shop)).toBe(bulkSize);
  });
  await test.step('the admin continues without a connection', async () => {
    network.setDown(true);
    network.repair();
    await workOffline(page, paths, day);
  });
  await test.step('the server is killed while the proof is uploaded; after that it does not accept the session', async () => {
    network.loseAnswers(lostShare);
    network.answer(await refusalOf({ authorization: 'Bearer unknown' }), /^POST \/api\/sync$/, Infinity);
    await killServerDuring('POST /api/files', async () => network.setDown(false));
    await expect(page).toHaveURL(/\/auth\/login\?/);
    await expect(page.getByText(/Log in as .+ to send \d+ changes/)).toBeVisible();
    network.repair();
    network.loseAnswers(lostShare);
    network.inject('lose-answer', 'POST /api/sync', Infinity);
    await signInAgain(page, sara);
    await expect.poll(() => shop.proofIdOf(day.orderId)).not.toBeNull();
  });

  const goodSince = Date.now();
  network.repair();
  await expect(page.getByRole('banner').getByText('1 change needs you')).toBeVisible({ timeout: sentWithin });
  test.info().annotations.push({ type: 'sent after', description: `${Date.now() - goodSince} ms` });

  expectFaults();
  await expectArrivedOnceInOrder(shop, paths, day);
  await expectFilesArrivedWhole(shop, paths, day);
  await test.step('the admin’s device shows the same texts, and the refused change', async () => {
    await goTo(page, paths[thirdSubject]!);
    await expect(messages(page)).toContainText(textsOf[thirdSubject]!);
    await goTo(page, '/dashboard/outbox');
    await expect(page.getByRole('heading', { level: 3 }).getByText('Assignee: nobody → ')).toBeVisible();
    await expect(page.getByText('Not accepted').first()).toBeVisible();
  });
  await context.close();
});

async function signInAndSync(page: Page, account: Account): Promise<void> {
  await signIn(page, network.url, account);
  await waitForServiceWorker(page);
  await expectUpToDate(page);
}

/** On a phone only screen readers get the words “Up to date”. */
const expectUpToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeAttached();

/** Calls `cause`, kills the server during the request `call` that follows, and restarts it after `meanwhile`. */
async function killServerDuring(
  call: string,
  cause: () => Promise<void>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const requestStarted = network.next(call);
  await cause();
  await requestStarted;
  await server.stop('SIGKILL');
  await meanwhile();
  await server.start();
}

/** Opens the tickets with these subjects from the admin's list; returns their paths by subject. */
async function openForPaths(page: Page, subjects: string[]): Promise<Paths> {
  const paths: Paths = {};
  for (const subject of subjects) {
    await goTo(page, '/admin/tickets');
    await page.getByRole('table').getByText(subject).first().click();
    await expect(messages(page)).toContainText([subject]);
    paths[subject] = new URL(page.url()).pathname;
  }
  return paths;
}

async function workOffline(page: Page, paths: Paths, { root, colleague, orderId, proof }: Day) {
  await setStatus(page, 'Open');
  await reply(page, 'second 2');
  await goTo(page, paths[firstSubject]!);
  await setStatus(page, 'Resolved');
  await reply(page, 'first 3');
  await goTo(page, paths[thirdSubject]!);
  await reply(page, 'third 1');
  await root.post(`/api/users/${colleague.id}/active`, { is_active: false });
  await assignTo(page, colleague.name);
  await setStatus(page, 'Closed');
  for (const text of ['third 2', 'third 3', 'third 4']) await reply(page, text);
  await queueDelivery(page, orderId, proof);
}

/** The server's own answer to a sync with these headers. */
async function refusalOf(headers: Record<string, string>): Promise<ForeignAnswer> {
  const json = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/sync`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: '{}',
  });
  return { status: answer.status, headers: json, body: await answer.text() };
}

/** Repeats the sign-in until it works on a network that loses answers. */
async function signInAgain(page: Page, { email, password }: Account): Promise<void> {
  await expect(async () => {
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    // A lost answer ends this attempt only.
    await expect(page).not.toHaveURL(/\/auth\/login/, { timeout: 5_000 });
  }).toPass();
}

/** Checks that the faults have happened: without them the test would prove nothing. */
function expectFaults(): void {
  const times = (fault: string) => network.happened.filter((one) => one.startsWith(fault)).length;
  expect(times('401 POST /api/sync')).toBeGreaterThan(0);
  expect(times('419 POST /api/sync')).toBe(1);
  expect(times('lose-answer')).toBeGreaterThan(5);
}
