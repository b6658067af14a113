import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  aCategory,
  amina,
  anAccount,
  anOrder,
  aProduct,
  aVariant,
  openDevice,
  toastTexts,
  visit,
  type Script,
} from '../support/storefront.tsx';

const netflix = aProduct(1, 'Netflix', {
  description: 'Films and series',
  has_variants: true,
  price: 1,
  product_variants: [aVariant(11, '1 month', 25), aVariant(12, '1 year', 99), aVariant(13, 'Old plan', 2, 'inactive')],
});
const giftCard = aProduct(2, 'Gift card', { price: 40 });

const placed: Script = () => [200, { code: 'SUCCESS', order: anOrder(501), balance: 95 }];
const refused =
  (status: number, code: string, details?: object): Script =>
  () => [status, { code, message: code, ...(details && { details }) }];

const dialog = () => screen.findByRole('dialog', { name: 'Place an order' });
const button = (name: string) => screen.getByRole('button', { name });

async function openShop(...products: object[]) {
  return openDevice(amina, {
    account: [anAccount(100)],
    categories: [aCategory(1, 'Streaming')],
    products: [netflix, giftCard, ...products],
  });
}

test('S2J-01 S2J-02 S2J-07 the popup shows the product, the balance just read from the server, and a question', async () => {
  const { server } = await openShop();
  server.respondWith(placed);

  visit('/user/catalogue?buy=2');

  const popup = within(await dialog());
  expect(popup.getByRole('heading', { name: 'Gift card' })).toBeTruthy();
  expect(popup.getByTestId('order-price').textContent).toBe('€40.00');
  expect(popup.getByText('Are you sure you want to place this order?')).toBeTruthy();
  expect(popup.getByText(/Your order will be processed immediately after confirmation\./)).toBeTruthy();
  expect(await popup.findByText('€120.00')).toBeTruthy();
  expect(popup.getByText('€80.00')).toBeTruthy();
});

test('S2J-06 OF-35 the field of the message is scrolled wholly above the footer when it gets the focus, and a variant stays where it is', async () => {
  const { server } = await openShop();
  server.respondWith(placed);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = visit('/user/catalogue?buy=1');
  const popup = within(await dialog());

  await user.click(popup.getByRole('radio', { name: /1 month/ }));
  expect(scrolled).not.toHaveBeenCalled();
  await user.click(popup.getByLabelText('Message (optional)'));

  expect(scrolled.mock.contexts).toEqual([popup.getByLabelText('Message (optional)')]);
  expect(scrolled).toHaveBeenCalledWith({ block: 'nearest' });
  scrolled.mockRestore();
});

test('S2J-03 S5-22 only active variants are offered, and one must be chosen', async () => {
  const { server } = await openShop();
  server.respondWith(placed);
  const { user } = visit('/user/catalogue?buy=1');
  await dialog();
  expect(screen.getAllByRole('radio')).toHaveLength(2);

  await user.click(button('Confirm order'));

  expect(await screen.findByText('Please select a variant to continue.')).toBeTruthy();
  expect(server.orders()).toEqual([]);
  await user.click(screen.getByRole('radio', { name: /1 year/ }));
  expect(screen.queryByText('Please select a variant to continue.')).toBeNull();
  expect(screen.getByTestId('order-price').textContent).toBe('€99.00');
});

test('S2J-04 the only active variant is chosen from the start', async () => {
  await openShop(
    aProduct(3, 'Spotify', {
      has_variants: true,
      product_variants: [aVariant(31, 'Month', 12), aVariant(32, 'Week', 4, 'inactive')],
    }),
  );

  visit('/user/catalogue?buy=3');

  await dialog();
  expect(screen.getByRole('radio', { name: /Month/ })).toHaveProperty('checked', true);
});

test('S2J-05 without an active variant nothing can be confirmed', async () => {
  await openShop(
    aProduct(3, 'Spotify', { has_variants: true, product_variants: [aVariant(32, 'Week', 4, 'inactive')] }),
  );

  visit('/user/catalogue?buy=3');

  const popup = within(await dialog());
  expect(popup.getByText('No active variants available for this product.')).toBeTruthy();
  expect(popup.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('/user/tickets/create');
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();
});

test('C-37 an unavailable product is shown but cannot be ordered', async () => {
  await openShop(aProduct(3, 'Spotify', { is_available: false }));

  visit('/user/catalogue?buy=3');

  const popup = within(await dialog());
  expect(popup.getByText('This product is not available at the moment.')).toBeTruthy();
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();
});

test('S2J-06 S5-23 the message takes 500 characters, is trimmed when sent, and stays as a draft when the popup is closed', async () => {
  const { server } = await openShop();
  server.respondWith(placed);
  const { user, back, go } = visit('/user/catalogue');
  await go('/user/catalogue?buy=2');
  await dialog();
  await user.click(screen.getByLabelText('Message (optional)'));
  await user.paste(`  ${'é'.repeat(500)}`);
  expect(screen.getByRole('img', { name: '500 of 500 characters' }).textContent).toBe('500/500');
  await back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await go('/user/catalogue?buy=2');
  await dialog();
  await waitFor(() => expect(screen.getByRole('img', { name: '500 of 500 characters' })).toBeTruthy());
  await user.click(button('Confirm order'));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()[0]?.body.message).toBe('é'.repeat(500));
});

test('S2J-08 S2J-09 S3-12 S8-26 C-07 Confirm sends the order once, with a key; then the popup closes, and order and balance are shown at once', async () => {
  const { db, server } = await openShop();
  const gate = Promise.withResolvers<void>();
  server.respondWith(async (asked) => {
    await gate.promise;
    return placed(asked);
  });
  const { user, address } = visit('/user/catalogue?buy=1');
  await dialog();
  await user.click(screen.getByRole('radio', { name: /1 month/ }));

  await user.dblClick(button('Confirm order'));
  await waitFor(() => expect(server.orders()).toHaveLength(1));
  expect(button('Cancel')).toHaveProperty('disabled', true);
  expect(await db.pledges.toArray()).toMatchObject([
    {
      state: 'asked',
      call: 'placeOrder',
      about: { product_id: 1, title: '\u2068Netflix\u2069, \u20681 month\u2069', quantity: 1, amount: 25 },
    },
  ]);
  await act(async () => gate.resolve());

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()).toHaveLength(1);
  expect(server.orders()[0]).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    body: {
      product_id: 1,
      price: 25,
      order_price: 25,
      product_variant_id: 11,
      selected_variant_id: 11,
      selected_variant: 11,
      message: null,
    },
  });
  expect(toastTexts()).toEqual(['Order placed · Order #501. Your balance is now €95.00.']);
  expect(address()).toBe('/user/catalogue');
  expect(await db.orders.get(501)).toMatchObject({
    total_price: 25,
  });
  expect((await db.account.get(amina.id))?.balance).toBe(95);
  expect(await db.pledges.count()).toBe(0);
});

test('S2J-10 after an order the popup opens without a choice or a message, and orders with another key', async () => {
  const { server } = await openShop();
  server.respondWith(placed);
  const { user, go } = visit('/user/catalogue?buy=1');
  await dialog();
  await user.click(screen.getByRole('radio', { name: /1 month/ }));
  await user.type(screen.getByLabelText('Message (optional)'), 'For my sister');
  await user.click(button('Confirm order'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await go('/user/catalogue?buy=1');
  await dialog();

  expect(screen.getAllByRole('radio').some((radio) => (radio as HTMLInputElement).checked)).toBe(false);
  expect(screen.getByLabelText('Message (optional)')).toHaveProperty('value', '');
  await user.click(screen.getByRole('radio', { name: /1 month/ }));
  await user.click(button('Confirm order'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()).toHaveLength(2);
  expect(server.orders()[0]?.key).not.toBe(server.orders()[1]?.key);
});

test('C-07 a changed price is shown and must be confirmed again, with a new key', async () => {
  const { server } = await openShop();
  server.respondWith(refused(409, 'PRICE_CHANGED', { price: 45 }));
  const { user } = visit('/user/catalogue?buy=2');
  await dialog();

  await user.click(button('Confirm order'));

  expect(await screen.findByText('The price has changed from €40.00 to €45.00.')).toBeTruthy();
  expect(screen.getByTestId('order-price').textContent).toBe('€45.00');
  server.respondWith(placed);
  await user.click(button('Confirm order'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()[1]?.body.price).toBe(45);
  expect(server.orders()[1]?.key).not.toBe(server.orders()[0]?.key);
});

test('S2J-11 OF-04 offline the popup opens from the device and says beside Confirm why it is disabled', async () => {
  const { server } = await openShop();
  await server.goOffline();

  visit('/user/catalogue?buy=2');

  await dialog();
  expect(button('Confirm order')).toHaveProperty('disabled', true);
  const reason = screen.getByText('Orders need a connection: your balance is charged at once.');
  expect(button('Confirm order').getAttribute('aria-describedby')).toBe(reason.closest('p')?.id);
  expect(screen.getByText('€100.00')).toBeTruthy();
  await server.goOnline(placed);
});
