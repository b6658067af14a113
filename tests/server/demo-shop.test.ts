import { expect, test } from 'vitest';
import { returnedStatuses } from '../../src/contract/order-rules.ts';
import type { OrderStatus } from '../../src/contract/orders.ts';
import { fold } from '../../src/contract/search.ts';
import { demoData } from '../../src/server/demo/data.ts';
import { namedPeople } from '../../src/server/demo/people.ts';
import { defaultSize, makeShop, type DemoSize } from '../../src/server/demo/shop.ts';
import { demoSlips } from '../support/topup-rows.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 20, 14, 23);
const { products: catalogue } = demoData.catalogue;
const small: DemoSize = { users: 30, products: 40, orders: 200, tickets: 60 };

/** The tables of a shop of this size, without pictures. */
const shopOf = (size: DemoSize, at = now) =>
  makeShop(size, at, {
    secrets: { passwordHash: 'hash', pinHash: 'hash' },
    pictures: new Map(),
    slips: demoSlips,
    currency: 'EUR',
  }).tables;

/**
 * The tables with each moment, also that of a version 7 UUID, as the ms before `at`; without what follows from the
 * calendar: the mornings of snoozed tickets, the days of payments, and the hashes, which cover moments.
 */
function relativeTo(at: number, tables: object): unknown {
  const before = (ms: number) => at - ms;
  return JSON.parse(
    JSON.stringify(tables, (name, value: unknown) => {
      if (name === 'snoozed_until' && value !== null) return 'a morning';
      if (name === 'paid_on' && value !== null) return 'a day';
      if (name === 'hash') return 'covers the moment';
      if (name.endsWith('_at') && typeof value === 'number') return before(value);
      if (typeof value !== 'string') return value;
      return value.replaceAll(/\b([0-9a-f]{8})-([0-9a-f]{4})(?=-7)/g, (_uuid, high: string, low: string) =>
        String(before(Number.parseInt(high + low, 16))),
      );
    }),
  );
}

test('the same size and clock give the same shop', () => {
  expect(shopOf(small)).toEqual(shopOf(small));
});

test('at 27 moments of a week the shop has the same rows, as far back from each moment', () => {
  const reference = relativeTo(now, shopOf({ ...small, orders: 1_000, tickets: 300 }));

  for (let step = 0; step < 27; step++) {
    const at = Date.UTC(2026, 10, 22) + Math.floor((step * 7 * day) / 27);
    expect(relativeTo(at, shopOf({ ...small, orders: 1_000, tickets: 300 }, at))).toEqual(reference);
  }
});

test('a snoozed ticket returns at eight in the morning (UTC) of one of the next four days', () => {
  for (const at of [now, now + 13 * hour]) {
    const returns = shopOf({ ...small, tickets: 300 }, at).tickets.flatMap(({ snoozed_until: until }) => until ?? []);

    expect(returns.length).toBeGreaterThan(0);
    for (const until of returns) {
      expect(until % day).toBe(8 * hour);
      expect(Math.floor(until / day) - Math.floor(at / day)).toSatisfy((days: number) => days >= 1 && days <= 4);
    }
  }
});

test('at every moment of the history the balance is the sum so far and never below zero', () => {
  const { users, ledger } = shopOf({ users: 80, products: 180, orders: 2_000, tickets: 10 });

  const balances = new Map<number, number>();
  let last = 0;
  for (const row of ledger) {
    const before = balances.get(row.user_id) ?? 0;
    expect(row.before_cents).toBe(before);
    expect(row.after_cents).toBe(before + row.amount_cents);
    expect(row.after_cents).toBeGreaterThanOrEqual(0);
    expect(row.created_at).toBeGreaterThanOrEqual(last);
    balances.set(row.user_id, row.after_cents);
    last = row.created_at;
  }
  expect(users.map((user) => user.balance_cents)).toEqual(users.map((user) => balances.get(user.id) ?? 0));
});

test('an order is charged when it is placed, by its customer and with its key; the price of a refunded or canceled one is returned', () => {
  const { orders, ledger } = shopOf({ users: 80, products: 180, orders: 2_000, tickets: 10 });

  const rowsByOrder = Map.groupBy(ledger, (row) => row.order_id);
  for (const order of orders) {
    const [charge, ...rest] = rowsByOrder.get(order.id)!;
    const { user_id, key, created_at } = order;
    expect(charge).toMatchObject({ kind: 'charge', user_id, key, created_at, actor_id: user_id });
    expect(charge!.amount_cents).toBe(-order.total_cents);
    const back = returnedStatuses.includes(order.status as OrderStatus) ? [order.total_cents] : [];
    const part = order.refunded_cents === 0 ? [] : [order.refunded_cents];
    expect(rest.map((row) => row.amount_cents)).toEqual([...back, ...part]);
  }
});

test('RF-01 amina has a completed order with a part refund, and a few others have one, each with its reason', () => {
  const { orders, ledger, audit } = shopOf(defaultSize);
  const refunded = orders.filter((order) => (order.refunded_cents ?? 0) > 0);

  expect(refunded.length).toBeGreaterThan(5);
  expect(refunded.filter((order) => order.user_id === namedPeople.amina.id)).not.toEqual([]);
  for (const { id, status, refunded_cents, total_cents } of refunded) {
    expect([status, refunded_cents! < total_cents]).toEqual(['completed', true]);
    const part = ledger.filter((row) => row.order_id === id && row.part > 0);
    expect(part).toMatchObject([{ kind: 'return', amount_cents: refunded_cents, part: 1, cycle: 1 }]);
    expect(part[0]!.note).toMatch(/\S/);
    const logged = audit.filter((row) => row.entity_key === String(id) && row.action === 'order.refund_part');
    expect(logged.map((row) => JSON.parse(row.new_value!).note)).toEqual([part[0]!.note]);
  }
});

test('no date is later than the clock, and the orders cover the last fourteen months', () => {
  for (const at of [now, now + 200 * day]) {
    const tables = shopOf({ ...small, orders: 1_000 }, at);

    const moments = Object.values(tables)
      .flat()
      .flatMap((row) => Object.entries(row).filter(([name, value]) => name.endsWith('_at') && value !== null));
    expect(moments.filter(([, value]) => Number(value) > at)).toEqual([]);
    const placed = tables.orders.map((order) => order.created_at);
    expect(Math.max(...placed)).toBeGreaterThan(at - 3 * day);
    expect(Math.min(...placed)).toBeLessThan(at - 400 * day);
    expect(Math.min(...placed)).toBeGreaterThan(at - 430 * day);
  }
});

test('a ticket counts its own responses and names an order of the same customer', () => {
  const { tickets, responses, orders } = shopOf({ ...small, orders: 600, tickets: 300 });

  const replies = responses.filter((row) => !row.is_internal);
  const answers = Map.groupBy(replies, (row) => row.ticket_id);
  const owners = new Map(orders.map((order) => [order.id, order.user_id]));
  expect(tickets.map((ticket) => ticket.number)).toEqual(Array.from({ length: 300 }, (_, index) => 1001 + index));
  for (const ticket of tickets) {
    const own = answers.get(ticket.id) ?? [];
    expect(ticket).toMatchObject({
      responses_count: own.length,
      last_response_by: own.at(-1)?.type ?? null,
      last_response_at: own.at(-1)?.created_at ?? null,
      user_id: ticket.order_id === null ? ticket.user_id : owners.get(ticket.order_id),
    });
  }
  const withOrder = tickets.filter((ticket) => ticket.order_id !== null);
  expect(withOrder.length).toBeGreaterThan(100);
  const handled = tickets
    .filter((ticket) => ['in_progress', 'pending', 'resolved', 'closed'].includes(ticket.status))
    .filter((ticket) => ticket.merged_into_id === null);
  expect(handled.filter((ticket) => !answers.get(ticket.id)?.some((row) => row.type === 'admin'))).toEqual([]);
});

test('no text contains an unfilled placeholder', () => {
  const { tickets, responses, orders } = shopOf({ ...small, products: 180, orders: 2_000, tickets: 2_000 });

  const texts = [
    ...tickets.flatMap((ticket) => [ticket.subject, ticket.content]),
    ...responses.map((response) => response.content),
    ...orders.flatMap((order) => [order.message ?? '', order.notes ?? '']),
  ];
  expect(texts.filter((text) => /[{}]|undefined|null|NaN/.test(text))).toEqual([]);
});

test('the catalogue has Arabic titles, no title twice, and every cost below its price', () => {
  const tables = shopOf({ ...small, products: catalogue.length });

  const titles = catalogue.map((product) => fold(product.title));
  expect(new Set(titles).size).toBe(titles.length);
  expect(catalogue.filter(({ title }) => /[ء-ي]/.test(title)).length).toBeGreaterThan(30);
  const prices = [...tables.products, ...tables.product_variants];
  expect(prices.filter((row) => row.cost_cents <= 0 || row.cost_cents >= row.price_cents)).toEqual([]);
});

test('products have variants and several categories, and not all of them can be bought', () => {
  const { products, product_variants: variants, product_categories: productCategories } = shopOf(defaultSize);

  expect(products.filter((product) => product.has_variants).length).toBeGreaterThan(80);
  expect(products.filter((product) => product.status === 'inactive').length).toBeGreaterThan(3);
  expect(products.filter((product) => !product.is_available).length).toBeGreaterThan(5);
  expect(products.filter((product) => product.is_on_promo).length).toBeGreaterThan(10);
  expect(variants.filter((variant) => variant.status === 'inactive').length).toBeGreaterThan(0);
  expect(productCategories.length).toBeGreaterThan(products.length + 50);
});

test('in a bigger shop no two products have the same title', () => {
  const { products } = shopOf({ ...small, products: 2_000 });

  expect(new Set(products.map((product) => product.title)).size).toBe(2_000);
});

test('amina has at least 250 euros and three open tickets, karim at most 30 euros', () => {
  const { users, tickets } = shopOf(defaultSize);

  const [, , amina, karim] = users;
  expect(amina!.balance_cents).toBeGreaterThanOrEqual(250_00);
  expect(karim!.balance_cents).toBeLessThanOrEqual(30_00);
  const own = tickets.filter((ticket) => ticket.user_id === amina!.id);
  expect(own.filter((ticket) => !['resolved', 'closed'].includes(ticket.status)).length).toBeGreaterThanOrEqual(3);
});

test('S2E-03 the shop has an announcement in three languages, which the dashboards show', () => {
  const announcements = shopOf(small).articles.filter(({ kind }) => kind === 'announcement');

  expect(announcements).toMatchObject([{ is_active: 1, until: null }]);
  expect(Object.keys(JSON.parse(announcements[0]!.texts))).toEqual(['en', 'fr', 'ar']);
});

test('support has left notes in three languages, tags, snoozed tickets and a merge of two tickets of one customer', () => {
  const { tickets, responses, users } = shopOf(defaultSize);

  const notes = responses.filter((row) => row.is_internal).map(({ content }) => content);
  for (const texts of ['en', 'fr', 'ar'].map((locale) =>
    Object.values(demoData.support.notes).flatMap((one) => one[locale as 'en']),
  ))
    expect(notes.some((note) => texts.includes(note))).toBe(true);
  const support = new Set(users.filter(({ role_id: role }) => role !== 1).map(({ id }) => id));
  expect(responses.filter((row) => row.is_internal && !support.has(row.user_id))).toEqual([]);
  const tagged = tickets.filter(({ tags }) => tags !== '[]');
  expect(tagged.length).toBeGreaterThan(50);
  for (const { tags, tag_keys: keys } of tagged)
    expect(keys).toBe(`,${(JSON.parse(tags) as string[]).map((tag) => tag.toLowerCase()).join()},`);
  const snoozed = tickets.filter(({ snoozed_until: until }) => until !== null);
  expect(snoozed.length).toBeGreaterThan(2);
  expect(snoozed.filter((ticket) => ticket.snoozed_until! <= now || ticket.snoozed_at! > now)).toEqual([]);
  const merged = tickets.filter(({ merged_into_id: into }) => into !== null);
  expect(merged.length).toBeGreaterThan(0);
  for (const ticket of merged) {
    const into = tickets.find(({ id }) => id === ticket.merged_into_id)!;
    expect([into.user_id, into.merged_into_id, ticket.status]).toEqual([ticket.user_id, null, 'closed']);
    expect(ticket.status_before_merge).not.toBeNull();
  }
});
