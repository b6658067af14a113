import { cleanAnswer } from '../../../contract/answer-rules.ts';
import {
  quantityError,
  quantityRulesOf,
  totalCents,
  type PricePer,
  type QuantityRules,
} from '../../../contract/order-total.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow } from '../../../contract/products.ts';

/** What an order takes of a product. */
export interface OrderUnits {
  rules: QuantityRules;
  /** null while what is typed is no quantity of the product. */
  quantity: number | null;
  /** Why it is none, as a field code. */
  error: string | null;
  /** Of all units, in the shop's currency; null without a quantity. */
  total: number | null;
}

/** Returns what an order takes and costs; `typed` is the quantity as the user has typed it, `price` that of the product. */
export function unitsOf(product: ProductRow, typed: string, price: number): OrderUnits {
  const rules = quantityRulesOf(product);
  const read = hasChoice(rules) ? readQuantity(typed) : rules.quantity_min;
  const error = read === null ? 'required' : quantityError(rules, read);
  const quantity = error === null ? read : null;
  return { rules, quantity, error, total: quantity === null ? null : totalOf(price, quantity, rules.price_per) };
}

/** Whether the customer chooses how many units an order takes. */
export const hasChoice = (rules: QuantityRules): boolean => rules.quantity_max > rules.quantity_min;

/**
 * Returns the part of the price that was not delivered, in the shop's currency: what is left less what the delivered units
 * cost. null while `typed` is no number of units below those of the item, or nothing of the price would be returned.
 */
export function undeliveredPart(item: Order['items'][number], typed: string, left: number): number | null {
  const { quantity = 1, unit_price: price = item.price, price_per: per = 1 } = item;
  const delivered = readQuantity(typed);
  if (delivered === null || !(delivered < quantity)) return null;
  const part = Math.round((left - totalOf(price, delivered, per as PricePer)) * 100) / 100;
  return part > 0 ? part : null;
}

/** Returns what some units cost in the shop's currency, rounded up to a cent (D-22). */
const totalOf = (price: number, quantity: number, per: PricePer): number =>
  totalCents(Math.round(price * 100), quantity, per) / 100;

/** Returns the quantity that is typed: also in Arabic digits; null for none, NaN for another text. */
function readQuantity(typed: string): number | null {
  const digits = cleanAnswer('digits', typed);
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** Returns the next quantity above or below the typed one that the product is sold in. */
export function nextQuantity(rules: QuantityRules, typed: string, direction: 1 | -1): number {
  const now = readQuantity(typed);
  if (now === null || Number.isNaN(now)) return rules.quantity_min;
  const step = rules.quantity_step;
  const next = direction > 0 ? (Math.floor(now / step) + 1) * step : (Math.ceil(now / step) - 1) * step;
  return Math.min(rules.quantity_max, Math.max(rules.quantity_min, next));
}
