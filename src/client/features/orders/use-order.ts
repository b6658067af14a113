import { useRef, useState } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { placeOrder as endpoint, type Order, type placeOrder } from '../../../contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useMoneyForm, type MoneyOutcome, type MoneyProblem, type MoneyRequest } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { isolated } from '../../text/isolated.ts';

export type OrderAnswer = OutputOf<typeof placeOrder>;

/** Why an order was not sent or not placed. */
export type OrderProblem = MoneyProblem | { kind: 'variant' } | { kind: 'price'; from: number; to: number };

interface OrderCallbacks {
  /** Gets the answer to the order; null when it was lost and the outcome is shown in a notice above the page. */
  onPlaced: (answer: OrderAnswer | null) => void;
  onRefused: (failure: CallFailure) => void;
}

/** The server's price for a choice, newer than this device's catalogue. */
interface NewPrice {
  productId: number;
  variantId: number | null;
  /** The price that was sent, and the server's. */
  from: number;
  to: number;
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
  const confirm = (choice: OrderChoice): void => {
    const isMissing = choice.product.has_variants && !choice.variant;
    setVariantMissing(isMissing);
    if (isMissing) return money.clearProblem();
    sent.current = choice;
    void money.send(requestOf(choice));
  };
  return {
    ...money,
    problem: isVariantMissing ? { kind: 'variant' as const } : problemOf(money.problem, newPrice),
    /** Returns the price of a choice that the server has said, null before that. */
    newPriceOf: (productId: number, variantId: number | null): number | null =>
      newPrice?.productId === productId && newPrice.variantId === variantId ? newPrice.to : null,
    confirm,
    clearProblem: () => {
      setVariantMissing(false);
      money.clearProblem();
    },
  };
}

/** A changed price, which is no error: the same press orders at the new one. */
const problemOf = (problem: MoneyProblem | null, newPrice: NewPrice | null): OrderProblem | null =>
  problem?.kind === 'refused' && problem.failure.code === 'PRICE_CHANGED' && newPrice
    ? { kind: 'price', from: newPrice.from, to: newPrice.to }
    : problem;

function newPriceIn(outcome: MoneyOutcome<OrderAnswer>, choice: OrderChoice | null): NewPrice | null {
  const failure = outcome.kind === 'refused' ? outcome.failure : null;
  const to = failure?.code === 'PRICE_CHANGED' ? failure.details?.price : undefined;
  if (!choice || typeof to !== 'number') return null;
  return { productId: choice.product.id, variantId: choice.variant?.id ?? null, from: choice.price, to };
}

/** The order that a customer confirms. */
interface OrderChoice {
  product: Pick<ProductRow, 'id' | 'title' | 'has_variants'>;
  variant: Pick<ProductVariant, 'id' | 'title'> | null;
  /** In the shop's currency, as the customer saw it: the server refuses when its own price differs, and charges only its own (C-07). */
  price: number;
  message: string;
}

/** Returns the call that places an order. Its description is shown in messages, and blocks a second order of the product. */
function requestOf({ product, variant, price, message }: OrderChoice): MoneyRequest<typeof endpoint> {
  const choice = variant
    ? { product_variant_id: variant.id, selected_variant_id: variant.id, selected_variant: variant.id }
    : {};
  const title = variant ? `${isolated(product.title)}, ${isolated(variant.title)}` : product.title;
  return {
    endpoint,
    input: { product_id: product.id, price, order_price: price, ...choice, message: message.trim() || null },
    about: { product_id: product.id, title, quantity: 1, amount: price },
    touched: ({ order }) => [`orders:${order.id}`],
    store: ({ order, balance }) => storeAnswer(order, balance),
  };
}

/** Stores the answer, so that it is shown at once; the next pass pulls the same rows and the row of the ledger. */
function storeAnswer(order: Order, balance: number): Promise<void> {
  const db = currentDatabase();
  return db.transaction('rw', db.syncTables, async () => {
    await storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]);
    await db.account.toCollection().modify({ balance });
  });
}
