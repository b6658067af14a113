import { useRef, useState } from 'react';
import type { Answers } from '../../../contract/answer-rules.ts';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { quantityRulesOf } from '../../../contract/order-total.ts';
import { placeOrder as endpoint, type Order, type placeOrder } from '../../../contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useMoneyForm, type MoneyOutcome, type MoneyProblem, type MoneyRequest } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { isolated } from '../../text/isolated.ts';
import { unitsOf } from './order-units.ts';

export type OrderAnswer = OutputOf<typeof placeOrder>;

/** Why an order was not sent or not placed. */
export type OrderProblem = MoneyProblem | { kind: 'variant' } | { kind: 'price'; from: number; to: number };

interface OrderCallbacks {
  /** Gets the answer to the order; null when it was lost and the outcome is shown in a notice above the page. */
  onPlaced: (answer: OrderAnswer | null) => void;
  onRefused: (failure: CallFailure) => void;
}

/** The server's prices for a choice, newer than this device's catalogue. */
export interface NewPrice {
  productId: number;
  variantId: number | null;
  /** Of as many units as the product's price is for. */
  price: number;
  quantity: number;
  /** Of all units: what was sent, and what the server asks. */
  from: number;
  total: number;
}

/** The state and the actions of one order popup. */
export function useOrder({ onPlaced, onRefused }: OrderCallbacks) {
  const [isVariantMissing, setVariantMissing] = useState(false);
  const [newPrice, setNewPrice] = useState<NewPrice | null>(null);
  const sent = useRef<OrderChoice>(null);
  const money = useMoneyForm<OrderAnswer>((outcome) => {
    const price = newPriceIn(outcome, sent.current);
    if (price) setNewPrice(price);
    if (outcome.kind === 'refused') onRefused(outcome.failure);
    else if (outcome.kind === 'applied') onPlaced(outcome.answer);
  });
  return {
    ...money,
    problem: isVariantMissing ? { kind: 'variant' as const } : problemOf(money.problem, newPrice),
    /** Returns the prices of a choice that the server has said, null before that. */
    newPriceOf: (productId: number, variantId: number | null): NewPrice | null =>
      newPrice?.productId === productId && newPrice.variantId === variantId ? newPrice : null,
    /** Shows that a variant must be chosen. */
    missVariant: () => {
      setVariantMissing(true);
      money.clearProblem();
    },
    confirm: (choice: OrderChoice): void => {
      setVariantMissing(false);
      sent.current = choice;
      void money.send(requestOf(choice));
    },
    clearProblem: () => {
      setVariantMissing(false);
      money.clearProblem();
    },
  };
}

/** A changed price, which is no error: the same press orders at the new one. */
const problemOf = (problem: MoneyProblem | null, newPrice: NewPrice | null): OrderProblem | null =>
  problem?.kind === 'refused' && problem.failure.code === 'PRICE_CHANGED' && newPrice
    ? { kind: 'price', from: newPrice.from, to: newPrice.total }
    : problem;

function newPriceIn(outcome: MoneyOutcome<OrderAnswer>, choice: OrderChoice | null): NewPrice | null {
  if (!choice || outcome.kind !== 'refused' || outcome.failure.code !== 'PRICE_CHANGED') return null;
  const { price, total: said } = outcome.failure.details ?? {};
  if (typeof price !== 'number') return null;
  const { product, variant, quantity, total: from } = choice;
  const total = typeof said === 'number' ? said : unitsOf(product, String(quantity), price).total;
  return { productId: product.id, variantId: variant?.id ?? null, price, quantity, from, total: total ?? from };
}

/** The order that a customer confirms. */
export interface OrderChoice {
  product: ProductRow;
  variant: Pick<ProductVariant, 'id' | 'title'> | null;
  /**
   * Of as many units as the product's price is for, and of all units, in the shop's currency, as the customer saw them:
   * the server refuses when its own prices differ, and charges only its own (C-07).
   */
  price: number;
  total: number;
  quantity: number;
  /** By the keys of the product's fields, as they are stored. */
  answers: Answers;
  message: string;
}

/** Returns the call that places an order. Its description is shown in messages, and blocks a second order of the product. */
function requestOf(choice: OrderChoice): MoneyRequest<typeof endpoint> {
  const { product, variant, price, total, quantity, message } = choice;
  const title = variant ? `${isolated(product.title)}, ${isolated(variant.title)}` : product.title;
  // A price for several units times the quantity is not the total.
  const isPerUnit = quantityRulesOf(product).price_per === 1;
  const paid = isPerUnit ? { quantity, amount: price } : { quantity: 1, amount: total };
  return {
    endpoint,
    input: {
      product_id: product.id,
      price,
      order_price: price,
      total,
      quantity,
      ...answersOf(choice),
      ...variantOf(choice),
      message: message.trim() || null,
    },
    about: { product_id: product.id, title, ...paid },
    touched: ({ order }) => [`orders:${order.id}`],
    store: ({ order, balance }) => storeAnswer(order, balance),
  };
}

const answersOf = ({ product, answers }: OrderChoice) => (product.order_fields?.length ? { answers } : {});

const variantOf = ({ variant }: OrderChoice) =>
  variant ? { product_variant_id: variant.id, selected_variant_id: variant.id, selected_variant: variant.id } : {};

/** Stores the answer, so that it is shown at once; the next pass pulls the same rows and the row of the ledger. */
function storeAnswer(order: Order, balance: number): Promise<void> {
  const db = currentDatabase();
  return db.transaction('rw', db.syncTables, async () => {
    await storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]);
    await db.account.toCollection().modify({ balance });
  });
}
