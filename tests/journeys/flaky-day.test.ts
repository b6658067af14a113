import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy, type ForeignAnswer } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import {
  arrivedOnceAndInOrder,
  bulkChanged,
  bulkSize,
  filesArrivedWhole,
  first,
  prepareDay,
  second,
  textsOf,
  third,
  type Day,
  type Paths,
} from './day-of-work.ts';
import { assignTo, messages, openTicket, reply, setAllOnPage, setStatus } from './help-desk.ts';
import { adminAccount, browserOf, customerAccount, goTo, installed, signIn, type Account } from './house.ts';
import { queueDelivery } from './queue-delivery.ts';

/** Of the answers, how many are lost. */
const lostShare = 0.1;
/** Milliseconds from the recovery of the network until everything is sent. */
const sentWithin = 60_000;

let server: RunningServer;
let network: FaultProxy;
let house: ReturnType<typeof openHouse>;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  house = openHouse(server.dataFolder);
});

test.afterAll(async () => {
  await house.close();
  await network.stop();
  await server.remove();
});

test('OF-05 OF-07 a flaky day: what an admin and a customer did arrives once, whole and in order, within a minute of a good line', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [sara, amina] = [await adminAccount(server), await customerAccount(server)];
  const day = await prepareDay({ server, house }, amina);
  const { page: phone, context: ofPhone } = await browserOf(browser, 'phone');
  const { page, context } = await browserOf(browser, 'laptop');
  await arrive(phone, amina);
  await arrive(page, sara);
  network.loseAnswers(lostShare);

  await test.step('the server is killed while the photo of a ticket is uploaded; another ticket is opened meanwhile', async () => {
    await killedDuring(
      'POST /api/files',
      () => openTicket(phone, first, day.photos[0]),
      async () => openTicket(phone, second, day.photos[1]),
    );
  });
  const paths = await pathsIn(page, [first, second]);
  paths[third] = `/admin/tickets/${day.thirdTicket}`;
  await upToDate(phone);
  await ofPhone.close();
  await test.step('the admin answers, and a 419 comes in between', async () => {
    network.answer(await refusalOf({ origin: 'https://elsewhere.example' }), /^POST \/api\/sync$/);
    await goTo(page, paths[first]!);
    await reply(page, 'first 1');
    await setStatus(page, 'Pending');
    await reply(page, 'first 2');
  });
  await test.step('the server takes a bulk change of 20 tickets, but none of its answers arrives', async () => {
    network.inject('lose-answer', 'POST /api/sync', Infinity);
    await goTo(page, '/admin/tickets?status=closed');
    await setAllOnPage(page, bulkSize, 'Resolved');
    await goTo(page, paths[second]!);
    await reply(page, 'second 1');
    await expect.poll(() => bulkChanged(house), { timeout: 20_000 }).toBe(bulkSize);
  });
  await test.step('without a connection she goes on', async () => {
    network.setDown(true);
    network.mend();
    await workOffline(page, paths, day);
  });
  await test.step('the server is killed while the proof is uploaded; then it does not know the session', async () => {
    network.loseAnswers(lostShare);
    network.answer(await refusalOf({ authorization: 'Bearer unknown' }), /^POST \/api\/sync$/, Infinity);
    await killedDuring('POST /api/files', async () => network.setDown(false));
    await expect(page).toHaveURL(/\/auth\/login\?/, { timeout: 20_000 });
    await expect(page.getByText(/Log in as .+ to send \d+ changes/)).toBeVisible();
    network.mend();
    network.loseAnswers(lostShare);
    network.inject('lose-answer', 'POST /api/sync', Infinity);
    await signInAgain(page, sara);
    await expect.poll(() => house.proofOf(day.orderId), { timeout: 30_000 }).not.toBeNull();
  });

  const goodSince = Date.now();
  network.mend();
  await expect(page.getByRole('banner').getByText('1 change needs you')).toBeVisible({ timeout: sentWithin });
  test.info().annotations.push({ type: 'sent after', description: `${Date.now() - goodSince} ms` });

  countFaults();
  await arrivedOnceAndInOrder(house, paths, day);
  await filesArrivedWhole(house, paths, day);
  await test.step('her device shows the same, and the refused change with its reason', async () => {
    await goTo(page, paths[third]!);
    await expect(messages(page)).toContainText(textsOf[third]!);
    await goTo(page, '/dashboard/outbox');
    await expect(page.getByRole('heading', { level: 3 }).getByText('Assignee: nobody → ')).toBeVisible();
    await expect(page.getByText('Not accepted').first()).toBeVisible();
  });
  await context.close();
});

async function arrive(page: Page, account: Account): Promise<void> {
  await signIn(page, network.url, account);
  await installed(page);
  await upToDate(page);
}

/** On a phone the words are for screen readers only. */
const upToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeAttached({ timeout: 30_000 });

/** Kills the server when a request that `cause` leads to is on its way there, and starts it again after `meanwhile`. */
async function killedDuring(
  call: string,
  cause: () => Promise<void>,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const onItsWay = network.next(call);
  await cause();
  await onItsWay;
  await server.stop('SIGKILL');
  await meanwhile();
  await server.start();
}

/** Opens the tickets with these subjects from the admin's list and gives their addresses by subject. */
async function pathsIn(page: Page, subjects: string[]): Promise<Paths> {
  const paths: Paths = {};
  for (const subject of subjects) {
    await goTo(page, '/admin/tickets');
    await page.getByRole('table').getByText(subject).first().click({ timeout: 30_000 });
    await expect(messages(page)).toContainText([subject]);
    paths[subject] = new URL(page.url()).pathname;
  }
  return paths;
}

async function workOffline(page: Page, paths: Paths, { root, colleague, orderId, proof }: Day) {
  await setStatus(page, 'Open');
  await reply(page, 'second 2');
  await goTo(page, paths[first]!);
  await setStatus(page, 'Resolved');
  await reply(page, 'first 3');
  await goTo(page, paths[third]!);
  await reply(page, 'third 1');
  await root.post(`/api/users/${colleague.id}/active`, { is_active: false });
  await assignTo(page, colleague.name);
  await setStatus(page, 'Closed');
  for (const text of ['third 2', 'third 3', 'third 4']) await reply(page, text);
  await queueDelivery(page, orderId, proof);
}

/** What the server itself answers to a sync with these headers. */
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
    await expect(page).not.toHaveURL(/\/auth\/login/, { timeout: 5_000 });
  }).toPass();
}

/** A day on which nothing went wrong proves nothing. */
function countFaults(): void {
  const times = (fault: string) => network.happened.filter((one) => one.startsWith(fault)).length;
  expect(times('401 POST /api/sync')).toBeGreaterThan(0);
  expect(times('419 POST /api/sync')).toBe(1);
  expect(times('lose-answer')).toBeGreaterThan(5);
}
