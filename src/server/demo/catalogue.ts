import type { Selectable } from 'kysely';
import { oneUnit } from '../../contract/order-total.ts';
import { fold, searchText } from '../../contract/search.ts';
import type { ProductCategories, Products, ProductVariants } from '../platform/database/schema.ts';
import { parentOf } from './categories.ts';
import { demoData } from './data.ts';
import type { DemoProduct, DemoVariant, Goods } from './product-data.ts';
import type { Random } from './random.ts';
import { day, historyDays } from './times.ts';

export type ProductRow = Selectable<Products>;
export type VariantRow = Selectable<ProductVariants>;
export type ProductCategoryRow = Selectable<ProductCategories>;

/** A product with the data that determines how often it is ordered. */
export interface CatalogueEntry {
  row: ProductRow;
  variants: VariantRow[];
  goods: Goods;
  /** Share of orders. */
  demand: number;
  /** When the product can last be ordered (ms since epoch). */
  until: number;
}

export interface Catalogue {
  /** Oldest first. */
  entries: CatalogueEntry[];
  productCategories: ProductCategoryRow[];
}

const { packs, products } = demoData.catalogue;

/** Creates `count` products: first those of the data, then the same products in other packs. */
export function makeCatalogue(
  count: number,
  now: number,
  shop: { categoryIds: ReadonlyMap<string, number>; pictures: ReadonlyMap<DemoProduct, string> },
  random: Random,
): Catalogue {
  const shuffledIndexes = shuffle(
    Array.from({ length: count }, (_, index) => index),
    random,
  );
  const catalogue: Catalogue = { entries: [], productCategories: [] };
  let variantId = 0;
  const byCreation = shuffledIndexes
    .map((index) => {
      const product = products[index % products.length]!;
      return { product, pack: Math.floor(index / products.length), at: arrivalOf(product, now, random) };
    })
    .toSorted((a, b) => a.at - b.at);
  for (const [index, { product, pack, at }] of byCreation.entries()) {
    const { goods } = parentOf(product.categories[0]!);
    const costShare = 1 - margins[goods];
    const row = productRow({ id: index + 1, product, pack, at, now, goods, image: shop.pictures.get(product) ?? null });
    const variants = product.variants.map((variant, position) =>
      variantRow({ id: ++variantId, productId: row.id, variant, position, costShare, pack }),
    );
    setPrices(row, variants, costShare, priceInCents(product.price ?? 0, pack));
    catalogue.entries.push({ row, variants, goods, demand: product.demand, until: lastSale(product, now, random) });
    for (const [position, slug] of categoriesOf(product).entries()) {
      catalogue.productCategories.push({ product_id: row.id, category_id: shop.categoryIds.get(slug)!, position });
    }
  }
  return catalogue;
}

/** The share of a price that the shop keeps. */
const margins: Record<Goods, number> = {
  code: 0.055,
  topup: 0.07,
  data: 0.28,
  licence: 0.2,
  device: 0.36,
  service: 0.3,
};

interface ProductInput {
  id: number;
  product: DemoProduct;
  /** Counts the copies of one product from 0. Each has a suffix of `packs`, and a number when these repeat. */
  pack: number;
  at: number;
  now: number;
  goods: Goods;
  image: string | null;
}

function productRow({ id, product, pack, at, now, goods, image }: ProductInput): ProductRow {
  const round = Math.floor(pack / packs.length);
  const title = `${product.title}${packs[pack % packs.length]!}${round > 0 ? ` (${round + 1})` : ''}`;
  const sku = `${goods.slice(0, 3).toUpperCase()}-${String(id).padStart(4, '0')}`;
  return {
    id,
    title,
    description: product.description,
    image,
    price_cents: 0,
    cost_cents: 0,
    shown_price_cents: 0,
    is_available: product.state === 'unavailable' ? 0 : 1,
    status: product.state === 'inactive' ? 'inactive' : 'active',
    is_on_promo: product.state === 'promo' ? 1 : 0,
    has_variants: product.variants.length > 0 ? 1 : 0,
    search_words: product.searchWords ?? null,
    sku,
    video_url: null,
    store_url: null,
    quantity: goods === 'device' ? 3 + ((id * 7) % 40) : null,
    order_fields: JSON.stringify(product.orderFields ?? []),
    sells_codes: Number(product.sellsCodes === true),
    ...(product.soldIn ?? oneUnit),
    orders_count: 0,
    search_text: searchText([title, product.description, sku, product.searchWords]),
    sort_key: fold(title),
    created_at: at,
    updated_at: Math.min(now, at + 20 * day),
    rev: 1,
  };
}

/** Sets the price of a product (the lowest of its active variants, or its own) and its cost, in cents. */
function setPrices(row: ProductRow, variants: readonly VariantRow[], costShare: number, ownPrice: number): void {
  const active = variants.filter((variant) => variant.status === 'active').map((variant) => variant.price_cents);
  row.price_cents = variants.length > 0 ? Math.min(...active) : ownPrice;
  row.cost_cents = Math.round(row.price_cents * costShare);
  row.shown_price_cents = row.price_cents;
}

interface VariantInput {
  id: number;
  productId: number;
  variant: DemoVariant;
  position: number;
  /** Share of the price. */
  costShare: number;
  pack: number;
}

function variantRow({ id, productId, variant, position, costShare, pack }: VariantInput): VariantRow {
  const price = priceInCents(variant.price, pack);
  return {
    id,
    product_id: productId,
    title: variant.title,
    price_cents: price,
    cost_cents: Math.round(price * costShare),
    status: variant.isRetired ? 'inactive' : 'active',
    position,
    deleted_at: null,
  };
}

/** Each pack costs a little more, so that the products of a bigger shop differ. */
const priceInCents = (euros: number, pack: number): number => Math.round(euros * 100 * (1 + (pack % 9) * 0.07));

/** The product's subcategories, and their parents when it is prominent. */
function categoriesOf({ categories, demand, state, isNew }: DemoProduct): string[] {
  const isProminent = demand >= 1.8 || state === 'promo' || isNew;
  return isProminent ? [...categories, ...new Set(categories.map((slug) => parentOf(slug).slug))] : categories;
}

function arrivalOf({ isNew }: DemoProduct, now: number, random: Random): number {
  if (isNew) return now - random.int(3, 45) * day - random.int(0, day);
  return now - (historyDays + random.int(1, 25)) * day + random.int(0, day - 1);
}

/** The last moment at which a product could be ordered. */
function lastSale({ state }: DemoProduct, now: number, random: Random): number {
  if (state === 'inactive') return now - random.int(60, 150) * day;
  return state === 'unavailable' ? now - random.int(4, 20) * day : now;
}

function shuffle<T>(list: T[], random: Random): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const other = random.int(0, index);
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}
