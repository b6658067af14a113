import { createMemoryHistory } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { forgetSession } from '../../src/client/api/session.ts';
import { makeRouter } from '../../src/client/app/routes.tsx';
import { aTicket, openHelpDesk, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aTopup } from '../support/topups.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

const rows = {
  account: [anAccount(40)],
  categories: [aCategory(3, 'Drinks'), aCategory(4, 'Coffee', { parent_id: 3 })],
  products: [
    aProduct(8, 'Tea', { category_ids: [3] }),
    aProduct(9, 'Espresso', { category_ids: [4] }),
    aProduct(10, 'Soap', { category_ids: [] }),
  ],
  orders: [anOrder(5, { user_id: amina.id })],
  tickets: [aTicket(1, { user_id: amina.id })],
  topups: [aTopup(6)],
};

/** Opens an address with the real routes; returns its page and where it ended up. */
async function open(address: string) {
  const router = await openRoute(address);
  const main = within(await screen.findByRole('main'));
  return { main, place: () => decodeURIComponent(router.state.location.href) };
}

const title = (main: Awaited<ReturnType<typeof open>>['main'], name: string | RegExp) =>
  main.findByRole('heading', { level: 1, name });

test.each(['admin', 'user'] as const)(
  'S2B-05 S2B-18 the %s page of a category has its products and those of its children',
  async (role) => {
    await openHelpDesk(role === 'admin' ? sara : amina, rows);

    const { main } = await open(`/${role}/categories/3`);

    expect(await title(main, 'Drinks')).toBeTruthy();
    expect(await main.findByRole('heading', { level: 2, name: 'Tea' })).toBeTruthy();
    expect(main.getByRole('heading', { level: 2, name: 'Espresso' })).toBeTruthy();
    expect(main.queryByText('Soap')).toBeNull();
  },
);

test.each([
  ['/admin/categories/create', 'New category'],
  ['/admin/products/create', 'New product'],
  ['/admin/users/create', 'New user'],
])('S2B-05 S2B-11 S2B-14 %s is a form: “create” is never taken for an id', async (address, name) => {
  const { server } = await openHelpDesk(sara, rows);

  const { main, place } = await open(address);

  expect(await title(main, name)).toBeTruthy();
  expect(place()).toBe(address);
  expect(server.requests.filter(({ path }) => path.includes('create'))).toEqual([]);
});

test.each([
  ['/admin/tickets', 'Tickets', 'Subject 1'],
  ['/admin/orders', 'Orders', '#5'],
  ['/admin/top-ups', 'Top-ups', '#6'],
])('S2B-06 S2B-08 %s has the rows of the device', async (address, name, text) => {
  await openHelpDesk(sara, rows);

  const { main } = await open(address);

  expect(await title(main, new RegExp(name))).toBeTruthy();
  expect((await main.findAllByText(text)).length).toBeGreaterThan(0);
});

test.each([
  ['/user/orders', 'Orders', '#5'],
  ['/user/tickets', 'Tickets', 'Subject 1'],
])('S2B-19 S2B-20 %s has the rows of the user', async (address, name, text) => {
  await openHelpDesk(amina, rows);

  const { main } = await open(address);

  expect(await title(main, new RegExp(name))).toBeTruthy();
  expect((await main.findAllByText(text)).length).toBeGreaterThan(0);
});

test('S2B-21 /user/tickets/create is the form for a new ticket: “create” is never taken for an id', async () => {
  await openHelpDesk(amina, rows);

  const { main } = await open('/user/tickets/create');

  expect(await main.findByLabelText('Subject')).toBeTruthy();
});

test.each([
  ['admin', uuid(1)],
  ['admin', '1001'],
  ['user', uuid(1)],
  ['user', '1001'],
] as const)('S2B-07 S2B-22 the page of a ticket for the role %s opens by %s', async (role, id) => {
  await openHelpDesk(role === 'admin' ? sara : amina, rows);

  const { main } = await open(`/${role}/tickets/${id}`);

  expect(await title(main, /Subject 1/)).toBeTruthy();
});

const pagesOfCustomers = [
  '/user/catalogue',
  '/user/categories/3',
  '/user/orders?order=5',
  '/user/tickets',
  '/user/tickets/create',
  `/user/tickets/${uuid(1)}`,
];

test.each(pagesOfCustomers)('S2B-17 %s sends guests to the login and admins to their dashboard', async (address) => {
  await openHelpDesk(sara, rows);
  const placeOf = async () => {
    const router = makeRouter(createMemoryHistory({ initialEntries: [address] }));
    await router.load();
    return decodeURIComponent(router.state.location.href);
  };

  expect(await placeOf()).toBe('/dashboard/admin');
  forgetSession();

  await waitFor(async () => expect(await placeOf()).toBe(`/auth/login?redirect=${address}`));
});

test.each([
  ['admin', 'Dashboard', '/dashboard/admin'],
  ['user', 'Dashboard', '/dashboard/user'],
  ['admin', 'Settings', '/dashboard/settings'],
  ['user', 'Settings', '/dashboard/settings'],
] as const)('S6-03 S2A-09 offline the role %s opens the page %s from its menu', async (role, name, address) => {
  const { server } = await openHelpDesk(role === 'admin' ? sara : amina, rows);
  await server.goOffline();
  const { main, place } = await open(`/${role}/orders`);

  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name }));

  expect(await title(main, name)).toBeTruthy();
  expect(place()).toBe(address);
});
