import type { Kysely, Selectable, Transaction } from 'kysely';
import type { OrderField } from '../../../contract/order-fields.ts';
import type { PricePer } from '../../../contract/order-total.ts';
import { fold, searchText } from '../../../contract/search.ts';
import { allow, type Allowed } from '../../platform/base/permissions.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/changes/feed.ts';
import { toCents } from '../../platform/base/wire-values.ts';
import { orderFieldsOf, quantityRules } from '../../shared/order-fields.ts';
import { variantsOf, type VariantFields } from './variants.ts';

type ProductRecord = Selectable<Products>;

/** The fields an admin writes; missing ones stay unchanged. Amounts in the shop's currency. */
export interface ProductFields {
  title?: string | undefined;
  description?: string | null | undefined;
  image?: string | null | undefined;
  price?: number | undefined;
  cost?: number | undefined;
  is_available?: boolean | undefined;
  status?: 'active' | 'inactive' | undefined;
  is_on_promo?: boolean | undefined;
  has_variants?: boolean | undefined;
  sku?: string | null | undefined;
  search_words?: string | null | undefined;
  video_url?: string | null | undefined;
  store_url?: string | null | undefined;
  quantity?: number | null | undefined;
  order_fields?: OrderField[] | undefined;
  quantity_min?: number | undefined;
  quantity_step?: number | undefined;
  quantity_max?: number | undefined;
  price_per?: PricePer | undefined;
  sells_codes?: boolean | undefined;
  product_variants?: VariantFields[] | undefined;
  category_ids?: number[] | undefined;
  category_id?: number | undefined;
}

/**
 * Returns the current row of a product, locked until the end of the transaction and with its revision raised. Throws
 * NOT_FOUND or FORBIDDEN.
 */
export async function lockProduct(
  tx: Transaction<Database>,
  id: number,
  isAllowed: (product: ProductRecord) => boolean,
): Promise<Allowed<ProductRecord>> {
  const locked = await tx
    .updateTable('products')
    .set((product) => ({ rev: product('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return allow(locked, isAllowed, { otherwise: 'FORBIDDEN' });
}

/** Inserts a product without variants and categories; returns its id. */
export async function insertProduct(
  transaction: TransactionContext,
  fields: ProductFields & { title: string },
): Promise<number> {
  const { title, description = null, price = 0, cost = 0, status = 'active', image = null } = fields;
  const texts = { title, description, sku: null, search_words: null };
  const { id } = await transaction.tx
    .insertInto('products')
    .values({
      ...textColumns({ ...texts, ...plainColumns(fields) }),
      ...plainColumns(fields),
      image,
      price_cents: toCents(price),
      cost_cents: toCents(cost),
      shown_price_cents: toCents(price),
      is_available: asFlag(fields.is_available ?? true),
      status,
      is_on_promo: asFlag(fields.is_on_promo ?? false),
      has_variants: asFlag(fields.has_variants ?? false),
      sells_codes: asFlag(fields.sells_codes ?? false),
      created_at: transaction.now,
      updated_at: transaction.now,
      rev: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a product whose variants are already written; computes its columns for search, sorting and the shown price. */
export async function updateProductRow(
  transaction: TransactionContext,
  id: number,
  fields: ProductFields,
): Promise<ProductRecord> {
  const before = await transaction.tx.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const after = { ...before, ...columnsOf(fields) };
  return transaction.tx
    .updateTable('products')
    .set({
      ...columnsOf(fields),
      ...textColumns(after),
      shown_price_cents: await shownPrice(transaction.tx, after),
      updated_at: transaction.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the categories of a product, in this order. */
export async function setCategories(tx: Transaction<Database>, id: number, categoryIds: number[]): Promise<void> {
  await tx.deleteFrom('product_categories').where('product_id', '=', id).execute();
  const rows = categoryIds.map((category_id, position) => ({ product_id: id, category_id, position }));
  await tx.insertInto('product_categories').values(rows).execute();
}

/** A product with its variants and categories, for the audit log. */
export async function snapshotOf(db: Kysely<Database>, product: ProductRecord): Promise<Record<string, unknown>> {
  const links = await db
    .selectFrom('product_categories')
    .select('category_id')
    .where('product_id', '=', product.id)
    .orderBy('position')
    .execute();
  const variants = await variantsOf(db, product.id);
  return {
    title: product.title,
    description: product.description,
    image: product.image,
    price_cents: product.price_cents,
    cost_cents: product.cost_cents,
    is_available: product.is_available,
    status: product.status,
    is_on_promo: product.is_on_promo,
    has_variants: product.has_variants,
    sku: product.sku,
    search_words: product.search_words,
    video_url: product.video_url,
    store_url: product.store_url,
    quantity: product.quantity,
    order_fields: orderFieldsOf(product),
    ...quantityRules(product),
    sells_codes: product.sells_codes,
    category_ids: links.map((link) => link.category_id),
    product_variants: variants.map(({ deleted_at: _gone, product_id: _product, ...variant }) => variant),
  };
}

/** Announces a product to all users; a user who may not see it reads it as deleted. */
export async function announceProduct(tx: Transaction<Database>, { id, rev }: ProductRecord): Promise<void> {
  await announce(tx, [{ scopes: ['catalog'], entity: 'products', key: String(id), rev }]);
}

/** The lowest price of an active variant, or the product's own: lists sort and filter by it (C-20). */
async function shownPrice(db: Kysely<Database>, product: ProductRecord): Promise<number> {
  const variants = product.has_variants ? await variantsOf(db, product.id) : [];
  const prices = variants.filter(({ status }) => status === 'active').map(({ price_cents: cents }) => cents);
  return prices.length > 0 ? Math.min(...prices) : product.price_cents;
}

function columnsOf(fields: ProductFields): Partial<ProductRecord> {
  const { title, description, image, price, cost, status } = fields;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description || null }),
    ...(image !== undefined && { image }),
    ...(price !== undefined && { price_cents: toCents(price) }),
    ...(cost !== undefined && { cost_cents: toCents(cost) }),
    ...(status !== undefined && { status }),
    ...flagsOf(fields),
    ...plainColumns(fields),
  };
}

/** The given fields that are stored as they are; a blank text is null. */
function plainColumns(fields: ProductFields): Partial<ProductRecord> {
  const texts = ['sku', 'search_words', 'video_url', 'store_url', 'quantity'] as const;
  const rules = ['quantity_min', 'quantity_step', 'quantity_max', 'price_per'] as const;
  const plain = [...texts, ...rules].flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fields[name] === '' ? null : fields[name]]],
  );
  const { order_fields: asked } = fields;
  return { ...Object.fromEntries(plain), ...(asked && { order_fields: JSON.stringify(asked) }) };
}

function flagsOf(fields: ProductFields): Partial<ProductRecord> {
  const names = ['is_available', 'is_on_promo', 'has_variants', 'sells_codes'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, asFlag(fields[name])]])),
  );
}

const asFlag = (value: boolean): number => (value ? 1 : 0);

type Texts = Pick<ProductRecord, 'title' | 'description' | 'sku' | 'search_words'>;

const textColumns = ({ title, description, sku, search_words: words }: Texts) => ({
  title,
  description: description || null,
  search_text: searchText([title, description, sku, words]),
  sort_key: fold(title),
});
