import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { listTotalMax } from '../../src/contract/limits.ts';
import type { Order } from '../../src/contract/orders.ts';
import { openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { anOrder, type Script } from '../support/storefront.tsx';

/** All orders of the shop, newest first: more than the server counts. */
const count = listTotalMax + 25;
const orderAt = (at: number): Order =>
  anOrder(count + 100 - at, { created_at: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString() });

/** The device keeps as many orders as the server counts, which are not all. */
const kept = Array.from({ length: 30 }, (_, at) => orderAt(at));

/** A server that pages by number and by cursor (`from:AT`, `to:AT`) as the real one does; `asked` gets its requests. */
const longServer =
  (asked: URL[], all = count): Script =>
  ({ path, url }) => {
    if (path !== '/api/orders') return [200, { status: 'ok' }];
    asked.push(url);
    const get = (name: string) => url.searchParams.get(name) ?? '';
    const size = Number(get('per_page'));
    const [from, isFromEnd] = placeOf(get('cursor'), Number(get('page')), size, all);
    const to = Math.min(all, from + size);
    const data = Array.from({ length: Math.max(0, to - from) }, (_, at) => orderAt(from + at));
    const end = isFromEnd ? 'end' : '';
    const meta = {
      current_page: Number(get('page')),
      per_page: size,
      total: listTotalMax,
      total_is_capped: true,
      next_page_url: null,
      prev_page_url: null,
      next_cursor: to < all ? `from:${to}:${end}` : null,
      prev_cursor: from > 0 ? `to:${from}:${end}` : null,
      ...(isFromEnd && { pages_after: (all - to) / size }),
    };
    return [200, { code: 'SUCCESS', data, meta, ...meta }];
  };

function placeOf(cursor: string, page: number, size: number, all: number): [from: number, isFromEnd: boolean] {
  if (cursor === 'last') return [all - size, true];
  const [kind, at, end] = cursor.split(':');
  if (kind === 'from') return [Number(at), end === 'end'];
  return kind === 'to' ? [Number(at) - size, end === 'end'] : [(page - 1) * size, false];
}

async function openLongList(address?: string) {
  const asked: URL[] = [];
  const device = await openOrderDevice(kept);
  device.server.respondWith(longServer(asked));
  return { ...device, ...visitOrders(address), asked };
}

const ids = () =>
  [...document.querySelectorAll('[aria-label^="Open order"]')].map((opener) =>
    Number(opener.getAttribute('aria-label')!.replace('Open order ', '')),
  );
const idsFrom = (from: number) => Array.from({ length: 10 }, (_, at) => orderAt(from + at).id);
const shows = (from: number) => waitFor(() => expect(ids()).toEqual(idsFrom(from)));
const press = (name: string) => screen.getByRole('button', { name });

test('S7-50 a list with more rows than are counted says “10,000+”; its last page is reached, and from there the pages before it', async () => {
  const { user } = await openLongList();
  await screen.findByText('Showing 1–10 of 10,000+');
  await screen.findByText('10,000+');
  await shows(0);

  await user.click(press('Last page'));
  await shows(count - 10);
  expect(await screen.findByText('Showing 10 of 10,000+')).toBeTruthy();
  for (const name of ['Next page', 'Last page']) expect(press(name)).toHaveProperty('disabled', true);
  expect(screen.queryByRole('button', { current: 'page' })).toBeNull();

  await user.click(press('Previous page'));
  await shows(count - 20);
  await user.click(press('Next page'));
  await shows(count - 10);
  await user.click(press('Page 1'));
  await shows(0);
  await user.click(press('Next page'));
  await shows(10);
  expect(await screen.findByText('Showing 11–20 of 10,000+')).toBeTruthy();
});

test('S7-50 an order that arrives leaves the focus on “Last page”, and the rows of a page that this device cannot show, while the server is asked again', async () => {
  const { user, server, receive, asked } = await openLongList();
  await screen.findByText('Showing 1–10 of 10,000+');
  const arriving = [anOrder(count + 101), anOrder(count + 102)];
  const answer = longServer(asked);
  const receiveUnanswered = async (order: Order) => {
    const before = asked.length;
    server.respondWith((request) => {
      const answered = answer(request);
      return request.path === '/api/orders' ? new Promise(() => undefined) : answered;
    });
    await receive('orders', order);
    await waitFor(() => expect(asked.length).toBeGreaterThan(before));
  };
  press('Last page').focus();

  await receiveUnanswered(arriving[0]!);
  await waitFor(() => expect(ids()[0]).toBe(arriving[0]!.id));
  expect(document.activeElement).toBe(press('Last page'));

  server.respondWith(answer);
  await user.keyboard('{Enter}');
  await shows(count - 10);
  await receiveUnanswered(arriving[1]!);
  expect(ids()).toEqual(idsFrom(count - 10));
});

test('S7-50 an order that arrives leaves the rows of a page that this device cannot show, when the server has answered again', async () => {
  const { server, receive, asked } = await openLongList('/admin/orders?page=1001&cursor=last');
  await shows(count - 10);
  const shown = new Set<string>();
  const rows = new MutationObserver(() => shown.add(ids().join()));
  rows.observe(document.body, { childList: true, subtree: true });
  server.respondWith(longServer(asked, count - 1));

  await receive('orders', anOrder(count + 101));

  await shows(count - 11);
  rows.disconnect();
  expect([...shown]).not.toContain('');
});

test('S7-50 until a page that this device cannot show has arrived, the list does not say that there is nothing', async () => {
  const said = new Set<boolean>();
  const rows = new MutationObserver(() => said.add(screen.queryByText('There are no orders yet.') !== null));
  rows.observe(document.body, { childList: true, subtree: true });

  await openLongList('/admin/orders?page=1001&cursor=last');
  await shows(count - 10);

  rows.disconnect();
  expect([...said]).toEqual([false]);
});

test('S7-50 next and previous go on beyond the last page that has a number', async () => {
  const { user, asked } = await openLongList('/admin/orders?page=1000');
  await shows(listTotalMax - 10);

  await user.click(press('Next page'));
  await shows(listTotalMax);
  expect(await screen.findByText('Showing 10,001–10,010 of 10,000+')).toBeTruthy();
  expect(asked.at(-1)!.searchParams.get('cursor')).toBe(`from:${listTotalMax}:`);
  await user.click(press('Next page'));
  await shows(listTotalMax + 10);
  await user.click(press('Previous page'));
  await shows(listTotalMax);
});

test('S7-50 a search leads from a page without a number to the first page', async () => {
  const { user, asked } = await openLongList('/admin/orders?page=1001&cursor=last');
  await shows(count - 10);

  await user.type(screen.getByRole('searchbox'), 'netflix{Enter}');

  await shows(0);
  const { searchParams } = asked.at(-1)!;
  expect(['search', 'cursor', 'page'].map((name) => searchParams.get(name))).toEqual(['netflix', '', '1']);
});

test('S2M-09 offline the list says that there are more than 10,000', async () => {
  const { server } = await openLongList();
  await screen.findByText('Showing 1–10 of 10,000+');

  await server.goOffline();

  expect(await screen.findByText(/^30 of 10,000\+ orders are on this device/)).toBeTruthy();
});

const saved: Blob[] = [];
beforeEach(() => {
  saved.length = 0;
  const url = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return () => {
    for (const spy of [url, click]) spy.mockRestore();
  };
});

test('S2K-12 the file of a list with more rows than are counted has all of them; each page is requested by the cursor of the one before', async () => {
  const { user, asked } = await openLongList();
  const button = await screen.findByRole('button', { name: 'Export CSV' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));

  await user.click(button);

  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 });
  const lines = (await saved[0]!.text()).trim().split('\r\n').slice(1);
  expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: count }, (_, at) => orderAt(at).id),
  );
  const cursors = asked
    .filter(({ searchParams }) => searchParams.get('per_page') === '100')
    .map((url) => url.searchParams.get('cursor'));
  expect(cursors).toEqual(
    Array.from({ length: Math.ceil(count / 100) }, (_, at) => (at === 0 ? '' : `from:${at * 100}:`)),
  );
});
