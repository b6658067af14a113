import type { Selectable } from 'kysely';
import { fold, searchText } from '../../contract/search.ts';
import type { ProductCategories, Products, ProductVariants } from '../platform/database/schema.ts';
import { parentOf } from './categories.ts';
import { cards } from './catalogue-cards.ts';
import { devices } from './catalogue-devices.ts';
import { games } from './catalogue-games.ts';
import { media } from './catalogue-media.ts';
import { services } from './catalogue-services.ts';
import { software } from './catalogue-software.ts';
import { easternTopUps } from './catalogue-topups-east.ts';
import { westernTopUps } from './catalogue-topups-west.ts';
import { travel } from './catalogue-travel.ts';
import type { DemoProduct, DemoVariant, Goods } from './demo-product.ts';
import type { Random } from './random.ts';
import { day, historyDays } from './times.ts';

export type ProductRow = Selectable<Products>;
export type VariantRow = Selectable<ProductVariants>;
export type ShelfRow = Selectable<ProductCategories>;

/** What a customer can choose, with the prices of an order's snapshot (cents). */
export interface Article {
  row: ProductRow;
  variants: VariantRow[];
  goods: Goods;
  /** Share of orders. */
  demand: number;
  /** Last moment of any order (ms). */
  until: number;
}

export interface Catalogue {
  /** Oldest first. */
  articles: Article[];
  shelves: ShelfRow[];
}

/** The price list as it was written, without the variations that a bigger shop adds. */
export const priceList: readonly DemoProduct[] = [
  ...cards,
  ...easternTopUps,
  ...westernTopUps,
  ...games,
  ...travel,
  ...media,
  ...software,
  ...services,
  ...devices,
];

/** Makes `count` products: those of the price list first, then variations of them for bigger shops. */
export function makeCatalogue(
  count: number,
  now: number,
  shop: { categoryIds: ReadonlyMap<string, number>; pictures: ReadonlyMap<DemoProduct, string> },
  random: Random,
): Catalogue {
  const order = shuffle(
    Array.from({ length: count }, (_, index) => index),
    random,
  );
  const catalogue: Catalogue = { articles: [], shelves: [] };
  let variantId = 0;
  const dated = order
    .map((index) => {
      const origin = priceList[index % priceList.length]!;
      return { origin, edition: Math.floor(index / priceList.length), at: arrival(origin, now, random) };
    })
    .toSorted((a, b) => a.at - b.at);
  for (const [index, { origin, edition, at }] of dated.entries()) {
    const goods = parentOf(origin.in[0]!).goods;
    const row = productRow({ id: index + 1, origin, edition, at, now, image: shop.pictures.get(origin) ?? null });
    const variants = origin.variants.map((variant, position) =>
      variantRow({ id: ++variantId, productId: row.id, variant, position, cost: 1 - margin[goods], edition }),
    );
    priceRow(row, variants, 1 - margin[goods], origin, edition);
    catalogue.articles.push({ row, variants, goods, demand: origin.demand, until: lastSale(origin, now, random) });
    for (const [position, slug] of placesOf(origin).entries()) {
      catalogue.shelves.push({ product_id: row.id, category_id: shop.categoryIds.get(slug)!, position });
    }
  }
  return catalogue;
}

/** What the shop keeps of a price. */
const margin: Record<Goods, number> = {
  code: 0.055,
  topup: 0.07,
  data: 0.28,
  licence: 0.2,
  device: 0.36,
  service: 0.3,
};

/** Bigger shops sell the same in other packs. */
const editions = [
  '',
  ' – pack ×5',
  ' – pack ×10',
  ' – lot revendeur',
  ' – عبوة الموزع',
  ' – wholesale',
  ' – duo',
  ' – express',
];

interface Making {
  id: number;
  origin: DemoProduct;
  edition: number;
  at: number;
  now: number;
  image: string | null;
}

function productRow({ id, origin, edition, at, now, image }: Making): ProductRow {
  const round = Math.floor(edition / editions.length);
  const title = `${origin.title}${editions[edition % editions.length]!}${round > 0 ? ` (${round + 1})` : ''}`;
  return {
    id,
    title,
    description: origin.description,
    image,
    price_cents: 0,
    cost_cents: 0,
    shown_price_cents: 0,
    is_available: origin.state === 'unavailable' ? 0 : 1,
    status: origin.state === 'inactive' ? 'inactive' : 'active',
    is_on_promo: origin.state === 'promo' ? 1 : 0,
    has_variants: origin.variants.length > 0 ? 1 : 0,
    orders_count: 0,
    search_text: searchText([title, origin.description]),
    sort_key: fold(title),
    created_at: at,
    updated_at: Math.min(now, at + 20 * day),
    rev: 1,
  };
}

function priceRow(
  row: ProductRow,
  variants: readonly VariantRow[],
  cost: number,
  origin: DemoProduct,
  edition: number,
): void {
  const active = variants.filter((variant) => variant.status === 'active').map((variant) => variant.price_cents);
  row.price_cents = variants.length > 0 ? Math.min(...active) : cents(origin.price, edition);
  row.cost_cents = Math.round(row.price_cents * cost);
  row.shown_price_cents = row.price_cents;
}

function variantRow({
  id,
  productId,
  variant,
  position,
  cost,
  edition,
}: {
  id: number;
  productId: number;
  variant: DemoVariant;
  position: number;
  cost: number;
  edition: number;
}): VariantRow {
  const price = cents(variant.price, edition);
  return {
    id,
    product_id: productId,
    title: variant.title,
    price_cents: price,
    cost_cents: Math.round(price * cost),
    status: variant.retired ? 'inactive' : 'active',
    position,
    deleted_at: null,
  };
}

/** Packs cost a little more than one, so that no two articles of a bigger shop look alike. */
const cents = (euros: number, edition: number): number => Math.round(euros * 100 * (1 + (edition % 9) * 0.07));

/** The child shelves, and the parent's own when people often ask for it. */
function placesOf(origin: DemoProduct): string[] {
  const often = origin.demand >= 1.8 || origin.state === 'promo' || origin.isNew;
  return often ? [...origin.in, ...new Set(origin.in.map((slug) => parentOf(slug).slug))] : [...origin.in];
}

function arrival(origin: DemoProduct, now: number, random: Random): number {
  if (origin.isNew) return now - random.int(3, 45) * day - random.int(0, day);
  return now - (historyDays + random.int(1, 25)) * day + random.int(0, day - 1);
}

/** Nobody orders what is not sold any more. */
function lastSale(origin: DemoProduct, now: number, random: Random): number {
  if (origin.state === 'inactive') return now - random.int(60, 150) * day;
  return origin.state === 'unavailable' ? now - random.int(4, 20) * day : now;
}

function shuffle<T>(list: T[], random: Random): T[] {
  for (let index = list.length - 1; index > 0; index--) {
    const other = random.int(0, index);
    [list[index], list[other]] = [list[other]!, list[index]!];
  }
  return list;
}
