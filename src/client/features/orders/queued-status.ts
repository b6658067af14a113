import { useLingui } from '@lingui/react/macro';
import { isOnlineOnly } from '../../../contract/order-rules.ts';
import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { changeOf } from '../../forms/set-field.ts';
import type { PlanChanges } from '../../forms/use-bulk-change.ts';
import { useSetField } from '../../forms/use-set-field.ts';

type OrderWithStatus = Pick<Order, 'id' | 'status'>;

/** Returns whether a change of status needs a connection, because it may move money (D-8). */
export const needsConnection = (from: OrderStatus, to: OrderStatus): boolean => isOnlineOnly(from) || isOnlineOnly(to);

/** Returns a function that queues a change of status which moves no money, and offers to undo it. */
export function useQueuedStatus(): (order: OrderWithStatus, to: OrderStatus) => Promise<void> {
  const { t } = useLingui();
  const set = useSetField();
  return (order, to) =>
    set(order, 'order.status', to, { done: t`Status updated`, refused: t`The status could not be updated.` });
}

/** Plans a status for many orders; leaves out those whose change would move money (D-8). */
export const planStatus: PlanChanges<OrderWithStatus, OrderStatus> = (orders, to) => {
  const others = orders.filter(({ status }) => status !== to);
  const free = others.filter(({ status }) => !needsConnection(status, to));
  return { changes: free.map((order) => changeOf(order, 'order.status', to)), leftOut: others.length - free.length };
};
