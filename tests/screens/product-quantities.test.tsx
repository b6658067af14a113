import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  aCostedProduct,
  aCostedVariant,
  accepts,
  answerOf,
  answers,
  fillIn,
  openShop,
  saveButton,
  textField,
  visitProducts,
} from '../support/product-pages.tsx';

const examples = () => screen.queryByRole('group', { name: 'Examples' })?.textContent ?? '';
const oneUnit = { quantity_min: 1, quantity_step: 1, quantity_max: 1, price_per: 1 };

test('QT-21 a product gets the quantities it is sold in and for how many units its price is, with examples while they are typed', async () => {
  const { server, sent } = await openShop();
  server.respondWith(accepts());
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await page.fill('Price (€)', '0.90');
  expect(screen.queryByRole('textbox', { name: 'Smallest quantity' })).toBeNull();
  await page.user.click(screen.getByRole('switch', { name: 'Sold in quantities' }));
  await page.fill('Smallest quantity', '١٠٠');
  await page.fill('Step', '100');
  await page.fill('Largest quantity', '10000');

  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Price for' }), '1,000 units');

  await waitFor(() => expect(examples()).toContain('2,500 = €2.25'));
  expect(examples()).toContain('100 = €0.09');
  expect(examples()).toContain('10,000 = €9.00');
  await page.user.click(saveButton());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.fields).toMatchObject({
    quantity_min: '100',
    quantity_step: '100',
    quantity_max: '10000',
    price_per: 1000,
  });
});

test('QT-21 a product that is not sold in quantities is sold one by one, also after quantities were typed', async () => {
  const product = aCostedProduct(9, 'Coins', { quantity_min: 5, quantity_step: 5, quantity_max: 50, price_per: 100 });
  const { server, sent } = await openShop({ products: [product] });
  server.respondWith(accepts(product));
  const page = visitProducts('/admin/products/9/edit');
  const choice = await screen.findByRole('switch', { name: 'Sold in quantities' });
  expect(textField('Largest quantity').value).toBe('50');

  await page.user.click(choice);
  await page.user.click(saveButton());

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]!.fields).toMatchObject(oneUnit);
});

test('QT-21 with variants, the examples are those of the first variant', async () => {
  const variants = [aCostedVariant(1, 'Month', 10, 4), aCostedVariant(2, 'Year', 90, 40)];
  const sold = { quantity_min: 1, quantity_step: 1, quantity_max: 3, price_per: 1 as const };
  await openShop({
    products: [aCostedProduct(9, 'Coins', { has_variants: true, product_variants: variants, ...sold })],
  });

  visitProducts('/admin/products/9/edit');

  await waitFor(() => expect(examples()).toContain('3 = €30.00'));
  expect(examples()).toContain('Month');
});

test('QT-22 quantities that cannot be ordered are refused beside their fields, by the form and by the server', async () => {
  const { server, sent } = await openShop();
  const page = visitProducts('/admin/products/create');
  await fillIn(page);
  await page.user.click(screen.getByRole('switch', { name: 'Sold in quantities' }));
  await page.fill('Smallest quantity', '7');
  await page.fill('Step', '5');
  await page.fill('Largest quantity', '');

  await page.user.click(saveButton());

  expect(await screen.findByText('Largest quantity is required.')).toBeTruthy();
  await page.fill('Largest quantity', '6');
  expect(await screen.findByText('Largest quantity must be at least 7.')).toBeTruthy();
  expect(screen.getByText(/^Smallest quantity/, { selector: '[role=alert]' })).toBeTruthy();
  expect(examples()).toBe('');
  expect(sent).toEqual([]);

  await page.fill('Smallest quantity', '5');
  await page.fill('Largest quantity', '50');
  const errors = { quantity_max: ['number-max:10000000'], price_per: ['invalid'] };
  server.respondWith(answers([422, { code: 'INVALID_FIELDS', errors }]));
  await page.user.click(saveButton());
  expect(await screen.findByText('Largest quantity can be at most 10000000.')).toBeTruthy();
  expect(screen.getByText('Price for is not valid.')).toBeTruthy();
});

test('QT-23 the page of a product says in which quantities it is sold, and for how many units its price is', async () => {
  const sold = { quantity_min: 100, quantity_step: 50, quantity_max: 5_000, price_per: 1000 as const };
  await openShop({ products: [aCostedProduct(9, 'Coins', sold), aCostedProduct(8, 'Netflix')] });
  const page = visitProducts('/admin/products/9');

  expect(await screen.findByText('100 to 5,000, by 50')).toBeTruthy();
  expect(screen.getByText('1,000 units')).toBeTruthy();

  await page.go('/admin/products/8');
  await screen.findByRole('heading', { name: 'Netflix' });
  expect(screen.queryByText('Quantities')).toBeNull();
});

test('QT-24 quantities that another admin has saved are one field of the conflict', async () => {
  const product = aCostedProduct(9, 'Coins', { rev: 41, quantity_max: 50 });
  const { server } = await openShop({ products: [product] });
  const newer = { ...product, quantity_max: 500, price_per: 100 as const, rev: 44 };
  const { user, fill, address } = visitProducts('/admin/products/9/edit');
  await fill('Largest quantity', '80');
  const changed = { code: 'REVISION_CHANGED', message: 'No.', details: { current: answerOf(newer).product } };
  server.respondWith(answers([412, changed], [200, answerOf(newer)]));
  await user.click(saveButton());
  await screen.findByText('Changed by two people');

  const group = within(screen.getByRole('group', { name: 'Quantities' }));
  await user.click(group.getByRole('button', { name: /1–500 \(1\) · 100 units/ }));
  expect(textField('Largest quantity').value).toBe('500');
  await user.click(saveButton());

  await waitFor(() => expect(address()).toBe('/admin/products/9'));
});
