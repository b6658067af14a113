import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { activateLocale } from '../../src/client/text/locales.ts';
import { aTicket, openHelpDesk } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

beforeEach(() => activateLocale('en'));

const minutes = 60_000;

const rows = {
  account: [anAccount(40)],
  categories: [aCategory(3, 'Drinks')],
  products: [aProduct(8, 'Tea', { category_ids: [3] })],
  orders: [anOrder(5)],
  tickets: [aTicket(1)],
};

/** Opens a page on a device whose server never answers. */
async function openSilent(role: 'admin' | 'user', address: string) {
  const device = await openHelpDesk(role === 'admin' ? sara : amina, rows);
  device.server.respondWith(() => new Promise(() => undefined));
  await openRoute(address);
  return { ...device, main: within(await screen.findByRole('main')) };
}

test.each([
  ['user', '/user/catalogue', 'categories', /Drinks/, aCategory(4, 'Games'), /Games/],
  ['user', '/user/categories/3', 'products', /Tea/, aProduct(9, 'Water', { category_ids: [3] }), /Water/],
  ['user', '/user/orders', 'orders', /#5/, anOrder(6), /#6/],
  ['user', '/user/tickets', 'tickets', /Subject 1/, aTicket(2), /Subject 2/],
  ['admin', '/admin/categories', 'categories', /Drinks/, aCategory(4, 'Games'), /Games/],
  ['admin', '/admin/products', 'products', /Tea/, aProduct(9, 'Water', { category_ids: [3] }), /Water/],
  ['admin', '/admin/orders', 'orders', /#5/, anOrder(6), /#6/],
  ['admin', '/admin/tickets', 'tickets', /Subject 1/, aTicket(2), /Subject 2/],
] as const)(
  'OF-01 for the role %s, %s shows the %s of the device before the server answers, and then the newer ones',
  async (role, address, entity, known, newer, added) => {
    const { main, receive } = await openSilent(role, address);
    expect((await main.findAllByText(known)).length).toBeGreaterThan(0);

    await receive(entity, newer);

    expect((await main.findAllByText(added)).length).toBeGreaterThan(0);
  },
);

const cachedPages = [
  ['user', '/dashboard/user'],
  ['user', '/user/catalogue'],
  ['user', '/user/categories/3'],
  ['user', '/user/orders'],
  ['user', '/user/tickets'],
  ['admin', '/admin/products'],
  ['admin', '/admin/products/8'],
  ['admin', '/admin/categories'],
  ['admin', '/admin/orders'],
  ['admin', '/admin/tickets'],
] as const;

test.each(cachedPages)(
  'OF-14 for the role %s, %s says when it was updated, offline and long after',
  async (role, address) => {
    const { db, main, server } = await openSilent(role, address);
    await main.findByRole('heading', { level: 1 });
    await db.setFact('lastSyncAt', Date.now() - 12 * minutes);
    expect(await main.findByText('Updated 12 minutes ago')).toBeTruthy();

    await server.goOffline();

    expect(await main.findByText('Offline · updated 12 minutes ago')).toBeTruthy();
  },
);

test('OF-14 a page that has just been updated does not say so', async () => {
  const { db, main } = await openSilent('user', '/user/orders');
  await db.setFact('lastSyncAt', Date.now());
  await main.findAllByText('#5');

  expect(main.queryByText(/pdated/)).toBeNull();
});
