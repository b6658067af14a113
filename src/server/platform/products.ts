import type { Kysely, Selectable } from 'kysely';
import type { Product, ProductRow, ProductVariant } from '../../contract/products.ts';
import type { Person } from './context.ts';
import { preparedForIds } from './database/prepared.ts';
import type { Database, Products, ProductVariants } from './database/schema.ts';
import { toEuros } from './money.ts';
import { toWhen } from './when.ts';

type Viewer = Pick<Person, 'role'>;

/**
 * Products in the order of the ids, as this person may see them: a customer gets active products with active variants,
 * and never a cost (S3-06). Every feature that shows a product reads it here.
 */
export async function productRows(db: Kysely<Database>, viewer: Viewer, ids: readonly number[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  const admin = viewer.role === 'admin';
  const { productsOf, variantsOfProducts } = admin ? plans.admin : plans.user;
  const products = await productsOf(db, ids);
  const variants = await variantsOfProducts(db, ids);
  const links = await linksOfProducts(db, ids);
  const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
  const linksOf = Map.groupBy(links, (link) => link.product_id);
  const found = new Map(products.map((product) => [product.id, product]));
  return ids.flatMap((id) => {
    const product = found.get(id);
    if (!product) return [];
    const parts = {
      variants: variantsOf.get(id) ?? [],
      categoryIds: (linksOf.get(id) ?? []).map((link) => link.category_id),
    };
    return [toProductRow(product, parts, admin)];
  });
}

const shownOfProduct = [
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
  'orders_count',
  'created_at',
  'rev',
] as const;
const shownOfVariant = ['id', 'product_id', 'title', 'price_cents', 'cost_cents', 'status'] as const;

type ShownProduct = Pick<Selectable<Products>, (typeof shownOfProduct)[number]>;
type ShownVariant = Pick<Selectable<ProductVariants>, (typeof shownOfVariant)[number]>;

const plansFor = (admin: boolean) => ({
  productsOf: preparedForIds((db, ids) =>
    db
      .selectFrom('products')
      .select(shownOfProduct)
      .where('id', 'in', ids)
      .$if(!admin, (query) => query.where('status', '=', 'active')),
  ),
  variantsOfProducts: preparedForIds((db, ids) =>
    db
      .selectFrom('product_variants')
      .select(shownOfVariant)
      .where('product_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .$if(!admin, (query) => query.where('status', '=', 'active'))
      .orderBy('position')
      .orderBy('id'),
  ),
});

const plans = { admin: plansFor(true), user: plansFor(false) };

const linksOfProducts = preparedForIds((db, ids) =>
  db
    .selectFrom('product_categories')
    .select(['product_id', 'category_id'])
    .where('product_id', 'in', ids)
    .orderBy('position'),
);

/** The same with the categories' titles, as the lists of the API have them. */
export async function productsByIds(db: Kysely<Database>, viewer: Viewer, ids: readonly number[]): Promise<Product[]> {
  const rows = await productRows(db, viewer, ids);
  const wanted = [...new Set(rows.flatMap((row) => row.category_ids))];
  const titles = new Map(await titlesOf(db, viewer, wanted));
  return rows.map((row) => {
    const categories = row.category_ids.flatMap((id) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title }];
    });
    const first = categories[0];
    return { ...row, categories, category_id: first?.id ?? null, category_title: first?.title ?? null };
  });
}

/** Every product the person may see, light, by title: for filters and pickers. */
export async function lightProducts(
  db: Kysely<Database>,
  viewer: Viewer,
): Promise<Pick<ProductRow, 'id' | 'title' | 'price' | 'image'>[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'title', 'shown_price_cents', 'image'])
    .$if(viewer.role !== 'admin', (query) => query.where('status', '=', 'active'))
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
    .$if(viewer.role !== 'admin', (query) => query.where('is_active', '=', 1))
    .execute();
  return rows.map(({ id, title }) => [id, title]);
}

interface Parts {
  variants: ShownVariant[];
  categoryIds: number[];
}

function toProductRow(product: ShownProduct, parts: Parts, withCost: boolean): ProductRow {
  return {
    id: product.id,
    title: product.title,
    description: product.description,
    image: product.image,
    price: toEuros(product.price_cents),
    ...(withCost && { cost: toEuros(product.cost_cents) }),
    is_available: Boolean(product.is_available),
    status: product.status as ProductRow['status'], // CHECKed when written
    is_on_promo: Boolean(product.is_on_promo),
    has_variants: Boolean(product.has_variants),
    product_variants: parts.variants.map((variant) => toVariant(variant, withCost)),
    category_ids: parts.categoryIds,
    orders_count: product.orders_count,
    created_at: toWhen(product.created_at),
    rev: product.rev,
  };
}

const toVariant = (variant: ShownVariant, withCost: boolean): ProductVariant => ({
  id: variant.id,
  title: variant.title,
  price: toEuros(variant.price_cents),
  ...(withCost && { cost: toEuros(variant.cost_cents) }),
  status: variant.status as ProductVariant['status'],
});
