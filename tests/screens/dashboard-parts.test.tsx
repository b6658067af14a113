import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { balanceByDay, balanceDays } from '../../src/client/features/dashboard/balance-by-day.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { aTicket, openHelpDesk, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code of the page, so that no test waits for it. */
beforeAll(() => import('../../src/client/features/dashboard/user-dashboard-content.tsx'));
beforeEach(() => activateLocale('en'));

const hour = 3_600_000;
const day = 24 * hour;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const notification = (n: number, orderId: number, status: string, more: object = {}) => ({
  id: uuid(100 + n),
  kind: 'order.status',
  about: { order_id: orderId, status, subject: 'Netflix' },
  read_at: null,
  created_at: ago(n * hour),
  ...more,
});
const movement = (id: number, amount: number, after: number, at: string) => ({
  id,
  kind: amount > 0 ? 'add' : 'subtract',
  amount,
  balance_before: after - amount,
  balance_after: after,
  order_id: null,
  note: null,
  created_at: at,
});
const named = (id: number, name: string, status: 'new' | 'delivered' | 'refunded' | 'canceled' | 'processing') =>
  anOrder(id, { status, items: [{ ...anOrder(id).items[0]!, product_id: id, product_name: name }] });

/** Opens the dashboard of a customer with these rows, offline. */
async function openDashboard(rows: Parameters<typeof openHelpDesk>[1], facts: { ledgerTotal?: number } = {}) {
  const device = await openHelpDesk(amina, rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (facts.ledgerTotal !== undefined) await device.db.setFact('ledgerTotal', facts.ledgerTotal);
  await device.server.goOffline();
  const router = await openRoute('/dashboard/user');
  const main = within(await screen.findByRole('main'));
  await main.findByRole('heading', { level: 1, name: 'Dashboard' });
  return { ...device, router, main, user: userEvent.setup() };
}

test('S2E-06 “Needs you” has the tickets that support has answered and the news of orders, newest first, and no others', async () => {
  const { main } = await openDashboard({
    account: [anAccount(75)],
    tickets: [
      aTicket(1, { last_response_by: 'admin', status: 'open', last_response_at: ago(3 * hour) }),
      aTicket(2, { last_response_by: 'admin', status: 'pending', last_response_at: ago(hour) }),
      aTicket(3, { last_response_by: 'user', status: 'open' }),
      aTicket(4, { last_response_by: 'admin', status: 'resolved' }),
    ],
    orders: [
      named(11, 'Delivered', 'delivered'),
      named(12, 'Refunded', 'refunded'),
      named(13, 'Canceled long ago', 'canceled'),
      named(14, 'Opened', 'delivered'),
      named(15, 'Being processed', 'processing'),
      named(16, 'Delivered, then back in process', 'processing'),
    ],
    notifications: [
      notification(4, 11, 'delivered'),
      notification(2, 12, 'refunded'),
      notification(1, 13, 'canceled', { created_at: ago(15 * day) }),
      notification(3, 14, 'delivered', { read_at: ago(hour) }),
      notification(5, 15, 'processing'),
      notification(6, 16, 'delivered'),
    ],
  });

  const needs = within(await main.findByRole('region', { name: 'Needs you' }));
  const links = (await needs.findAllByRole('link')).map((link) => link.getAttribute('href'));

  expect(links).toEqual(['/user/tickets/1002', '/user/tickets/1001', '/user/orders?order=12', '/user/orders?order=11']);
  expect(needs.getAllByText('Waits for your reply')).toHaveLength(2);
});

test('S2E-06 an order that was opened needs the customer no more, and without anything there is no “Needs you”', async () => {
  const { main, router, receive } = await openDashboard({
    account: [anAccount(75)],
    orders: [named(11, 'Delivered', 'delivered')],
    notifications: [notification(1, 11, 'delivered')],
  });
  await main.findByRole('region', { name: 'Needs you' });

  await router.navigate({ to: '/user/orders', search: { order: 11 } as never });
  await screen.findByRole('dialog', { name: 'Order #11' });
  await router.navigate({ to: '/dashboard/user' });

  await main.findByRole('region', { name: 'Recent orders' });
  await waitFor(() => expect(main.queryByRole('region', { name: 'Needs you' })).toBeNull());

  await receive('tickets', aTicket(9, { last_response_by: 'admin', status: 'open' }));
  expect(await main.findByRole('region', { name: 'Needs you' })).toBeTruthy();
});

test('S2E-05 before the first movement the dashboard has three steps and no balance of zero', async () => {
  const { main, router } = await openDashboard({ account: [anAccount(0)] });

  expect(await main.findByRole('heading', { name: 'Three steps to your first order' })).toBeTruthy();
  expect(main.getByRole('region', { name: 'How to add balance' })).toBeTruthy();
  expect(main.queryByRole('img', { name: 'Done' })).toBeNull();
  for (const text of ['Your balance', '€0.00', 'No movements yet.', 'No orders yet'])
    expect(main.queryByText(text)).toBeNull();

  await router.navigate({ to: '/user/catalogue' });
  await main.findByRole('heading', { level: 1, name: 'Catalogue' });
  await router.navigate({ to: '/dashboard/user' });

  const catalogue = await main.findByRole('region', { name: 'Look around in the catalogue' });
  await waitFor(() => expect(within(catalogue.closest('li')!).getByRole('img', { name: 'Done' })).toBeTruthy());
});

test('S2E-05 with balance the first step is done and the balance is shown; the first order ends the steps', async () => {
  const { main, receive } = await openDashboard({ account: [anAccount(50)], ledger: [movement(1, 50, 50, ago(hour))] });

  const first = await main.findByRole('region', { name: 'Add balance' });
  expect(within(first.closest('li')!).getByRole('img', { name: 'Done' })).toBeTruthy();
  expect(main.getByRole('heading', { name: 'Your balance' })).toBeTruthy();
  expect(main.queryByRole('region', { name: 'Recent orders' })).toBeNull();

  await receive('orders', anOrder(1));

  expect(await main.findByRole('region', { name: 'Recent orders' })).toBeTruthy();
  expect(main.queryByRole('heading', { name: 'Three steps to your first order' })).toBeNull();
});

test('S2E-07 the line beside the balance has the balance at the end of each of the last 30 days', async () => {
  const now = Date.parse('2026-11-25T12:00:00.000Z');
  const at = (days: number) => new Date(now - days * day).toISOString();
  const rows = [movement(1, 100, 100, at(20.5)), movement(2, -30, 70, at(10.2)), movement(3, -20, 50, at(10.1))];

  const whole = balanceByDay(rows, now, true);
  const part = balanceByDay(rows, now, false);

  expect(whole).toHaveLength(balanceDays);
  expect(whole.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 0));
  expect(whole.slice(9, 19)).toEqual(Array.from({ length: 10 }, () => 100));
  expect(whole.slice(19)).toEqual(Array.from({ length: 11 }, () => 50));
  expect(part).toEqual(whole.slice(9));
  expect(balanceByDay([movement(9, 5, 55, at(40))], now, false)).toEqual(Array.from({ length: 30 }, () => 55));
  expect(balanceByDay([], now, true)).toEqual([]);
});

test('S2E-07 the line is drawn when the device knows the movements, and says how long it is', async () => {
  const { main } = await openDashboard(
    {
      account: [anAccount(50)],
      orders: [anOrder(1)],
      ledger: [movement(1, 80, 80, ago(5 * day)), movement(2, -30, 50, ago(2 * day))],
    },
    { ledgerTotal: 2 },
  );

  const points = () =>
    main
      .getByRole('heading', { name: 'Your balance' })
      .closest('section')!
      .querySelector('polyline')
      ?.getAttribute('points');
  await waitFor(() => expect(points()?.split(' ')).toHaveLength(balanceDays));
  expect(main.getByText('Last 30 days')).toBeTruthy();
});

test('S2E-02 the rows of orders have the pictures of their products', async () => {
  const { main } = await openDashboard({
    account: [anAccount(50)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(1, 'Netflix', { image: '/files/catalog/netflix.webp' })],
    orders: [anOrder(1), named(2, 'Removed', 'new')],
  });

  const orders = within(await main.findByRole('region', { name: 'Recent orders' }));
  const picture = async (name: RegExp) => (await orders.findByRole('link', { name })).querySelector('img, svg');

  await waitFor(async () =>
    expect((await picture(/Netflix/))?.getAttribute('src')).toBe('/files/catalog/netflix.webp'),
  );
  expect((await picture(/Removed/))?.tagName).toBe('svg');
});
