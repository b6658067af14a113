import type { DeliveredValues } from '../../../contract/mutations.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { isOwned } from '../../platform/files/file-owners.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { readLastChange } from '../../shared/history.ts';
import {
  changeOrder,
  checkRule,
  lockForChange,
  movesMoney,
  touchedBy,
  type MoneyRule,
  type OrderChanges,
} from './change-status.ts';
import type { OrderRecord } from './records.ts';

interface DeliveryArgs {
  order_id: number;
  /** What the admin saw; without it the delivery is unconditional. */
  from?: DeliveredValues | Pick<DeliveredValues, 'status'> | null | undefined;
  status: OrderStatus;
  /** null keeps the current notes. */
  notes: string | null;
  /** null keeps the current proof. */
  file_id: string | null;
}

/**
 * Delivers an order: sets its status with the admin's notes and an uploaded proof. Throws `file_id: invalid` for a file
 * that is unknown or belongs to another record. Throws CONFLICT with `{ current, by, at }` when the order no longer has
 * the values `from`, which the admin saw (OF-12): `current` is the status alone when `from` has only that. An order that
 * already has the new values stays unchanged instead, unless the delivery would have moved money.
 */
export async function deliverOrder(
  transaction: TransactionContext,
  args: DeliveryArgs,
  money: MoneyRule,
): Promise<string[]> {
  const { status, notes, file_id, from } = args;
  checkRule(money, [status, from?.status]);
  const order = await lockForChange(transaction, args.order_id);
  const changes = { status, ...(notes !== null && { notes }), ...(file_id !== null && { file_id }) };
  if (from && !hasValues(order, from)) {
    if (movesMoney({ from: from.status, to: status }) || !hasValues(order, changes))
      throw await conflictOf(transaction, order, from);
    return touchedBy(order);
  }
  if (file_id !== null) await checkProof(transaction, order, file_id);
  return changeOrder(transaction, order, changes, money);
}

const fields = ['status', 'notes', 'file_id'] as const;

/** Whether the order has these values; a value that is not given may differ. */
const hasValues = (order: OrderRecord, values: OrderChanges | Partial<DeliveredValues>): boolean =>
  fields.every((field) => values[field] === undefined || values[field] === order[field]);

/** The refusal with the order's current values, the admin who set them, and when. */
async function conflictOf({ tx }: TransactionContext, order: OrderRecord, from: object): Promise<Refusal> {
  const { id: key, status, notes, file_id } = order;
  const current = 'notes' in from ? { status, notes, file_id } : status;
  const last = await readLastChange(tx, { entity: 'orders', key }, ['order.status', 'order.deliver']);
  return new Refusal('CONFLICT', { current, ...last });
}

/** Throws unless the file exists and belongs to no other record, whose owner could read it too. */
async function checkProof({ tx }: TransactionContext, order: OrderRecord, fileId: string): Promise<void> {
  const file = await tx.selectFrom('files').select('id').where('id', '=', fileId).executeTakeFirst();
  if (!file || (await isOwned(tx, [fileId], { owner: 'orders', record: order.id })))
    throw new Refusal('INVALID_FIELDS', { file_id: ['invalid'] });
}
