import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../src/contract/orders.ts';
import {
  ahmed,
  listedOrders,
  ofMobile,
  openOrderDevice,
  serverWithOrders,
  visitOrders,
} from '../support/admin-orders.tsx';
import { anOrder, toastTexts, type Script } from '../support/storefront.tsx';

/** All orders of the shop, newest first; every third is completed. */
const history: Order[] = Array.from({ length: 250 }, (_, at) => {
  const id = 1250 - at;
  return anOrder(id, {
    status: id % 3 === 0 ? 'completed' : 'new',
    created_at: new Date(Date.UTC(2026, 0, 1, id)).toISOString(),
  });
});

/** The device keeps the newest 30 of them. */
const kept = history.slice(0, 30);

const isOfExport = ({ path, url }: { path: string; url: URL }) =>
  path === '/api/orders' && url.searchParams.get('per_page') === '100';

const saved: Blob[] = [];
const linesOf = async (file: Blob) => (await file.text()).trim().split('\r\n');
const idsIn = async (file: Blob) => (await linesOf(file)).slice(1).map((line) => Number(line.split(',')[0]));
const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id);

beforeEach(() => {
  saved.length = 0;
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return () => {
    for (const spy of [url, press]) spy.mockRestore();
  };
});

const exportButton = () => screen.findByRole('button', { name: 'Export CSV' });

/** Opens the list on a device that keeps only the newest orders, and waits until the file can be saved. */
async function openPartialDevice(script: Script = serverWithOrders(() => history), address?: string) {
  const device = await openOrderDevice(kept);
  device.server.respondWith(script);
  const page = visitOrders(address);
  await waitFor(async () => expect(await exportButton()).toHaveProperty('disabled', false));
  return { ...device, ...page };
}

test('S2K-12 RF-08 a device with all orders saves those that match, with what was returned of each; a text that a spreadsheet would run is quoted', async () => {
  const ofAhmed = { user_id: ahmed.id, user_name: ahmed.name };
  const { server } = await openOrderDevice([
    anOrder(41, { message: '=1+1', notes: 'a "b"' }),
    ofMobile(42, ofAhmed),
    anOrder(40, { refunded: 4.5 }),
    anOrder(39, { refunded: 4.5, status: 'refunded' }),
  ]);
  const { user } = visitOrders('/admin/orders?product=1');
  await waitFor(async () => expect(await exportButton()).toHaveProperty('disabled', false));

  await user.click(await exportButton());

  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = await linesOf(saved[0]!);
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain(',Total,Returned,Currency,');
  expect(lines[2]).toMatch(/^40,.*,25,4\.5,EUR,/);
  expect(lines[3]).toMatch(/^39,.*,Refunded,.*,25,25,EUR,/);
  expect(lines[1]).toMatch(
    /^41,2026-11-20 \d\d:23,New,Amina Haddad,7,amina@example.test,Netflix · 1 month,1,25,1,25,0,EUR,'=1\+1,"a ""b"""$/,
  );
  expect(server.requests.filter(isOfExport)).toEqual([]);
});

test('AN-28 QT-25 the file has quantity and unit price of each order, and a column for each key of its answers', async () => {
  const [line] = anOrder(41).items;
  const answer = (key: string, value: string) => ({ key, kind: 'text', label: { en: 'Label' }, value });
  await openOrderDevice([
    anOrder(43, { items: [{ ...line!, answers: [answer('server', 'EU'), answer('player_id', '51234567')] }] }),
    anOrder(42, {
      items: [{ ...line!, quantity: 2_500, unit_price: 0.9, price_per: 1000, answers: [answer('player_id', '=1')] }],
      total_price: 2.25,
    }),
    anOrder(41),
  ]);
  const { user } = visitOrders();
  await waitFor(async () => expect(await exportButton()).toHaveProperty('disabled', false));

  await user.click(await exportButton());

  await waitFor(() => expect(saved).toHaveLength(1));
  const lines = await linesOf(saved[0]!);
  expect(lines[0]).toMatch(/,Quantity,Unit price,Units per price,Total,.*,Delivery notes,server,player_id$/);
  expect(lines[1]).toMatch(/^43,.*,1,25,1,25,0,EUR,,,EU,51234567$/);
  expect(lines[2]).toMatch(/^42,.*,2500,0\.9,1000,2\.25,0,EUR,,,,'=1$/);
  expect(lines[3]).toMatch(/^41,.*,1,25,1,25,0,EUR,,,,$/);
});

test('S2K-12 the file has all orders that match, also those that only the server has, in the order of the list', async () => {
  const { user, server, receive } = await openPartialDevice(
    serverWithOrders(() => history),
    '/admin/orders?status=completed&sort=date_asc',
  );
  await receive('orders', { ...kept[2]!, notes: 'newer here', rev: 9 });
  expect(kept[2]).toMatchObject({ id: 1248, status: 'completed' });

  await user.click(await exportButton());

  await waitFor(() => expect(saved).toHaveLength(1));
  const completed = history.filter(({ status }) => status === 'completed').toReversed();
  expect(await idsIn(saved[0]!)).toEqual(idsOf(completed));
  expect((await linesOf(saved[0]!)).find((line) => line.startsWith('1248,'))).toContain('newer here');
  expect(server.requests.filter(isOfExport).map(({ url }) => url.searchParams.get('sort'))).toEqual(['date']);
});

test('S2K-12 the number of orders so far is shown, and Cancel saves nothing', async () => {
  const script = serverWithOrders(() => history);
  const { user } = await openPartialDevice((asked) =>
    isOfExport(asked) && asked.url.searchParams.get('page') === '2' ? new Promise(() => undefined) : script(asked),
  );
  await user.click(await exportButton());
  await screen.findByText('100 rows so far');

  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  expect(await exportButton()).toHaveProperty('disabled', false);
  expect(saved).toEqual([]);
  expect(toastTexts()).toEqual([]);
});

test('S2K-12 orders that change while they are requested leave no gap in the file', async () => {
  const orders = [...history];
  const script = serverWithOrders(() => orders);
  let isFirst = true;
  const { user } = await openPartialDevice((asked) => {
    const answer = script(asked);
    // Another admin deletes an order of the first page: those that follow move up by one.
    if (isOfExport(asked) && isFirst) [isFirst] = [false, orders.splice(50, 1)];
    return answer;
  });

  await user.click(await exportButton());

  await waitFor(() => expect(saved).toHaveLength(1));
  expect(orders).toHaveLength(249);
  expect(await idsIn(saved[0]!)).toEqual(idsOf(orders));
});

test('S2K-12 offline the page says how many of all orders are on the device before it saves them', async () => {
  const { user, server } = await openPartialDevice(
    serverWithOrders(() => history),
    '/admin/orders?status=completed',
  );
  await server.goOffline();
  await waitFor(() => expect(listedOrders()).toHaveLength(10));

  await user.click(await exportButton());

  const question = within(await screen.findByRole('alertdialog', { name: 'Save an incomplete file?' }));
  expect(question.getByText(/on this device/).textContent).toBe(
    'You are offline. 30 of 250 orders are on this device. The file will have 10 orders that match.',
  );
  expect(saved).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Save incomplete file' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(await idsIn(saved[0]!)).toEqual(idsOf(kept.filter(({ status }) => status === 'completed')));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('S2K-12 when the server does not send a page, nothing is saved before the user has seen what is missing', async () => {
  const script = serverWithOrders(() => history);
  const { user } = await openPartialDevice((asked) =>
    isOfExport(asked) && asked.url.searchParams.get('page') === '2' ? [500, { code: 'ERROR' }] : script(asked),
  );

  await user.click(await exportButton());

  const question = within(await screen.findByRole('alertdialog', { name: 'Save an incomplete file?' }));
  expect(question.getByText(/on this device/).textContent).toBe(
    'Something went wrong. Please try again. 30 of 250 orders are on this device. The file will have 30 orders that match.',
  );
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(saved).toEqual([]);
});
