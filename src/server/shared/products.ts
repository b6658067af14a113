import type { Kysely, Selectable } from 'kysely';
import type { Product, ProductRow, ProductVariant } from '../../contract/products.ts';
import { oneUnit } from '../../contract/order-total.ts';
import { can } from '../../contract/permissions.ts';
import type { Person } from '../platform/base/permissions.ts';
import { preparedForIds } from '../platform/database/prepared.ts';
import type { Database, Products, ProductVariants } from '../platform/database/schema.ts';
import { toEuros, toIsoTime } from '../platform/base/wire-values.ts';
import { orderFieldsOf, quantityRules } from './order-fields.ts';

type Viewer = Pick<Person, 'role'>;

/** Whether a user may change products and categories. */
export const mayChangeCatalogue = (person: Viewer) => (): boolean => can(person.role, 'catalogue.change');

/**
 * Reads products in the order of the ids, as this user may see them: customers get active products with active
 * variants and no quantity in stock, and only users with the right to money get costs (S3-06). Every feature that shows a product reads it here.
 */
export async function productRows(db: Kysely<Database>, viewer: Viewer, ids: readonly number[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const withHidden = can(viewer.role, 'catalogue.read');
  const withCost = can(viewer.role, 'money');
  const { productsOf, variantsOfProducts } = withHidden ? queries.ofAll : queries.ofActive;
  const products = await productsOf(db, ids);
  const variants = await variantsOfProducts(db, ids);
  const links = await linksOfProducts(db, ids);
  const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
  const linksOf = Map.groupBy(links, (link) => link.product_id);
  const productsById = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = productsById.get(id);
    if (!product) return [];
    const parts = {
      variants: variantsOf.get(id) ?? [],
      categoryIds: (linksOf.get(id) ?? []).map((link) => link.category_id),
    };
    return [toProductRow(product, parts, { withHidden, withCost })];
  });
}

const productColumns = [
  'id',
  'title',
  'description',
  'image',
  'price_cents',
  'cost_cents',
  'is_available',
  'status',
  'is_on_promo',
  'has_variants',
  'sku',
  'search_words',
  'video_url',
  'store_url',
  'quantity',
  'order_fields',
  'quantity_min',
  'quantity_step',
  'quantity_max',
  'price_per',
  'sells_codes',
  'orders_count',
  'created_at',
  'rev',
] as const;
const variantColumns = ['id', 'product_id', 'title', 'price_cents', 'cost_cents', 'status'] as const;

type SelectedProduct = Pick<Selectable<Products>, (typeof productColumns)[number]>;
type SelectedVariant = Pick<Selectable<ProductVariants>, (typeof variantColumns)[number]>;

const queriesFor = (withHidden: boolean) => ({
  productsOf: preparedForIds((db, ids) =>
    db
      .selectFrom('products')
      .select(productColumns)
      .where('id', 'in', ids)
      .$if(!withHidden, (query) => query.where('status', '=', 'active')),
  ),
  variantsOfProducts: preparedForIds((db, ids) =>
    db
      .selectFrom('product_variants')
      .select(variantColumns)
      .where('product_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .$if(!withHidden, (query) => query.where('status', '=', 'active'))
      .orderBy('position')
      .orderBy('id'),
  ),
});

const queries = { ofAll: queriesFor(true), ofActive: queriesFor(false) };

const linksOfProducts = preparedForIds((db, ids) =>
  db
    .selectFrom('product_categories')
    .select(['product_id', 'category_id'])
    .where('product_id', 'in', ids)
    .orderBy('position'),
);

/** Reads products like `productRows`, with the titles of their categories, as in the lists of the API. */
export async function productsByIds(db: Kysely<Database>, viewer: Viewer, ids: readonly number[]): Promise<Product[]> {
  const rows = await productRows(db, viewer, ids);
  const categoryIds = [...new Set(rows.flatMap((row) => row.category_ids))];
  const titles = new Map(await titlesOf(db, viewer, categoryIds));
  return rows.map((row) => {
    const categories = row.category_ids.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    });
    const first = categories[0];
    return { ...row, categories, category_id: first?.id ?? null, category_title: first?.title ?? null };
  });
}

/** Reads the few fields of each visible product that filters and pickers need, sorted by title. */
export async function productSummaries(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<Pick<ProductRow, 'id' | 'title' | 'price' | 'image'>[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'title', 'shown_price_cents', 'image'])
    .$if(!can(viewer.role, 'catalogue.read'), (query) => query.where('status', '=', 'active'))
    .orderBy('sort_key')
    .orderBy('id')
    .execute();
  return rows.map(({ id, title, image, shown_price_cents: cents }) => ({ id, title, image, price: toEuros(cents) }));
}

async function titlesOf(db: Kysely<Database>, viewer: Viewer, ids: number[]): Promise<[number, string][]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('categories')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .$if(!can(viewer.role, 'catalogue.read'), (query) => query.where('is_active', '=', 1))
    .execute();
  return rows.map(({ id, title }) => [id, title]);
}

interface Relations {
  variants: SelectedVariant[];
  categoryIds: number[];
}

/** The fields of a product that only some users may see. */
interface Visible {
  withHidden: boolean;
  withCost: boolean;
}

function toProductRow(product: SelectedProduct, parts: Relations, { withHidden, withCost }: Visible): ProductRow {
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    image: product.image,
    price: toEuros(product.price_cents),
    ...(withCost && { cost: toEuros(product.cost_cents) }),
    is_available: Boolean(product.is_available),
    status: product.status as ProductRow['status'], // restricted by a CHECK constraint
    is_on_promo: Boolean(product.is_on_promo),
    has_variants: Boolean(product.has_variants),
    product_variants: parts.variants.map((variant) => toVariant(variant, withCost)),
    category_ids: parts.categoryIds,
    sku: product.sku,
    search_words: product.search_words,
    video_url: product.video_url,
    store_url: product.store_url,
    ...(withHidden && { quantity: product.quantity }),
    is_out_of_stock: isSoldOut(product),
    ...howItIsSold(product),
    ...(product.sells_codes === 1 && { sells_codes: true }),
    orders_count: product.orders_count,
    created_at: toIsoTime(product.created_at),
    rev: product.rev,
  };
}

/** Whether the stock is tracked and less is left than the smallest order takes. */
export const isSoldOut = (product: Pick<SelectedProduct, 'quantity' | 'quantity_min'>): boolean =>
  product.quantity !== null && product.quantity < product.quantity_min;

/** What an order says and in which quantities it is, where that differs from one unit of a product without fields. */
function howItIsSold(product: SelectedProduct): Partial<ProductRow> {
  const fields = orderFieldsOf(product);
  const rules = quantityRules(product);
  const isOneUnit = Object.entries(oneUnit).every(([name, value]) => rules[name as keyof typeof rules] === value);
  return { ...(fields.length > 0 && { order_fields: fields }), ...(!isOneUnit && rules) };
}

const toVariant = (variant: SelectedVariant, withCost: boolean): ProductVariant => ({
  id: variant.id,
  title: variant.title,
  price: toEuros(variant.price_cents),
  ...(withCost && { cost: toEuros(variant.cost_cents) }),
  status: variant.status as ProductVariant['status'],
});
