import { checkAnswers } from '../../../contract/answer-rules.ts';
import { labelledAnswers } from '../../../contract/asked-fields.ts';
import type { ParsedInputOf } from '../../../contract/endpoint.ts';
import { amountMax } from '../../../contract/limits.ts';
import type { Answer } from '../../../contract/order-fields.ts';
import { needsQuantity, quantityError, totalCents, type QuantityRules } from '../../../contract/order-total.ts';
import type { placeOrder } from '../../../contract/orders.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toCents, toEuros } from '../../platform/base/wire-values.ts';
import { orderFieldsOf, quantityRules } from '../../shared/order-fields.ts';
import type { OrderedProduct } from './rows.ts';
import { outOfStock } from './stock.ts';

type PlaceOrderInput = ParsedInputOf<typeof placeOrder>;

/** The variant of an order, or the product itself. */
interface Priced {
  price_cents: number;
  cost_cents: number;
}

/** How many units an order takes, what they cost and what it says of them. */
interface OrderedUnits {
  quantity: number;
  unit_price_cents: number;
  price_per: number;
  /** Of all units, rounded up to a cent (D-22). */
  price_cents: number;
  cost_cents: number;
  /** With the labels as they are now; null where the product asks for nothing. */
  answers: readonly Answer[] | null;
}

/**
 * Checks what a request says against the product as it is now. Throws INVALID_FIELDS for the quantity and the answers,
 * OUT_OF_STOCK when fewer units are left, and PRICE_CHANGED unless the customer saw the current price and total, which
 * alone are charged (C-07). `seen` is the price of the request.
 */
export function checkedUnits(
  product: OrderedProduct,
  priced: Priced,
  { quantity: wanted, answers: given = {}, total }: PlaceOrderInput,
  seen: number | undefined,
): OrderedUnits {
  const rules = quantityRules(product);
  const fields = orderFieldsOf(product);
  const quantity = wanted ?? rules.quantity_min;
  const { answers, errors } = checkAnswers(fields, given);
  const fault = wanted === undefined && needsQuantity(rules) ? 'required' : quantityError(rules, quantity);
  if (fault !== null) errors.quantity = [fault];
  if (Object.keys(errors).length > 0) throw new Refusal('INVALID_FIELDS', errors);
  if (product.quantity !== null && product.quantity < quantity) throw outOfStock(product.quantity);

  const { price_cents: unit, cost_cents: unitCost } = priced;
  const price = checkedTotal(unit, quantity, rules);
  checkSeen({ unit, total: price }, { unit: seen, total });
  return {
    quantity,
    unit_price_cents: unit,
    price_per: rules.price_per,
    price_cents: price,
    cost_cents: totalCents(unitCost, quantity, rules.price_per),
    answers: fields.length === 0 ? null : labelledAnswers(fields, answers),
  };
}

/** Returns what the units cost. Throws `quantity: number-max:<n>` above the largest amount, with the largest quantity below it. */
function checkedTotal(unit: number, quantity: number, rules: QuantityRules): number {
  const total = totalCents(unit, quantity, rules.price_per);
  if (total <= toCents(amountMax)) return total;
  const most = Math.floor((toCents(amountMax) * rules.price_per) / unit);
  throw new Refusal('INVALID_FIELDS', { quantity: [`number-max:${most - (most % rules.quantity_step)}`] });
}

/** Prices in cents, or in the shop's currency as a customer saw them. */
interface Prices<Value> {
  unit: Value;
  total: Value;
}

function checkSeen(cents: Prices<number>, seen: Prices<number | undefined>): void {
  const isSame = (name: keyof Prices<unknown>) =>
    seen[name] === undefined || Math.abs(seen[name] * 100 - cents[name]) < 0.001;
  if (isSame('unit') && isSame('total')) return;
  throw new Refusal('PRICE_CHANGED', { price: toEuros(cents.unit), total: toEuros(cents.total) });
}

/** The answers by which a search finds an order: numbers and names of a game, but no addresses and no longer texts. */
export const searchedAnswers = (answers: readonly Answer[] | null): string[] =>
  (answers ?? []).filter(({ kind }) => kind === 'digits' || kind === 'text').map(({ value }) => value);
