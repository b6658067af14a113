import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/endpoint.ts';
import { updateOrder, type Order, type OrderStatus } from '../../../contract/orders.ts';
import type { CallFailure } from '../../api/failure.ts';
import { useMoneyCall, type MoneyRequest } from '../../forms/use-money-call.ts';
import { currentDatabase } from '../../local/current.ts';
import { storeServerRows } from '../../sync/rows-with-pending.ts';
import { syncNow } from '../../sync/triggers.ts';
import { isolated } from '../../text/isolated.ts';

/** The dialog that sets a status which may move money; `onDone` ends it. */
export function usePaidStatus(onDone: (isAnswered: boolean) => void) {
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const money = useMoneyCall<OutputOf<typeof updateOrder>>((result) => {
    if (result.kind === 'unknown') return;
    void syncNow();
    if (result.kind === 'refused') setFailure(result.failure);
    else if (result.kind === 'done' || result.isApplied) onDone(result.kind === 'done');
  });
  const { isNotApplied, acknowledge } = money;
  // The dialog has said it: no notice repeats it.
  useEffect(() => {
    if (isNotApplied) acknowledge();
  }, [isNotApplied, acknowledge]);
  const confirm = (order: Order, to: OrderStatus) => {
    setFailure(null);
    return money.send(requestOf(order, to));
  };
  return { ...money, failure, confirm };
}

const requestOf = (order: Order, to: OrderStatus): MoneyRequest<typeof updateOrder> => ({
  endpoint: updateOrder,
  input: { id: order.id, status: to, from: order.status },
  about: { order_id: order.id, status: to, title: titleOf(order), amount: order.total_price },
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
function storeOrder(order: Order): Promise<void> {
  const db = currentDatabase();
  return db.transaction('rw', db.syncTables, () =>
    storeServerRows(db, [{ entity: 'orders', key: String(order.id), rev: order.rev, row: { ...order } }]),
  );
}
