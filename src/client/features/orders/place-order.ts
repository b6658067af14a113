import { placeOrder as endpoint } from '../../../contract/orders.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { CallFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { makeMoneyCall, settle } from '../../sync/money.ts';
import { syncNow } from '../../sync/triggers.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { isolated } from '../../text/isolated.ts';

/** The order that a customer confirms. */
export interface OrderRequest {
  product: Pick<ProductRow, 'id' | 'title' | 'has_variants'>;
  variant: Pick<ProductVariant, 'id' | 'title'> | null;
  /** In the shop's currency, as the customer saw it: the server refuses when its own price differs, and charges only its own (C-07). */
  price: number;
  message: string;
}

/** `settled`: the answer was lost, and the outcome requested later is shown in a notice. `unknown`: the pledge stays. */
export type OrderResult =
  | { kind: 'placed'; order: Order; balance: number }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'settled'; isPlaced: boolean }
  | { kind: 'unknown' };

export interface PlaceOrderOptions {
  /** The Idempotency-Key, the same for every retry of this order. */
  key: string;
  /** Called before each retry with the same key, because the previous answer was lost; retries end after a minute. */
  onDoubt: () => void;
  /** Aborted when the user leaves, which ends the retries. */
  leaveSignal: AbortSignal | undefined;
}

/** Places one order; ends when its outcome is known, the user leaves, or the server does not answer for a minute. */
export async function placeOrder(
  db: LocalDatabase,
  orderRequest: OrderRequest,
  { key, onDoubt, leaveSignal }: PlaceOrderOptions,
): Promise<OrderResult> {
  const sent = await makeMoneyCall(db, endpoint, inputOf(orderRequest), {
    key,
    about: aboutOrder(orderRequest.product, orderRequest.variant, orderRequest.price),
    touched: ({ order }) => [`orders:${order.id}`],
    ...(leaveSignal && { signal: leaveSignal }),
    onDoubt,
  });
  if (sent.kind === 'unknown') return settleOrder(db, key);
  if (sent.kind === 'refused') return sent;
  const { order, balance } = sent.answer;
  await storeAnswer(db, order, balance);
  return { kind: 'placed', order, balance };
}

/** Finds out the outcome of an order in doubt. If it never arrived, its key is cancelled, so that it is never placed. */
export async function settleOrder(db: LocalDatabase, key: string): Promise<OrderResult> {
  const outcome = await settle(db, key);
  if (outcome === 'applied') void syncNow();
  return outcome === 'unknown' ? { kind: 'unknown' } : { kind: 'settled', isPlaced: outcome === 'applied' };
}

function inputOf({ product, variant, price, message }: OrderRequest) {
  const choice = variant
    ? { product_variant_id: variant.id, selected_variant_id: variant.id, selected_variant: variant.id }
    : {};
  return { product_id: product.id, price, order_price: price, ...choice, message: message.trim() || null };
}

/** Stores the answer, so that it is shown at once; the next pass pulls the same rows and the row of the ledger. */
function storeAnswer(db: LocalDatabase, order: Order, balance: number): Promise<void> {
  return db.transaction('rw', db.syncTables, async () => {
    await storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]);
    await db.account.toCollection().modify({ balance });
  });
}

/** Returns the description of an order for its `PendingCall`: messages show it, and it blocks a second order of the product. */
const aboutOrder = (
  product: { id: number; title: string },
  variant: { title: string } | null,
  price: number,
): Record<string, unknown> => ({
  product_id: product.id,
  title: variant ? `${isolated(product.title)}, ${isolated(variant.title)}` : product.title,
  quantity: 1,
  amount: price,
});
