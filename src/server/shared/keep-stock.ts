import type { Transaction } from 'kysely';
import { stockKey } from '../../contract/stock-rules.ts';
import { announce } from '../platform/changes/feed.ts';
import type { Database } from '../platform/database/schema.ts';
import { notifyWaiting } from './codes.ts';
import type { Notifying } from './notify.ts';

/** Locks the stock of a product until the end of the transaction. Call it before you lock the product: orders do so, too. */
export async function lockStock(tx: Transaction<Database>, productId: number): Promise<void> {
  await tx
    .updateTable('stock')
    .set((row) => ({ rev: row.ref('rev') }))
    .where('product_id', '=', productId)
    .execute();
}

/**
 * Makes the rows of stock that a product with codes lacks, one for each variant or one without, and announces them; with
 * `isChanged` the others, too: devices store the levels of products that sell codes and that they may see, and a product
 * that has codes may be one that can be ordered again.
 */
export async function keepStock(
  transaction: Notifying,
  product: { id: number; has_variants: number; sells_codes: number },
  { isChanged }: { isChanged: boolean },
): Promise<void> {
  const { tx } = transaction;
  const made = product.sells_codes ? await makeStocks(tx, product) : [];
  const kept = isChanged
    ? await tx
        .updateTable('stock')
        .set((row) => ({ rev: row('rev', '+', 1) }))
        .where('product_id', '=', product.id)
        .returning(['variant_id', 'rev', 'level'])
        .execute()
    : made;
  await announce(
    tx,
    kept.map(({ variant_id, rev }) => ({
      scopes: ['catalog', 'support'],
      entity: 'stock',
      key: stockKey(product.id, variant_id),
      rev,
    })),
  );
  for (const { variant_id, level } of kept)
    if (level !== 'out') await notifyWaiting(transaction, { product_id: product.id, variant_id });
}

/** Returns the rows that were not there. */
async function makeStocks(tx: Transaction<Database>, { id, has_variants }: { id: number; has_variants: number }) {
  const variants = has_variants
    ? await tx
        .selectFrom('product_variants')
        .select('id')
        .where('product_id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
    : [{ id: 0 }];
  if (variants.length === 0) return [];
  return tx
    .insertInto('stock')
    .values(variants.map((variant) => ({ product_id: id, variant_id: variant.id, low_at: null })))
    .onConflict((conflict) => conflict.columns(['product_id', 'variant_id']).doNothing())
    .returning(['variant_id', 'rev', 'level'])
    .execute();
}
