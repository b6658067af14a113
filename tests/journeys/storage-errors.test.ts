import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openHouse } from '../support/open-ledger.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { breakableStorage, closeDatabases, failStorage, mendStorage } from './breakable-storage.ts';
import { storedDrafts } from './device-contents.ts';
import { attach, messages, openTicket, reply } from './help-desk.ts';
import { browserOf, customerAccount, goTo, signIn, type Account } from './house.ts';
import { largePdf } from './large-pdf.ts';

const notSaved = 'Not saved: this device’s storage does not answer. Reload the page.';
const full = 'Not saved on this device: it is full.';

/** Bytes. */
const deviceSize = 4_000_000;

/** Errors that no code of the page has caught. */
const faults: string[] = [];

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

test.afterEach(() => expect(faults.splice(0)).toEqual([]));

for (const error of ['UnknownError', 'InvalidStateError'] as const) {
  test(`a reply is stored and sent once when the storage fails with ${error} for a moment`, async ({ browser }) => {
    const { page, subject } = await ticketOf(browser, `Fails for a moment: ${error}`);

    await page.getByLabel('Your reply').fill('Stored at the second try');
    await failStorage(page, error, 300);
    await page.getByLabel('Your reply').press('Control+Enter');

    await isSentOnce(page, subject, 'Stored at the second try');
    await page.context().close();
  });

  test(`what is typed while the storage fails with ${error} stays when another tab changes the ticket, and both are sent`, async ({
    browser,
  }) => {
    const { page, subject } = await ticketOf(browser, `Another tab: ${error}`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(messages(other)).toHaveCount(2);

    await failStorage(page, error);
    await page.getByLabel('Your reply').fill('Typed in the failing tab');
    await reply(other, 'From the other tab');
    await upToDate(other);
    await expect(page.getByLabel('Your reply')).toHaveValue('Typed in the failing tab');
    await mendStorage(page);
    await expect(messages(page)).toContainText([subject, 'Before', 'From the other tab']);
    await page.getByLabel('Your reply').press('Control+Enter');

    await isSentOnce(page, subject, 'From the other tab', 'Typed in the failing tab');
    await page.context().close();
  });

  test(`a page that is opened while the storage fails with ${error} shows what is on the device when it is well`, async ({
    browser,
  }) => {
    const { page, subject } = await ticketOf(browser, `Opened list: ${error}`);

    await failStorage(page, error, 2_000);
    await goTo(page, '/user/tickets');

    await expect(page.getByRole('table').getByText(subject).first()).toBeVisible();
    await page.context().close();
  });

  test(`a reply that the storage refuses with ${error} stays in its form, and is sent once when the storage is well`, async ({
    browser,
  }) => {
    const { page, subject } = await ticketOf(browser, `Fails for long: ${error}`);
    const text = 'Typed while the storage failed';

    await failStorage(page, error);
    await page.getByLabel('Your reply').fill(text);
    await page.getByLabel('Your reply').press('Control+Enter');
    await expect(page.getByText(notSaved).first()).toBeVisible();
    await staysInForm(page, text);
    await mendStorage(page);
    await page.getByLabel('Your reply').press('Control+Enter');

    await isSentOnce(page, subject, text);
    await page.context().close();
  });
}

test('a reply is stored and sent once after the browser has closed the database', async ({ browser }) => {
  const { page, subject } = await ticketOf(browser, 'Closed database');

  await page.getByLabel('Your reply').fill('Written after that');
  await closeDatabases(page);
  await page.getByLabel('Your reply').press('Control+Enter');

  await isSentOnce(page, subject, 'Written after that');
  await page.context().close();
});

test('a reply with a file that a full device cannot store stays in its form, and is sent once when there is room', async ({
  browser,
}) => {
  const { page } = await browserOf(browser, 'laptop');
  const setQuota = await quotaOf(page);
  await setQuota(deviceSize);
  const subject = await beginTicket(page, 'Full device');
  const text = 'With a file that does not fit';

  await page.getByLabel('Your reply').fill(text);
  await attach(page, largePdf('large.pdf', deviceSize));
  await page.getByLabel('Your reply').press('Control+Enter');
  await expect(page.getByText(full).first()).toBeVisible();
  await staysInForm(page, text);
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('large.pdf');
  await setQuota(undefined);
  await page.getByLabel('Your reply').press('Control+Enter');

  await isSentOnce(page, subject, text);
  await page.context().close();
});

/** A browser whose storage can be made to fail, with a ticket that was answered once. */
async function ticketOf(
  browser: Parameters<typeof browserOf>[0],
  subject: string,
): Promise<{ page: Page; subject: string }> {
  const { page } = await browserOf(browser, 'laptop');
  await breakableStorage(page);
  return { page, subject: await beginTicket(page, subject) };
}

/** Signs Amina in, opens a ticket and answers it once; gives its subject. */
async function beginTicket(page: Page, subject: string): Promise<string> {
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message));
  await signIn(page, network.url, amina);
  await openTicket(page, subject);
  await reply(page, 'Before');
  await upToDate(page);
  return subject;
}

/** Gives how to set the bytes that Chromium grants; undefined is the usual number. */
async function quotaOf(page: Page): Promise<(quotaSize: number | undefined) => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  return async (quotaSize) => {
    const origin = network.url;
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, ...(quotaSize !== undefined && { quotaSize }) });
  };
}

/** The text is whole, and can be sent again. */
async function staysInForm(page: Page, text: string): Promise<void> {
  await expect(page.getByLabel('Your reply')).toHaveValue(text);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expect(page.getByText('Sending…')).toHaveCount(0);
  await expect(messages(page)).toHaveCount(2);
}

/** The texts are at the server once and on the page once, and nothing of it is left in the form or as a draft. */
async function isSentOnce(page: Page, subject: string, ...texts: string[]): Promise<void> {
  const all = [subject, 'Before', ...texts];
  await expect(messages(page)).toContainText(all);
  await upToDate(page);
  expect((await house.conversations(amina.email, subject))[subject]).toEqual(all);
  await expect(page.getByLabel('Your reply')).toHaveValue('');
  expect((await storedDrafts(page)).filter((draft) => texts.some((text) => draft.includes(text)))).toEqual([]);
}

const upToDate = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByText('Up to date')).toBeVisible({ timeout: 20_000 });
