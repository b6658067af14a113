import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ofMobile, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { openPeopleOffice, visitPeople } from '../support/people-office.tsx';
import { aCostedProduct, openShop, visitProducts } from '../support/product-pages.tsx';
import { anOrder } from '../support/storefront.tsx';

/** Saves the present search, filters and order as a view. */
async function saveView(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'My views' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save these filters…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name of the view' }), `${name}{Enter}`);
  await screen.findByRole('button', { name: `My views: ${name}` });
}

test('S2K-14 a search with filters and an order of orders is saved under a name on this device, opened and deleted', async () => {
  const { db, server } = await openOrderDevice([anOrder(1), ofMobile(2), ofMobile(3, { status: 'completed' })]);
  await server.goOffline();
  const search = { search: 'credit', status: 'new,processing', product: '2', from: '2026-01-05', sort: 'amount_asc' };
  const { user, address } = visitOrders(`/admin/orders?${new URLSearchParams(search)}&per_page=20&page=1`);
  await screen.findByRole('button', { name: 'Open order 2' });

  await saveView(user, 'Mobile');
  expect(await db.fact('orderViews')).toEqual([{ name: 'Mobile', search }]);

  await user.click(screen.getByRole('button', { name: /^All/ }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await user.click(await screen.findByRole('button', { name: 'My views' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Mobile' }));
  const shown = () => Object.fromEntries(new URL(address(), 'http://shop.test').searchParams);
  await waitFor(() => expect(shown()).toEqual(search));
  await user.click(await screen.findByRole('button', { name: 'My views: Mobile' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete this view' }));
  await waitFor(async () => expect(await db.fact('orderViews')).toEqual([]));
});

test('S2K-14 a tab of the list is no view to save; in another order it is', async () => {
  await openOrderDevice([anOrder(1)]);
  const { user } = visitOrders();
  await screen.findByRole('button', { name: 'Open order 1' });

  await user.click(screen.getByRole('button', { name: /^Open( \d+)?$/ }));
  expect(screen.queryByRole('button', { name: /^My views/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Total' }));

  expect(await screen.findByRole('button', { name: 'My views' })).toBeTruthy();
});

test('S2K-14 the lists of products and users have views of their own', async () => {
  const shop = await openShop({ products: [aCostedProduct(1, 'Netflix'), aCostedProduct(2, 'Tea')] });
  const products = visitProducts('/admin/products?category=1&sort=title_asc');
  await saveView(products.user, 'Streaming');
  expect(await shop.db.fact('productViews')).toEqual([
    { name: 'Streaming', search: { category: '1', sort: 'title_asc' } },
  ]);
  products.close();

  const { db } = await openPeopleOffice();
  const { user } = visitPeople('/admin/users?search=amina&sort=name_asc');
  await saveView(user, 'Amina');

  expect(await db.fact('userViews')).toEqual([{ name: 'Amina', search: { search: 'amina', sort: 'name_asc' } }]);
});
