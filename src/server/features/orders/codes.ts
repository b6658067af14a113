import { moneyEffect } from '../../../contract/order-rules.ts';
import type { OrderStatus } from '../../../contract/orders.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { countCodes, returnCodes } from '../../shared/codes.ts';

/**
 * Moves the codes of a locked order with its money: a return gives back the unopened ones, and a charge needs all
 * of them. Throws CONFLICT with details.reason `codes` for an order whose codes went back.
 */
export async function moveCodes(
  transaction: TransactionContext,
  order: { id: number; status: OrderStatus },
  to: OrderStatus,
): Promise<void> {
  const effect = moneyEffect(order.status, to);
  if (effect === 'none') return;
  const { tx } = transaction;
  const items = await tx
    .selectFrom('order_items')
    .select(['id', 'product_id', 'product_variant_id', 'quantity'])
    .where('order_id', '=', order.id)
    .where('has_codes', '=', 1)
    .execute();
  for (const { id, product_id, product_variant_id, quantity } of items) {
    const ref = { product_id, variant_id: product_variant_id ?? 0 };
    if (effect === 'return') await returnCodes(transaction, ref, id);
    else if ((await countCodes(tx, id)) < quantity) throw new Refusal('CONFLICT', { reason: 'codes' });
  }
}
