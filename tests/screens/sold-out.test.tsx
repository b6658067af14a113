import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openHelpDesk, waitingIn } from '../support/help-desk.tsx';
import { aStock, voucher } from '../support/sold-codes.ts';
import { aCategory, amina, anAccount, aVariant, visit } from '../support/storefront.tsx';

const inSizes = {
  ...voucher,
  has_variants: true,
  product_variants: [aVariant(11, 'Small', 10), aVariant(12, 'Large', 20)],
};

async function openPopup(product: typeof voucher, stock: object[]) {
  const device = await openHelpDesk(amina, {
    account: [anAccount(120)],
    categories: [aCategory(1, 'Games')],
    products: [product],
    stock,
  });
  const page = visit('/user/categories/1?buy=8');
  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  return { ...device, ...page, popup };
}

test('ST-04 ST-10 a product without codes is sold out, and the customer waits for it, also offline', async () => {
  const { db, server, user, popup, receive } = await openPopup(voucher, [aStock(8, 'out')]);
  expect(await popup.findByText('Sold out')).toBeTruthy();
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();
  expect(await screen.findByText('Out of stock')).toBeTruthy();

  await server.goOffline();
  await user.click(popup.getByRole('button', { name: 'Notify me when it is back' }));
  const args = { product_id: 8, variant_id: 0, on: true };
  await waitFor(async () => expect(await waitingIn(db)).toMatchObject([{ kind: 'stock.watch', args }]));
  expect(await popup.findByRole('button', { name: 'Do not notify me' })).toBeTruthy();

  await receive('stock', aStock(8, 'in', { rev: 3 }));
  expect(await popup.findByRole('button', { name: 'Confirm order' })).toBeTruthy();
});

test('ST-04 a variant without codes says so; the others can be ordered', async () => {
  const stock = [aStock(8, 'out', { variant_id: 11 }), aStock(8, 'low', { variant_id: 12 })];
  const { user, popup } = await openPopup(inSizes, stock);
  await user.click(await popup.findByRole('radio', { name: /Small/ }));
  expect(await popup.findByRole('button', { name: 'Notify me when it is back' })).toBeTruthy();
  expect(popup.queryByRole('button', { name: 'Confirm order' })).toBeNull();

  await user.click(popup.getByRole('radio', { name: /Large/ }));
  expect(await popup.findByRole('button', { name: 'Confirm order' })).toBeTruthy();
});

test('ST-04 a device that does not know the stock offers the product', async () => {
  const { popup } = await openPopup(voucher, []);
  expect(await popup.findByRole('button', { name: 'Confirm order' })).toBeTruthy();
});
