import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readCanRepeat } from '../../src/client/features/orders/order-form-data.ts';
import { aCategory, amina, anOrder, aProduct, aVariant, openDevice, visit } from '../support/storefront.tsx';

const netflix = {
  has_variants: true,
  product_variants: [aVariant(11, '1 month', 25), aVariant(12, '1 year', 99)],
};
/** An order of the variant 11 of Netflix. */
const withVariant = anOrder(501);
const withoutVariant = anOrder(502, {
  items: [{ product_id: 1, product_name: 'Netflix', product_variant_id: null, variant_name: null, price: 10 }],
});
const streaming = aCategory(1, 'Streaming');

const cases: [
  name: string,
  product: object[],
  categories: object[],
  order: typeof withoutVariant,
  isOffered: boolean,
][] = [
  ['a product with its variant', [aProduct(1, 'Netflix', netflix)], [streaming], withVariant, true],
  ['a product without variants', [aProduct(1, 'Netflix')], [streaming], withoutVariant, true],
  ['a product that now has variants', [aProduct(1, 'Netflix', netflix)], [streaming], withoutVariant, true],
  ['a product in no category at all', [aProduct(1, 'Netflix', { category_ids: [] })], [], withoutVariant, true],
  ['a product that is gone', [], [streaming], withoutVariant, false],
  ['an unavailable product', [aProduct(1, 'Netflix', { is_available: false })], [streaming], withoutVariant, false],
  ['an inactive product', [aProduct(1, 'Netflix', { status: 'inactive' })], [streaming], withoutVariant, false],
  ['a product whose category is gone', [aProduct(1, 'Netflix')], [], withoutVariant, false],
  [
    'a product in an inactive category',
    [aProduct(1, 'Netflix')],
    [{ ...streaming, is_active: false }],
    withoutVariant,
    false,
  ],
  [
    'a product that is also in an active category',
    [aProduct(1, 'Netflix', { category_ids: [1, 2] })],
    [{ ...streaming, is_active: false }, aCategory(2, 'Films')],
    withoutVariant,
    true,
  ],
  [
    'a variant that is gone',
    [aProduct(1, 'Netflix', { ...netflix, product_variants: [] })],
    [streaming],
    withVariant,
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
    withVariant,
    false,
  ],
  ['a product that has no variants any more', [aProduct(1, 'Netflix')], [streaming], withVariant, false],
];

test.each(cases)(
  'Order again is offered only for products that can be ordered: %s',
  async (_, products, categories, order, isOffered) => {
    const { db } = await openDevice(amina, { products, categories, orders: [order] });

    expect(await readCanRepeat(db, order)).toBe(isOffered);
  },
);

test('the details of an order whose category is gone have no “Order again”', async () => {
  await openDevice(amina, { products: [aProduct(1, 'Netflix', netflix)], orders: [withVariant] });

  visit('/user/orders?order=501');

  expect(await screen.findByRole('link', { name: 'New ticket about this order' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Order again' })).toBeNull();
});
