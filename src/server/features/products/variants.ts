import type { Kysely, Selectable } from 'kysely';
import type { Database, ProductVariants } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { toCents } from '../../platform/money.ts';

/** A variant as an admin writes it; a new one has no id, or one its form made up. */
export interface VariantFields {
  id?: number | string | null | undefined;
  title: string;
  /** Euros. */
  price: number;
  cost: number;
  status: 'active' | 'inactive';
}

/** The variants a product has now, in their order; not those that were removed. */
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
 * Makes these the variants of a locked product, in this order: those with an id of its own are kept, others are new,
 * and what is not named is sold no more. Its row stays: orders name it.
 */
export async function keepVariants(work: Work, productId: number, wanted: readonly VariantFields[]): Promise<void> {
  const before = new Set((await variantsOf(work.tx, productId)).map(({ id }) => id));
  for (const [position, fields] of wanted.entries()) {
    const row = { ...rowOf(fields), position };
    const id = Number(fields.id ?? 0);
    if (before.delete(id)) await work.tx.updateTable('product_variants').set(row).where('id', '=', id).execute();
    else
      await work.tx
        .insertInto('product_variants')
        .values({ ...row, product_id: productId })
        .execute();
  }
  if (before.size === 0) return;
  await work.tx
    .updateTable('product_variants')
    .set({ deleted_at: work.now })
    .where('id', 'in', [...before])
    .execute();
}

const rowOf = ({ title, price, cost, status }: VariantFields) => ({
  title,
  price_cents: toCents(price),
  cost_cents: toCents(cost),
  status,
});
