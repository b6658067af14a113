import type { Transaction } from 'kysely';
import { searchText } from '../../contract/search.ts';
import type { Database } from '../platform/database/schema.ts';
import { announce } from '../platform/changes/feed.ts';

/**
 * Clears what the orders of a deleted user say, also in the search and the audit log, and removes the saved answers. The
 * orders, their quantities and amounts stay.
 */
export async function anonymiseAnswers(tx: Transaction<Database>, userId: number): Promise<void> {
  const items = await tx
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.id', 'order_id', 'product_name', 'variant_name'])
    .where('orders.user_id', '=', userId)
    .where('answers', 'is not', null)
    .execute();
  for (const item of items) {
    await tx.updateTable('order_items').set({ answers: null }).where('id', '=', item.id).execute();
    const order = await tx
      .updateTable('orders')
      .set((row) => ({
        ask: null,
        search_text: searchText([item.product_name, item.variant_name]),
        rev: row('rev', '+', 1),
      }))
      .where('id', '=', item.order_id)
      .returning(['id', 'rev'])
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('audit')
      .set({ old_value: null, new_value: null })
      .where('entity', '=', 'orders')
      .where('entity_key', '=', String(item.order_id))
      .where('action', 'in', ['order.ask', 'order.answers'])
      .execute();
    await announce(tx, [
      { scopes: [`u:${userId}`, 'support'], entity: 'orders', key: String(order.id), rev: order.rev },
    ]);
  }
  await tx.deleteFrom('saved_answers').where('user_id', '=', userId).execute();
}
