import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCategory, amina, anAccount, anOrder, aProduct, openDevice, visit } from '../support/storefront.tsx';

const dialog = () => screen.findByRole('dialog', { name: 'Place an order' });
const button = (name: string) => screen.getByRole('button', { name });

/** A customer's device with a category of two products. */
const openShop = () =>
  openDevice(amina, {
    account: [anAccount(100)],
    categories: [aCategory(1, 'Streaming')],
    products: [aProduct(1, 'Netflix'), aProduct(2, 'Gift card', { price: 40 })],
  });

test('S1-04 S9-15 the products of a category have five sort orders, two price filters, and two views', async () => {
  await openShop();
  const { user } = visit('/user/categories/1');
  const views = within(await screen.findByRole('group', { name: 'Layout' })).getAllByRole('button', { hidden: true });
  expect(views.map((view) => view.getAttribute('aria-label'))).toEqual(['Grid', 'List']);
  const grid = document.querySelector('[data-product]')?.className;

  await user.click(button('List'));
  await waitFor(() => expect(document.querySelector('[data-product]')?.className).not.toBe(grid));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Gift card',
    'Netflix',
  ]);
  await user.click(button('Filters'));

  const orders = screen.getByLabelText<HTMLSelectElement>('Sort by');
  expect([...orders.options].map(({ value }) => value)).toEqual([
    'name_asc',
    'name_desc',
    'price_asc',
    'price_desc',
    'newest',
  ]);
  expect(screen.getAllByLabelText(/price \(€\)$/)).toHaveLength(2);
});

test('S1-05 a product of the catalogue only opens the popup, and Cancel orders nothing; Confirm does', async () => {
  const { server } = await openShop();
  server.respondWith(() => [200, { code: 'SUCCESS', order: anOrder(501), balance: 60 }]);
  const { user } = visit('/user/categories/1');

  await user.click(await screen.findByRole('button', { name: 'Gift card' }));
  await dialog();
  await user.click(button('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Gift card' }));
  await dialog();
  expect(server.orders()).toEqual([]);
  await user.click(button('Confirm order'));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.orders()).toHaveLength(1);
});
