import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCategory, amina, anAccount, anOrder, aProduct, aVariant, openDevice, visit } from '../support/storefront.tsx';
import { anOrderOfCodes } from '../support/sold-codes.ts';

const placedAt = '2026-11-20T14:23:00.000Z';
const acceptedAt = '2026-11-20T15:00:00.000Z';
const deliveredAt = '2026-11-20T16:30:00.000Z';
const refundedAt = '2026-11-21T09:05:00.000Z';

let count = 0;
const aNotification = (orderId: number, status: string, at: string, more: object = {}) => ({
  id: `019a0000-0000-7000-8000-${String(++count).padStart(12, '0')}`,
  kind: 'order.status',
  about: { order_id: orderId, status, subject: 'Netflix' },
  read_at: null,
  created_at: at,
  ...more,
});
const aMovement = (id: number, orderId: number, amount: number, at: string) => ({
  id,
  kind: amount > 0 ? 'return' : 'charge',
  amount,
  balance_before: 100,
  balance_after: 100 + amount,
  order_id: orderId,
  note: null,
  created_at: at,
});
const refunded = anOrder(501, { status: 'refunded', created_at: placedAt, updated_at: refundedAt });

async function openDetails(rows: Parameters<typeof openDevice>[1]) {
  const device = await openDevice(amina, rows);
  await device.server.goOffline();
  const page = visit('/user/orders?order=501');
  const details = within(await screen.findByRole('dialog', { name: 'Order #501' }));
  const list = await details.findByRole('list', { name: 'History of order 501' });
  /** The words of each step, and its time. */
  const steps = () =>
    within(list)
      .getAllByRole('listitem')
      .map((step) => {
        const time = step.querySelector('time')!;
        return [step.textContent.replace(time.textContent, ' ').trim(), time.dateTime];
      });
  return { ...device, ...page, details, list, steps };
}

test('S2L-04 the details of an order have each status with its time and its money, oldest first, also offline', async () => {
  const { list, steps } = await openDetails({
    orders: [refunded],
    notifications: [
      aNotification(501, 'refunded', refundedAt),
      aNotification(501, 'completed', deliveredAt),
      // Notes were added to the delivery.
      aNotification(501, 'completed', '2026-11-20T17:00:00.000Z'),
      aNotification(501, 'processing', acceptedAt),
      aNotification(77, 'canceled', acceptedAt),
    ],
    ledger: [aMovement(1, 501, -25, placedAt), aMovement(2, 501, 25, refundedAt), aMovement(3, 77, -9, placedAt)],
  });

  await waitFor(() =>
    expect(steps()).toEqual([
      ['Order placed €25.00 taken from your balance', placedAt],
      ['Processing', acceptedAt],
      ['Completed', deliveredAt],
      ['Refunded €25.00 returned to your balance', refundedAt],
    ]),
  );
  expect(list.querySelector('[aria-current=step]')?.textContent).toMatch(/^Refunded/);
});

test('S2L-04 an order that is older than the notifications of the device has its first and its last step', async () => {
  const { steps } = await openDetails({ orders: [refunded] });

  expect(steps()).toEqual([
    ['Order placed', placedAt],
    ['Refunded', refundedAt],
  ]);
});

test('S2L-04 ST-05 an order of codes was delivered when it was placed, also when its codes are opened later', async () => {
  const { steps } = await openDetails({
    orders: [anOrderOfCodes(501, { shown: 1 }, { created_at: placedAt, updated_at: refundedAt })],
    ledger: [aMovement(1, 501, -20, placedAt)],
  });

  await waitFor(() => expect(steps()).toEqual([['Order placed €20.00 taken from your balance', placedAt]]));
});

test('S2L-04 a status that arrives while the details are open is added', async () => {
  const { steps, receive } = await openDetails({ orders: [anOrder(501, { created_at: placedAt })] });
  expect(steps()).toEqual([['Order placed', placedAt]]);

  await receive('orders', anOrder(501, { status: 'processing', created_at: placedAt, updated_at: acceptedAt, rev: 2 }));

  await waitFor(() =>
    expect(steps()).toEqual([
      ['Order placed', placedAt],
      ['Processing', acceptedAt],
    ]),
  );
});

test('RF-09 S2L-04 a part of the price that was returned is a step with its reason, and beside the total, also offline', async () => {
  const partAt = '2026-11-20T18:00:00.000Z';
  const { details, list, steps } = await openDetails({
    orders: [anOrder(501, { status: 'completed', refunded: 4.5, created_at: placedAt, updated_at: partAt })],
    notifications: [aNotification(501, 'completed', deliveredAt)],
    ledger: [aMovement(1, 501, -25, placedAt), { ...aMovement(2, 501, 4.5, partAt), note: '300 not delivered' }],
  });

  await waitFor(() =>
    expect(steps()).toEqual([
      ['Order placed €25.00 taken from your balance', placedAt],
      ['Completed', deliveredAt],
      ['Returned in part €4.50 returned to your balance300 not delivered', partAt],
    ]),
  );
  expect(list.querySelector('[aria-current=step]')?.textContent).toMatch(/^Completed/);
  expect(details.getByText(/returned of/).textContent).toBe('€4.50 returned of €25.00');
});

test('S2L-05 the details of an order mark the notifications about it as read, and no others', async () => {
  const { db } = await openDetails({
    orders: [refunded],
    notifications: [
      aNotification(501, 'completed', deliveredAt),
      aNotification(501, 'refunded', refundedAt),
      aNotification(77, 'canceled', acceptedAt),
    ],
  });

  await waitFor(async () => {
    const unread = await db.notifications.where('_unread').equals(1).toArray();
    expect(unread.map(({ about }) => about.order_id)).toEqual([77]);
  });
});

test('S2L-02 the lines of an order have the pictures of their products', async () => {
  const { details } = await openDetails({
    products: [aProduct(1, 'Netflix', { image: '/files/catalog/netflix.webp' })],
    orders: [
      anOrder(501, {
        items: [
          { product_id: 1, product_name: 'Netflix', product_variant_id: null, variant_name: null, price: 10 },
          { product_id: 2, product_name: 'Removed', product_variant_id: null, variant_name: null, price: 15 },
        ],
      }),
    ],
  });

  const lineOf = (name: string) => details.getByText(name, { selector: 'bdi' }).closest('div')!;
  await waitFor(() => expect(lineOf('Netflix').querySelector('img')?.getAttribute('src')).toMatch(/netflix\.webp$/));
  expect(lineOf('Removed').querySelector('svg')).toBeTruthy();
});

test('S2L-02 “Order again” has the variant of the order chosen; closing the popup leaves nothing of it in the address', async () => {
  const variants = [aVariant(11, '1 month', 25), aVariant(12, '1 year', 99)];
  await openDevice(amina, {
    account: [anAccount(120)],
    products: [aProduct(1, 'Netflix', { has_variants: true, product_variants: variants })],
    categories: [aCategory(1, 'Streaming')],
    orders: [
      anOrder(501, {
        items: [{ product_id: 1, product_name: 'Netflix', product_variant_id: 12, variant_name: '1 year', price: 99 }],
      }),
    ],
  });
  const { user, address } = visit('/user/orders?order=501');

  await user.click(await screen.findByRole('link', { name: 'Order again' }));

  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  expect(popup.getByRole<HTMLInputElement>('radio', { name: /1 year/ }).checked).toBe(true);
  await user.click(popup.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/user/orders'));
});
