import type { Selectable } from 'kysely';
import { announce } from '../platform/changes/feed.ts';
import type { Orders } from '../platform/database/schema.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';

/** Raises the revision of an order whose codes have changed, and announces it to its owner and to support. */
export async function raiseOrder(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  { id, user_id }: Pick<Selectable<Orders>, 'id' | 'user_id'>,
): Promise<void> {
  const { rev } = await tx
    .updateTable('orders')
    .set((row) => ({ updated_at: now, rev: row('rev', '+', 1) }))
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow();
  await announce(tx, [{ scopes: [`u:${user_id}`, 'support'], entity: 'orders', key: String(id), rev }]);
}
