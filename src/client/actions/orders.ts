import type { Order } from '../../contract/orders.ts';
import type { Action, Effect } from './action.ts';

/** Between statuses that move no money; the others are online only (D-8). */
export const setOrderStatus: Action<'order.status'> = {
  kind: 'order.status',
  v: 1,
  lane: ({ order_id }) => laneOf(order_id),
  effects: ({ order_id, to }) => [onOrder(order_id, (order) => ({ ...order, status: to }))],
  // The server compares with `from`, so the first one stays: what the person saw when the change began.
  merge: (unsent, next) => ({ ...next, from: unsent.from }),
};

/** The proof waits in `blobs` under `file_id` and is sent before the action. */
export const deliverOrder: Action<'order.deliver'> = {
  kind: 'order.deliver',
  v: 1,
  lane: ({ order_id }) => laneOf(order_id),
  files: ({ file_id }) => (file_id === null ? [] : [file_id]),
  effects: ({ order_id, status, notes, file_id }) => [
    onOrder(order_id, (order) => ({
      ...order,
      status,
      notes: notes ?? order.notes,
      file_url: file_id ? `/api/files/${file_id}` : order.file_url,
    })),
  ],
};

const laneOf = (orderId: number): string => `order:${orderId}`;

const onOrder = (id: number, change: (order: Order) => Order): Effect => ({
  table: 'orders',
  key: String(id),
  fold: (row) => row && { ...change(row as unknown as Order) },
});
