import type { Selectable } from 'kysely';
import { orderStatuses, returnedStatuses, type OrderStatus } from '../../contract/orders.ts';
import { searchText } from '../../contract/search.ts';
import type { OrderItems, Orders } from '../platform/database/schema.ts';
import type { Article } from './catalogue.ts';
import { chooser } from './chooser.ts';
import { deliveryNotes, orderMessages, returnNotes } from './order-texts.ts';
import type { Locale } from './people-names.ts';
import { tongueOf, type Customer } from './people.ts';
import type { Random } from './random.ts';
import { createCalendar, day, hour, later } from './times.ts';

export type OrderRow = Selectable<Orders>;
export type ItemRow = Selectable<OrderItems>;

export interface DemoOrder {
  row: OrderRow;
  item: ItemRow;
  article: Article;
  customer: Customer;
  /** When the money went back (ms), null while it is charged. */
  returnedAt: number | null;
}

/** Makes `count` orders of the last fourteen months, oldest first; counts them on their products. */
export function makeOrders(
  count: number,
  now: number,
  shop: { customers: Customer[]; articles: Article[] },
  random: Random,
): DemoOrder[] {
  const calendar = createCalendar(now, random);
  const moments = Array.from({ length: count }, () => calendar.moment()).toSorted((a, b) => a - b);
  const chooseCustomer = chooser(
    shop.customers,
    (one) => ({ weight: one.weight, from: one.row.created_at + hour, until: one.until }),
    random,
  );
  const chooseArticle = chooser(
    shop.articles,
    (one) => ({ weight: one.demand, from: one.row.created_at, until: one.until }),
    random,
  );
  return moments.map((at, index) =>
    makeOrder(index + 1, at, now, { customer: chooseCustomer(at), article: chooseArticle(at) }, random),
  );
}

function makeOrder(
  id: number,
  at: number,
  now: number,
  who: { customer: Customer; article: Article },
  random: Random,
): DemoOrder {
  const { customer, article } = who;
  const sold = article.variants.filter((variant) => variant.status === 'active');
  // Small denominations go most often.
  const variant = sold.length > 0 ? sold[Math.floor(random.next() ** 1.5 * sold.length)]! : null;
  const { price_cents: price, cost_cents: cost } = variant ?? article.row;
  const status = statusAt(now - at, article, random);
  const handled = status === 'new' ? at : later(at, handling[article.goods], now, random);
  const locale = tongueOf(customer.row, random);
  const message = messageFor(article, locale, random);
  const item: ItemRow = {
    id,
    order_id: id,
    product_id: article.row.id,
    product_variant_id: variant?.id ?? null,
    product_name: article.row.title,
    variant_name: variant?.title ?? null,
    price_cents: price,
    cost_cents: cost,
  };
  article.row.orders_count += 1;
  const row: OrderRow = {
    id,
    user_id: customer.row.id,
    key: random.uuid(at),
    status,
    total_cents: price,
    cost_cents: cost,
    user_name: customer.row.name,
    message,
    file_id: null,
    status_by: null,
    status_at: status === 'new' ? null : handled,
    notes: notesFor(status, article, locale, random),
    search_text: searchText([customer.row.name, item.product_name, item.variant_name]),
    created_at: at,
    updated_at: handled,
    deleted_at: null,
    rev: revOf[status],
  };
  return { row, item, article, customer, returnedAt: returnedStatuses.includes(status) ? handled : null };
}

/** How long the shop takes on average (ms). */
const handling: Record<Article['goods'], number> = {
  code: 40 * 60_000,
  topup: 25 * 60_000,
  data: hour,
  licence: 3 * hour,
  device: 30 * hour,
  service: 20 * hour,
};

/** An order is made new, and each step is a version. */
const revOf: Record<OrderStatus, number> = {
  new: 1,
  processing: 2,
  delivered: 3,
  completed: 4,
  refunded: 4,
  canceled: 2,
};

type Odds = Partial<Record<OrderStatus, number>>;

/** By age in days: what is fresh waits, what is old is done. */
const oddsByAge: readonly (readonly [days: number, odds: Odds])[] = [
  [1, { new: 58, processing: 26, delivered: 12, completed: 4 }],
  [3, { new: 24, processing: 30, delivered: 24, completed: 18, canceled: 4 }],
  [6, { new: 6, processing: 20, delivered: 34, completed: 33, canceled: 4, refunded: 3 }],
  [21, { processing: 3, delivered: 27, completed: 61, canceled: 5, refunded: 4 }],
  [Infinity, { delivered: 8, completed: 83, canceled: 5, refunded: 4 }],
];

function statusAt(age: number, article: Article, random: Random): OrderStatus {
  // Parcels take longer than codes.
  const days = age / day / (article.goods === 'device' ? 2.5 : 1);
  const drawn = random.weighted<OrderStatus>(oddsByAge.find(([limit]) => days <= limit)![1]);
  return orderStatuses.find((status) => status === drawn)!;
}

function messageFor(article: Article, locale: Locale, random: Random): string | null {
  const lines = orderMessages[article.goods]?.[locale];
  const often = article.goods === 'topup' ? 0.7 : 0.3;
  return lines && random.chance(often) ? fill(random.pick(lines), random) : null;
}

function notesFor(status: OrderStatus, article: Article, locale: Locale, random: Random): string | null {
  if (returnedStatuses.includes(status)) return random.chance(0.8) ? random.pick(returnNotes[locale]) : null;
  if (status !== 'delivered' && status !== 'completed') return null;
  return random.chance(0.75) ? fill(random.pick(deliveryNotes[article.goods][locale]), random) : null;
}

const fill = (line: string, random: Random): string => line.replaceAll('{n}', () => String(random.int(10, 99)));
