import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  amina,
  anAccount,
  anOrder,
  aProduct,
  openDevice,
  toastTexts,
  visit,
  type Script,
} from '../support/storefront.tsx';

const placed: Script = () => [200, { code: 'SUCCESS', order: anOrder(501), balance: 95 }];
const serverSettling =
  (state: 'applied' | 'refused' | 'cancelled', order: Script = () => 'lost'): Script =>
  (asked) =>
    asked.path === '/api/outcomes/cancel'
      ? [200, { code: 'SUCCESS', state, touched: state === 'applied' ? ['orders:501'] : [] }]
      : order(asked);

const dialog = () => screen.findByRole('dialog', { name: 'Place an order' });
const button = (name: string) => screen.getByRole('button', { name });
const openShop = () =>
  openDevice(amina, { account: [anAccount(100)], products: [aProduct(2, 'Gift card', { price: 40 })] });

test('after a lost answer the outcome is not known; the order is sent again with its key, and the second answer is shown', async () => {
  const { server } = await openShop();
  let sent = 0;
  server.respondWith((asked) => (asked.path !== '/api/orders' || sent++ > 0 ? placed(asked) : 'lost'));
  const { user } = visit('/user/catalogue?buy=2');
  await dialog();

  await user.click(button('Confirm order'));

  expect(await screen.findByText('We do not know yet whether your order was placed. Checking…')).toBeTruthy();
  // It cannot be changed any more, and it is empty.
  expect(screen.queryByLabelText('Message (optional)')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(new Set(server.orders().map(({ key }) => key)).size).toBe(1);
  expect(toastTexts()).toEqual(['Order placed · Order #501. Your balance is now €95.00.']);
});

test('the JSON of a captive portal is no answer: the outcome is not known until the network is back', async () => {
  const { db, server } = await openShop();
  let portal = true;
  server.respondWith((asked) => {
    if (portal) return [200, { login: 'required' }];
    return asked.path === '/api/orders' ? placed(asked) : [200, { status: 'ok' }];
  });
  const { user } = visit('/user/catalogue?buy=2');
  await dialog();

  await user.click(button('Confirm order'));

  expect(await screen.findByText('We do not know yet whether your order was placed. Checking…')).toBeTruthy();
  expect(await db.pledges.toArray()).toMatchObject([{ state: 'asked', about: { title: 'Gift card', amount: 40 } }]);
  portal = false;
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toastTexts()).toEqual(['Order placed · Order #501. Your balance is now €95.00.']);
});

test.each(['cancelled', 'refused'] as const)(
  'an order that was %s is called not placed in the popup, and not again above the page',
  async (outcome) => {
    const { db, server } = await openShop();
    server.respondWith(serverSettling(outcome, () => [503, { code: 'BUSY', message: '' }, { 'retry-after': '120' }]));
    const { user } = visit('/user/catalogue?buy=2');
    await dialog();
    await user.click(button('Confirm order'));
    expect(await screen.findByText(/The order was not placed, and nothing was charged\./)).toBeTruthy();
    expect(await db.pledges.toArray()).toMatchObject([{ state: 'settled', outcome }]);

    await user.click(button('Cancel'));

    await waitFor(async () => expect(await db.pledges.count()).toBe(0));
  },
);

test('an order in doubt is settled after the customer leaves, and not sent again', async () => {
  const { db, server } = await openShop();
  server.respondWith(serverSettling('cancelled'));
  const { user, back, go } = visit('/user/catalogue');
  await go('/user/catalogue?buy=2');
  await dialog();
  await user.click(button('Confirm order'));
  await screen.findByText(/Checking…/);

  await back();

  await waitFor(async () =>
    expect(await db.pledges.toArray()).toMatchObject([{ state: 'settled', outcome: 'cancelled' }]),
  );
  const count = server.orders().length;
  await new Promise((done) => setTimeout(done, 50));
  expect(server.orders()).toHaveLength(count);
});

test('while an earlier order of the product is in doubt, it is settled before another can be sent', async () => {
  const { db, server } = await openShop();
  server.respondWith(serverSettling('cancelled', placed));
  await db.pledges.add({
    key: '019a0000-0000-7000-8000-000000000001',
    state: 'asked',
    call: 'placeOrder',
    about: { product_id: 2, title: 'Gift card' },
    createdAt: Date.now(),
  });
  const { user } = visit('/user/catalogue?buy=2');
  const popup = within(await dialog());
  expect(popup.getByText(/it is not known yet whether it was placed\./)).toBeTruthy();
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();

  await user.click(popup.getByRole('button', { name: 'Check now' }));

  expect(await popup.findByRole('button', { name: 'Confirm order' })).toHaveProperty('disabled', false);
  expect(server.orders()).toEqual([]);
});

test('offline a popup whose order is in doubt says what comes next, and can be closed', async () => {
  const { server } = await openShop();
  server.respondWith((asked) =>
    asked.path === '/api/outcomes/cancel' ? 'lost' : [503, { code: 'BUSY', message: '' }, { 'retry-after': '120' }],
  );
  const { user } = visit('/user/catalogue?buy=2');
  const popup = within(await dialog());
  await user.click(button('Confirm order'));
  await popup.findByText('We do not know yet whether your order was placed.');

  await server.goOffline();

  const next = 'You are offline. It is checked as soon as you are connected, and you will be told.';
  expect(await popup.findByText(next)).toBeTruthy();
  await user.click(popup.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
