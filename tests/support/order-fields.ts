import type { OrderField, SavedAnswerRow } from '../../src/contract/order-fields.ts';
import type { Order } from '../../src/contract/orders.ts';
import { uuid } from './help-desk.tsx';
import { anOrder, aProduct } from './storefront.tsx';

/** A required field of a product with a label in English. */
export const aField = (key: string, label: string, more: Partial<OrderField> = {}): OrderField => ({
  key,
  kind: 'text',
  label: { en: label },
  hint: {},
  required: true,
  min: null,
  max: null,
  starts: [],
  choices: [],
  save_as: null,
  ...more,
});

export const playerField = aField('player', 'Player id', { kind: 'digits', min: 6, max: 12, save_as: 'game_id' });
const regionField = aField('region', 'Region', {
  kind: 'choice',
  choices: [
    { value: 'eu', label: { en: 'Europe' } },
    { value: 'me', label: { en: 'Middle East' } },
  ],
});
const remarkField = aField('remark', 'Remark', { kind: 'note', required: false });

/** A product that asks for a player id, a region and perhaps a remark. */
export const diamonds = aProduct(5, 'Diamonds', {
  price: 20,
  order_fields: [playerField, regionField, remarkField],
});

/** A product of which an order takes 5 to 100 units by fives. */
export const coins = aProduct(6, 'Coins', { price: 4.5, quantity_min: 5, quantity_max: 100, quantity_step: 5 });

/** A product whose price is for 1,000 units. */
export const followers = aProduct(7, 'Followers', {
  price: 0.9,
  quantity_min: 500,
  quantity_max: 50_000,
  quantity_step: 500,
  price_per: 1000,
});

export const aSavedAnswer = (n: number, name: string, value: string): SavedAnswerRow => ({
  id: uuid(n),
  save_as: 'game_id',
  name,
  value,
  used_at: new Date(Date.UTC(2026, 9, n)).toISOString(),
  rev: 1,
});

/** An order of `diamonds` with answers. */
export const anAnsweredOrder = (id: number, more: Partial<Order> = {}): Order =>
  anOrder(id, {
    items: [
      {
        product_id: 5,
        product_name: 'Diamonds',
        product_variant_id: null,
        variant_name: null,
        price: 20,
        answers: [
          { key: 'player', kind: 'digits', label: { en: 'Player number' }, value: '5123456' },
          { key: 'region', kind: 'choice', label: { en: 'Region' }, value: 'eu', choice: { en: 'Europe' } },
        ],
      },
    ],
    total_price: 20,
    ...more,
  });
