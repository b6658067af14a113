import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import { startFaultProxy, type Fault, type FaultProxy } from '../support/fault-proxy.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { browserOf, customerAccount, signIn } from './sign-in.ts';

let server: RunningServer;
let network: FaultProxy;

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
});

test.afterAll(async () => {
  await network.stop();
  await server.remove();
});

const cases: { fault: Fault; times: number; outcomeText: string; orders: number; name: string }[] = [
  {
    fault: 'lose-answer',
    times: 1,
    outcomeText: 'Order placed',
    orders: 1,
    name: 'when the answer to an order is lost, the order is placed once, and the customer sees it',
  },
  {
    fault: 'lose-request',
    times: 1,
    outcomeText: 'Order placed',
    orders: 1,
    name: 'when an order does not reach the server, it is sent again with its key and placed once',
  },
];

for (const { fault, times, outcomeText, orders, name } of cases) {
  test(name, async ({ browser }) => {
    const amina = await customerAccount(server);
    const shop = openShopDatabase(server.dataFolder);
    const { page, context } = await browserOf(browser, 'phone');
    await signIn(page, network.url, amina);
    const before = await shop.countOrders(amina.email);

    network.inject(fault, 'POST /api/orders', times);
    await confirmOrder(page, await shop.productWithVariants());

    await expect(page.getByText(outcomeText).first()).toBeVisible();
    expect(network.happened.filter((one) => one.startsWith(fault))).toHaveLength(times);
    expect(await shop.countOrders(amina.email)).toBe(before + orders);
    await verify(server);
    await shop.close();
    await context.close();
  });
}

test('when no answer comes for a long time, the customer reads that the outcome is not known, and later the true outcome', async ({
  browser,
}) => {
  const amina = await customerAccount(server);
  const shop = openShopDatabase(server.dataFolder);
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, network.url, amina);
  const before = await shop.countOrders(amina.email);
  const product = await shop.productWithVariants();

  await test.step('the server has the order, but the phone gets no answer', async () => {
    network.inject('lose-answer', 'POST /api/orders');
    network.inject('lose-request', 'POST /api/orders', 50);
    network.inject('lose-request', 'POST /api/outcomes/cancel', 3);
    await confirmOrder(page, product);
    await expect(
      page.getByText('We do not know yet whether your order was placed', { exact: false }).first(),
    ).toBeVisible();
    expect(await shop.countOrders(amina.email)).toBe(before + 1);
  });

  await test.step('the page is loaded again: it asks the server and shows the true outcome', async () => {
    await page.goto(`${network.url}/user/orders`);
    await expect(page.getByText(/Your order was placed|Placed: order #/).first()).toBeVisible({ timeout: 60_000 });
    expect(await shop.countOrders(amina.email)).toBe(before + 1);
    await verify(server);
  });

  await shop.close();
  await context.close();
});

test('when an order never arrives, the customer reads that it was not placed, and a late copy of the request changes nothing', async ({
  browser,
}) => {
  const amina = await customerAccount(server);
  const shop = openShopDatabase(server.dataFolder);
  const { page, context } = await browserOf(browser, 'phone');
  await signIn(page, network.url, amina);
  const before = await shop.countOrders(amina.email);

  network.inject('lose-request', 'POST /api/orders', 1000);
  let sent: { headers: Record<string, string>; body: string | null } | undefined;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders'))
      sent ??= { headers: request.headers(), body: request.postData() };
  });
  await confirmOrder(page, await shop.productWithVariants());
  await expect(
    page.getByText('We do not know yet whether your order was placed', { exact: false }).first(),
  ).toBeVisible();
  await page.goto(`${network.url}/user/orders`);
  await expect(page.getByText('Not placed, nothing was charged', { exact: false }).first()).toBeVisible({
    timeout: 60_000,
  });

  const late = await fetch(`${server.url}/api/orders`, {
    method: 'POST',
    headers: pick(sent?.headers ?? {}, ['content-type', 'authorization', 'idempotency-key']),
    body: sent?.body ?? '',
  });
  expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([409, 'CANCELLED']);
  expect(await shop.countOrders(amina.email)).toBe(before);
  await verify(server);
  await shop.close();
  await context.close();
});

async function confirmOrder(
  page: Page,
  product: { title: string; categoryId: number; variant: string },
): Promise<void> {
  await page.goto(`${network.url}/user/categories/${product.categoryId}`);
  await page.getByRole('button', { name: product.title }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: product.variant, exact: false }).first().check();
  await dialog.getByRole('button', { name: 'Confirm order' }).click();
}

/** Recomputes every balance from the ledger, as `npm run verify` does; it exits with 1 when one differs. */
async function verify({ dataFolder }: RunningServer): Promise<void> {
  const command = join(import.meta.dirname, '../../src/server/commands/verify.ts');
  await promisify(execFile)(process.execPath, [command], { env: { ...process.env, DATA_DIR: dataFolder } });
}

const pick = (headers: Record<string, string>, names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
