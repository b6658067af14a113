import { expect, test, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import {
  again,
  bulkSize,
  closedToAgents,
  Done,
  expectBulk,
  inBulk,
  prepareAgents,
  queued,
  readAllAs,
  type AgentsShift,
} from './agents-shift.ts';
import {
  answerAll,
  expectNotFound,
  merge,
  openInQueue,
  pressOutside,
  replyField,
  resolveAll,
  title,
  undoMerge,
  type Work,
} from './agents-work.ts';
import { apiOf } from './api.ts';
import { readDevice } from './device-contents.ts';
import { messages, setStatus } from './help-desk.ts';
import { browserOf, goTo, waitForServiceWorker, type Account } from './sign-in.ts';

/**
 * The connection is up and down for 2.5 seconds each, in place of a minute each: as many changes wait for it, in a
 * fraction of the time.
 */
const dropMs = 2_500;

/** The places of the ticket that both answer, and of the one that both assign to themselves; of the bulk change, too. */
const [bothAnswer, bothAssign, bothClose] = [10, 11, 7];

let server: RunningServer;
let proxy: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let shift: AgentsShift;
let work: Work;
const done = new Done();
/** Everything that the network and the screens have shown to the agents. */
const seen: string[] = [];
/** How often the connection was cut. */
let drops = 0;
let connection: 'dropping' | 'up' | 'down' = 'up';
let dropping: NodeJS.Timeout;

test.beforeAll(async () => {
  server = await startServer();
  proxy = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  shift = await prepareAgents(server, shop);
  work = { shift, done, seen };
  let isDown = false;
  dropping = setInterval(() => {
    if (connection !== 'dropping') return;
    isDown = !isDown;
    drops += Number(isDown);
    proxy.setDown(isDown);
  }, dropMs);
});

test.afterAll(async () => {
  clearInterval(dropping);
  await shop.close();
  await proxy.stop();
  await server.remove();
});

test('V-01 H2 an agent answers twenty tickets in three languages on a connection that drops every few seconds, another one works on the same queue: everything arrives once, in order, every collision is shown, and nothing of money or people is readable', async ({
  browser,
}) => {
  const first = await agentIn(browser, proxy.url, shift.lea);
  const second = await agentIn(browser, server.url, shift.omar);
  const [lea, omar] = [first.page, second.page];

  await test.step('both answer the queue at the same time, the first one on the bad connection', async () => {
    setConnection('dropping');
    await Promise.all([answerAll(lea, work, 1, bothAnswer - 1), answerAll(omar, work, 21, 22)]);
  });
  await test.step('both write an answer to one ticket: each sees the other, and the later one the new answer', async () => {
    await answerBoth(lea, omar);
  });
  await test.step('both take one ticket, the first one offline: it sees the conflict and decides', async () => {
    await assignBoth(lea, omar);
  });
  await test.step('both answer the rest of the queue', async () => {
    await Promise.all([answerAll(lea, work, bothAssign, 20), answerAll(omar, work, 23, 24)]);
  });
  await test.step('the first one merges three tickets and undoes one merge', async () => {
    await merge(lea, work, 1);
    await merge(lea, work, 2);
    await expect.poll(() => changesOf(again(2))).toContain('ticket.merge closed');
    await undoMerge(lea, work, 2);
    await merge(lea, work, 3);
  });
  await test.step('it resolves forty at once, of which the second one has closed one', async () => {
    await resolveForty(lea, omar);
  });

  setConnection('up');
  for (const page of [lea, omar]) {
    await expect(page.getByRole('banner').getByText('Up to date')).toBeVisible();
    await goTo(page, '/dashboard/outbox');
    await expect(page.getByText('Everything is saved on the server.')).toBeVisible();
  }
  await done.expectOnServer(shop, shift);
  await expectBulk(shop, shift, bothClose);
  expect(drops).toBeGreaterThan(2);
  await test.step('money and people are closed to them', async () => {
    for (const path of [
      '/admin/orders',
      '/admin/catalogue',
      '/admin/products',
      `/admin/tickets/${shift.ids.get(queued(1))}`,
    ])
      await look(lea, path);
    for (const path of [`/admin/users/${shift.strangerId}`, '/admin/audit', '/dashboard/admin']) {
      await goTo(lea, path);
      await expect(lea).toHaveURL(/\/admin\/tickets$/);
    }
    await expectNotFound(lea, 'Zephyrine');
    seen.push(await readAllAs(await apiOf(server.url, shift.lea), shift));
    for (const page of [lea, omar]) seen.push(JSON.stringify(await readDevice(page)));
    expect(seen.filter((text) => text.includes('Orchid')).length).toBeGreaterThan(20);
    expect(seen.flatMap((text) => closedToAgents.exec(text)?.[0] ?? [])).toEqual([]);
    const asRoot = await (await shift.root.get(`/api/users/${shift.strangerId}`)).text();
    expect(asRoot).toMatch(closedToAgents);
  });
  for (const { context } of [first, second]) await context.close();
});

/** Keeps the connection up or down from now on, or lets it drop regularly. */
function setConnection(state: typeof connection): void {
  connection = state;
  proxy.setDown(state === 'down');
}

async function agentIn(browser: Browser, url: string, { email, password }: Account) {
  const opened = await browserOf(browser, 'laptop');
  const { page } = opened;
  recordAnswers(opened.context);
  await page.goto(`${url}/auth/login`);
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await expect(page).toHaveURL(/\/admin\/tickets$/);
  // The one on the bad connection opens screens while it is down.
  if (url === proxy.url) await waitForServiceWorker(page);
  // The first load of the demo shop asks a dozen times, and each answer takes seconds while other journeys run.
  await expect(page.getByRole('banner').getByText('Up to date')).toBeVisible({ timeout: 120_000 });
  return opened;
}

/** Records the bodies of the answers to a browser; that of a request that is cut is never complete. */
function recordAnswers(context: BrowserContext): void {
  context.on('response', (answer) => {
    if (!new URL(answer.url()).pathname.startsWith('/api/')) return;
    if (answer.headers()['content-type']?.includes('json'))
      answer.text().then(
        (text) => seen.push(text),
        () => undefined,
      );
  });
}

/** Opens a page and records its text. */
async function look(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await expect(title(page)).toBeVisible();
  seen.push(await page.locator('body').innerText());
}

/** Both write an answer to one ticket: each sees the other, and the later one reads that an answer has arrived. */
async function answerBoth(lea: Page, omar: Page): Promise<void> {
  setConnection('up');
  await expect(lea.getByRole('banner').getByText('Up to date')).toBeVisible();
  const subject = queued(bothAnswer);
  await expect(title(lea)).toContainText(subject);
  await openInQueue(omar, bothAnswer);
  await expect(omar.getByText('Lea Winter is viewing this ticket')).toBeVisible();
  await omar.keyboard.type('From Omar');
  await lea.keyboard.type('From Lea');
  await expect(lea.getByText('Omar Sommer is writing a reply')).toBeVisible();
  await omar.keyboard.press('Control+Enter');
  done.reply(subject, 'From Omar');
  const notice = lea.getByText('Omar Sommer has answered since you opened this ticket.');
  await expect(notice).toBeVisible();
  await expect(messages(lea).last()).toContainText('From Omar');
  await replyField(lea).press('Control+Enter');
  await expect(title(lea)).toContainText(queued(bothAssign));
  done.reply(subject, 'From Lea');
}

/** Both take one ticket; the first one, offline, sees later that the second one has it, and keeps that. */
async function assignBoth(lea: Page, omar: Page): Promise<void> {
  const subject = queued(bothAssign);
  await expect(lea.getByRole('banner').getByText('Up to date')).toBeVisible();
  setConnection('down');
  await pressOutside(lea, 'i');
  await expect(assignee(lea, 'Lea Winter')).toBeVisible();
  await goTo(omar, `/admin/tickets/${shift.ids.get(subject)}`);
  await expect(title(omar)).toContainText(subject);
  await pressOutside(omar, 'i');
  await expect(assignee(omar, 'Omar Sommer')).toBeVisible();
  await expect.poll(() => changesOf(subject)).toContain('ticket.assign');
  done.change(subject, 'ticket.assign');
  setConnection('up');
  await expect(lea.getByText('Changed by two people')).toBeVisible();
  await lea.getByRole('button', { name: /^Keep .?Omar Sommer/ }).click();
  await expect(assignee(lea, 'Omar Sommer')).toBeVisible();
  setConnection('dropping');
}

const assignee = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Assignee of #.*: \u2068?${name}\u2069?$`) });

/** The changes of a ticket on the server. */
const changesOf = async (subject: string): Promise<string[]> =>
  (await shop.history())[`tickets:${shift.ids.get(subject)}`] ?? [];

/** One of forty tickets is closed by the second agent meanwhile: the first one reads that, and sets its own status. */
async function resolveForty(lea: Page, omar: Page): Promise<void> {
  setConnection('up');
  await expect(lea.getByRole('banner').getByText('Up to date')).toBeVisible();
  setConnection('down');
  await resolveAll(lea, bulkSize);
  await goTo(omar, `/admin/tickets/${shift.ids.get(inBulk(bothClose))}`);
  await setStatus(omar, 'Closed');
  await expect.poll(() => changesOf(inBulk(bothClose))).toContain('ticket.status closed');
  setConnection('dropping');
  await expect(lea.getByText(`${bulkSize - 1} of ${bulkSize} done, 1 not accepted`)).toBeVisible({ timeout: 60_000 });
  await lea.getByRole('link', { name: 'Show those not accepted' }).click();
  await lea.getByRole('button', { name: 'Set Resolved anyway' }).click();
}
