import { useLingui } from '@lingui/react/macro';
import { isOnlineOnly } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { undoQueued, type Change, type QueuedChange } from '../../forms/queued-change.ts';
import type { BulkRules } from '../../forms/use-bulk-change.ts';
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
const statusChange = ({ id, status }: Pick<Order, 'id' | 'status'>, to: OrderStatus): Change<'order.status'> => ({
  kind: 'order.status',
  args: { order_id: id, from: status, to },
});

/** Undoes a queued change of an order's status, sent or not. */
const undoStatus = (db: LocalDatabase, change: QueuedChange<'order.status'>): Promise<void> =>
  undoQueued(db, change, async () => (await db.orders.get(change.args.order_id))?.status);

/** Sets the status of many orders; leaves out those whose change would move money (D-8). */
export const orderBulk: BulkRules<Pick<Order, 'id' | 'status'>, 'order.status', OrderStatus> = {
  plan(orders, to) {
    const others = orders.filter(({ status }) => status !== to);
    const free = others.filter(({ status }) => !needsConnection(status, to));
    return { changes: free.map((order) => statusChange(order, to)), leftOut: others.length - free.length };
  },
  undo: undoStatus,
};
