import type { Selectable } from 'kysely';
import type { TicketStatus } from '../../contract/tickets.ts';
import type { Responses, Tickets } from '../platform/database/schema-tickets.ts';
import { demoData, type Topic, type TopicName } from './data.ts';
import type { DemoOrder } from './orders.ts';
import { namedPeople, type Customer, type UserRow } from './people.ts';
import { createChooser, type Random } from './random.ts';
import { createCalendar, day, hour, randomTimeAfter } from './times.ts';

const { topics } = demoData;

export type TicketRow = Selectable<Tickets>;
export type ResponseRow = Selectable<Responses>;

/** A ticket before it has its number. */
export interface Draft {
  at: number;
  customer: Customer;
  topic: TopicName;
  order: DemoOrder | null;
  /** Set where the demo needs this status; otherwise the status is drawn by the age of the ticket. */
  status?: TicketStatus;
  /** Set when the customer's ticket before it is about the same thing. */
  isDuplicate?: boolean;
}

/** What tickets are written about and by whom. */
export interface TicketShop {
  customers: Customer[];
  admins: UserRow[];
  orders: DemoOrder[];
}

/** Makes `count` drafts: who asks what and when, ordered by time. */
export function draftTickets(count: number, now: number, shop: TicketShop, random: Random): Draft[] {
  const first = draftsOfNamedPeople(now, shop).slice(0, count);
  return [...first, ...randomDrafts(count - first.length, now, shop, random)].toSorted((a, b) => a.at - b.at);
}

/** The tickets that amina, karim and sara find when they sign in. */
function draftsOfNamedPeople(now: number, { customers }: TicketShop): Draft[] {
  const customerOf = (id: number): Customer => customers.find(({ row }) => row.id === id)!;
  const [amina, karim] = [customerOf(namedPeople.amina.id), customerOf(namedPeople.karim.id)];
  return [
    { at: now - 26 * hour, customer: amina, topic: 'payment-missing', order: null, status: 'in_progress' },
    { at: now - 3 * hour, customer: amina, topic: 'back-in-stock', order: null, status: 'new' },
    { at: now - 3 * day, customer: amina, topic: 'app-trouble', order: null, status: 'pending' },
    { at: now - 30 * hour, customer: karim, topic: 'invoice-wanted', order: null, status: 'in_progress' },
    { at: now - 20 * hour, customer: karim, topic: 'invoice-wanted', order: null, status: 'new', isDuplicate: true },
  ];
}

function* randomDrafts(count: number, now: number, shop: TicketShop, random: Random): Generator<Draft> {
  const calendar = createCalendar(now, random);
  const weights = Object.fromEntries(Object.entries(topics).map(([name, topic]) => [name, topic.weight])) as Record<
    TopicName,
    number
  >;
  const candidates = ordersByTopic(shop.orders);
  const requests = Array.from({ length: count }, () => ({ topic: random.weighted(weights), at: calendar.moment() }));
  const chooseCustomer = createChooser(
    shop.customers,
    ({ weight, row, until }) => ({ weight, from: row.created_at + hour, until }),
    random,
  );
  const ordersWithTicket = new Set<DemoOrder>();
  for (const { topic, at } of requests.toSorted((a, b) => a.at - b.at)) {
    const wait = topics[topic].daysUntilAsked * day;
    const order = latestWithoutTicket(candidates.get(topic)!, at - wait, ordersWithTicket);
    if (!order) {
      yield { at, customer: chooseCustomer(at), topic: topics[topic].goods ? 'payment-missing' : topic, order: null };
    } else {
      ordersWithTicket.add(order);
      yield { at: drawAskTime(order, wait, now, random), customer: order.customer, topic, order };
    }
  }
}

/** Draws the moment of a ticket about an order: after the wait, and before the order was refunded. */
function drawAskTime({ row, returnedAt }: DemoOrder, wait: number, now: number, random: Random): number {
  const limit = returnedAt ?? now;
  const from = row.created_at + wait < limit ? row.created_at + wait : row.created_at;
  return randomTimeAfter(from, 5 * hour, limit, random);
}

/** Finds the latest order up to a moment that has no ticket yet. */
function latestWithoutTicket(
  orders: readonly DemoOrder[],
  at: number,
  ordersWithTicket: ReadonlySet<DemoOrder>,
): DemoOrder | undefined {
  for (let index = lastBefore(orders, at); index >= 0; index--)
    if (!ordersWithTicket.has(orders[index]!)) return orders[index];
  return undefined;
}

/** The position of the last order at or before a moment, -1 when there is none; orders are sorted by time. */
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
  const fits = ({ goods, refund }: Topic, order: DemoOrder): boolean => {
    if (!goods?.includes(order.goods)) return false;
    return refund === 'sometimes' || (order.returnedAt !== null) === (refund === 'always');
  };
  const names = Object.keys(topics) as TopicName[]; // checked by the schema
  return new Map(names.map((name) => [name, orders.filter((order) => fits(topics[name], order))]));
}
