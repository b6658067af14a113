import { useLingui } from '@lingui/react/macro';
import { isOnlineOnly } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { undoQueued, type Change, type QueuedChange } from '../../forms/queued-change.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';

/** Returns whether a change of status needs a connection, because it may move money (D-8). */
export const needsConnection = (from: OrderStatus, to: OrderStatus): boolean => isOnlineOnly(from) || isOnlineOnly(to);

/** Returns a function that queues a change of status which moves no money, and offers to undo it. */
export function useQueuedStatus(): (order: Pick<Order, 'id' | 'status'>, to: OrderStatus) => Promise<void> {
  const { t } = useLingui();
  const db = currentDatabase();
  const act = usePerform();
  return async ({ id, status: from }, to) => {
    const change = statusChange({ id, status: from }, to);
    await act(change.kind, change.args, {
      done: t`Status updated`,
      refused: t`The status could not be updated.`,
      isAccepted: async ({ orders }) => (await orders.get(id))?.status === to,
      undo: (itemId) => undoStatus(db, { ...change, itemId }),
    });
  };
}

/** Returns the change of an order's status, to be queued. */
export const statusChange = (
  { id, status }: Pick<Order, 'id' | 'status'>,
  to: OrderStatus,
): Change<'order.status'> => ({
  kind: 'order.status',
  args: { order_id: id, from: status, to },
});

/** Undoes a queued change of an order's status, sent or not. */
export const undoStatus = (db: LocalDatabase, change: QueuedChange<'order.status'>): Promise<void> =>
  undoQueued(db, change, async () => (await db.orders.get(change.args.order_id))?.status);
