import type { MutationArgs } from '../../../contract/mutations.ts';
import { can } from '../../../contract/permissions.ts';
import { stockKey } from '../../../contract/stock-rules.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { announce } from '../../platform/changes/feed.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';

/**
 * Starts or ends the wait of the acting user for codes of a product or variant: they are notified once when it can be
 * ordered again. Only their own devices learn of it. Throws NOT_FOUND for one that sells no codes, and for the start of a
 * wait for a product that the user may not see.
 */
export async function watchStock(
  transaction: TransactionContext,
  { product_id, variant_id, on }: MutationArgs<'stock.watch'>,
): Promise<string[]> {
  const { tx, person, now } = transaction;
  const stock = await tx
    .updateTable('stock')
    .set((row) => ({ rev: row('rev', '+', 1) }))
    .where('product_id', '=', product_id)
    .where('variant_id', '=', variant_id)
    .$if(on && !can(person.role, 'catalogue.read'), (query) =>
      query.where('product_id', 'in', (products) =>
        products.selectFrom('products').select('id').where('id', '=', product_id).where('status', '=', 'active'),
      ),
    )
    .returning('rev')
    .executeTakeFirst();
  if (!stock) throw new Refusal('NOT_FOUND');
  const ref = { product_id, variant_id };
  if (on)
    await tx
      .insertInto('stock_watches')
      .values({ user_id: person.id, ...ref, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await tx
      .deleteFrom('stock_watches')
      .where('user_id', '=', person.id)
      .where('product_id', '=', product_id)
      .where('variant_id', '=', variant_id)
      .execute();
  const key = stockKey(product_id, variant_id);
  await announce(tx, [{ scopes: [`u:${person.id}`], entity: 'stock', key, rev: stock.rev }]);
  return [`stock:${key}`];
}
