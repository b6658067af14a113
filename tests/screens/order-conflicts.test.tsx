import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeliveredValues } from '../../src/contract/mutations.ts';
import { confirmStatus, onlyOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { park, waitingIn } from '../support/help-desk.tsx';
import { anOrder } from '../support/storefront.tsx';

const seen: DeliveredValues = { status: 'processing', notes: 'Wait', file_id: null };
const theirs: DeliveredValues = { status: 'completed', notes: 'Code 1', file_id: 'f9' };

/** Delivers order 41 with notes, and shows its details when the server has refused the delivery as a conflict. */
async function deliverTooLate(current: DeliveredValues) {
  const { db, server, receive } = await openOrderDevice([anOrder(41, { status: 'processing', notes: 'Wait' })]);
  await server.goOffline();
  const { user } = visitOrders('/admin/orders?order=41&deliver=41');
  const form = within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));
  await user.type(form.getByRole('textbox', { name: /notes/ }), 'Code 2');
  // The other delivery may arrive while the dialog is open: this one is based on what its admin saw before.
  if (current === theirs) await receive('orders', anOrder(41, { status: 'completed', notes: 'Code 1', rev: 9 }));
  await user.click(form.getByRole('button', { name: 'Deliver' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deliver order #41' })).toBeNull());
  const details = { current, by: 'Root', at: '2026-11-01T14:02:00.000Z' };
  await park(db, 'order.deliver', 'conflict', { status: 409, code: 'CONFLICT', details });
  const dialog = within(await screen.findByRole('dialog', { name: 'Order #41' }));
  await dialog.findByText('Changed by two people');
  return { db, user, dialog };
}

const rows = (dialog: Awaited<ReturnType<typeof deliverTooLate>>['dialog']) => {
  const fields = dialog.getByText('Changed by two people').parentElement!.querySelectorAll('dl > div');
  return [...fields].map((field) => [...field.children].map((cell) => cell.textContent));
};

test('OF-12 two admins have delivered the same order: the later one sees both versions, and applies the own one', async () => {
  const { db, user, dialog } = await deliverTooLate(theirs);
  expect(await waitingIn(db)).toMatchObject([{ args: { from: seen } }]);
  expect(dialog.getByText(/changed this at/).textContent).toMatch(/^Root changed this at Nov 01, 2026/);
  expect(rows(dialog)).toEqual([
    ['Delivery notes', 'YoursCode 2', 'Saved by the other adminCode 1'],
    ['Delivery proof', 'YoursUnchanged', 'Saved by the other adminAnother file'],
  ]);

  await user.click(dialog.getByRole('button', { name: 'Save mine anyway' }));

  await waitFor(async () =>
    expect(await waitingIn(db)).toMatchObject([{ args: { notes: 'Code 2', from: theirs }, state: 'queued' }]),
  );
});

test('OF-12 the later admin can keep the delivery of the other one: nothing more is sent', async () => {
  const { db, user, dialog } = await deliverTooLate(theirs);

  await user.click(dialog.getByRole('button', { name: 'Use the saved version' }));

  await waitFor(async () => expect(await waitingIn(db)).toEqual([]));
  expect(await db.orders.get(41)).toMatchObject({ status: 'completed', notes: 'Code 1' });
});

test('OF-12 D-8 an order that was refunded meanwhile cannot be delivered over the refund: the conflict says why', async () => {
  const { dialog } = await deliverTooLate({ ...seen, status: 'refunded' });

  expect(rows(dialog)[0]).toEqual(['Status', 'YoursCompleted', 'Saved by the other adminRefunded']);
  expect(dialog.getByText(/the customer has the money back/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Save mine anyway' })).toBeNull();
});

test('OF-12 D-8 when another admin has changed the order first, the refusal of a refund names that admin and the status', async () => {
  const { server, receive } = await openOrderDevice([anOrder(41)]);
  const details = { current: 'refunded', by: 'Root', at: '2026-11-01T14:02:00.000Z' };
  server.respondWith(onlyOrders(() => [409, { code: 'CONFLICT', details }]));
  const { user } = visitOrders();
  await user.click(await screen.findByRole('button', { name: /^Status of order 41/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Refunded' }));
  const dialog = within(await screen.findByRole('alertdialog'));

  await user.click(await confirmStatus('Refunded'));

  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Root has set this order to “Refunded” in the meantime. Nothing was changed.',
  );
  await receive('orders', anOrder(41, { status: 'refunded', rev: 9 }));
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Set “Refunded”' })).toHaveProperty('disabled', true));
});
