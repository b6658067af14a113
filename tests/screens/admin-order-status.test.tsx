import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { park, waitingIn } from '../support/help-desk.tsx';
import {
  confirmStatus,
  listedOrders,
  onlyOrders,
  openOrderDevice,
  rowOf,
  visitOrders,
} from '../support/admin-orders.tsx';
import { anOrder, toastTexts, type Script } from '../support/storefront.tsx';
import { currentToasts } from '../../src/client/ui/toast.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const status = (label: string) => screen.findByRole('button', { name: `Status of order 41: ${label}` });
const changes = (requests: readonly { path: string; body: Record<string, unknown>; key: string | null }[]) =>
  requests.filter(({ path }) => path === '/api/orders/41');

type User = ReturnType<typeof visitOrders>['user'];

/** Chooses a status in the list. */
async function choose(user: User, label: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Status of order 41/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: label }));
}

test('S2K-06 S4-01 S8-19 a status that moves no money applies at once, also offline, and can be undone', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  await server.goOffline();
  const { user } = visitOrders();

  await choose(user, 'Delivered');

  expect(await status('Delivered')).toBeTruthy();
  expect(await screen.findByText('Waiting to be sent')).toBeTruthy();
  expect(await waitingIn(db)).toEqual([
    { kind: 'order.status', args: { order_id: 41, from: 'new', to: 'delivered' }, state: 'queued' },
  ]);
  expect(toastTexts()).toEqual(['Saved on this device. It will be sent when you are connected.']);
  await act(async () => currentToasts()[0]!.action!.onSelect());
  expect(await status('New')).toBeTruthy();
  expect(await waitingIn(db)).toEqual([]);
});

test('S2K-06 D-8 OF-04 offline a status that moves money cannot be chosen, and the menu says why', async () => {
  const { server } = await openOrderDevice([anOrder(41), anOrder(40, { status: 'refunded' })]);
  await server.goOffline();
  const { user } = visitOrders();

  await user.click(await status('New'));

  expect(await screen.findByText('You are offline. A status that moves money needs a connection.')).toBeTruthy();
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('menuitemradio', { name }).disabled;
  expect(['New', 'Completed', 'Refunded', 'Canceled'].map(isDisabled)).toEqual([false, false, true, true]);
  await user.keyboard('{Escape}');
  await user.click(button('Status of order 40: Refunded'));
  await waitFor(() => expect(['New', 'Completed', 'Canceled'].map(isDisabled)).toEqual([true, true, true]));
});

test('S2K-06 D-8 a refund says what happens to the balance, is sent with a key, and disables the status meanwhile', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((done) => (answer = done));
  server.respondWith(
    onlyOrders(async () => {
      await answered;
      return [200, { code: 'SUCCESS', order: anOrder(41, { status: 'refunded', rev: 2 }) }];
    }),
  );
  const { user } = visitOrders();
  await choose(user, 'Refunded');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Set order #41 to “Refunded”?' }));
  expect(dialog.getByText(/goes back/).textContent).toBe('€25.00 goes back to the balance of Amina Haddad.');

  await user.dblClick(await confirmStatus('Refunded'));

  await waitFor(() => expect(changes(server.requests)).toHaveLength(1));
  expect(await status('New')).toHaveProperty('disabled', true);
  answer();
  // The new status is stored a moment before the note that it is being set is removed.
  await waitFor(async () => expect(await status('Refunded')).toHaveProperty('disabled', false));
  const [sent] = changes(server.requests);
  expect(sent).toMatchObject({ method: 'POST', body: { status: 'refunded', from: 'new' }, key: expect.any(String) });
  expect(changes(server.requests)).toHaveLength(1);
  await waitFor(() => expect(toastTexts()).toEqual(['Status updated · €25.00 went back to \u2068Amina Haddad\u2069.']));
  expect([await db.pledges.count(), await db.outbox.count()]).toEqual([0, 0]);
});

test('D-8 leaving “refunded” charges again; a refusal is said, changes nothing, and the next try has a new key', async () => {
  const { server } = await openOrderDevice([anOrder(41, { status: 'refunded' })]);
  server.respondWith(onlyOrders(() => [422, { code: 'BALANCE_NOT_ENOUGH' }]));
  const { user } = visitOrders();
  await choose(user, 'Processing');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/is charged/).textContent).toBe('€25.00 is charged to the balance of Amina Haddad again.');

  await user.click(await confirmStatus('Processing'));

  expect(await dialog.findByText('The customer’s balance is not enough. Nothing was changed.')).toBeTruthy();
  await user.click(await confirmStatus('Processing'));
  await waitFor(() => expect(new Set(changes(server.requests).map(({ key }) => key)).size).toBe(2));
  expect(await status('Refunded')).toBeTruthy();
});

test('D-8 after a lost answer the outcome is found out, and a change that never arrived can be tried again', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  const script: Script = ({ path }) =>
    path.startsWith('/api/outcomes')
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [503, { code: 'BUSY' }, { 'retry-after': '120' }];
  server.respondWith(onlyOrders(script));
  const { user } = visitOrders();
  await choose(user, 'Canceled');
  const dialog = within(await screen.findByRole('alertdialog'));

  await user.click(await confirmStatus('Canceled'));

  expect(await dialog.findByText('The status was not changed, and no money moved. You can try again.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  // The dialog has said it: no notice repeats it.
  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('D-8 while a change of an order is in doubt, its status cannot be set to another that moves money', async () => {
  const { db } = await openOrderDevice([anOrder(41)]);
  await db.pledges.add({
    key: '019a0000-0000-7000-8000-000000000001',
    state: 'asked',
    call: 'updateOrder',
    about: { order_id: 41, status: 'refunded', title: '#41 · Netflix, 1 month', amount: 25 },
    createdAt: Date.now(),
  });
  const { user } = visitOrders();
  await choose(user, 'Canceled');

  const dialog = within(await screen.findByRole('alertdialog'));

  expect(dialog.getByText(/not known yet/).textContent).toBe(
    'Order #41 · Netflix, 1 month: it is not known yet whether its status was changed.',
  );
  expect(dialog.getByRole('button', { name: 'Set “Canceled”' })).toHaveProperty('disabled', true);
});

test('OF-12 when another admin has changed the status first, the details show both values and the admin decides', async () => {
  const { db, server } = await openOrderDevice([anOrder(41)]);
  await server.goOffline();
  const { user } = visitOrders('/admin/orders?order=41');
  await screen.findByRole('button', { name: 'Deliver' });
  const dialog = within(screen.getByRole('dialog', { name: 'Order #41' }));
  await user.click(dialog.getByRole('button', { name: /^Status of order 41/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Completed' }));
  await screen.findAllByText('Waiting to be sent');
  const details = { current: 'processing', by: 'Root', at: '2026-11-01T14:02:00.000Z' };

  await park(db, 'order.status', 'conflict', { status: 409, code: 'CONFLICT', details });

  await user.click(await dialog.findByRole('button', { name: /Completed anyway/ }));
  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ args: { from: 'processing', to: 'completed' }, state: 'queued' }]),
  );
});

/** Opens the question whether order 41 is deleted. */
async function askToDelete(user: User) {
  await rowOf(41);
  await user.click(button('Actions for order 41'));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this?' }));
}

test('S2K-09 S8-20 Delete asks first, says that no money goes back, and removes the order', async () => {
  const { server, db } = await openOrderDevice([anOrder(41), anOrder(40)]);
  server.respondWith(onlyOrders(() => [200, { code: 'SUCCESS' }]));
  const { user, address } = visitOrders();
  const dialog = await askToDelete(user);
  expect(dialog.getByText('This action cannot be reverted!')).toBeTruthy();
  expect(dialog.getByText(/gives no money back/).textContent).toContain('Amina Haddad paid €25.00.');
  expect(dialog.getByRole('button', { name: 'Refund first' })).toBeTruthy();

  await user.click(dialog.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(listedOrders()).toEqual(['#40']));
  expect(changes(server.requests)).toMatchObject([{ method: 'DELETE' }]);
  expect(await db.orders.get(41)).toBeUndefined();
  expect(toastTexts()).toEqual(['Order deleted']);
  await waitFor(() => expect(address()).toBe('/admin/orders'));
});

test.each([
  [404, 'NOT_FOUND', 'Order not found', false],
  [403, 'FORBIDDEN', 'You are not authorized to delete this order', true],
  [500, 'ERROR', /^An error occurred while deleting the order/, true],
] as const)('S8-21 S8-22 S8-23 a deletion refused with %i says so', async (code, name, words, isKept) => {
  const { server, db } = await openOrderDevice([anOrder(41)]);
  server.respondWith(onlyOrders(() => [code, { code: name }]));
  const { user } = visitOrders();
  const dialog = await askToDelete(user);

  await user.click(dialog.getByRole('button', { name: 'Delete' }));

  await waitFor(() => expect(toastTexts()).toEqual([expect.stringMatching(words)]));
  expect((await db.orders.get(41)) !== undefined).toBe(isKept);
});

test('S2K-09 D-8 OF-04 instead of deleting, the order can be refunded first; offline neither is possible', async () => {
  const { server } = await openOrderDevice([anOrder(41)]);
  const { user } = visitOrders();
  const dialog = await askToDelete(user);
  await server.goOffline();
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', true));
  expect(dialog.getByText('You are offline. This needs a connection.')).toBeTruthy();
  await server.goOnline(() => [200, { status: 'ok' }]);
  const refund = dialog.getByRole<HTMLButtonElement>('button', { name: 'Refund first' });
  await waitFor(() => expect(refund.disabled).toBe(false));

  await user.click(refund);

  expect(await screen.findByRole('alertdialog', { name: 'Set order #41 to “Refunded”?' })).toBeTruthy();
});
