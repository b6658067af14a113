import type { DeliveredValues } from '../../contract/mutations.ts';
import type { Order } from '../../contract/orders.ts';
import type { Action, Effect } from './action.ts';
import { setsField } from './set-field.ts';

/** A change of status that moves no money; other changes of status are online only (D-8). */
export const setOrderStatus = setsField('order.status', {
  table: 'orders',
  field: 'status',
  idArg: 'order_id',
  valueArg: 'to',
  lanePrefix: 'order:',
});

/** The proof file is stored in `blobs` under `file_id` and uploaded before the action is sent. */
export const deliverOrder: Action<'order.deliver'> = {
  kind: 'order.deliver',
  v: 2,
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

/** The values of an order that a delivery sets. */
export const deliveredValues = ({ status, notes, file_url: url }: Order): DeliveredValues => ({
  status,
  notes,
  file_id: url === null ? null : url.slice(url.lastIndexOf('/') + 1),
});

const laneOf = (orderId: number): string => `order:${orderId}`;

const onOrder = (id: number, change: (order: Order) => Order): Effect => ({
  table: 'orders',
  key: String(id),
  // A copy, because the type of a row is wider than that of an order.
  apply: (row) => row && { ...change(row as unknown as Order) },
});
