import type { Kysely, Selectable, Transaction } from 'kysely';
import { fold, searchText } from '../../../contract/search.ts';
import { allow, type Allowed } from '../../platform/allowed.ts';
import type { Database, Products } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { announce } from '../../platform/feed.ts';
import { toCents } from '../../platform/money.ts';
import { variantsOf, type VariantFields } from './variants.ts';

type ProductRecord = Selectable<Products>;

/** What an admin writes; what is missing stays as it is. Amounts in euros. */
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
  product_variants?: VariantFields[] | undefined;
  category_ids?: number[] | undefined;
  category_id?: number | undefined;
}

/** The product as it is now, held to the end of the transaction and one version up. Refuses with NOT_FOUND, FORBIDDEN. */
export async function lockProduct(
  tx: Transaction<Database>,
  id: number,
  may: (product: ProductRecord) => boolean,
): Promise<Allowed<ProductRecord>> {
  const locked = await tx
    .updateTable('products')
    .set((product) => ({ rev: product('rev', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return allow(locked, may, 'FORBIDDEN');
}

/** Writes a new product without its parts; returns its id. */
export async function insertProduct(work: Work, fields: ProductFields & { title: string }): Promise<number> {
  const { price = 0, cost = 0, status = 'active', image = null } = fields;
  const { id } = await work.tx
    .insertInto('products')
    .values({
      ...texts(fields.title, fields.description ?? null),
      image,
      price_cents: toCents(price),
      cost_cents: toCents(cost),
      shown_price_cents: toCents(price),
      is_available: asFlag(fields.is_available ?? true),
      status,
      is_on_promo: asFlag(fields.is_on_promo ?? false),
      has_variants: asFlag(fields.has_variants ?? false),
      created_at: work.now,
      updated_at: work.now,
      rev: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a product whose parts are written already; works out what it is found, sorted and filtered by. */
export async function updateProductRow(work: Work, id: number, fields: ProductFields): Promise<ProductRecord> {
  const before = await work.tx.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const now = { ...before, ...columnsOf(fields) };
  return work.tx
    .updateTable('products')
    .set({
      ...columnsOf(fields),
      ...texts(now.title, now.description),
      shown_price_cents: await shownPrice(work.tx, now),
      updated_at: work.now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes these the categories of a product, in this order. */
export async function putCategories(tx: Transaction<Database>, id: number, categoryIds: number[]): Promise<void> {
  await tx.deleteFrom('product_categories').where('product_id', '=', id).execute();
  const rows = categoryIds.map((category_id, position) => ({ product_id: id, category_id, position }));
  await tx.insertInto('product_categories').values(rows).execute();
}

/** A product with its parts, for the audit log. */
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
    category_ids: links.map((link) => link.category_id),
    product_variants: variants.map(({ deleted_at: _gone, product_id: _product, ...variant }) => variant),
  };
}

/** Everybody follows the catalogue; whom an inactive product leaves is decided when it is read. */
export async function announceProduct(tx: Transaction<Database>, { id, rev }: ProductRecord): Promise<void> {
  await announce(tx, [{ scopes: ['catalog'], entity: 'products', key: String(id), rev }]);
}

/** The lowest price of an active variant, or the product's own: what lists sort and filter by (C-20). */
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
  };
}

function flagsOf(fields: ProductFields): Partial<ProductRecord> {
  const names = ['is_available', 'is_on_promo', 'has_variants'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, asFlag(fields[name])]])),
  );
}

const asFlag = (value: boolean): number => (value ? 1 : 0);

const texts = (title: string, description: string | null) => ({
  title,
  description: description || null,
  search_text: searchText([title, description]),
  sort_key: fold(title),
});
