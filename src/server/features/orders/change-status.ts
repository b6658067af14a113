import { deliveredStatuses, isOnlineOnly, moneyEffect, openOrderStatuses } from '../../../contract/order-rules.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { charge, lockAccount, reverse, type Movement } from '../../ledger/ledger.ts';
import { audit } from '../../platform/audit.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { queueNotice } from '../../platform/mail/notices.ts';
import { notify } from '../../shared/notify.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { toIsoTimeOrNull } from '../../platform/base/wire-values.ts';
import { maySeeOrder, maySetOrder } from './policy.ts';
import { announceOrder, findOrder, lockOrder, namesOfItems, updateOrderRow, type OrderRecord } from './records.ts';
import { moveCodes } from './codes.ts';
import { moveStock } from './stock.ts';

/** Whether a change may move money: a request to the route may, a change made offline is refused as FORBIDDEN (D-8). */
export type MoneyRule = 'allowed' | 'never';

interface StatusArgs {
  order_id: number;
  from?: OrderStatus | undefined;
  to: OrderStatus;
}

/**
 * Sets an order's status, from any to any. An order that already has the status `to` stays unchanged. Throws CONFLICT
 * with `{ current, by, at }` when the order no longer has the status `from`, which the admin saw (OF-12); for an order
 * that has the status `to`, only when the change would have moved money from the status that the admin saw.
 */
export async function setOrderStatus(
  transaction: TransactionContext,
  args: StatusArgs,
  money: MoneyRule,
): Promise<string[]> {
  checkRule(money, [args.to, args.from]);
  const order = await lockForChange(transaction, args.order_id);
  if (order.status !== args.to || movesMoney(args)) checkFrom(order, args.from);
  if (order.status === args.to) return touchedBy(order);
  return changeOrder(transaction, order, { status: args.to }, money);
}

/** Whether a change from the status that the admin saw would have moved money. */
export const movesMoney = ({ from, to }: Omit<StatusArgs, 'order_id'>): boolean =>
  from !== undefined && moneyEffect(from, to) !== 'none';

/** Locks the customer's account and then the order, in the same sequence as the deletion of a customer. */
export async function lockForChange(transaction: TransactionContext, id: number): Promise<Allowed<OrderRecord>> {
  const seen = allow(await findOrder(transaction.tx, id, transaction.person), maySeeOrder(transaction.person));
  allow(seen, maySetOrder(transaction.person), { otherwise: 'FORBIDDEN' });
  await lockAccount(transaction.tx, seen.user_id);
  return lockOrder(transaction.tx, id, maySetOrder(transaction.person));
}

/** The new values of an order; missing ones stay. */
export interface OrderChanges {
  status: OrderStatus;
  notes?: string;
  file_id?: string;
}

/** Changes a locked order with its money, stock, history, messages and announcement. Returns the touched records. */
export async function changeOrder(
  transaction: TransactionContext,
  order: Allowed<OrderRecord>,
  changes: OrderChanges,
  money: MoneyRule,
): Promise<string[]> {
  const { status: before } = order;
  const moved = await moveMoney(transaction, order, changes.status, money);
  await moveStock(transaction.tx, order, changes.status);
  await moveCodes(transaction, order, changes.status);
  const changed = await updateOrderRow(transaction, order, {
    ...changes,
    ...(changes.status !== before && { status_by: transaction.person.name, status_at: transaction.now }),
    // What a delivered or returned order says is not corrected any more.
    ...(!openOrderStatuses.includes(changes.status) && { ask: null }),
  });
  await audit(transaction, {
    action: changes.notes === undefined && changes.file_id === undefined ? 'order.status' : 'order.deliver',
    entity: 'orders',
    entityKey: order.id,
    old: { status: before, notes: order.notes, file_id: order.file_id },
    new: {
      status: changed.status,
      notes: changed.notes,
      file_id: changed.file_id,
      ...(moved && { moved_cents: moved.after - moved.before }),
    },
  });
  await notify(transaction, [order.user_id], {
    kind: 'order.status',
    about: { order_id: order.id, status: changes.status, subject: await namesOfItems(transaction.tx, order.id) },
  });
  await mailAbout(transaction, { before, order: changed, moved });
  await announceOrder(transaction.tx, changed);
  return [...touchedBy(order), ...(moved ? [`account:${order.user_id}`] : [])];
}

async function moveMoney(
  transaction: TransactionContext,
  order: OrderRecord,
  status: OrderStatus,
  rule: MoneyRule,
): Promise<Movement | null> {
  checkRule(rule, [order.status]);
  const effect = moneyEffect(order.status, status);
  if (effect === 'none') return null;
  return effect === 'return' ? reverse(transaction, order) : charge(transaction, order, { activeOnly: false });
}

/** Queues at most one e-mail per change: about the money if any was moved, otherwise about the delivery. */
async function mailAbout(
  transaction: TransactionContext,
  { before, order, moved }: { before: OrderStatus; order: OrderRecord; moved: Movement | null },
): Promise<void> {
  const { id, user_id } = order;
  if (user_id === transaction.person.id) return;
  if (moved && moved.before !== moved.after) {
    const amount = moved.after - moved.before;
    const cause = amount > 0 ? 'returned' : 'charged';
    const change = { cause, amount: Math.abs(amount), balance: moved.after, orderId: id } as const;
    await queueNotice(transaction, user_id, { kind: 'balance.changed', ...change });
  } else if (deliveredStatuses.includes(order.status) && !deliveredStatuses.includes(before)) {
    const product = await namesOfItems(transaction.tx, id);
    await queueNotice(transaction, user_id, {
      kind: 'order.delivered',
      order: { id, product, total: order.total_cents },
    });
  }
}

/** Throws FORBIDDEN when a change made offline names a status that moves money (D-8). */
export function checkRule(rule: MoneyRule, statuses: readonly (OrderStatus | undefined)[]): void {
  const isRefused = statuses.some((status) => status !== undefined && isOnlineOnly(status));
  if (rule === 'never' && isRefused) throw new Refusal('FORBIDDEN');
}

function checkFrom(order: OrderRecord, from: OrderStatus | undefined): void {
  const { status: current, status_by: by, status_at: at } = order;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });
}

/** The record that a change of this order touches. */
export const touchedBy = (order: OrderRecord): string[] => [`orders:${order.id}`];
