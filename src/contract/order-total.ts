/*
 * What a quantity costs, and which quantities a product is sold in (D-22): integer arithmetic that both sides apply.
 * Without zod, so that the first page may load it.
 */

/** A price is for one unit, for 100 or for 1,000 of them. */
export const pricePers = [1, 100, 1000] as const;
export type PricePer = (typeof pricePers)[number];

/** Largest quantity of an order: with the largest price, its total stays below 2^53. */
export const orderQuantityMax = 10_000_000;

/** In which quantities a product is ordered, and for how many units its price is. */
export interface QuantityRules {
  quantity_min: number;
  quantity_step: number;
  quantity_max: number;
  price_per: PricePer;
}

/** The rules of a product that has none: one unit an order. */
export const oneUnit: QuantityRules = { quantity_min: 1, quantity_step: 1, quantity_max: 1, price_per: 1 };

/** The rules of a product; missing ones, as in rows of earlier versions, are those of `oneUnit`. */
export const quantityRulesOf = (product: { [Name in keyof QuantityRules]?: QuantityRules[Name] | undefined }) => ({
  quantity_min: product.quantity_min ?? oneUnit.quantity_min,
  quantity_step: product.quantity_step ?? oneUnit.quantity_step,
  quantity_max: product.quantity_max ?? oneUnit.quantity_max,
  price_per: product.price_per ?? oneUnit.price_per,
});

/**
 * Returns the total in cents: rounded up to a cent, so that an order in two parts never costs less than in one. `unit` is
 * at most 10^8 cents, `quantity` at most `orderQuantityMax`.
 */
export const totalCents = (unit: number, quantity: number, per: PricePer): number =>
  Math.floor((unit * quantity + per - 1) / per);

/** Returns the error of a quantity: `invalid`, `number-min:5`, `number-max:100` or `step:5`; null when it is sold so. */
export function quantityError(rules: Omit<QuantityRules, 'price_per'>, quantity: number): string | null {
  if (!Number.isSafeInteger(quantity)) return 'invalid';
  if (quantity < rules.quantity_min) return `number-min:${rules.quantity_min}`;
  if (quantity > rules.quantity_max) return `number-max:${rules.quantity_max}`;
  return quantity % rules.quantity_step === 0 ? null : `step:${rules.quantity_step}`;
}

/** Whether an order of the product names its quantity: an app that does not know quantities shows another total. */
export const needsQuantity = (rules: QuantityRules): boolean => rules.quantity_min > 1 || rules.price_per > 1;
