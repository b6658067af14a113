import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCanRepeat } from '../../src/client/features/orders/repeat.ts';
import { aCategory, amina, anOrder, aProduct, aVariant, openDevice, visit } from '../support/storefront.tsx';

const netflix = {
  has_variants: true,
  product_variants: [aVariant(11, '1 month', 25), aVariant(12, '1 year', 99)],
};
/** An order of the variant 11 of Netflix. */
const ofVariant = anOrder(501);
const plain = anOrder(502, {
  items: [{ product_id: 1, product_name: 'Netflix', product_variant_id: null, variant_name: null, price: 10 }],
});
const streaming = aCategory(1, 'Streaming');

const cases: [name: string, product: object[], categories: object[], order: typeof plain, isOffered: boolean][] = [
  ['a product with its variant', [aProduct(1, 'Netflix', netflix)], [streaming], ofVariant, true],
  ['a product without variants', [aProduct(1, 'Netflix')], [streaming], plain, true],
  ['a product that has variants by now', [aProduct(1, 'Netflix', netflix)], [streaming], plain, true],
  ['a product in no category at all', [aProduct(1, 'Netflix', { category_ids: [] })], [], plain, true],
  ['a product that is gone', [], [streaming], plain, false],
  ['an unavailable product', [aProduct(1, 'Netflix', { is_available: false })], [streaming], plain, false],
  ['an inactive product', [aProduct(1, 'Netflix', { status: 'inactive' })], [streaming], plain, false],
  ['a product whose category is gone', [aProduct(1, 'Netflix')], [], plain, false],
  ['a product in an inactive category', [aProduct(1, 'Netflix')], [{ ...streaming, is_active: false }], plain, false],
  [
    'a product that is also in an active category',
    [aProduct(1, 'Netflix', { category_ids: [1, 2] })],
    [{ ...streaming, is_active: false }, aCategory(2, 'Films')],
    plain,
    true,
  ],
  [
    'a variant that is gone',
    [aProduct(1, 'Netflix', { ...netflix, product_variants: [] })],
    [streaming],
    ofVariant,
    false,
  ],
  [
    'a variant that is inactive',
    [
      aProduct(1, 'Netflix', {
        has_variants: true,
        product_variants: [aVariant(11, '1 month', 25, 'inactive'), aVariant(12, '1 year', 99)],
      }),
    ],
    [streaming],
    ofVariant,
    false,
  ],
  ['a product that has no variants any more', [aProduct(1, 'Netflix')], [streaming], ofVariant, false],
];

test.each(cases)(
  'Order again is offered only for what can be ordered: %s',
  async (_, products, categories, order, isOffered) => {
    const { db } = await openDevice(amina, { products, categories, orders: [order] });

    expect(await readCanRepeat(db, order)).toBe(isOffered);
  },
);

test('the details of an order whose category was switched off have no “Order again”', async () => {
  await openDevice(amina, { products: [aProduct(1, 'Netflix', netflix)], orders: [ofVariant] });

  visit('/user/orders?order=501');

  expect(await screen.findByRole('link', { name: 'New ticket about this order' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Order again' })).toBeNull();
});
