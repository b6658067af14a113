import { expect, test, type BrowserContext, type Request, type Page } from '@playwright/test';
import { entitiesUnlessNamed } from '../../src/contract/sync-limits.ts';
import type { SyncAnswer, SyncRequest } from '../../src/contract/sync.ts';
import { installOldApp } from '../support/old-app.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { apiOf, type Api } from './api.ts';
import { confirmOrder, openProduct } from './customer-steps.ts';
import { adminAccount, browserOf, customerAccount, goTo, signIn, waitForServiceWorker } from './sign-in.ts';

let installation: ReturnType<typeof installOldApp>;
let server: RunningServer;

test.beforeAll(async () => {
  installation = installOldApp();
  server = await startServer({}, undefined, installation.main);
});
test.afterAll(async () => {
  await server.remove();
  installation.remove();
});

/** A device with the old app, an admin on this version, and the shop. */
interface Scene {
  page: Page;
  context: BrowserContext;
  admin: Api;
  shop: ReturnType<typeof openShopDatabase>;
  email: string;
}

/** The texts of the old app that the steps look for; a step that changes them does so here. */
const words = {
  confirm: 'Confirm order',
  reply: 'Your reply',
  send: 'Send',
  waiting: 'Waiting for a connection',
  tooLittle: 'Your balance is not enough for this order.',
};

/**
 * What an old app must still do with this version's server, in this order. A change that adds a table, a code or a
 * value to what a server sends also adds the step in which an old app would meet it.
 */
const steps: [string, (scene: Scene) => Promise<void>][] = [
  [
    'orders from the balance',
    async ({ page, shop, email }) => {
      const before = await shop.countOrders(email);
      await openProduct(page, await shop.productWithVariants());
      await confirmOrder(page, () => words.confirm);
      await expect.poll(() => shop.countOrders(email)).toBe(before + 1);
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  ],
  [
    'receives what an admin changes meanwhile: the order is delivered, without a reload',
    async ({ page, shop, email, admin }) => {
      const order = await shop.newestOrderIdOf(email);
      await goTo(page, `/user/orders?order=${order}`);
      const details = page.getByRole('dialog');
      await expect(details).toBeVisible();
      await admin.post(`/api/orders/${order}`, { status: 'completed', notes: 'Your code is 4711.' });
      await expect(details.getByText('Your code is 4711.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(details).toBeHidden();
    },
  ],
  [
    'replies to a ticket without a network, and sends the reply when the network is back',
    async ({ page, context, admin }) => {
      const subject = 'A ticket of the old app';
      await goTo(page, '/user/tickets/create');
      await page.getByLabel('Subject').fill(subject);
      await page.getByRole('radio', { name: 'Technical' }).check();
      await page.getByLabel('What happened?').fill('It does not work');
      await page.getByRole('button', { name: 'Create ticket' }).click();
      await expect(page).toHaveURL(/\/user\/tickets\/[0-9a-f-]{36}$/);
      const id = new URL(page.url()).pathname.split('/').at(-1)!;
      const responses = async () => {
        const answer = (await (await admin.get(`/api/tickets/${id}`)).json()) as { responses?: { content: string }[] };
        return answer.responses?.map(({ content }) => content) ?? null;
      };
      await expect.poll(responses).not.toBeNull();
      await context.setOffline(true);
      await page.getByLabel(words.reply).fill('One more thing');
      await page.getByRole('button', { name: words.send, exact: true }).click();
      await expect(page.getByRole('article').getByText('One more thing')).toBeVisible();
      await expect(page.getByText(words.waiting).first()).toBeAttached();
      await admin.post(`/api/tickets/${id}/response`, { content: 'Here is your new code.' });
      await context.setOffline(false);
      await expect(page.getByText('Here is your new code.')).toBeVisible();
      await expect(page.getByText(words.waiting)).toHaveCount(0);
      expect(await responses()).toContain('One more thing');
    },
  ],
  [
    'is told why an order is refused, and not left in doubt',
    async ({ context, admin, shop }) => {
      const email = 'newcomer@example.org';
      const account = { name: 'Newcomer', username: 'newcomer', email, password: 'a long enough one' };
      await admin.post('/api/users', { ...account, role_id: 1, is_active: true, balance: 0 });
      const { page, context: other } = await browserOf(context.browser()!, 'laptop');
      await signIn(page, server.url, account);
      await openProduct(page, await shop.productWithVariants());
      await page.getByRole('dialog').getByRole('button', { name: words.confirm }).click();
      // In the popup before, and in a message after the refusal.
      await expect(page.getByText(words.tooLittle)).toHaveCount(2);
      expect(await shop.countOrders(email)).toBe(0);
      await other.close();
    },
  ],
  [
    'starts again from what it has stored, and goes on from its cursor',
    async ({ page, admin, shop, email }) => {
      const order = await shop.newestOrderIdOf(email);
      await page.reload();
      await goTo(page, `/user/orders?order=${order}`);
      await admin.post(`/api/orders/${order}`, { status: 'completed', notes: 'And a second one: 4712.' });
      await expect(page.getByRole('dialog').getByText('And a second one: 4712.')).toBeVisible();
    },
  ],
];

test('D-27 the app of the release before signs in, loads, orders, replies and follows changes at a server of a later version, which sends it no row of a table that it does not know', async ({
  browser,
}) => {
  const { page, context } = await browserOf(browser, 'laptop');
  const exchanges = recordSync(context);
  const shop = openShopDatabase(server.dataFolder);
  const [customer, admin] = [await customerAccount(server), await apiOf(server.url, await adminAccount(server))];

  await test.step('signs in and loads', async () => {
    await signIn(page, server.url, customer);
    await waitForServiceWorker(page);
    await expect.poll(() => exchanges.answers.some(({ before, more }) => before === null && !more)).toBe(true);
  });
  for (const [name, step] of steps)
    await test.step(name, () => step({ page, context, admin, shop, email: customer.email }));

  await test.step('no answer had a row of another table, and none began again', async () => {
    await exchanges.stop();
    const known: readonly string[] = entitiesUnlessNamed;
    const tables = new Set(exchanges.answers.flatMap(rowsIn).map(({ entity }) => entity));
    expect([...tables].filter((name) => !known.includes(name))).toEqual([]);
    expect(tables.size).toBeGreaterThan(5);
    expect(exchanges.answers.filter(({ reset }) => reset)).toEqual([]);
    expect(exchanges.requests.filter(({ entities }) => entities !== undefined)).toEqual([]);
  });
  await shop.close();
  await context.close();
});

const rowsIn = ({ changes, older, results }: SyncAnswer) => [
  ...changes,
  ...older,
  ...results.flatMap(({ rows }) => rows),
];

interface Exchanges {
  requests: SyncRequest[];
  answers: SyncAnswer[];
  /** Ends the recording; resolves when the answers that have arrived are read. */
  stop(): Promise<void>;
}

/** The requests and answers of all passes of a browser from now on. */
function recordSync(context: BrowserContext): Exchanges {
  const exchanges: Pick<Exchanges, 'requests' | 'answers'> = { requests: [], answers: [] };
  const read = async (request: Request): Promise<void> => {
    const response = await request.response();
    if (response?.status() !== 200) return;
    exchanges.requests.push(request.postDataJSON() as SyncRequest);
    exchanges.answers.push((await response.json()) as SyncAnswer);
  };
  const reads: Promise<void>[] = [];
  const record = (request: Request): void => {
    if (new URL(request.url()).pathname === '/api/sync') reads.push(read(request));
  };
  context.on('requestfinished', record);
  return {
    ...exchanges,
    stop: async () => {
      context.off('requestfinished', record);
      await Promise.all(reads);
    },
  };
}
