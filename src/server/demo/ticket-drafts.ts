import type { TicketStatus } from '../../contract/tickets.ts';
import { chooser } from './chooser.ts';
import type { DemoOrder } from './orders.ts';
import { named, type Customer, type UserRow } from './people.ts';
import type { Random } from './random.ts';
import { topics, type Topic, type TopicName } from './ticket-topics.ts';
import { createCalendar, day, hour, later } from './times.ts';

/** A ticket before it has its number. */
export interface Draft {
  at: number;
  customer: Customer;
  topic: TopicName;
  order: DemoOrder | null;
  /** Set where the demo needs just this one; otherwise the age decides. */
  status?: TicketStatus;
}

export interface Shop {
  customers: Customer[];
  admins: UserRow[];
  orders: DemoOrder[];
}

/** Says who asks what and when, for `count` tickets, in the order of time. */
export function draftTickets(count: number, now: number, shop: Shop, random: Random): Draft[] {
  const first = awaited(now, shop).slice(0, count);
  return [...first, ...drawn(count - first.length, now, shop, random)].toSorted((a, b) => a.at - b.at);
}

/** What somebody who opens the demo as amina, karim or sara should find. */
function awaited(now: number, { customers }: Shop): Draft[] {
  const by = (id: number): Customer => customers.find((one) => one.row.id === id)!;
  const [amina, karim] = [by(named.amina.id), by(named.karim.id)];
  return [
    { at: now - 26 * hour, customer: amina, topic: 'payment-missing', order: null, status: 'in_progress' },
    { at: now - 3 * hour, customer: amina, topic: 'back-in-stock', order: null, status: 'new' },
    { at: now - 3 * day, customer: amina, topic: 'app-trouble', order: null, status: 'pending' },
    { at: now - 30 * hour, customer: karim, topic: 'invoice-wanted', order: null, status: 'in_progress' },
  ];
}

function* drawn(count: number, now: number, shop: Shop, random: Random): Generator<Draft> {
  const calendar = createCalendar(now, random);
  const weights = Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, topic.weight])) as Record<
    TopicName,
    number
  >;
  const fitting = ordersByTopic(shop.orders);
  const wanted = Array.from({ length: count }, () => ({ topic: random.weighted(weights), at: calendar.moment() }));
  const chooseCustomer = chooser(
    shop.customers,
    (one) => ({ weight: one.weight, from: one.row.created_at + hour, until: one.until }),
    random,
  );
  const asked = new Set<DemoOrder>();
  for (const { topic, at } of wanted.toSorted((a, b) => a.at - b.at)) {
    const wait = (topicOf(topic).wait ?? 0) * day;
    const order = nearest(fitting.get(topic)!, at - wait, asked);
    if (!order) {
      yield { at, customer: chooseCustomer(at), topic: topicOf(topic).goods ? 'payment-missing' : topic, order: null };
    } else {
      asked.add(order);
      yield { at: askedAt(order, wait, now, random), customer: order.customer, topic, order };
    }
  }
}

const topicOf = (name: TopicName): Topic => topics[name];

/** After the wait, but before the money went back. */
function askedAt({ row, returnedAt }: DemoOrder, wait: number, now: number, random: Random): number {
  const limit = returnedAt ?? now;
  const from = row.created_at + wait < limit ? row.created_at + wait : row.created_at;
  return later(from, 5 * hour, limit, random);
}

/** The last order at that moment that nobody has asked about yet, among those the topic fits. */
const nearest = (orders: readonly DemoOrder[], at: number, asked: ReadonlySet<DemoOrder>): DemoOrder | undefined => {
  for (let index = lastBefore(orders, at); index >= 0; index--) if (!asked.has(orders[index]!)) return orders[index];
  return undefined;
};

/** The position of the last order at or before a moment, -1 when there is none; orders are in the order of time. */
function lastBefore(orders: readonly DemoOrder[], at: number): number {
  let [low, high] = [0, orders.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (orders[middle]!.row.created_at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function ordersByTopic(orders: readonly DemoOrder[]): Map<TopicName, DemoOrder[]> {
  const fits =
    ({ goods, returned }: Topic) =>
    (order: DemoOrder): boolean => {
      if (!goods?.includes(order.article.goods)) return false;
      return returned === 'either' || (order.returnedAt !== null) === (returned === 'only');
    };
  return new Map((Object.keys(topics) as TopicName[]).map((name) => [name, orders.filter(fits(topicOf(name)))]));
}
