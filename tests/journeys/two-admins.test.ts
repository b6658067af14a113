import { expect, test, type Browser, type Page } from '@playwright/test';
import { roleIds } from '../../src/contract/limits.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startServer, type RunningServer } from '../support/running-server.ts';
import { openShopDatabase } from '../support/shop-database.ts';
import { deliver, setOrderStatus, setTicketStatus, statusOf } from './admin-changes.ts';
import { prepareShift, type Shift } from './admin-shift.ts';
import { apiOf } from './api.ts';
import { readDevice } from './device-contents.ts';
import { messages, reply } from './help-desk.ts';
import { browserOf, goTo, rootAccount, signIn, waitForServiceWorker, type Account } from './sign-in.ts';

const pin = '730264';
const colleagues = {
  sami: { name: 'Sami Colleague', email: 'sami@shop.example', password: 'a good long phrase' },
  nadia: { name: 'Nadia Colleague', email: 'nadia@shop.example', password: 'another long phrase' },
};

let server: RunningServer;
/** The network of the second admin. */
let network: FaultProxy;
let shop: ReturnType<typeof openShopDatabase>;
let shift: Shift;
let root: Account;
let ids: { sami: number; nadia: number };

test.beforeAll(async () => {
  server = await startServer();
  network = await startFaultProxy(server.url);
  shop = openShopDatabase(server.dataFolder);
  shift = await prepareShift(server, shop);
  root = await rootAccount(server);
  const make = async (person: Account) => {
    const fields = { ...person, role_id: roleIds.admin };
    return (await shift.root.post<{ user: { id: number } }>('/api/users', fields)).user.id;
  };
  ids = { sami: await make(colleagues.sami), nadia: await make(colleagues.nadia) };
});

test.afterAll(async () => {
  await shop.close();
  await network.stop();
  await server.remove();
});

test('E3 OF-12 D-2 two admins change the same order, ticket and product: the later one sees both values and decides', async ({
  browser,
}) => {
  const { page: first, context: firstContext } = await adminIn(browser, server.url, root);
  const { page: second, context } = await adminIn(browser, network.url, colleagues.sami);
  const { toDeliver: order, ticketId } = shift;

  await test.step('a reply of each on the same ticket: both devices show both, in one order', async () => {
    for (const page of [first, second]) await goTo(page, `/admin/tickets/${ticketId}`);
    await reply(first, 'From root');
    await expect(messages(second)).toContainText([shift.subject, 'From root']);
    await reply(second, 'From Sami');
    const texts = [shift.subject, 'From root', 'From Sami'];
    for (const page of [first, second]) await expect(messages(page)).toContainText(texts);
    expect(await shop.textsBySubject(shift.customer.email, shift.subject)).toEqual({ [shift.subject]: texts });
  });
  await test.step('both set the status of the ticket and of the order, the second one without a network', async () => {
    network.setDown(true);
    await setTicketStatus(second, 'Closed');
    await goTo(second, '/admin/orders');
    await setOrderStatus(second, order, 'Processing');
    await setTicketStatus(first, 'Resolved');
    await goTo(first, '/admin/orders');
    await setOrderStatus(first, order, 'Delivered');
    await expect.poll(async () => (await shop.history())[`orders:${order}`]?.at(-1)).toBe('order.status delivered');
    network.setDown(false);
    await expect(second.getByRole('banner').getByText('2 changes need you')).toBeVisible();
  });
  await test.step('the second one keeps the status of the ticket, and sets the one of the order anyway', async () => {
    await second.getByRole('button', { name: `Open order ${order}` }).click();
    const conflict = second.getByRole('dialog');
    await expect(conflict.getByText('Changed by two people')).toBeVisible();
    await expect(conflict.getByText('Delivered').first()).toBeVisible();
    await conflict.getByRole('button', { name: 'Set Processing anyway' }).click();
    await expect(conflict.getByText('Changed by two people')).toBeHidden();
    await goTo(second, '/dashboard/outbox');
    await second.getByRole('button', { name: 'Keep Resolved' }).click();
    await expect(second.getByText('Everything is saved on the server.')).toBeVisible();
    const history = await shop.history();
    expect(history[`orders:${order}`]).toEqual(['order.place', 'order.status delivered', 'order.status processing']);
    expect(history[`tickets:${ticketId}`]?.at(-1)).toBe('ticket.status resolved');
  });
  await test.step('both deliver the order, the second one without a network: it sees both deliveries, and decides', async () => {
    await goTo(second, '/admin/orders');
    await expect(statusOf(second, order, 'Processing')).toBeVisible();
    network.setDown(true);
    await deliver(second, order, 'Code of Sami');
    await deliver(first, order, 'Code of root');
    await expect.poll(async () => (await shop.history())[`orders:${order}`]?.at(-1)).toBe('order.deliver completed');
    network.setDown(false);
    await expect(second.getByRole('banner').getByText('1 change needs you')).toBeVisible();
    await second.getByRole('button', { name: `Open order ${order}` }).click();
    const versions = second.getByRole('dialog').locator('dl').first();
    await expect(versions).toContainText('Code of Sami');
    await expect(versions).toContainText('Code of root');
    await second.getByRole('button', { name: 'Save mine anyway' }).click();
    await expect(versions.getByText('Code of root')).toBeHidden();
    await expect(second.getByRole('banner').getByText('Up to date')).toBeVisible();
    await expect(second.getByRole('dialog').getByText('Code of Sami')).toBeVisible();
    const delivered = ['order.deliver completed', 'order.deliver completed'];
    expect((await shop.history())[`orders:${order}`]!.slice(-2)).toEqual(delivered);
    await second.keyboard.press('Escape');
  });
  await test.step('both refund the same order: the money moves once, and the second one reads why', async () => {
    const refund = shift.toRefund;
    for (const page of [first, second]) {
      await goTo(page, '/admin/orders');
      await expect(statusOf(page, refund)).toBeVisible();
    }
    network.silenceStreams();
    await statusOf(second, refund).click();
    await second.getByRole('menuitemradio', { name: 'Refunded' }).click();
    await statusOf(first, refund).click();
    await first.getByRole('menuitemradio', { name: 'Refunded' }).click();
    await confirmRefund(first);
    await expect(first.getByRole('alertdialog')).toBeHidden();
    await confirmRefund(second);
    const dialog = second.getByRole('alertdialog');
    await expect(dialog.getByText(/ has set this order to “Refunded” in the meantime/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(statusOf(second, refund, 'Refunded')).toBeVisible();
    const kinds = (await shop.ledger(shift.customer.email)).map(({ kind }) => kind);
    expect(kinds).toEqual(['add', 'charge', 'charge', 'return']);
  });
  await test.step('both edit the same product: the second one chooses between the versions', async () => {
    for (const page of [first, second]) {
      await goTo(page, `/admin/products/${shift.productId}/edit`);
      await expect(page.getByLabel('Title').first()).toHaveValue(shift.product);
    }
    await first.getByLabel('Title').first().fill('Night bus ticket');
    await first.getByRole('button', { name: 'Save changes' }).click();
    await expect(first.getByRole('heading', { name: 'Night bus ticket' })).toBeVisible();
    await second.getByLabel('Title').first().fill('Pass for night buses');
    await second.getByRole('button', { name: 'Save changes' }).click();
    const versions = second.getByRole('group', { name: 'Title' });
    await expect(versions.getByRole('button', { name: 'Yours' })).toContainText('Pass for night buses');
    await versions.getByRole('button', { name: 'Saved by the other admin' }).click();
    await second.getByRole('button', { name: 'Save changes' }).click();
    await expect(second.getByRole('heading', { name: 'Night bus ticket' })).toBeVisible();
  });
  await context.close();
  await firstContext.close();
});

const confirmRefund = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Set “Refunded”' }).click();

test('E3 D-16 an admin who loses the role with changes on the device: nothing of them is applied, the shop’s data leaves the device, and its pages refuse', async ({
  browser,
}) => {
  const { page, context } = await adminIn(browser, network.url, colleagues.nadia);
  const before = await historyOfShift();
  await test.step('without a network: a reply, a status and a product', async () => {
    network.setDown(true);
    await goTo(page, `/admin/tickets/${shift.ticketId}`);
    await reply(page, 'From Nadia');
    await goTo(page, '/admin/orders');
    await setOrderStatus(page, shift.toDeliver, 'Processing');
    await goTo(page, `/admin/products/${shift.productId}`);
    await page.getByRole('switch').first().click();
    await expect(page.getByRole('banner').getByText('Offline – 3 waiting')).toBeVisible();
  });
  await test.step('the role is taken away; with the network back, the device has only what Nadia wrote', async () => {
    await shift.root.post(`/api/users/${ids.nadia}`, { role_id: roleIds.user });
    network.setDown(false);
    await expect(page).toHaveURL(/\/auth\/login\?/);
    await expect(page.getByText('to send 3 changes')).toBeVisible();
    const { databases, dom } = await readDevice(page);
    const stored = JSON.stringify(databases);
    for (const text of [shift.customer.email, shift.customer.name, shift.subject, shift.product])
      expect([stored.includes(text), dom.includes(text)], text).toEqual([false, false]);
    expect(stored).toContain('From Nadia');
  });
  await test.step('signed in as a customer, Nadia reads that none of it was accepted, and no page of admins opens', async () => {
    await signIn(page, network.url, colleagues.nadia);
    await expect(page).toHaveURL(/\/dashboard\/user$/);
    await expect(page.getByRole('banner').getByText('3 changes need you')).toBeVisible();
    for (const path of ['/admin/orders', `/admin/orders?deliver=${shift.toDeliver}`, `/admin/users/${ids.sami}`]) {
      await page.goto(network.url + path);
      await expect(page).toHaveURL(/\/dashboard\/user$/);
    }
    await goTo(page, '/dashboard/outbox');
    await expect(page.getByText('From Nadia')).toBeVisible();
    expect(await historyOfShift()).toEqual(before);
    expect(JSON.stringify((await readDevice(page)).databases)).not.toContain(shift.customer.email);
  });
  await context.close();
});

test('E3 D-16 an admin who is switched off while an adjustment is open, with the PIN typed: no money moves, and the PIN is nowhere on the device', async ({
  browser,
}) => {
  const sami = await apiOf(server.url, colleagues.sami);
  await sami.post('/api/auth/pin', { password: colleagues.sami.password, pin });
  const { page, context } = await adminIn(browser, network.url, colleagues.sami);
  const before = await shop.ledger(shift.customer.email);
  await goTo(page, `/admin/users/${shift.customer.id}?adjust=${shift.customer.id}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('900');
  await dialog.getByLabel('Your PIN').fill(pin);
  network.setDown(true);
  await context.setOffline(true);
  await expect(dialog.getByText('You are offline. A balance is only changed with a connection.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Add to the balance' })).toBeDisabled();
  await shift.root.post(`/api/users/${ids.sami}/active`, { is_active: false });

  network.setDown(false);
  await context.setOffline(false);

  await expect(page).toHaveURL(/\/auth\/login\?/);
  expect(JSON.stringify(await readDevice(page))).not.toContain(pin);
  await page.locator('input[name=email]').fill(colleagues.sami.email);
  await page.locator('input[name=password]').fill(colleagues.sami.password);
  await page.locator('button[type=submit]').click();
  await expect(page.getByText('Your account is not active.')).toBeVisible();
  expect(await shop.ledger(shift.customer.email)).toEqual(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login/);
  await context.close();
});

/** The changes of the shift's ticket, order and product on the server. */
async function historyOfShift(): Promise<unknown> {
  const history = await shop.history();
  return [`tickets:${shift.ticketId}`, `orders:${shift.toDeliver}`, `products:${shift.productId}`].map(
    (record) => history[record],
  );
}

async function adminIn(browser: Browser, url: string, account: Account) {
  const opened = await browserOf(browser, 'laptop');
  await signIn(opened.page, url, account);
  await waitForServiceWorker(opened.page);
  await expect(opened.page.getByRole('banner').getByText('Up to date')).toBeVisible();
  return opened;
}
