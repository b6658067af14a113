import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { undeliveredPart } from '../../src/client/features/orders/order-units.ts';
import { onlyOrders, openOrderDevice, visitOrders } from '../support/admin-orders.tsx';
import { openHelpDesk } from '../support/help-desk.tsx';
import { anOrder, marc, toastTexts, type Script } from '../support/storefront.tsx';

const refunds = (requests: readonly { path: string; body: Record<string, unknown>; key: string | null }[]) =>
  requests.filter(({ path }) => path === '/api/orders/41/refund');

/** Opens the dialog from the details of an order, which costs €25.00, of which €5.00 are already back. */
async function openRefund(script: Script, order = anOrder(41, { refunded: 5 })) {
  const device = await openOrderDevice([order]);
  device.server.respondWith(onlyOrders(script));
  const { user } = visitOrders('/admin/orders?order=41');
  await user.click(await screen.findByRole('button', { name: 'Return a part…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Return a part of order #41' }));
  const send = async (amount: string, reason: string) => {
    await user.clear(dialog.getByRole('textbox', { name: 'Amount' }));
    if (amount !== '') await user.type(dialog.getByRole('textbox', { name: 'Amount' }), amount);
    await user.clear(dialog.getByRole('textbox', { name: 'Reason' }));
    if (reason !== '') await user.type(dialog.getByRole('textbox', { name: 'Reason' }), reason);
    await user.click(dialog.getByRole('button', { name: 'Return this part' }));
  };
  const left = () => dialog.getByText('Left of the price').parentElement!.textContent;
  return { ...device, user, dialog, send, left };
}

const done: Script = () => [200, { code: 'SUCCESS', order: anOrder(41, { refunded: 9.5, rev: 2 }) }];

test('RF-09 an admin returns a part: the amount and the reason are sent with a key and what is left, and the order shows both', async () => {
  const { server, db, send, left } = await openRefund(done);
  expect(left()).toBe('Left of the price€20.00');

  await send('4,5', ' 300 not delivered ');

  await waitFor(() =>
    expect(toastTexts()).toEqual(['Returned in part · €4.50 went back to \u2068Amina Haddad\u2069.']),
  );
  const [sent] = refunds(server.requests);
  expect(sent).toMatchObject({
    method: 'POST',
    body: { amount: 4.5, reason: '300 not delivered', seen: 20 },
    key: expect.any(String),
  });
  await waitFor(() => expect(screen.queryByText('Left of the price')).toBeNull());
  expect(await screen.findByText(/returned of/)).toHaveProperty('textContent', '€9.50 returned of €25.00');
  expect(await db.pledges.count()).toBe(0);
});

test('RF-11 of an order of several units the number that was delivered fills the amount in, which is sent as it is then', async () => {
  const [item] = anOrder(41).items;
  const atTheirPrice = { ...item!, price: 10, quantity: 1000, price_per: 1000 };
  expect(undeliveredPart(atTheirPrice, '900', 10)).toBe(1);
  const units = { ...item!, quantity: 2500, unit_price: 10, price_per: 1000 };
  const order = anOrder(41, { items: [units], refunded: 5 });
  const { server, dialog, user, send } = await openRefund(done, order);
  const delivered = dialog.getByRole('textbox', { name: 'Units delivered (optional)' });
  const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  expect(dialog.getByText('Of 2,500. The amount is the price of the others.')).toBeTruthy();

  await user.type(delivered, '٧٠١');
  expect(amount.value).toBe('12.99');
  await user.clear(delivered);
  await user.type(delivered, '2500');
  expect(amount.value).toBe('');
  await user.clear(delivered);
  await user.type(delivered, '1800');
  expect(amount.value).toBe('2.00');

  await send('2.5', '700 not delivered');
  await waitFor(() => expect(refunds(server.requests)).toHaveLength(1));
  expect(refunds(server.requests)[0]!.body).toEqual({ amount: 2.5, reason: '700 not delivered', seen: 20 });
});

test('RF-09 what the form can see itself is said under its field, and nothing is sent', async () => {
  const { server, dialog, send } = await openRefund(done);

  await send('20', '');

  expect(dialog.getByText('At most €19.99. To return all of it, set the status to “Refunded”.')).toBeTruthy();
  expect(dialog.getByText('Reason is required.')).toBeTruthy();
  await send('0', 'x'.repeat(201));
  expect(dialog.getByText('Please enter a valid amount greater than zero.')).toBeTruthy();
  expect(dialog.getByText('Reason can have at most 200 characters.')).toBeTruthy();
  expect(refunds(server.requests)).toEqual([]);
});

test('RF-09 when another admin was first, the dialog keeps what was typed, shows the new rest, and sends that with a new key', async () => {
  let isFirst = true;
  const { server, dialog, user, send, left } = await openRefund((asked) => {
    const refused = isFirst;
    isFirst = false;
    return refused ? [409, { code: 'CONFLICT', details: { remaining: 12 } }] : done(asked);
  });

  await send('4.50', 'Late');

  expect(await dialog.findByText(/Another part was returned/)).toHaveProperty(
    'textContent',
    'Another part was returned in the meantime: €12.00 is left. Nothing was changed.',
  );
  expect(left()).toBe('Left of the price€12.00');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('4.50');
  await user.click(dialog.getByRole('button', { name: 'Return this part' }));
  await waitFor(() => expect(refunds(server.requests)).toHaveLength(2));
  const [first, second] = refunds(server.requests);
  expect([first!.body.seen, second!.body.seen]).toEqual([20, 12]);
  expect(first!.key).not.toBe(second!.key);
});

test('RF-09 a part that is too large by now is refused under its field, with the rest that the server reports', async () => {
  const { dialog, send, left } = await openRefund(() => [
    422,
    { code: 'INVALID_FIELDS', errors: { amount: ['number-max:2.99'] } },
  ]);

  await send('4.50', 'Late');

  expect(await dialog.findByText('At most €2.99. To return all of it, set the status to “Refunded”.')).toBeTruthy();
  expect(left()).toBe('Left of the price€3.00');
});

test('RF-09 an order that was returned meanwhile has no part any more, and the dialog says so', async () => {
  const { dialog, send, receive } = await openRefund(() => [
    409,
    { code: 'CONFLICT', details: { reason: 'returned' } },
  ]);

  await send('4.50', 'Late');

  const sentence = 'The price of this order is already back with the customer.';
  expect(await dialog.findByText(sentence)).toBeTruthy();
  await receive('orders', anOrder(41, { status: 'refunded', refunded: 5, rev: 3 }));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Return this part' })).toHaveProperty('disabled', true),
  );
  expect(dialog.getByText(sentence)).toBeTruthy();
});

test('RF-09 after a lost answer the outcome is found out, and a part that never arrived can be returned again', async () => {
  const { db, dialog, user, send } = await openRefund(({ path }) =>
    path.startsWith('/api/outcomes')
      ? [200, { code: 'SUCCESS', state: 'cancelled', touched: [] }]
      : [503, { code: 'BUSY' }, { 'retry-after': '120' }],
  );

  await send('4.50', 'Late');

  expect(await dialog.findByText('The part was not returned. You can try again.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('RF-09 offline no part is returned, the dialog says why, and what was typed stays', async () => {
  const { server, dialog, user } = await openRefund(done);
  await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '4.50');

  await server.goOffline();

  expect(await dialog.findByText('You are offline. Money is only returned with a connection.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Return this part' })).toHaveProperty('disabled', true);
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Amount' }).value).toBe('4.50');
});

test('RF-09 while a part of an order is in doubt, no other one is returned', async () => {
  const { db, dialog } = await openRefund(done);
  await db.pledges.add({
    key: '019a0000-0000-7000-8000-000000000001',
    state: 'asked',
    call: 'refundPart',
    about: { order_id: 41, user_name: 'Amina Haddad', amount: 4.5 },
    createdAt: Date.now(),
  });

  expect(await dialog.findByText(/not known yet/)).toHaveProperty(
    'textContent',
    'Balance of Amina Haddad: it is not known yet whether it was changed.',
  );
  expect(dialog.getByRole('button', { name: 'Return this part' })).toHaveProperty('disabled', true);
});

test.each([
  ['that is returned', anOrder(41, { status: 'canceled' })],
  ['that was free', anOrder(41, { total_price: 0 })],
])('RF-09 an order %s offers no part', async (_, order) => {
  await openOrderDevice([order]);
  visitOrders('/admin/orders?order=41');

  expect(await screen.findByRole('button', { name: 'Deliver' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Return a part…' })).toBeNull();
});

test('RF-05 RF-09 an agent sees what was returned, and is offered no part', async () => {
  await openHelpDesk(marc, { orders: [anOrder(41, { refunded: 5 })] });
  visitOrders('/admin/orders?order=41&part=41');

  expect(await screen.findByText(/returned of/)).toHaveProperty('textContent', '€5.00 returned of €25.00');
  expect(screen.queryByRole('button', { name: /Return/ })).toBeNull();
});

test('RF-09 D-8 a returned status gives back what is left of the price, and the question says how much', async () => {
  await openOrderDevice([anOrder(41, { refunded: 5 })]);
  const { user } = visitOrders();
  await user.click(await screen.findByRole('button', { name: /^Status of order 41/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Refunded' }));

  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/goes back/).textContent).toBe('€20.00 goes back to the balance of Amina Haddad.');
});

test('RF-09 the history of an order has the part with its amount, its reason and its admin', async () => {
  const meta = { current_page: 1, per_page: 20, total: 1, next_page_url: null, prev_page_url: null };
  const entry = {
    id: 1,
    action: 'order.refund_part',
    action_by: 'Sara',
    created_at: new Date().toISOString(),
    fields: [],
    amount: 4.5,
    reason: '300 not delivered',
  };
  const { server } = await openOrderDevice([anOrder(41, { refunded: 4.5 })]);
  server.respondWith(onlyOrders(() => [200, { code: 'SUCCESS', history: [entry], meta, ...meta }]));
  const { user } = visitOrders('/admin/orders?order=41');
  await user.click(await screen.findByRole('button', { name: 'History' }));

  const list = within(await screen.findByRole('list', { name: 'History of order 41' }));
  expect((await list.findByRole('listitem')).textContent).toMatch(
    /^Returned in part\+€4\.50300 not deliveredReturned to the customer’s balance.* · .*Sara/,
  );
});
