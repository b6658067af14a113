import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accept, park, waitingIn } from '../support/help-desk.tsx';
import { openOrderDevice, rowOf, serverWithOrders, visitOrders } from '../support/admin-orders.tsx';
import { anOrder, toastTexts } from '../support/storefront.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const orders = (count: number) => Array.from({ length: count }, (_, at) => anOrder(at + 1));

type User = ReturnType<typeof visitOrders>['user'];

async function setStatus(user: User, name: string): Promise<void> {
  await user.click(button('Update status'));
  await user.click(await screen.findByRole('menuitem', { name }));
}

async function select(user: User, ...ids: readonly number[]): Promise<void> {
  await rowOf(ids[0]!);
  for (const id of ids) await user.click(screen.getByRole('checkbox', { name: `Select order ${id}` }));
}

test('S2K-13 S2K-06 the status of selected orders is set at once; those whose money would move are left out, and Undo puts all back', async () => {
  const { db, server } = await openOrderDevice([anOrder(41), anOrder(40, { status: 'refunded' }), anOrder(39)]);
  await server.goOffline();
  const { user } = visitOrders();
  await select(user, 41, 40, 39);

  await user.click(button('Update status'));
  const choices = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(choices).toEqual(['New', 'Processing', 'Delivered', 'Completed']);
  await user.click(await screen.findByRole('menuitem', { name: 'Delivered' }));

  expect((await screen.findByText(/ of 2 done/)).textContent).toBe('0 of 2 done, 2 waiting to be sent');
  expect(screen.getByText('Bulk update to Delivered')).toBeTruthy();
  expect(screen.getByText('1 order was left out, because money would move.')).toBeTruthy();
  expect((await waitingIn(db)).map(({ args }) => args.order_id)).toEqual([39, 41]);
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull());
  await user.click(button('Undo'));
  await waitFor(async () => expect(await waitingIn(db)).toEqual([]));
  expect((await db.orders.toArray()).map((order) => order.status)).toEqual(['new', 'refunded', 'new']);
  await waitFor(() => expect(screen.queryByText(/left out/)).toBeNull());
});

test('S2K-13 where money would move for all selected orders, the page says so, and nothing waits', async () => {
  const { db } = await openOrderDevice([anOrder(41, { status: 'canceled' })]);
  const { user } = visitOrders();
  await select(user, 41);

  await setStatus(user, 'Completed');

  expect(await screen.findByText('1 order was left out, because money would move.')).toBeTruthy();
  expect(screen.queryByText(/were like this already/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(await waitingIn(db)).toEqual([]);
});

test('S2K-13 all orders that match are selected, also beyond the page, and changed with their progress', async () => {
  const { db, server } = await openOrderDevice([...orders(24), anOrder(25, { status: 'completed' })]);
  await server.goOffline();
  const { user } = visitOrders('/admin/orders?status=new');
  await screen.findByText('Showing 1–10 of 24');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await screen.findByText('10 selected');

  await user.click(button('Select all 24 that match'));
  await screen.findByText('24 selected');
  await setStatus(user, 'Processing');

  expect((await screen.findByText(/ of 24 done/)).textContent).toBe('0 of 24 done, 24 waiting to be sent');
  expect(await db.orders.filter(({ status }) => status === 'processing').count()).toBe(24);
  await accept(db, 'order.status');
  expect(await screen.findByText('24 of 24 done')).toBeTruthy();
  expect(screen.getByText('Bulk update completed')).toBeTruthy();
});

test('S2K-13 a bulk change counts the changes that were not accepted, and leads to them', async () => {
  const { db, server } = await openOrderDevice(orders(3));
  await server.goOffline();
  const { user } = visitOrders();
  await select(user, 3, 2, 1);
  await setStatus(user, 'Delivered');
  await screen.findByText(/ of 3 done/);

  await park(db, 'order.status', 'conflict', { status: 409, code: 'CONFLICT', details: { current: 'completed' } });

  expect(await screen.findByText('0 of 3 done, 3 not accepted')).toBeTruthy();
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Show those not accepted' });
  expect(link.getAttribute('href')).toBe('/dashboard/outbox');
});

test('S2K-13 an order that has changed since it was selected is changed from its present status', async () => {
  const { db, receive } = await openOrderDevice([anOrder(41)]);
  const { user } = visitOrders();
  await select(user, 41);

  await receive('orders', anOrder(41, { status: 'processing', rev: 2 }));
  await screen.findByRole('button', { name: 'Status of order 41: Processing' });
  await setStatus(user, 'Delivered');

  await screen.findByText(/ of 1 done/);
  expect(await waitingIn(db)).toMatchObject([{ args: { from: 'processing', to: 'delivered' } }]);
});

test('S2K-13 of orders that only the server has, the pages are loaded to select all; a failure selects none', async () => {
  const history = orders(130).toReversed();
  const { server } = await openOrderDevice(history.slice(0, 30));
  const script = serverWithOrders(() => history);
  let isBroken = true;
  server.respondWith((asked) =>
    isBroken && asked.url.searchParams.get('per_page') === '100' ? [500, { code: 'ERROR' }] : script(asked),
  );
  const { user } = visitOrders();
  await screen.findByText('Showing 1–10 of 130');
  await user.click(screen.getAllByLabelText('Select all on this page')[0]!);
  await user.click(await screen.findByRole('button', { name: 'Select all 130 that match' }));
  await waitFor(() => expect(toastTexts()).toEqual(['Not all of them could be loaded. Try again.']));
  isBroken = false;

  await user.click(button('Select all 130 that match'));

  expect(await screen.findByText('130 selected')).toBeTruthy();
});
