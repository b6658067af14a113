import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ahmed, listedOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { aTicket, openHelpDesk, visitHelpDesk } from '../support/help-desk.tsx';
import { anAccountOf, openPeopleOffice, saraAccount, visitPeople } from '../support/people-office.tsx';
import { aCostedProduct, openShop, visitProducts } from '../support/product-pages.tsx';
import { amina, anOrder, openDevice, sara, visit } from '../support/storefront.tsx';

beforeEach(() => localStorage.clear());

/** Twelve orders: the amount grows with the id up to 6 and falls again. */
const orders = Array.from({ length: 12 }, (_, at) =>
  anOrder(at + 1, {
    total_price: Math.min(at + 1, 12 - at),
    status: at % 4 === 0 ? 'completed' : 'new',
    ...(at === 4 && { user_id: ahmed.id, user_name: 'Aaron' }),
  }),
);

const heads = () => [...document.querySelectorAll('th')];
const press = (name: string) =>
  heads()
    .find(({ textContent }) => textContent === name)!
    .querySelector('button')!;
const sorted = () =>
  heads()
    .filter((one) => one.getAttribute('aria-sort'))
    .map((one) => `${one.textContent} ${one.getAttribute('aria-sort')}`);
const choice = () => screen.getByLabelText('Sort by') as HTMLSelectElement;

test('S2K-11 a press on the head of a column sorts by it, a second press reverses the order, and the URL has it', async () => {
  await openOrderDevice(orders);
  const { user, address } = visitOrders();
  await screen.findByText('Showing 1–10 of 12');
  expect(sorted()).toEqual(['Date descending']);

  await user.click(press('Total'));

  await waitFor(() => expect(listedOrders().slice(0, 4)).toEqual(['#7', '#6', '#8', '#5']));
  expect(sorted()).toEqual(['Total descending']);
  expect(address()).toBe('/admin/orders?sort=amount_desc');

  press('Total').focus();
  await user.keyboard('{Enter}');

  await waitFor(() => expect(listedOrders().slice(0, 4)).toEqual(['#1', '#12', '#2', '#11']));
  expect(sorted()).toEqual(['Total ascending']);
  expect(document.activeElement).toBe(press('Total'));

  press('Date').focus();
  await user.keyboard(' ');

  await waitFor(() => expect(listedOrders()[0]).toBe('#12'));
  expect(address()).toBe('/admin/orders');
});

test('S2K-11 a sort begins on page 1, stays on the next page, and holds together with a view, a filter and a search', async () => {
  await openOrderDevice(orders);
  const { user, address } = visitOrders('/admin/orders?page=2');
  await screen.findByText('Showing 11–12 of 12');

  await user.click(press('Customer'));
  await waitFor(() => expect(listedOrders()[0]).toBe('#5'));
  expect(listedOrders().slice(1, 3)).toEqual(['#12', '#11']);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(listedOrders()).toEqual(['#2', '#1']));
  expect(address()).toBe('/admin/orders?sort=customer_asc&page=2');

  await user.click(screen.getByRole('button', { name: /^Open \d/ }));

  await waitFor(() => expect(address()).toBe('/admin/orders?sort=customer_asc&status=new,processing'));
  expect(listedOrders()).toHaveLength(9);
  await user.type(screen.getByRole('searchbox'), '#1{Enter}');
  await waitFor(() => expect(listedOrders()).toEqual(['#12', '#11', '#10']));
  await user.click(press('Date'));
  await user.click(press('Date'));
  await waitFor(() => expect(listedOrders()).toEqual(['#10', '#11', '#12']));
});

test('S2K-11 an order that changes moves to its place in the sorted list', async () => {
  const { db } = await openOrderDevice(orders);
  visitOrders('/admin/orders?sort=amount_asc');
  await waitFor(() => expect(listedOrders()[0]).toBe('#1'));

  await db.orders.put({ ...orders[0]!, total_price: 99, rev: 2 });

  await waitFor(() => expect(listedOrders().slice(0, 2)).toEqual(['#12', '#2']));
});

test('S2K-11 the choice “Sort by” has every order of the list; an order that the list does not have counts as the default', async () => {
  await openOrderDevice(orders);
  const { user, address } = visitOrders('/admin/orders?sort=password_asc');
  await screen.findByText('Showing 1–10 of 12');
  expect(choice().value).toBe('date_desc');
  expect([...choice().options].map(({ text }) => text)).toEqual([
    'Newest first',
    'Oldest first',
    'Total: high to low',
    'Total: low to high',
    'Customer: A to Z',
    'Customer: Z to A',
    'Status: open first',
    'Status: completed first',
  ]);

  await user.selectOptions(choice(), 'Status: completed first');

  await waitFor(() => expect(listedOrders().slice(0, 3)).toEqual(['#1', '#5', '#9']));
  expect(address()).toBe('/admin/orders?sort=status_desc');
});

test('S2K-11 where the server has more orders, another order than the default one comes from the server; offline the device sorts its own', async () => {
  const device = await openOrderDevice(orders);
  const asked: string[] = [];
  const fromServer = [anOrder(900, { total_price: 777 }), anOrder(901, { total_price: 776 })];
  device.server.respondWith(({ path, url }) => {
    if (path !== '/api/orders') return [200, { status: 'ok' }];
    const { searchParams } = url;
    if (searchParams.has('sort')) asked.push(`${searchParams.get('sort')} ${searchParams.get('direction')}`);
    const data = searchParams.has('sort') ? fromServer : orders.toReversed().slice(0, 10);
    const page = { current_page: 1, per_page: 10, total: 500, next_page_url: null, prev_page_url: null };
    return [200, { code: 'SUCCESS', data, ...page, meta: page }];
  });
  const { user } = visitOrders();
  await screen.findByText('Showing 1–10 of 500');

  await user.click(press('Total'));

  await waitFor(() => expect(listedOrders()).toEqual(['#900', '#901']));
  expect(asked).toEqual(['amount desc']);

  await device.server.goOffline();
  await user.click(press('Total'));

  await waitFor(() => expect(listedOrders().slice(0, 2)).toEqual(['#1', '#12']));
  await screen.findByText('12 of 500 orders are on this device. The others can be seen when you are connected.');
});

test('S2M-10 S2R-14 tickets that wait for us come most late first unless another order is chosen; another view has its own', async () => {
  await openHelpDesk(sara, {
    tickets: [aTicket(1, { priority: 'high' }), aTicket(2), aTicket(3, { status: 'closed', priority: 'high' })],
  });
  const { user, address } = visitHelpDesk('/admin/tickets?waiting=us');
  const numbers = () =>
    screen
      .queryAllByRole('button', { name: /^Open .*:/ })
      .map((one) => /10\d\d/.exec(one.getAttribute('aria-label')!)?.[0]);
  await waitFor(() => expect(numbers()).toEqual(['1001', '1002']));
  expect(sorted()).toEqual([]);

  await user.click(press('Waiting since'));
  await waitFor(() => expect(sorted()).toEqual(['Waiting since ascending']));
  await user.click(press('Waiting since'));

  await waitFor(() => expect(numbers()).toEqual(['1002', '1001']));
  expect(address()).toBe('/admin/tickets?waiting=us&sort=waiting_desc');

  await user.click(screen.getByRole('button', { name: /^All/ }));

  await waitFor(() => expect(numbers()).toEqual(['1003', '1002', '1001']));
  expect(address()).toBe('/admin/tickets');
  await user.selectOptions(choice(), 'Priority: high to low');
  await waitFor(() => expect(numbers()).toEqual(['1003', '1001', '1002']));
});

/** The names in the column that opens rows, without drawings. */
const opened = () =>
  [...document.querySelectorAll('[data-opener]')].map((opener) => {
    const copy = opener.cloneNode(true) as Element;
    for (const drawing of copy.querySelectorAll('svg')) drawing.remove();
    return copy.textContent;
  });

test('S2F-13 users by balance come from the server; offline the list says that this order needs a connection, and names are sorted', async () => {
  const zoe = anAccountOf({ id: 8, name: 'Zoé' });
  const { server } = await openPeopleOffice([zoe, anAccountOf(), saraAccount]);
  const { user, address } = visitPeople('/admin/users');
  await screen.findByText('Showing 1–3 of 3');

  await user.click(press('Balance'));

  await waitFor(() => expect(sorted()).toEqual(['Balance descending']));
  expect(address()).toBe('/admin/users?sort=balance_desc');
  await waitFor(() => {
    const asked = server.requests.filter(({ path }) => path === '/api/users').at(-1)?.url.searchParams;
    expect([asked?.get('sort'), asked?.get('direction')]).toEqual(['balance', 'desc']);
  });

  await server.goOffline();
  await user.click(press('Balance'));

  await screen.findByText('This order needs a connection. The newest are first.');
  expect(sorted()).toEqual([]);
  await user.click(press('Name'));
  await waitFor(() => expect(opened()).toEqual(['Amina Haddad', 'Sara', 'Zoé']));
  expect(screen.queryByText('This order needs a connection. The newest are first.')).toBeNull();
});

test('S2G-15 products are sorted by price from the head, and by stock with the choice; untracked stock is the highest', async () => {
  await openShop({
    products: [
      aCostedProduct(1, 'Zebra', { price: 20, quantity: 5 }),
      aCostedProduct(2, 'Écran', { price: 5, quantity: null }),
      aCostedProduct(3, 'Desk', { price: 20, quantity: 0 }),
    ],
  });
  const { user } = visitProducts('/admin/products');
  await waitFor(() => expect(opened()).toEqual(['Desk', 'Écran', 'Zebra']));

  await user.click(press('Price'));
  await waitFor(() => expect(opened()).toEqual(['Desk', 'Zebra', 'Écran']));
  await user.click(press('Price'));
  await waitFor(() => expect(opened()).toEqual(['Écran', 'Zebra', 'Desk']));
  await user.click(press('Title'));
  await waitFor(() => expect(opened()).toEqual(['Desk', 'Écran', 'Zebra']));
  await user.selectOptions(choice(), 'Stock: low to high');
  await waitFor(() => expect(opened()).toEqual(['Desk', 'Zebra', 'Écran']));
});

test('S2L-03 a customer sorts orders by total', async () => {
  await openDevice(amina, { orders: orders.slice(0, 4).map((order, at) => ({ ...order, total_price: (at * 3) % 4 })) });
  const { user, address } = visit('/user/orders');
  await waitFor(() => expect(listedOrders()).toEqual(['#4', '#3', '#2', '#1']));

  await user.click(press('Total'));

  await waitFor(() => expect(listedOrders()).toEqual(['#2', '#3', '#4', '#1']));
  expect(address()).toBe('/user/orders?sort=amount_desc');
});
