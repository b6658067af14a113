import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openOrderDevice, rowOf, visitOrders } from '../support/admin-orders.tsx';
import { anOrder } from '../support/storefront.tsx';

const button = (name: string) => screen.getByRole('button', { name });
const focusedName = () => document.activeElement?.getAttribute('aria-label');

/** Opens the list offline, with three orders. */
async function openOrders(address: string) {
  const { server } = await openOrderDevice([anOrder(42), anOrder(41), anOrder(40)]);
  await server.goOffline();
  const { user } = visitOrders(address);
  await rowOf(41);
  return user;
}

/** Delivers order 41 in its dialog, by keyboard. */
async function deliver(user: Awaited<ReturnType<typeof openOrders>>) {
  const form = within(await screen.findByRole('dialog', { name: 'Deliver order #41' }));
  form.getByRole('button', { name: 'Deliver' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Deliver order #41' })).toBeNull());
}

test('OF-35 after a delivery whose button is gone, the focus is on the row of the order', async () => {
  const user = await openOrders('/admin/orders');
  button('Deliver order 41').focus();
  await user.keyboard('{Enter}');

  await deliver(user);

  await waitFor(() => expect(focusedName()).toBe('Open order 41'));
  expect(screen.queryByRole('button', { name: 'Deliver order 41' })).toBeNull();
});

test('OF-35 when the delivered order leaves the list, closing its details moves the focus to the row at its place', async () => {
  const user = await openOrders('/admin/orders?status=new,processing');
  button('Open order 41').focus();
  await user.keyboard('{Enter}');
  within(await screen.findByRole('dialog', { name: 'Order #41' }))
    .getByRole('button', { name: 'Deliver' })
    .focus();
  await user.keyboard('{Enter}');
  await deliver(user);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open order 41' })).toBeNull());

  button('Close').focus();
  await user.keyboard('{Enter}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(focusedName()).toBe('Open order 40'));
});
