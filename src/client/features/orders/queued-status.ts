import { useLingui } from '@lingui/react/macro';
import { isOnlineOnly } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { usePerform } from '../../forms/use-perform.ts';
import { currentDatabase } from '../../local/current.ts';
import type { LocalDatabase } from '../../local/database.ts';
import { amend } from '../../sync/amend.ts';
import { isPendingItem } from '../../sync/optimistic.ts';
import { discard } from '../../sync/outbox.ts';
import { perform } from '../../sync/perform.ts';

/** A queued change of an order's status. */
export interface QueuedStatus {
  itemId: string;
  orderId: number;
  from: OrderStatus;
  to: OrderStatus;
}

/** Returns whether a change of status needs a connection, because it may move money (D-8). */
export const needsConnection = (from: OrderStatus, to: OrderStatus): boolean => isOnlineOnly(from) || isOnlineOnly(to);

/** Returns a function that queues a change of status which moves no money, and offers to undo it. */
export function useQueuedStatus(): (order: Pick<Order, 'id' | 'status'>, to: OrderStatus) => Promise<void> {
  const { t } = useLingui();
  const db = currentDatabase();
  const act = usePerform();
  return async ({ id, status: from }, to) => {
    await act(
      'order.status',
      { order_id: id, from, to },
      {
        done: t`Status updated`,
        refused: t`The status could not be updated.`,
        isAccepted: async ({ orders }) => (await orders.get(id))?.status === to,
        undo: (itemId) => undoStatus(db, { itemId, orderId: id, from, to }),
      },
    );
  };
}

/**
 * Undoes a change: an unsent or parked one is discarded; a sent one is set back to `from`, unless the order has another
 * status by now. An item with another `from` was merged into an earlier unsent change, which gets its own value back.
 */
export async function undoStatus(db: LocalDatabase, { itemId, orderId, from, to }: QueuedStatus): Promise<void> {
  const item = await db.outbox.get({ id: itemId });
  const isMerged = item !== undefined && item.args.from !== from;
  if (item && !isPendingItem(item)) {
    await (isMerged ? amend(db, itemId, { to: from }) : discard(db, itemId));
    return;
  }
  if (item?.state === 'queued' && !isMerged) {
    await discard(db, itemId);
    return;
  }
  const order = await db.orders.get(orderId);
  if (order?.status === to) await perform(db, 'order.status', { order_id: orderId, from: to, to: from });
}
