import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  needsQuantity,
  orderQuantityMax,
  pricePers,
  quantityError,
  quantityRulesOf,
  totalCents,
} from '../../src/contract/order-total.ts';

const unit = fc.integer({ min: 0, max: 100_000_000 });
const quantity = fc.integer({ min: 1, max: orderQuantityMax });
const per = fc.constantFrom(...pricePers);

test('QT-01 D-22 a total is the exact price of all units, rounded up to a cent', () => {
  const exact = (price: number, count: number, units: number) => {
    const [product, divisor] = [BigInt(price) * BigInt(count), BigInt(units)];
    return product / divisor + (product % divisor === 0n ? 0n : 1n);
  };
  fc.assert(
    fc.property(unit, quantity, per, (price, count, units) => {
      expect(BigInt(totalCents(price, count, units))).toBe(exact(price, count, units));
    }),
    {
      numRuns: 10_000,
      examples: [
        [100_000_000, orderQuantityMax, 1000],
        [90, 2_501, 1000],
        [1, 1, 1000],
      ],
    },
  );
});

test('QT-01 D-22 an order in two parts never costs less than in one', () => {
  fc.assert(
    fc.property(unit, quantity, quantity, per, (price, first, second, units) => {
      const whole = totalCents(price, first + second, units);
      expect(totalCents(price, first, units) + totalCents(price, second, units)).toBeGreaterThanOrEqual(whole);
    }),
    { numRuns: 10_000 },
  );
});

test('QT-02 a quantity is refused for the first rule that it breaks', () => {
  const rules = { quantity_min: 10, quantity_step: 5, quantity_max: 100 };

  const errors = [9, 101, 12, 1.5, NaN, 10, 100].map((count) => quantityError(rules, count));

  expect(errors).toEqual(['number-min:10', 'number-max:100', 'step:5', 'invalid', 'invalid', null, null]);
});

test('QT-03 a product names its quantity when one unit is not what an older app shows', () => {
  const needs = [{}, { quantity_max: 9 }, { quantity_min: 2 }, { price_per: 1000 as const }].map((rules) =>
    needsQuantity(quantityRulesOf(rules)),
  );

  expect(needs).toEqual([false, false, true, true]);
});
