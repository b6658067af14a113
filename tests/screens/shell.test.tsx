import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { routePaths } from '../../src/client/app/paths/route-names.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { reportEngineState } from '../../src/client/sync/status.ts';
import { activateLocale, storedLocale } from '../../src/client/text/locales.ts';
import { aTicket, openHelpDesk, setWidth, uuid } from '../support/help-desk.tsx';
import { openRoute } from '../support/open-route.tsx';
import { aCategory, amina, anAccount, anOrder, aProduct, sara } from '../support/storefront.tsx';

// The device of the test is open already.
vi.mock(import('../../src/client/app/open-personal-database.ts'), () => ({
  openPersonalDatabase: () => Promise.resolve(),
}));

/** Loads the code that an opened menu loads, so that no test waits for it. */
beforeAll(() => import('../../src/client/app/layout/nav-drawer.tsx'));

beforeEach(() => activateLocale('en'));
afterEach(async () => {
  reportEngineState({ running: false, busy: false, pause: null, retryAt: null });
  await activateLocale('en');
});

const people = { admin: sara, user: amina };
const roles = ['admin', 'user'] as const;

/** Opens a page of a role with the app's own routes, on a device with these rows. */
async function openAs(
  role: 'admin' | 'user',
  rows: Parameters<typeof openHelpDesk>[1] = {},
  { address = `/${role}/catalogue`, isOffline = false } = {},
) {
  const device = await openHelpDesk(people[role], rows);
  await device.db.setFact('lastSyncAt', Date.now());
  if (isOffline) await device.server.goOffline();
  const router = await openRoute(address);
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  return { ...device, router, menu, header: within(screen.getByRole('banner')), user: userEvent.setup() };
}

type Menu = Awaited<ReturnType<typeof openAs>>['menu'];

/** The pages of the sidebar with their addresses, without the categories. */
const entriesOf = (menu: Menu) =>
  within(menu.getAllByRole('list')[0]!)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

/** The categories of the sidebar as text: title and number of products. */
const categoriesOf = (menu: Menu) =>
  within(menu.getByRole('list', { name: 'Categories' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

const shop = {
  categories: [aCategory(1, 'Drinks'), aCategory(2, 'Tea', { parent_id: 1 }), aCategory(3, 'Games')],
  products: [aProduct(1, 'Water', { category_ids: [1] }), aProduct(2, 'Mint', { category_ids: [1, 2] })],
};

test('S2C-01 the sidebar of an admin has its pages in their order', async () => {
  const { menu } = await openAs('admin');
  expect(entriesOf(menu)).toEqual([
    'Dashboard /dashboard/admin',
    'Orders /admin/orders',
    'Top-ups /admin/top-ups',
    'Products /admin/products',
    'Categories /admin/categories',
    'Users /admin/users',
    'Support /admin/tickets',
    'Articles /admin/help',
    'Audit log /admin/audit',
    'Settings /dashboard/settings',
  ]);
});

test('S2C-02 the sidebar of a user has its three pages in their order', async () => {
  const { menu } = await openAs('user');

  expect(entriesOf(menu)).toEqual(['Dashboard /dashboard/user', 'Orders /user/orders', 'Settings /dashboard/settings']);
});

test.each(roles)(
  'S2C-03 C-16 offline the orders entry of the role %s has the number of open orders, and none at 0',
  async (role) => {
    const orders = [anOrder(1), anOrder(2, { status: 'processing' }), anOrder(3, { status: 'completed' })];
    const { menu, receive } = await openAs(role, { orders }, { isOffline: true });
    const entry = within(menu.getByRole('link', { name: /Orders/ }));
    expect(await entry.findByRole('img', { name: '2 open' })).toBeTruthy();

    await receive('orders', anOrder(1, { status: 'delivered' }));
    expect(await entry.findByRole('img', { name: '1 open' })).toBeTruthy();
    await receive('orders', anOrder(2, { status: 'canceled' }));

    await waitFor(() => expect(entry.queryByRole('img')).toBeNull());
  },
);

test.each(roles)(
  'S2C-04 S2C-06 S6-05 offline the role %s sees the parent categories with their products, opens the children, and stays in its own area',
  async (role) => {
    const { menu, router, user } = await openAs(role, shop, { isOffline: true });
    await waitFor(() => expect(menu.getByText('Drinks').closest('a')?.querySelector('[data-motif=food]')).toBeTruthy());
    expect(categoriesOf(menu)).toEqual(['Drinks2', 'Games0']);
    expect(menu.getByRole('img', { name: '2 products' })).toBeTruthy();

    const opener = menu.getByRole('button', { name: 'Show what is in Drinks' });
    expect(menu.queryByRole('button', { name: 'Show what is in Games' })).toBeNull();
    await user.click(opener);

    expect(categoriesOf(menu)).toEqual(['Drinks2', 'Tea1', 'Games0']);
    expect(menu.getByText('Tea').closest('a')?.getAttribute('href')).toBe(`/${role}/categories/2`);
    await user.click(menu.getByRole('button', { name: 'Hide what is in Drinks' }));
    expect(categoriesOf(menu)).toEqual(['Drinks2', 'Games0']);
    await user.click(menu.getByText('Drinks'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Drinks' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/${role}/categories/1`);
  },
);

test('S2C-05 S9-05 the sidebar has four parent categories, and the rest on request', async () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const { menu, user } = await openAs('user', { categories: names.map((name, at) => aCategory(at + 1, name)) });
  await menu.findByText('A');
  expect(categoriesOf(menu)).toEqual(['A0', 'B0', 'C0', 'D0']);

  await user.click(menu.getByRole('button', { name: 'Show more (2)' }));
  expect(categoriesOf(menu)).toHaveLength(6);
  await user.click(menu.getByRole('button', { name: 'Show less' }));

  expect(categoriesOf(menu)).toHaveLength(4);
});

test('during the first load the sidebar does not say that there are no categories', async () => {
  const { db, menu } = await openAs('user');
  expect(await menu.findByText('No categories yet.')).toBeTruthy();

  await db.setFact('load', { done: 0, total: 500 });
  await waitFor(() => expect(menu.queryByText('No categories yet.')).toBeNull());
  expect(menu.getByRole('list', { name: 'Categories' }).querySelectorAll('[data-skeleton]')).not.toHaveLength(0);
  await db.setFact('load', null);

  expect(await menu.findByText('No categories yet.')).toBeTruthy();
});

test('S2C-07 S6-04 users have a support section with their tickets, and the balance in the header', async () => {
  const { menu, header } = await openAs('user', { account: [anAccount(40)] });

  const support = within(menu.getByRole('list', { name: 'Support' }));
  expect(support.getByRole('link', { name: 'Tickets' }).getAttribute('href')).toBe('/user/tickets');
  expect((await header.findByText('€40.00')).closest('a')?.textContent).toBe('Balance €40.00');
});

test('S6-04 admins have neither the support section of users nor a balance in the header', async () => {
  const { menu, header } = await openAs('admin', { account: [{ ...sara, balance: 40, rev: 1 }] });

  expect(menu.queryByRole('list', { name: 'Support' })).toBeNull();
  expect(header.queryByText(/€40\.00/)).toBeNull();
  expect(header.queryByRole('link', { name: /^Balance/ })).toBeNull();
});

test('S2C-08 on a wide screen the menu button leaves the icons of the sidebar, and opens it again', async () => {
  const { menu, header, user } = await openAs('user', shop);
  const button = header.getByRole('button', { name: 'Menu' });
  await menu.findByText('Drinks');
  expect(button.getAttribute('aria-expanded')).toBe('true');

  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(menu.queryByText('Drinks')).toBeNull();
  expect(menu.getByTitle('Settings').getAttribute('href')).toBe(routePaths.settings);
  expect(menu.getByTitle('Tickets').getAttribute('href')).toBe('/user/tickets');
  await user.click(button);

  expect(await menu.findByText('Drinks')).toBeTruthy();
});

test('S2C-08 on a small screen the menu button opens the sidebar as a drawer, which closes with Close and with a chosen page', async () => {
  const { router, user } = await openAs('user', shop);
  setWidth(360);
  const button = screen.getByRole('button', { name: 'Menu' });
  const drawer = () => screen.queryByRole('dialog', { name: 'Menu' });

  await user.click(button);
  const opened = within(await screen.findByRole('dialog', { name: 'Menu' }));
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(await opened.findByText('Drinks')).toBeTruthy();
  await user.click(opened.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(drawer()).toBeNull());
  expect(button.getAttribute('aria-expanded')).toBe('false');

  await user.click(button);
  await user.click(within(await screen.findByRole('dialog', { name: 'Menu' })).getByRole('link', { name: /Orders/ }));
  await waitFor(() => expect(drawer()).toBeNull());
  expect(router.state.location.pathname).toBe('/user/orders');
});

test('S2C-09 offline the balance in the header stays, marked as possibly old', async () => {
  const { header, server, receive } = await openAs('user', { account: [anAccount(40)] });
  expect((await header.findByText('€40.00')).closest('a')?.title).toBe('Your balance');

  await receive('account', anAccount(51.2));
  expect((await header.findByText('€51.20')).closest('a')?.title).toBe('Your balance');
  await server.goOffline();

  const old = await header.findByTitle('Your balance when this device was last online');
  expect(old.textContent).toBe('Balance €51.20');
});

test('S2C-10 S9-03 the header changes between three languages; English is the default, and every stored key begins with cod_', async () => {
  localStorage.removeItem('cod_locale');
  expect(storedLocale()).toBe('en');
  const { header, user } = await openAs('user');
  const language = header.getByRole<HTMLSelectElement>('combobox', { name: 'Language' });
  expect([...language.options].map(({ textContent }) => textContent)).toEqual(['English', 'Français', 'العربية']);

  await user.selectOptions(language, 'fr');
  expect(await screen.findByRole('navigation', { name: 'Navigation principale' })).toBeTruthy();
  await user.selectOptions(language, 'ar');
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  expect(screen.getByRole('banner').textContent).toContain('محدّث');
  await user.selectOptions(language, 'en');
  await user.click(await header.findByRole('button', { name: 'Menu' }));

  expect(document.documentElement.dir).toBe('ltr');
  expect(localStorage.length).toBeGreaterThan(2);
  expect(Object.keys(localStorage).filter((key) => !key.startsWith('cod_'))).toEqual([]);
});

test('S2C-13 the header says whether the device is up to date, syncing, offline, or has changes waiting', async () => {
  const { db, header, server } = await openAs('user', { tickets: [aTicket(1)] });
  const state = header.getByRole('status');
  await waitFor(() => expect(state.textContent).toBe('Up to date'));
  expect(state.closest('a')?.getAttribute('href')).toBe('/dashboard/outbox');

  act(() => reportEngineState({ running: true, busy: false, pause: null, retryAt: null }));
  expect(state.textContent).toBe('Syncing…');
  act(() => reportEngineState({ running: false, busy: false, pause: null, retryAt: null }));
  await server.goOffline();
  await waitFor(() => expect(state.textContent).toBe('Offline'));
  await perform(db, 'ticket.reply', { id: uuid(9001), ticket_id: uuid(1), content: 'Hello' });
  await waitFor(() => expect(state.textContent).toBe('Offline – 1 waiting'));
  await server.goOnline(() => [200, { status: 'ok' }]);
  await waitFor(() => expect(state.textContent).toBe('1 waiting'));
});
