import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OrderHistoryEntry } from '../../src/contract/order-history.ts';
import { onlyOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { anOrder, type Script } from '../support/storefront.tsx';

const minute = 60_000;
const change = (id: number, more: Partial<OrderHistoryEntry> = {}): OrderHistoryEntry => ({
  id,
  action: 'order.status',
  action_by: 'Sara',
  created_at: new Date(Date.now() - (30 - id) * minute).toISOString(),
  fields: [],
  amount: null,
  ...more,
});
const set = (field: string, old: unknown, next: unknown) => ({ field, old_value: old, new_value: next });

const changes = [
  change(4, { fields: [set('status', 'completed', 'refunded')], amount: 25 }),
  change(3, {
    action: 'order.deliver',
    fields: [set('status', 'new', 'completed'), set('notes', null, 'Code 1234'), set('file_id', null, 'x')],
  }),
  change(1, { action: 'order.place', action_by: 'Amina Haddad', amount: -25 }),
];

/** A server with this history, in pages of `size`. */
const historyOf =
  (size = 20, listed = changes): Script =>
  ({ path, url }) => {
    if (!path.endsWith('/history')) return [200, { status: 'ok' }];
    const page = Number(url.searchParams.get('page'));
    const meta = {
      current_page: page,
      per_page: size,
      total: listed.length,
      next_page_url: null,
      prev_page_url: null,
    };
    return [200, { code: 'SUCCESS', history: listed.slice((page - 1) * size, page * size), meta, ...meta }];
  };

async function openTimeline(script: Script, { online = true } = {}) {
  const device = await openOrderDevice([anOrder(41, { status: 'refunded' })]);
  if (online) device.server.respondWith(onlyOrders(script));
  else await device.server.goOffline();
  const { user } = visitOrders('/admin/orders?order=41');
  const opener = await screen.findByRole('button', { name: 'History' });
  const asked = () => device.server.requests.filter(({ path }) => path === '/api/orders/41/history').length;
  expect(asked()).toBe(0);
  await user.click(opener);
  const dialog = within(screen.getByRole('dialog', { name: 'Order #41' }));
  return { ...device, user, dialog, asked };
}

test('OF-31 S2K-06 the history of an order is loaded when it is opened: what, from which status to which, amount, proof, who', async () => {
  const { dialog, asked } = await openTimeline(historyOf());

  const list = within(await dialog.findByRole('list', { name: 'History of order 41' }));
  const entries = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent);

  expect(entries[0]).toMatch(/^Status changed\+€25.00Completed.*RefundedReturned to the customer’s balance.* · .*Sara/);
  expect(entries[1]).toMatch(/^DeliveryNew.*CompletedCode 1234Proof attached.* · .*Sara/);
  expect(entries[2]).toMatch(/^Order placed−€25.00Taken from the customer’s balance.* · .*Amina Haddad/);
  expect(asked()).toBe(1);
});

test('OF-31 the history is loaded again when the order changes, and further pages with More', async () => {
  const { dialog, user, asked, receive } = await openTimeline(historyOf(2));
  const list = await dialog.findByRole('list', { name: 'History of order 41' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
  await user.click(dialog.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));

  await receive('orders', anOrder(41, { status: 'new', rev: 2 }));

  await waitFor(() => expect(asked()).toBe(3));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
});

test('OF-31 an entry that newer ones have moved to the next page of the history is listed once', async () => {
  const { dialog, user, server } = await openTimeline(historyOf(2));
  const list = await dialog.findByRole('list', { name: 'History of order 41' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));

  server.respondWith(onlyOrders(historyOf(2, [change(5), ...changes])));
  await user.click(dialog.getByRole('button', { name: 'More' }));

  await within(list).findByText('Order placed');
  expect(within(list).getAllByText('Delivery')).toHaveLength(1);
});

test('S8-12 a history that cannot be loaded says why with Retry, and offline that it needs a connection', async () => {
  let isBroken = true;
  const { dialog, user, server } = await openTimeline((asked) =>
    isBroken ? [503, { code: 'BUSY' }] : historyOf()(asked),
  );
  await dialog.findByText(/The server is busy/);
  isBroken = false;
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await dialog.findByText('Order placed');

  await server.goOffline();
  expect(dialog.getByText('Order placed')).toBeTruthy();
});

test('S2K-06 offline the history says that it needs a connection', async () => {
  const { dialog } = await openTimeline(historyOf(), { online: false });

  expect(await dialog.findByText('You are offline. The history is loaded when you are connected.')).toBeTruthy();
});
