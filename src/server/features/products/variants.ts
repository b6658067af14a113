import type { Kysely, Selectable } from 'kysely';
import type { Database, ProductVariants } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { toCents } from '../../platform/base/wire-values.ts';

/** A variant as an admin writes it. A new variant has no id, or one that the form made up. */
export interface VariantFields {
  id?: number | string | null | undefined;
  title: string;
  /** In the shop's currency, like `cost`. */
  price: number;
  cost: number;
  status: 'active' | 'inactive';
}

/** The variants of a product in the order of their positions, without removed ones. */
export function variantsOf(db: Kysely<Database>, productId: number): Promise<Selectable<ProductVariants>[]> {
  return db
    .selectFrom('product_variants')
    .selectAll()
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/**
 * Replaces the variants of a locked product by `wanted`, in its order: a variant that exists is updated, a new one is
 * inserted. A variant missing from `wanted` is marked as deleted; its row stays, because orders refer to it.
 */
export async function replaceVariants(
  transaction: TransactionContext,
  productId: number,
  wanted: readonly VariantFields[],
): Promise<void> {
  const remaining = new Set((await variantsOf(transaction.tx, productId)).map(({ id }) => id));
  for (const [position, fields] of wanted.entries()) {
    const row = { ...rowOf(fields), position };
    const id = Number(fields.id ?? 0);
    if (remaining.delete(id))
      await transaction.tx.updateTable('product_variants').set(row).where('id', '=', id).execute();
    else
      await transaction.tx
        .insertInto('product_variants')
        .values({ ...row, product_id: productId })
        .execute();
  }
  if (remaining.size === 0) return;
  await transaction.tx
    .updateTable('product_variants')
    .set({ deleted_at: transaction.now })
    .where('id', 'in', [...remaining])
    .execute();
}

const rowOf = ({ title, price, cost, status }: VariantFields) => ({
  title,
  price_cents: toCents(price),
  cost_cents: toCents(cost),
  status,
});
