import { deliveredStatuses, isOnlineOnly, moneyEffect } from '../../../contract/order-rules.ts';
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

/** Whether a change may move money: a request to the route may, a change made offline is refused as FORBIDDEN (D-8). */
export type MoneyRule = 'allowed' | 'never';

interface StatusArgs {
  order_id: number;
  from?: OrderStatus | undefined;
  to: OrderStatus;
}

/**
 * Sets an order's status, from any to any. An order that already has the status `to` stays unchanged. Throws CONFLICT
 * with `{ current, by, at }` when the order no longer has the status `from`, which the admin saw (OF-12).
 */
export async function setOrderStatus(
  transaction: TransactionContext,
  args: StatusArgs,
  money: MoneyRule,
): Promise<string[]> {
  checkRule(money, [args.to, args.from]);
  const order = await lockForChange(transaction, args.order_id);
  if (order.status === args.to) return touchedBy(order);
  checkFrom(order, args.from);
  return change(transaction, order, { status: args.to }, money);
}

interface DeliveryArgs {
  order_id: number;
  from?: OrderStatus | undefined;
  status: OrderStatus;
  /** null keeps the current notes. */
  notes: string | null;
  file_id: string | null;
}

/**
 * Delivers an order: sets its status with the admin's notes and an uploaded proof. Throws `file_id: invalid` for a file
 * that is unknown or belongs to another record, and CONFLICT like `setOrderStatus`.
 */
export async function deliverOrder(
  transaction: TransactionContext,
  args: DeliveryArgs,
  money: MoneyRule,
): Promise<string[]> {
  checkRule(money, [args.status, args.from]);
  const order = await lockForChange(transaction, args.order_id);
  if (order.status !== args.status) checkFrom(order, args.from);
  if (args.file_id !== null) await checkProof(transaction, order, args.file_id);
  const { status, notes, file_id } = args;
  return change(
    transaction,
    order,
    { status, ...(notes !== null && { notes }), ...(file_id !== null && { file_id }) },
    money,
  );
}

/** Locks the customer's account and then the order, in the same sequence as the deletion of a customer. */
async function lockForChange(transaction: TransactionContext, id: number): Promise<Allowed<OrderRecord>> {
  const seen = allow(await findOrder(transaction.tx, id, transaction.person), maySeeOrder(transaction.person));
  allow(seen, maySetOrder(transaction.person), 'FORBIDDEN');
  await lockAccount(transaction.tx, seen.user_id);
  return lockOrder(transaction.tx, id, maySetOrder(transaction.person));
}

interface Changes {
  status: OrderStatus;
  notes?: string;
  file_id?: string;
}

async function change(
  transaction: TransactionContext,
  order: Allowed<OrderRecord>,
  changes: Changes,
  money: MoneyRule,
): Promise<string[]> {
  const { status: before } = order;
  const moved = await moveMoney(transaction, order, changes.status, money);
  const changed = await updateOrderRow(transaction, order, {
    ...changes,
    ...(changes.status !== before && { status_by: transaction.person.name, status_at: transaction.now }),
  });
  await audit(transaction, {
    action: changes.notes === undefined && changes.file_id === undefined ? 'order.status' : 'order.deliver',
    entity: 'orders',
    entityKey: order.id,
    old: { status: before, notes: order.notes, file_id: order.file_id },
    new: { status: changed.status, notes: changed.notes, file_id: changed.file_id },
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

function checkRule(rule: MoneyRule, statuses: readonly (OrderStatus | undefined)[]): void {
  const isRefused = statuses.some((status) => status !== undefined && isOnlineOnly(status));
  if (rule === 'never' && isRefused) throw new Refusal('FORBIDDEN');
}

function checkFrom(order: OrderRecord, from: OrderStatus | undefined): void {
  const { status: current, status_by: by, status_at: at } = order;
  if (from !== undefined && current !== from) throw new Refusal('CONFLICT', { current, by, at: toIsoTimeOrNull(at) });
}

/** Throws unless the file exists and belongs to no other order or ticket, whose owner could read it too. */
async function checkProof(transaction: TransactionContext, order: OrderRecord, fileId: string): Promise<void> {
  const file = await transaction.tx.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst();
  const elsewhere = await transaction.tx
    .selectFrom('orders')
    .select('id')
    .where('file_id', '=', fileId)
    .where('id', '!=', order.id)
    .executeTakeFirst();
  const attached = await transaction.tx
    .selectFrom('ticket_files')
    .select('ticket_id')
    .where('file_id', '=', fileId)
    .executeTakeFirst();
  if (!file || elsewhere || attached) throw new Refusal('INVALID_FIELDS', { file_id: ['invalid'] });
}

const touchedBy = (order: OrderRecord): string[] => [`orders:${order.id}`];
