import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { amina, anAccount, anOrder, aProduct, openDevice, visit } from '../support/storefront.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'Place an order' });
const confirmButton = () => screen.getByRole('button', { name: 'Confirm order' });

const exact: [balance: number, price: number][] = [
  [40, 40],
  [0.3, 0.3],
  [0.1 + 0.2, 0.3],
  [1.1, 1.1],
  [4.35, 4.35],
  [8_589.93, 8_589.93],
  [1_000_000, 1_000_000],
];
test.each(exact)('S2J-01 a balance of exactly the price is enough: %d for %d', async (balance, price) => {
  const { server } = await openDevice(amina, {
    account: [anAccount(balance)],
    products: [aProduct(3, 'Spotify', { price })],
  });
  server.respondWith(() => 'lost', balance);
  const { user } = visit('/user/catalogue?buy=3');

  const popup = within(await dialog());
  expect(await popup.findByText('€0.00')).toBeTruthy();
  expect(popup.queryByText('Your balance is not enough for this order.')).toBeNull();
  expect(confirmButton()).toHaveProperty('disabled', false);
  server.respondWith(
    () => [200, { code: 'SUCCESS', order: anOrder(501, { total_price: price }), balance: 0 }],
    balance,
  );
  await user.click(confirmButton());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()[0]?.body.price).toBe(price);
});

test('S2J-01 a balance of one cent less than the price is not enough', async () => {
  const { server } = await openDevice(amina, {
    account: [anAccount(4.34)],
    products: [aProduct(3, 'Spotify', { price: 4.35 })],
  });
  server.respondWith(() => 'lost', 4.34);

  visit('/user/catalogue?buy=3');

  expect(await screen.findByText('Your balance is not enough for this order.')).toBeTruthy();
});
