import { expect, test, type Page } from '@playwright/test';
import { SeededRandom } from '../sync/simulator/seeded-random.ts';
import { commitNumber } from '../support/commit.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { storedDrafts } from './device-contents.ts';
import { customerAccount, goTo, waitForServiceWorker, signIn } from './sign-in.ts';
import { makeProfile, type Profile, type StartedBrowser } from './profile.ts';

const rounds = Number(process.env.KILL_ROUNDS ?? 3);
const seed = Number(process.env.KILL_SEED ?? commitNumber);
const random = new SeededRandom(seed);
/** The share of the requests that fail. */
const brokenShare = 0.3;
/** The browser is killed at most this many milliseconds after the button is pressed. */
const longestDelayMs = 150;
const subjectStart = 'Killed in round';

let server: RunningServer;
let network: FaultProxy;
let profile: Profile;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  profile = await makeProfile();
});

test.afterAll(async () => {
  await network.stop();
  await server.remove();
  await profile.remove();
});

/** The text that was being sent when the browser was killed. */
interface Interrupted {
  subject: string;
  /** The text of a reply; absent for a new ticket. */
  text?: string;
}

/** What the user saw saved, by subject: the texts of the ticket, in order, and its path. */
type Accepted = Map<string, { texts: string[]; path: string }>;

test(`OF-05 a browser that is killed ${rounds} times while it writes, on a network that breaks 30 % of the requests, loses no text, sends none twice and keeps the order of the texts`, async () => {
  test.setTimeout(240_000 + rounds * 20_000);
  const amina = await customerAccount(server);
  const accepted: Accepted = new Map();
  const found = { draft: 0, sent: 0 };
  let browser = await firstVisit();
  network.breakShare(brokenShare);

  for (let round = 1; round <= rounds; round++) {
    const interrupted = await writeUntilKilled(browser, accepted, round);
    browser = await profile.start();
    found[await resumeText(browser.page, accepted, interrupted)] += 1;
  }

  network.breakShare(0);
  const { page } = browser;
  await goTo(page, '/dashboard/outbox');
  await expect(page.getByText('Everything is saved on the server.')).toBeVisible();
  const expected = Object.fromEntries([...accepted].map(([subject, { texts }]) => [subject, texts]));
  const shop = openShopDatabase(server.dataFolder);
  expect(await shop.textsBySubject(amina.email, subjectStart)).toEqual(expected);
  await shop.close();
  for (const { path, texts } of accepted.values()) {
    await goTo(page, path);
    await expect(page.getByRole('article')).toHaveCount(texts.length);
    await expect(page.getByRole('article')).toContainText(texts);
  }
  expect((await storedDrafts(page)).filter((draft) => draft.includes(subjectStart))).toEqual([]);
  test.info().annotations.push({ type: 'killed', description: JSON.stringify({ rounds, ...found }) });
  await browser.context.close();

  async function firstVisit(): Promise<StartedBrowser> {
    const started = await profile.start();
    await signIn(started.page, network.url, amina);
    await waitForServiceWorker(started.page);
    return started;
  }
});

/**
 * Opens a ticket, replies a few times until the network has broken a request, and kills the browser in the middle of one
 * more reply or ticket.
 */
async function writeUntilKilled(browser: StartedBrowser, accepted: Accepted, round: number): Promise<Interrupted> {
  const { page } = browser;
  const brokenBefore = network.happened.length;
  const subject = `${subjectStart} ${round}`;
  await fillTicket(page, subject);
  await page.getByRole('button', { name: 'Create ticket' }).click();
  await expect(page.getByRole('article')).toContainText([textOf(subject, 0)]);
  const texts = [textOf(subject, 0)];
  accepted.set(subject, { texts, path: new URL(page.url()).pathname });
  const replies = 1 + random.below(3);
  while (texts.length <= replies || network.happened.length === brokenBefore) {
    const text = textOf(subject, texts.length);
    await page.getByLabel('Your reply').fill(text);
    await sendReply(page);
    await expect(page.getByRole('article').last()).toContainText(text);
    texts.push(text);
  }
  return round % 3 === 0
    ? killDuringTicket(browser, `${subject} (2)`)
    : killDuringReply(browser, subject, texts.length);
}

async function killDuringReply(browser: StartedBrowser, subject: string, reply: number): Promise<Interrupted> {
  const text = textOf(subject, reply);
  await browser.page.getByLabel('Your reply').fill(text);
  await waitForDraft(browser.page, text);
  await killDuring(browser, sendReply(browser.page));
  return { subject, text };
}

async function killDuringTicket(browser: StartedBrowser, subject: string): Promise<Interrupted> {
  await fillTicket(browser.page, subject);
  await waitForDraft(browser.page, textOf(subject, 0));
  await killDuring(browser, browser.page.getByRole('button', { name: 'Create ticket' }).click());
  return { subject };
}

async function fillTicket(page: Page, subject: string): Promise<void> {
  await goTo(page, '/user/tickets/create');
  await page.getByLabel('Subject').fill(subject);
  await page.getByRole('radio', { name: 'Technical' }).check();
  await page.getByLabel('What happened?').fill(textOf(subject, 0));
}

const waitForDraft = (page: Page, text: string): Promise<void> =>
  expect.poll(async () => (await storedDrafts(page)).some((draft) => draft.includes(text))).toBe(true);

/** Sends with the keyboard: a click could miss the button, which moves when a message above it changes. */
async function sendReply(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.getByLabel('Your reply').press('Control+Enter');
}

/** Kills the browser at a random moment: before the click arrives, in the transaction, or in a pass. */
async function killDuring({ kill }: StartedBrowser, sending: Promise<void>): Promise<void> {
  void sending.catch(() => undefined);
  const delayMs = random.below(longestDelayMs);
  console.log(`KILL_SEED=${seed}: killed after ${delayMs} ms`);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await kill();
}

/** Checks that the interrupted text is a draft or was sent; sends it if it is a draft. */
async function resumeText(page: Page, accepted: Accepted, { subject, text }: Interrupted): Promise<'draft' | 'sent'> {
  return text === undefined ? resumeTicket(page, accepted, subject) : resumeReply(page, accepted, { subject, text });
}

async function resumeReply(
  page: Page,
  accepted: Accepted,
  { subject, text }: Required<Interrupted>,
): Promise<'draft' | 'sent'> {
  const ticket = accepted.get(subject);
  if (!ticket) throw new Error(`no ticket "${subject}" was opened`);
  await page.goto(network.url + ticket.path);
  await expect(page.getByRole('article').nth(ticket.texts.length - 1)).toContainText(ticket.texts.at(-1) ?? '');
  const isDraft = (await storedDrafts(page)).some((draft) => draft.includes(text));
  ticket.texts.push(text);
  await expect(page.getByRole('article')).toHaveCount(ticket.texts.length - (isDraft ? 1 : 0));
  await expect(page.getByLabel('Your reply')).toHaveValue(isDraft ? text : '');
  if (isDraft) await sendReply(page);
  await expect(page.getByRole('article')).toContainText(ticket.texts);
  return isDraft ? 'draft' : 'sent';
}

async function resumeTicket(page: Page, accepted: Accepted, subject: string): Promise<'draft' | 'sent'> {
  await page.goto(`${network.url}/user/tickets`);
  await expect(page.getByRole('table')).toBeVisible();
  const isDraft = (await storedDrafts(page)).some((draft) => draft.includes(subject));
  await expect(page.getByRole('table').getByText(subject, { exact: true })).toHaveCount(isDraft ? 0 : 1);
  if (isDraft) {
    await goTo(page, '/user/tickets/create');
    await expect(page.getByLabel('Subject')).toHaveValue(subject);
    await page.getByRole('button', { name: 'Create ticket' }).click();
  } else await page.getByRole('table').getByText(subject, { exact: true }).click();
  await expect(page.getByRole('article')).toContainText([textOf(subject, 0)]);
  accepted.set(subject, { texts: [textOf(subject, 0)], path: new URL(page.url()).pathname });
  return isDraft ? 'draft' : 'sent';
}

/** The text of a ticket (position 0) or of one of its replies. */
const textOf = (subject: string, position: number): string => `${subject}: text ${position}.`;
