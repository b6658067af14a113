import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { deleteOrder, updateOrder } from '../../../contract/orders.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { insertFile, storeFile } from '../../platform/files/records.ts';
import { runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { uuidv7 } from '../../../contract/uuid.ts';
import { setOrderStatus } from './change-status.ts';
import { deliverOrder } from './deliver-order.ts';
import { maySetOrder } from './policy.ts';
import { announceOrder, lockOrder, updateOrderRow } from './records.ts';
import { currentOrder } from './rows.ts';

type Input = ParsedInputOf<typeof updateOrder>;
type OrderResponse = OutputOf<typeof updateOrder>;

/** Sets a status alone, or with notes or a proof delivers (as `completed` unless another status is given). */
export async function editOrder(ctx: SignedIn, input: Input): Promise<OrderResponse> {
  const { status, notes, file, file_id } = input;
  if (notes !== null || file || file_id) return deliver(ctx, input);
  if (!status) throw new Refusal('INVALID_FIELDS', { status: ['required'] });
  const args = { order_id: input.id, from: input.from, to: status };
  touchedOrThrow(
    await runOnce(ctx, { key: ctx.key, kind: 'order.status', args }, (transaction) =>
      setOrderStatus(transaction, args, 'allowed'),
    ),
  );
  return { code: 'SUCCESS', order: await currentOrder(ctx, input.id) };
}

async function deliver(ctx: SignedIn, input: Input): Promise<OrderResponse> {
  const { file, notes, from, status = 'completed' } = input;
  const args = { order_id: input.id, from, status, notes, file_id: input.file_id ?? null };
  const delivery = { ...args, from: from && { status: from } };
  // The file is stored before the transaction; after a refusal no row refers to it, and the cleanup deletes it.
  const stored = file && (await storeFile(ctx.services.files, 'proofs', file));
  const request = { key: ctx.key, kind: 'order.deliver', args: file ? { ...args, file: file.digest } : args };
  const outcome = await runOnce(ctx, request, async (transaction) => {
    if (!file || !stored) return deliverOrder(transaction, delivery, 'allowed');
    const fileId = uuidv7(transaction.now);
    await insertFile(transaction.tx, { id: fileId, userId: transaction.person.id, file, stored, now: transaction.now });
    return deliverOrder(transaction, { ...delivery, file_id: fileId }, 'allowed');
  });
  touchedOrThrow(outcome);
  return { code: 'SUCCESS', order: await currentOrder(ctx, input.id) };
}

/** Hides an order from its customer and all admins. No money moves (C-12). */
export async function removeOrder(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof deleteOrder>,
): Promise<OutputOf<typeof deleteOrder>> {
  touchedOrThrow(
    await runOnce(ctx, { key: ctx.key, kind: 'order.delete', args: { id } }, (transaction) =>
      deleteInTransaction(transaction, id),
    ),
  );
  return { code: 'SUCCESS' };
}

async function deleteInTransaction(transaction: TransactionContext, id: number): Promise<string[]> {
  const order = await lockOrder(
    transaction.tx,
    id,
    (found) => found.deleted_at === null && maySetOrder(transaction.person)(),
  );
  const hidden = await updateOrderRow(transaction, order, { deleted_at: transaction.now });
  await audit(transaction, {
    action: 'order.delete',
    entity: 'orders',
    entityKey: id,
    old: { status: order.status, total_cents: order.total_cents },
  });
  await announceOrder(transaction.tx, hidden);
  return [`orders:${id}`];
}
