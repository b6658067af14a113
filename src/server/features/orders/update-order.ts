import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import type { deleteOrder, updateOrder } from '../../../contract/orders.ts';
import { allow } from '../../platform/allowed.ts';
import { audit } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { insertFile, storeFile } from '../../platform/files/records.ts';
import { once, orRefuse } from '../../platform/once.ts';
import { Refusal } from '../../platform/refusal.ts';
import { uuidv7 } from '../../platform/uuid.ts';
import { deliverOrder, setOrderStatus } from './change-status.ts';
import { maySeeOrder, maySetOrder } from './policy.ts';
import { announceOrder, lockOrder, updateOrderRow } from './records.ts';
import { ordersByIds } from './rows.ts';

type Input = ParsedInputOf<typeof updateOrder>;
type Answer = OutputOf<typeof updateOrder>;

/** Sets a status alone, or delivers with notes and a proof (`completed` unless another status is named). */
export async function update(ctx: SignedIn, input: Input): Promise<Answer> {
  const { status, notes, file, file_id } = input;
  if (notes !== null || file || file_id) return deliver(ctx, input);
  if (!status) throw new Refusal('INVALID_FIELDS', { status: ['required'] });
  const args = { order_id: input.id, from: input.from, to: status };
  orRefuse(
    await once(ctx, { key: ctx.key, kind: 'order.status', args }, (work) => setOrderStatus(work, args, 'allowed')),
  );
  return answer(ctx, input.id);
}

async function deliver(ctx: SignedIn, input: Input): Promise<Answer> {
  const { file, notes, from, status = 'completed' } = input;
  const args = { order_id: input.id, from, status, notes, file_id: input.file_id ?? null };
  // The bytes go to their home before the transaction; what a refused one leaves there is named by nothing.
  const stored = file && (await storeFile(ctx.means.files, 'proofs', file));
  const intent = { key: ctx.key, kind: 'order.deliver', args: file ? { ...args, file: file.digest } : args };
  const outcome = await once(ctx, intent, async (work) => {
    if (!file || !stored) return deliverOrder(work, args, 'allowed');
    const fileId = uuidv7(work.now);
    await insertFile(work.tx, { id: fileId, userId: work.person.id, file, stored, now: work.now });
    return deliverOrder(work, { ...args, file_id: fileId }, 'allowed');
  });
  orRefuse(outcome);
  return answer(ctx, input.id);
}

/** Hides an order everywhere, for its customer and for all admins. No money moves (C-12). */
export async function remove(
  ctx: SignedIn,
  { id }: ParsedInputOf<typeof deleteOrder>,
): Promise<OutputOf<typeof deleteOrder>> {
  orRefuse(await once(ctx, { key: ctx.key, kind: 'order.delete', args: { id } }, (work) => hide(work, id)));
  return { code: 'SUCCESS' };
}

async function hide(work: Work, id: number): Promise<string[]> {
  const order = await lockOrder(work.tx, id, (found) => found.deleted_at === null && maySetOrder(work.person)());
  const hidden = await updateOrderRow(work, order, { deleted_at: work.now });
  await audit(work, {
    action: 'order.delete',
    entity: 'orders',
    entityKey: id,
    old: { status: order.status, total_cents: order.total_cents },
  });
  await announceOrder(work.tx, hidden);
  return [`orders:${id}`];
}

async function answer(ctx: SignedIn, id: number): Promise<Answer> {
  const [order] = await ordersByIds(ctx.means.reader, [id]);
  return { code: 'SUCCESS', order: allow(order, maySeeOrder(ctx.person)) };
}
