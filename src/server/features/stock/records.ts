import type { Kysely, Selectable, Transaction } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import { allow, type Person } from '../../platform/base/permissions.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import type { StockRef } from '../../shared/codes.ts';

type StockProduct = Pick<Selectable<Products>, 'id' | 'title' | 'has_variants'>;

/** A product with its variants, deleted ones too. Throws NOT_FOUND. */
export async function findStockProduct(db: Kysely<Database>, id: number, person: Pick<Person, 'role'>) {
  const product = await db
    .selectFrom('products')
    .select(['id', 'title', 'has_variants'])
    .where('id', '=', id)
    .executeTakeFirst();
  return allow(product, () => can(person.role, 'catalogue.read'));
}

/**
 * Returns the stock that a request names. Throws INVALID_FIELDS `variant_id: required` for a product with variants, and
 * `variant_id: invalid` for one that is deleted or of another product.
 */
export async function stockRefOf(
  db: Kysely<Database>,
  product: StockProduct,
  variantId: number | null,
): Promise<StockRef> {
  if (!product.has_variants && variantId === null) return { product_id: product.id, variant_id: 0 };
  if (variantId === null) throw new Refusal('INVALID_FIELDS', { variant_id: ['required'] });
  const variant = await db
    .selectFrom('product_variants')
    .select('id')
    .where('id', '=', variantId)
    .where('product_id', '=', product.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!variant) throw new Refusal('INVALID_FIELDS', { variant_id: ['invalid'] });
  return { product_id: product.id, variant_id: variant.id };
}

/** Makes the row of stock that is locked while its number changes, if there is none. */
export async function makeStock(tx: Transaction<Database>, { product_id, variant_id }: StockRef): Promise<void> {
  await tx
    .insertInto('stock')
    .values({ product_id, variant_id, low_at: null })
    .onConflict((conflict) => conflict.columns(['product_id', 'variant_id']).doNothing())
    .execute();
}
