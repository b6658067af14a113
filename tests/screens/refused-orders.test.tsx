import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCategory, amina, anAccount, aProduct, openDevice, toastTexts, visit } from '../support/storefront.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'Place an order' });

const openShop = (product: object) =>
  openDevice(amina, { account: [anAccount(100)], categories: [aCategory(1, 'Streaming')], products: [product] });

test('S2G-13 a product out of stock is shown but cannot be ordered', async () => {
  await openShop(aProduct(3, 'Spotify', { is_out_of_stock: true, store_url: 'https://shop.test/3' }));

  visit('/user/catalogue?buy=3');

  const popup = within(await dialog());
  expect(popup.getByText(/^This product is out of stock/)).toBeTruthy();
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();
  expect(popup.getByRole('link', { name: 'Shop page' }).getAttribute('rel')).toBe('noopener noreferrer');
});

test('S2G-12 an order for a unit that was sold meanwhile says so', async () => {
  await refuseOrder('OUT_OF_STOCK');

  expect(await within(await dialog()).findByText('This product is out of stock.')).toBeTruthy();
});

test('S8-08 BALANCE_NOT_ENOUGH is shown in a toast and in the popup, which stays open', async () => {
  await refuseOrder('BALANCE_NOT_ENOUGH');

  await waitFor(() => expect(toastTexts()).toEqual(['Your balance is not enough for this order.']));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Confirm order' })).toHaveProperty('disabled', false);
});

test('S2J-12 S8-08 a refusal for a balance that is known to be too low is said once in the popup, with what is missing', async () => {
  await refuseOrder('BALANCE_NOT_ENOUGH', { price: 140 });

  await waitFor(() => expect(toastTexts()).toEqual(['Your balance is not enough for this order.']));
  const popup = within(await dialog());
  expect(popup.getAllByText('Your balance is not enough for this order.')).toHaveLength(1);
  // The server has a newer balance than this device: €120.00.
  expect(await popup.findByText('€20.00 is missing.')).toBeTruthy();
});

test('PRODUCT_NOT_VALID is shown in the form', async () => {
  await refuseOrder('PRODUCT_NOT_VALID');

  expect((await screen.findByRole('alert')).textContent).toContain('This product cannot be ordered now.');
});

/** Confirms an order that the server refuses with a code. */
async function refuseOrder(code: string, { price } = { price: 40 }): Promise<void> {
  const { server } = await openShop(aProduct(2, 'Gift card', { price }));
  server.respondWith(() => [422, { code, message: code }]);
  const { user } = visit('/user/catalogue?buy=2');
  await dialog();

  await user.click(screen.getByRole('button', { name: 'Confirm order' }));
}
