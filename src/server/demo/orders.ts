import type { Selectable } from 'kysely';
import type { Locale } from '../../contract/locales.ts';
import { orderStatuses, returnedStatuses } from '../../contract/order-rules.ts';
import type { OrderStatus } from '../../contract/orders.ts';
import { fold, searchText } from '../../contract/search.ts';
import type { OrderItems, Orders } from '../platform/database/schema.ts';
import type { CatalogueEntry } from './catalogue.ts';
import { demoData } from './data.ts';
import type { Goods } from './product-data.ts';
import { languageOf, type Customer } from './people.ts';
import { createChooser, type Random } from './random.ts';
import { createCalendar, day, hour, randomTimeAfter, minute } from './times.ts';

export type OrderRow = Selectable<Orders>;
export type ItemRow = Selectable<OrderItems>;

export interface DemoOrder {
  row: OrderRow;
  item: ItemRow;
  goods: Goods;
  customer: Customer;
  /** When the order was refunded or canceled (ms), null while it is charged. */
  returnedAt: number | null;
  /** The part of its price that was returned, if any, in cents; `at` in ms since epoch. */
  part?: { cents: number; at: number; reason: string };
}

const texts = demoData['order-texts'];

/** Makes `count` orders of the last fourteen months, oldest first, and counts them on their products. */
export function makeOrders(
  count: number,
  now: number,
  shop: { customers: Customer[]; catalogue: CatalogueEntry[] },
  random: Random,
): DemoOrder[] {
  const calendar = createCalendar(now, random);
  const moments = Array.from({ length: count }, () => calendar.moment()).toSorted((a, b) => a - b);
  const chooseCustomer = createChooser(
    shop.customers,
    ({ weight, row, until }) => ({ weight, from: row.created_at + hour, until }),
    random,
  );
  const chooseEntry = createChooser(
    shop.catalogue,
    ({ demand, row, until }) => ({ weight: demand, from: row.created_at, until }),
    random,
  );
  return moments.map((at, index) =>
    makeOrder(index + 1, at, now, { customer: chooseCustomer(at), entry: chooseEntry(at) }, random),
  );
}

function makeOrder(
  id: number,
  at: number,
  now: number,
  { customer, entry }: { customer: Customer; entry: CatalogueEntry },
  random: Random,
): DemoOrder {
  const { goods } = entry;
  const sold = entry.variants.filter((variant) => variant.status === 'active');
  // The first variants, the small denominations, are ordered most.
  const variant = sold.length > 0 ? sold[Math.floor(random.next() ** 1.5 * sold.length)]! : null;
  const { price_cents: price, cost_cents: cost } = variant ?? entry.row;
  const status = statusAt(now - at, goods, random);
  const handledAt = status === 'new' ? at : randomTimeAfter(at, handlingTime[goods], now, random);
  const locale = languageOf(customer.row, random);
  const message = messageFor(goods, locale, random);
  const item: ItemRow = {
    id,
    order_id: id,
    product_id: entry.row.id,
    product_variant_id: variant?.id ?? null,
    product_name: entry.row.title,
    variant_name: variant?.title ?? null,
    price_cents: price,
    cost_cents: cost,
    quantity: 1,
    unit_price_cents: price,
    price_per: 1,
    answers: null,
    answers_round: 0,
    has_stock: 0,
    has_codes: 0,
  };
  entry.row.orders_count += 1;
  const row: OrderRow = {
    id,
    user_id: customer.row.id,
    key: random.uuid(at),
    status,
    total_cents: price,
    refunded_cents: 0,
    cost_cents: cost,
    user_name: customer.row.name,
    customer_key: fold(customer.row.name),
    message,
    file_id: null,
    status_by: null,
    status_at: status === 'new' ? null : handledAt,
    ask: null,
    notes: notesFor(status, goods, locale, random),
    search_text: searchText([customer.row.name, item.product_name, item.variant_name]),
    created_at: at,
    updated_at: handledAt,
    deleted_at: null,
    rev: revOf[status],
  };
  return { row, item, goods, customer, returnedAt: returnedStatuses.includes(status) ? handledAt : null };
}

/** How long the shop takes on average (ms). */
const handlingTime: Record<Goods, number> = {
  code: 40 * minute,
  topup: 25 * minute,
  data: hour,
  licence: 3 * hour,
  device: 30 * hour,
  service: 20 * hour,
};

/** The revision of an order by its status: 1 when it is created, and one more for each change of status. */
const revOf: Record<OrderStatus, number> = {
  new: 1,
  processing: 2,
  delivered: 3,
  completed: 4,
  refunded: 4,
  canceled: 2,
};

type Odds = Partial<Record<OrderStatus, number>>;

/** The weights of the statuses by an order's age in days: recent orders are open, old ones are completed. */
const oddsByAge: readonly (readonly [days: number, odds: Odds])[] = [
  [1, { new: 58, processing: 26, delivered: 12, completed: 4 }],
  [3, { new: 24, processing: 30, delivered: 24, completed: 18, canceled: 4 }],
  [6, { new: 6, processing: 20, delivered: 34, completed: 33, canceled: 4, refunded: 3 }],
  [21, { processing: 3, delivered: 27, completed: 61, canceled: 5, refunded: 4 }],
  [Infinity, { delivered: 8, completed: 83, canceled: 5, refunded: 4 }],
];

function statusAt(age: number, goods: Goods, random: Random): OrderStatus {
  // Parcels take longer than codes.
  const days = age / day / (goods === 'device' ? 2.5 : 1);
  const drawn = random.weighted<OrderStatus>(oddsByAge.find(([limit]) => days <= limit)![1]);
  return orderStatuses.find((status) => status === drawn)!;
}

function messageFor(goods: Goods, locale: Locale, random: Random): string | null {
  const messages = texts.messages[goods]?.[locale];
  const probability = goods === 'topup' ? 0.7 : 0.3;
  return messages && random.chance(probability) ? fillDigits(random.pick(messages), random) : null;
}

function notesFor(status: OrderStatus, goods: Goods, locale: Locale, random: Random): string | null {
  if (returnedStatuses.includes(status)) return random.chance(0.8) ? random.pick(texts.returnNotes[locale]) : null;
  if (status !== 'delivered' && status !== 'completed') return null;
  return random.chance(0.75) ? fillDigits(random.pick(texts.deliveryNotes[goods][locale]), random) : null;
}

const fillDigits = (text: string, random: Random): string => text.replaceAll('{n}', () => String(random.int(10, 99)));
