import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Order } from '../../src/contract/orders.ts';
import { openHelpDesk } from '../support/help-desk.tsx';
import { amina, anOrder, aProduct, visit, type Script } from '../support/storefront.tsx';

/** All orders of a customer, newest first: completed where 3 divides the id, of a gift card where 7 does. */
const history: Order[] = Array.from({ length: 40 }, (_, at) => {
  const id = 140 - at;
  const [line] = anOrder(id).items;
  return anOrder(id, {
    status: id % 3 === 0 ? 'completed' : 'new',
    items: [{ ...line!, product_name: id % 7 === 0 ? 'Gift card' : 'Netflix' }],
    created_at: new Date(Date.UTC(2026, 0, 1, id)).toISOString(),
  });
});

/** The device keeps the newest 15 orders, and an older one that was changed recently. */
const kept = [...history.slice(0, 15), history[30]!];

/** A server with the whole history, which filters and pages as the real one does; `asked` gets its requests. */
const serverWithHistory =
  (asked: URL[] = [], all: readonly Order[] = history): Script =>
  ({ path, url }) => {
    if (path !== '/api/orders') return [200, {}];
    asked.push(url);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const [page, size] = [Number(get('page')), Number(get('per_page'))];
    const found = all.filter(
      ({ id, status, items }) =>
        (!get('status') || status === get('status')) &&
        `${id} ${items[0]!.product_name.toLowerCase()}`.includes(get('search').toLowerCase()),
    );
    const meta = { current_page: page, per_page: size, total: found.length, next_page_url: null, prev_page_url: null };
    return [200, { code: 'SUCCESS', data: found.slice((page - 1) * size, page * size), meta, ...meta }];
  };

async function openPhone(script: Script = serverWithHistory()) {
  const device = await openHelpDesk(amina, { orders: kept, products: [aProduct(1, 'Netflix')] });
  device.server.respondWith(script);
  return device;
}

const ids = () =>
  [...document.querySelectorAll('[aria-label^="Open order"]')].map((opener) =>
    opener.getAttribute('aria-label')!.replace('Open order ', '#'),
  );
const numbers = (orders: readonly Order[]) => orders.map(({ id }) => `#${id}`);

test('orders older than those on the device come from the server, page by page, each once', async () => {
  await openPhone();
  const { user } = visit('/user/orders');
  await screen.findByText('Showing 1–10 of 40');

  const shown: string[] = [];
  for (let page = 1; page <= 4; page++) {
    const expected = numbers(history.slice((page - 1) * 10, page * 10));
    await waitFor(() => expect(ids()).toEqual(expected));
    shown.push(...ids());
    if (page < 4) await user.click(screen.getByRole('button', { name: 'Next page' }));
  }

  expect(shown).toEqual(numbers(history));
  expect(screen.getByText('Showing 31–40 of 40')).toBeTruthy();
});

test('a status and a search filter the orders of the device and of the server in the same way', async () => {
  await openPhone();
  const completed = history.filter(({ status }) => status === 'completed');

  const { user } = visit('/user/orders?status=completed');
  await waitFor(() => expect(ids()).toEqual(numbers(completed.slice(0, 10))));
  expect(await screen.findByText(`Showing 1–10 of ${completed.length}`)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(ids()).toEqual(numbers(completed.slice(10, 20))));

  await user.click(screen.getByRole('button', { name: /^All/ }));
  await user.type(screen.getByRole('searchbox'), 'gift card{Enter}');
  await waitFor(() =>
    expect(ids()).toEqual(numbers(history.filter(({ items }) => items[0]!.product_name === 'Gift card'))),
  );
});

test('an order that is placed while the list is open is shown at once, also when older orders come from the server', async () => {
  const newest = anOrder(141);
  const { receive, server } = await openPhone();
  visit('/user/orders');
  await screen.findByText('Showing 1–10 of 40');

  server.respondWith(serverWithHistory([], [newest, ...history]));
  await receive('orders', newest);

  await waitFor(() => expect(ids()[0]).toBe('#141'));
  await screen.findByText('Showing 1–10 of 41');
});

test('an order that is newer on this device than on the server’s page is shown as on the device', async () => {
  const { receive } = await openPhone();
  visit('/user/orders?page=2');
  await waitFor(() => expect(ids()[0]).toBe('#130'));

  await receive('orders', anOrder(129, { status: 'delivered', rev: 9 }));

  const row = (await screen.findByRole('button', { name: 'Open order 129' })).closest('tr') as HTMLElement;
  await waitFor(() => expect(within(row).getByText('Delivered')).toBeTruthy());
});

test('an order that is newer on the server’s page than on this device is shown as on the server', async () => {
  const newer = history.map((order) => (order.id === kept[0]!.id ? { ...order, status: 'refunded', rev: 9 } : order));
  await openPhone(serverWithHistory([], newer as Order[]));
  visit('/user/orders');

  const row = async () =>
    (await screen.findByRole('button', { name: `Open order ${kept[0]!.id}` })).closest('tr') as HTMLElement;
  await waitFor(async () => expect(within(await row()).getByText('Refunded')).toBeTruthy());
});

test('offline the list ends with the orders of the device, and says how many orders there are', async () => {
  const { server } = await openPhone();
  const { go } = visit('/user/orders');
  await screen.findByText('Showing 1–10 of 40');

  await server.goOffline();
  await go('/user/orders?page=4');

  expect(
    await screen.findByText('16 of 40 orders are on this device. The others can be seen when you are connected.'),
  ).toBeTruthy();
  expect(await screen.findByText('Showing 11–16 of 16')).toBeTruthy();
  expect(ids()).toEqual(numbers(kept.slice(10)));
  await server.goOnline(serverWithHistory());
  await waitFor(() => expect(ids()).toEqual(numbers(history.slice(30))));
});

test('S8-12 S8-18 when the server does not send a page, the list says so, keeps the orders of the device, and Retry asks again', async () => {
  const working = serverWithHistory();
  const { server } = await openPhone((asked) =>
    asked.url.searchParams.get('per_page') === '10' ? [500, { code: 'ERROR' }] : working(asked),
  );
  const { user } = visit('/user/orders?page=4');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await waitFor(() => expect(ids()).toEqual(numbers(kept.slice(10))));

  server.respondWith(working);
  await user.click(retry);

  await waitFor(() => expect(ids()).toEqual(numbers(history.slice(30))));
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('no page is requested when the device has all orders', async () => {
  const asked: URL[] = [];
  await openPhone(serverWithHistory(asked, kept));
  visit('/user/orders');

  await screen.findByText('Showing 1–10 of 16');

  expect(asked.map(({ searchParams }) => searchParams.get('per_page'))).toEqual(['1']);
  expect(screen.queryByText(/are on this device/)).toBeNull();
});

test('an order that only the server has can be opened, from the list and from its address', async () => {
  await openPhone();
  const { user, back, go } = visit('/user/orders?page=4');
  await user.click(await screen.findByRole('button', { name: 'Open order 101' }));
  const details = within(await screen.findByRole('dialog', { name: 'Order #101' }));
  expect(await details.findByText('1 month')).toBeTruthy();

  await back();
  await go('/user/orders?order=103');

  const direct = within(await screen.findByRole('dialog', { name: 'Order #103' }));
  expect(await direct.findByText('1 month')).toBeTruthy();
});

test('for an order that neither the device nor the server has, the page says so', async () => {
  await openPhone();

  visit('/user/orders?order=999');

  expect(await screen.findByText('This order is not on this device.')).toBeTruthy();
});
