import { updateOrder } from '../../../contract/orders.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { makeMoneyCall, settle } from '../../sync/money.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { syncNow } from '../../sync/triggers.ts';

/** `settled`: the answer was lost, and the outcome was requested later. `unknown`: the pledge stays. */
export type PaidStatusResult =
  | { kind: 'done' }
  | { kind: 'refused'; failure: CallFailure }
  | { kind: 'settled'; isDone: boolean }
  | { kind: 'unknown' };

interface Options {
  /** The Idempotency-Key, the same for every retry. */
  key: string;
  /** Called before each retry with the same key, because the previous answer was lost. */
  onDoubt: () => void;
  /** Aborted when the admin leaves, which ends the retries. */
  signal: AbortSignal | undefined;
}

/** Sets a status that may move money; ends when the outcome is known, the admin leaves, or the server is silent. */
export async function changePaidStatus(
  db: LocalDatabase,
  { order, to }: { order: Order; to: OrderStatus },
  { key, onDoubt, signal }: Options,
): Promise<PaidStatusResult> {
  const sent = await makeMoneyCall(
    db,
    updateOrder,
    { id: order.id, status: to, from: order.status },
    {
      key,
      about: { order_id: order.id, status: to, title: titleOf(order), amount: order.total_price },
      touched: (answer) => [`orders:${answer.order.id}`],
      ...(signal && { signal }),
      onDoubt,
    },
  );
  if (sent.kind === 'unknown') return settlePaidStatus(db, key);
  void syncNow();
  if (sent.kind === 'refused') return sent;
  await storeOrder(db, sent.answer.order);
  return { kind: 'done' };
}

/** Finds out the outcome of a change in doubt. If it never arrived, its key is cancelled, so that it never happens. */
export async function settlePaidStatus(db: LocalDatabase, key: string): Promise<PaidStatusResult> {
  const outcome = await settle(db, key);
  if (outcome === 'unknown') return { kind: 'unknown' };
  void syncNow();
  return { kind: 'settled', isDone: outcome === 'applied' };
}

/** `#1042 · Netflix, 1 month`: messages show it. */
const titleOf = ({ id, items }: Order): string =>
  [`#${id}`, ...items.map((item) => [item.product_name, item.variant_name].filter(Boolean).join(', '))].join(' · ');

/** Stores the answer, so that it is shown at once; the next pass pulls the same row. */
const storeOrder = (db: LocalDatabase, order: Order): Promise<void> =>
  db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]),
  );
