import type * as endpoints from '../../../contract/codes.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { returnedStatuses } from '../../../contract/order-rules.ts';
import { audit } from '../../platform/audit.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { SignedIn } from '../../platform/context.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { hasResult, runOnce, touchedOrThrow } from '../../platform/idempotency.ts';
import { setCost, takeCodes } from '../../shared/codes.ts';
import { raiseOrder } from '../../shared/order-revision.ts';
import { checkPin } from '../../shared/pins.ts';
import { visibleOrder } from './order-codes.ts';

type Input = ParsedInputOf<typeof endpoints.replaceCode>;

/**
 * Marks a code of an order as faulty and adds the next free one to the order at no charge, once, with the acting admin's
 * own PIN. A repeated key gets its stored result without a PIN check. Throws CONFLICT with details.reason `replaced`, or
 * `returned` for an order whose money went back.
 */
export async function replaceCode(ctx: SignedIn, input: Input): Promise<OutputOf<typeof endpoints.replaceCode>> {
  const { pin, ...args } = input;
  if (!(await hasResult(ctx))) await checkPin(ctx, pin);
  const request = { key: ctx.key, kind: 'code.replace', args };
  const outcome = await runOnce(ctx, request, (transaction) => replaceInTransaction(transaction, args));
  return { code: 'SUCCESS', id: touchedOrThrow(outcome)[0]!.slice('codes:'.length) };
}

async function replaceInTransaction(
  transaction: TransactionContext,
  { id: uid, reason }: Omit<Input, 'pin'>,
): Promise<string[]> {
  const { tx, person } = transaction;
  const found = await tx
    .selectFrom('codes')
    .innerJoin('order_items', 'order_items.id', 'codes.order_item_id')
    .select(['order_items.order_id', 'order_items.id as item_id', 'codes.product_id', 'codes.variant_id'])
    .where('codes.uid', '=', uid)
    .executeTakeFirst();
  if (!found) throw new Refusal('NOT_FOUND');
  const order = await visibleOrder(tx, found.order_id, person, { lock: true });
  if (returnedStatuses.some((status) => status === order.status)) throw new Refusal('CONFLICT', { reason: 'returned' });
  // Locked by the order: a code is opened, returned and replaced under the same lock.
  const faulty = await tx
    .updateTable('codes')
    .set({ state: 'faulty' })
    .where('uid', '=', uid)
    .where('order_item_id', '=', found.item_id)
    .where('state', 'in', ['sold', 'shown'])
    .returning('id')
    .executeTakeFirst();
  if (!faulty) throw new Refusal('CONFLICT', { reason: 'replaced' });
  const { uids, cost_cents } = await takeCodes(transaction, found, { itemId: found.item_id, quantity: 1 });
  const [replacement] = uids;
  if (cost_cents !== null) await setCost(tx, { itemId: found.item_id, orderId: order.id }, cost_cents, 'add');
  await tx.updateTable('codes').set({ replaced_by: replacement! }).where('uid', '=', uid).execute();
  await audit(transaction, {
    action: 'code.replace',
    entity: 'orders',
    entityKey: order.id,
    new: { reason, faulty: uid, id: replacement! },
  });
  await raiseOrder(transaction, order);
  return [`codes:${replacement!}`, `orders:${order.id}`];
}
