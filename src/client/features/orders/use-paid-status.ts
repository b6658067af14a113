import type { OutputOf } from '../../../contract/endpoint.ts';
import { leftOf } from '../../../contract/order-rules.ts';
import { updateOrder, type Order, type OrderStatus } from '../../../contract/orders.ts';
import { useMoneyForm, type MoneyRequest } from '../../forms/use-money-form.ts';
import { currentDatabase } from '../../local/current.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { syncNow } from '../../sync/triggers.ts';
import { isolated } from '../../text/isolated.ts';

/** The dialog that sets a status which may move money; `onDone` ends it. */
export function usePaidStatus(onDone: (isAnswered: boolean) => void) {
  const money = useMoneyForm<OutputOf<typeof updateOrder>>((outcome) => {
    if (outcome.kind === 'unknown') return;
    void syncNow();
    if (outcome.kind === 'applied') onDone(outcome.answer !== null);
  });
  return { ...money, confirm: (order: Order, to: OrderStatus) => money.send(requestOf(order, to)) };
}

const requestOf = (order: Order, to: OrderStatus): MoneyRequest<typeof updateOrder> => ({
  endpoint: updateOrder,
  input: { id: order.id, status: to, from: order.status },
  about: { order_id: order.id, status: to, title: titleOf(order), amount: leftOf(order) },
  touched: (answer) => [`orders:${answer.order.id}`],
  store: (answer) => storeOrder(answer.order),
});

/** `#1042 · Netflix, 1 month`: messages show it. */
const titleOf = ({ id, items }: Order): string =>
  [
    `#${id}`,
    ...items.map(({ product_name, variant_name }) =>
      [product_name, variant_name ?? ''].filter(Boolean).map(isolated).join(', '),
    ),
  ].join(' · ');

/** Stores the answer, so that it is shown at once; the next pass pulls the same row. */
export function storeOrder(order: Order): Promise<void> {
  const db = currentDatabase();
  return db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]),
  );
}
