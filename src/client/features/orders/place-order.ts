import { placeOrder as endpoint } from '../../../contract/orders.ts';
import type { Order } from '../../../contract/orders.ts';
import type { ProductRow, ProductVariant } from '../../../contract/products.ts';
import type { CallFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { pledgeCall, settle } from '../../sync/money.ts';
import { syncNow } from '../../sync/triggers.ts';
import { takeRows } from '../../sync/view.ts';
import { aboutOrder } from './about-order.ts';

/** What a customer confirms. */
export interface OrderIntent {
  /** The Idempotency-Key: one intent has one key for ever, however often it is sent. */
  key: string;
  product: Pick<ProductRow, 'id' | 'title'>;
  variant: Pick<ProductVariant, 'id' | 'title'> | null;
  /** Euros, as the customer saw it: it can only refuse, never charge (C-07). */
  price: number;
  message: string;
}

/** `settled`: the answer was lost and the outcome requested later; a notice shows it until it is dismissed. `unknown`: the pledge stays. */
export type OrderEnd =
  | { kind: 'placed'; order: Order; balance: number }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'settled'; isPlaced: boolean }
  | { kind: 'unknown' };

export interface Circumstances {
  /** The first answer was lost; the same key goes again for a minute. */
  onDoubt: () => void;
  /** Aborted when the person leaves: nothing is sent again after that. */
  left: AbortSignal | undefined;
}

/** Places one order and stays with it until its outcome is known, the person leaves, or the server stays silent (sync.md, "Money"). */
export async function placeOrder(
  db: LocalDatabase,
  intent: OrderIntent,
  { onDoubt, left }: Circumstances,
): Promise<OrderEnd> {
  const sent = await pledgeCall(db, endpoint, inputOf(intent), {
    key: intent.key,
    about: aboutOrder(intent.product, intent.variant, intent.price),
    touched: ({ order }) => [`orders:${order.id}`],
    ...(left && { signal: left }),
    onDoubt,
  });
  if (sent.kind === 'unknown') return settleOrder(db, intent.key);
  if (sent.kind === 'refused') return sent;
  const { order, balance } = sent.answer;
  await keep(db, order, balance);
  return { kind: 'placed', order, balance };
}

/** Finds out what became of an order in doubt; its key is sealed when it never arrived, so that it never will. */
export async function settleOrder(db: LocalDatabase, key: string): Promise<OrderEnd> {
  const outcome = await settle(db, key);
  if (outcome === 'applied') void syncNow();
  return outcome === 'unknown' ? { kind: 'unknown' } : { kind: 'settled', isPlaced: outcome === 'applied' };
}

function inputOf({ product, variant, price, message }: OrderIntent) {
  const choice = variant
    ? { product_variant_id: variant.id, selected_variant_id: variant.id, selected_variant: variant.id }
    : {};
  return { product_id: product.id, price, order_price: price, ...choice, message: message.trim() || null };
}

/** The answer is shown at once; the next pass brings the same rows and the ledger line. */
function keep(db: LocalDatabase, order: Order, balance: number): Promise<void> {
  return db.transaction('rw', db.syncTables, async () => {
    await takeRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]);
    await db.account.toCollection().modify({ balance });
  });
}
