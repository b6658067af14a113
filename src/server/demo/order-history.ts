import type { Selectable } from 'kysely';
import type { Ask } from '../../contract/order-fields.ts';
import { deliveredStatuses, moneyEffect } from '../../contract/order-rules.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import type { Audit } from '../platform/database/schema-system.ts';
import type { DemoOrder, OrderRow } from './orders.ts';
import { adminAt, type UserRow } from './people.ts';
import type { Random } from './random.ts';

/** A row of the audit log; the database gives it its id. */
export type AuditRow = Omit<Selectable<Audit>, 'id'>;

/** Makes the audit log of the orders, oldest first: each was placed by its customer and handled by an admin. */
export function makeOrderHistory(orders: readonly DemoOrder[], admins: readonly UserRow[], random: Random): AuditRow[] {
  const changes = orders.flatMap((order) => {
    const placed = logged(order.row, 'order.place', order.row.user_id, order.row.created_at);
    const created = { ...placed, new_value: JSON.stringify(purchaseOf(order)) };
    const { status, status_at: at } = order.row;
    if (status === 'new' || at === null) return [created];
    const action = deliveredStatuses.includes(status as OrderStatus) ? 'order.deliver' : 'order.status';
    const handled = logged(order.row, action, adminAt(admins, at, random).id, at);
    return [created, { ...handled, ...valuesOf(order.row) }, ...partOf(order, admins, random), ...askOf(order, admins)];
  });
  return changes.toSorted((a, b) => a.created_at - b.created_at);
}

const logged = (order: OrderRow, action: string, actorId: number, at: number): AuditRow => ({
  actor_id: actorId,
  session_id: null,
  action,
  entity: 'orders',
  entity_key: String(order.id),
  old_value: null,
  new_value: null,
  key: null,
  created_at: at,
});

/** The entry of the part of the price that was returned. */
function partOf({ row, part }: DemoOrder, admins: readonly UserRow[], random: Random): AuditRow[] {
  if (!part) return [];
  const { cents, at, reason } = part;
  const values = {
    old_value: JSON.stringify({ refunded_cents: 0 }),
    new_value: JSON.stringify({ refunded_cents: cents, note: reason, moved_cents: cents }),
  };
  return [{ ...logged(row, 'order.refund_part', adminAt(admins, at, random).id, at), ...values }];
}

/** The entry of what support has asked to correct. */
function askOf({ row }: DemoOrder, admins: readonly UserRow[]): AuditRow[] {
  if (row.ask === null) return [];
  const { by, at, ...asked } = JSON.parse(row.ask) as Ask;
  const { id } = admins.find(({ name }) => name === by)!;
  return [{ ...logged(row, 'order.ask', id, Date.parse(at)), new_value: JSON.stringify(asked) }];
}

const purchaseOf = ({ row, item }: DemoOrder) => ({
  product_id: item.product_id,
  product_variant_id: item.product_variant_id,
  total_cents: row.total_cents,
  ...(item.quantity > 1 && { quantity: item.quantity }),
});

function valuesOf({ status, notes, total_cents: total }: OrderRow): Pick<AuditRow, 'old_value' | 'new_value'> {
  const isReturned = moneyEffect('new', status as OrderStatus) === 'return';
  return {
    old_value: JSON.stringify({ status: 'new', notes: null, file_id: null }),
    new_value: JSON.stringify({ status, notes, file_id: null, ...(isReturned && { moved_cents: total }) }),
  };
}
