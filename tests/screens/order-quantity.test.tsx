import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { coins, followers } from '../support/order-fields.ts';
import {
  aCategory,
  amina,
  anAccount,
  anOrder,
  aProduct,
  openDevice,
  toastTexts,
  visit,
  type Script,
} from '../support/storefront.tsx';

const placed: Script = () => [200, { code: 'SUCCESS', order: anOrder(501), balance: 95 }];

async function openPopup(productId: number, script: Script = placed, balance = 120) {
  const device = await openDevice(amina, {
    account: [anAccount(balance)],
    categories: [aCategory(1, 'Games')],
    products: [coins, followers, aProduct(2, 'Gift card')],
  });
  device.server.respondWith(script, balance);
  const page = visit(`/user/categories/1?buy=${productId}`);
  const popup = within(await screen.findByRole('dialog', { name: 'Place an order' }));
  const quantity = () => popup.getByRole<HTMLInputElement>('spinbutton', { name: 'Quantity' });
  const press = (name: string) => page.user.click(popup.getByRole('button', { name }));
  const type = async (text: string) => {
    await page.user.clear(quantity());
    await page.user.type(quantity(), text);
  };
  const total = () => popup.getByTestId('order-total').textContent;
  return { ...device, ...page, popup, quantity, press, type, total };
}

test('QT-11 a quantity is typed, or changed by a step with buttons and arrow keys, and the total follows', async () => {
  const { user, quantity, press, type, total } = await openPopup(6);
  expect(quantity().value).toBe('5');
  expect(total()).toBe('5 × €4.50 = €22.50');

  await press('More');
  expect(total()).toBe('10 × €4.50 = €45.00');
  await press('Fewer');
  await press('Fewer');
  expect(quantity().value).toBe('5');
  expect(screen.getByRole('button', { name: 'Fewer' }).getAttribute('aria-disabled')).toBe('true');
  await user.click(quantity());
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
  expect(quantity().value).toBe('10');
  await type('٢٠');
  expect(total()).toBe('20 × €4.50 = €90.00');
});

test.each([
  ['3', 'Quantity must be at least 5.'],
  ['105', 'Quantity can be at most 100.'],
  ['12', 'Quantity must be a multiple of 5.'],
  ['1.5', 'Quantity is not valid.'],
])('QT-11 a quantity of %s is not sent: %s', async (typed, sentence) => {
  const { server, popup, press, type, quantity, total } = await openPopup(6);
  await type(typed);
  expect(total()).toBe('');

  await press('Confirm order');

  expect(await popup.findByText(sentence)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(quantity()));
  await type('10');
  expect(popup.queryByText(sentence)).toBeNull();
  expect(server.orders()).toEqual([]);
});

test('QT-11 a product of one unit has no quantity to choose', async () => {
  const { popup, press, server } = await openPopup(2);

  expect(popup.queryByRole('spinbutton')).toBeNull();
  await press('Confirm order');
  await waitFor(() => expect(server.orders()).toHaveLength(1));
  expect(server.orders()[0]!.body).toMatchObject({ quantity: 1, price: 10, total: 10 });
});

test('QT-12 a price for 1,000 units is shown as such in the catalogue and in the popup', async () => {
  const { popup, total } = await openPopup(7);

  const card = () => document.querySelector('[data-product="7"]')?.textContent;
  await waitFor(() => expect(card()).toContain('€0.90 for 1,000'));
  expect(popup.getByTestId('order-price').parentElement!.textContent).toBe('€0.90 for 1,000');
  expect(total()).toBe('€0.90 for 1,000 · 500 = €0.45');
});

test('QT-12 a total is rounded up to a cent', async () => {
  const { type, total } = await openPopup(7);

  await type('2500');

  expect(total()).toBe('€0.90 for 1,000 · 2,500 = €2.25');
});

test('QT-13 the total is compared with the balance, and sent with the quantity and the price of a unit', async () => {
  const { popup, type, press, server, db } = await openPopup(6, placed, 50);
  expect(popup.queryByText('Your balance is not enough for this order.')).toBeNull();
  await type('20');
  expect(await popup.findByText('Your balance is not enough for this order.')).toBeTruthy();
  expect(popup.getByText('€40.00 is missing.')).toBeTruthy();

  await type('10');
  expect(await popup.findByText('€5.00')).toBeTruthy();
  await press('Confirm order');

  await waitFor(() => expect(server.orders()).toHaveLength(1));
  const [{ body }] = server.orders() as unknown as [{ body: object }];
  expect(body).toMatchObject({ product_id: 6, quantity: 10, price: 4.5, order_price: 4.5, total: 45 });
  expect(body).not.toHaveProperty('answers');
  await waitFor(async () => expect(await db.pledges.count()).toBe(0));
});

test('QT-13 a refusal for lack of balance is said once, beside the balance', async () => {
  const { popup, type, press, server } = await openPopup(6, () => [422, { code: 'BALANCE_NOT_ENOUGH' }], 50);
  await type('20');

  await press('Confirm order');

  const sentence = 'Your balance is not enough for this order.';
  await waitFor(() => expect(toastTexts()).toEqual([sentence]));
  expect(server.orders()).toHaveLength(1);
  expect(popup.getAllByText(sentence)).toHaveLength(1);
});

test('QT-14 after a changed price the same press orders at the new total, with another key', async () => {
  let answers = 0;
  const { popup, press, server, type, total } = await openPopup(6, (asked) =>
    asked.path === '/api/orders' && answers++ === 0
      ? [409, { code: 'PRICE_CHANGED', details: { price: 5, total: 50 } }]
      : placed(asked),
  );
  await type('10');
  await press('Confirm order');
  expect(await popup.findByText('The price has changed from €45.00 to €50.00.')).toBeTruthy();
  expect(total()).toBe('10 × €5.00 = €50.00');

  await press('Confirm order');

  await waitFor(() => expect(server.orders()).toHaveLength(2));
  const [first, second] = server.orders();
  expect(second!.body).toMatchObject({ quantity: 10, price: 5, total: 50 });
  expect(second!.key).not.toBe(first!.key);
});

test('QT-14 an order of more units than are left says how many are left', async () => {
  const { popup, press } = await openPopup(6, ({ path }) =>
    path === '/api/orders' ? [422, { code: 'OUT_OF_STOCK', details: { free: 2 } }] : [200, { status: 'ok' }],
  );

  await press('Confirm order');

  expect(await popup.findByText('Only 2 left: order fewer.')).toBeTruthy();
});

test('QT-14 a largest quantity that only the server knows is said under the field', async () => {
  const errors = { quantity: ['number-max:40'] };
  const { popup, press } = await openPopup(6, ({ path }) =>
    path === '/api/orders' ? [422, { code: 'INVALID_FIELDS', errors }] : [200, { status: 'ok' }],
  );

  await press('Confirm order');

  expect(await popup.findByText('Quantity can be at most 40.')).toBeTruthy();
});

test('QT-15 the details of an order show how many units at which price', async () => {
  const [item] = anOrder(1).items;
  await openDevice(amina, {
    orders: [
      anOrder(1, { items: [{ ...item!, price: 54, quantity: 12, unit_price: 4.5 }], total_price: 54 }),
      anOrder(2, { items: [{ ...item!, price: 2.25, quantity: 2500, unit_price: 0.9, price_per: 1000 }] }),
    ],
  });

  const { go } = visit('/user/orders?order=1');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('12 × €4.50'));
  await go('/user/orders?order=2');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('2,500 · €0.90 for 1,000'));
});

test('AN-16 “Order again” opens the popup with the quantity of the order', async () => {
  const [item] = anOrder(1).items;
  const order = anOrder(1, {
    items: [{ ...item!, product_id: 6, product_variant_id: null, price: 90, quantity: 20, unit_price: 4.5 }],
  });
  await openDevice(amina, { products: [coins], categories: [aCategory(1, 'Games')], orders: [order] });
  const { user } = visit('/user/orders?order=1');

  await user.click(await screen.findByRole('link', { name: 'Order again' }));

  const quantity = await screen.findByRole('spinbutton', { name: 'Quantity' });
  expect(quantity).toHaveProperty('value', '20');
});
