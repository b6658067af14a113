import { oneUnit, quantityRulesOf, totalCents, type PricePer } from '../../../contract/order-total.ts';
import type { ProductRow } from '../../../contract/products.ts';
import { plainAmount, type Issue } from './typed-values.ts';

/** In which quantities a product is sold, as typed; the numbers are ignored unless `in_quantities`. */
export interface QuantityValues {
  in_quantities: boolean;
  quantity_min: string;
  quantity_step: string;
  quantity_max: string;
  price_per: PricePer;
}

/** The names of the values, which are one field for a comparison with another admin's version. */
export const quantityNames = [
  'in_quantities',
  'quantity_min',
  'quantity_step',
  'quantity_max',
  'price_per',
] as const satisfies (keyof QuantityValues)[];

/** Returns the quantities of a product for the form; without one, those of a new product. */
export function quantityValuesOf(product: ProductRow | null): QuantityValues {
  const rules = quantityRulesOf(product ?? {});
  const { quantity_min: min, quantity_step: step, quantity_max: max, price_per: per } = rules;
  const values = { quantity_min: String(min), quantity_step: String(step), quantity_max: String(max), price_per: per };
  return { in_quantities: JSON.stringify(rules) !== JSON.stringify(oneUnit), ...values };
}

/** Returns the quantities as the server takes them. */
export const quantityFieldsOf = ({ in_quantities: isSold, ...typed }: QuantityValues) =>
  isSold
    ? {
        quantity_min: plainAmount(typed.quantity_min),
        quantity_step: plainAmount(typed.quantity_step),
        quantity_max: plainAmount(typed.quantity_max),
        price_per: typed.price_per,
      }
    : oneUnit;

/** Returns the quantities as text, which is equal for equal quantities. */
export const quantityText = (values: QuantityValues): string => Object.values(quantityFieldsOf(values)).join(' ');

/** The faults of the quantities that need several of them; each of them can be ordered when there is none. */
export function quantityIssues(values: QuantityValues): Issue[] {
  if (!values.in_quantities) return [];
  const names = ['quantity_min', 'quantity_step', 'quantity_max'] as const;
  const missing = names.filter((name) => values[name].trim() === '');
  if (missing.length > 0) return missing.map((name) => ({ message: 'required', path: [name] }));
  const [min = 0, step = 0, max = 0] = names.map((name) => Number(plainAmount(values[name])));
  if (![min, step, max].every((number) => Number.isSafeInteger(number) && number > 0)) return [];
  return [
    ...(min % step === 0 ? [] : [{ message: `step:${step}`, path: ['quantity_min'] }]),
    ...(max < min
      ? [{ message: `number-min:${min}`, path: ['quantity_max'] }]
      : max % step === 0
        ? []
        : [{ message: `step:${step}`, path: ['quantity_max'] }]),
  ];
}

/**
 * Returns quantities that customers can order with what they cost, in cents: the smallest, 2.5 times what the price is
 * for, and the largest. None until the quantities and the price are valid.
 */
export function examplesOf(values: QuantityValues, price: string): { quantity: number; cents: number }[] {
  const unit = Math.round(Number(plainAmount(price)) * 100);
  const { quantity_min, quantity_step, quantity_max, price_per: per } = quantityFieldsOf(values);
  const [min, step, max] = [Number(quantity_min), Number(quantity_step), Number(quantity_max)];
  const isValid = unit > 0 && step > 0 && min > 0 && max >= min && quantityIssues(values).length === 0;
  if (!isValid) return [];
  const middle = Math.ceil((per === 1 ? 10 : 2.5 * per) / step) * step;
  const quantities = new Set([min, Math.min(Math.max(middle, min), max), max]);
  return [...quantities].map((quantity) => ({ quantity, cents: totalCents(unit, quantity, per) }));
}
