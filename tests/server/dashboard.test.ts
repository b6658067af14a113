import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { asWork, putProduct } from '../support/shop.ts';
import { adjust, charge, reverse } from '../../src/server/ledger/ledger.ts';
import { openWorld, type World } from '../support/world.ts';

const timeZone = 'Africa/Tripoli';

let world: World;
beforeEach(async () => {
  world = await openWorld({ env: { TIME_ZONE: timeZone } });
  return () => world.close();
});

const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;
type Period = (typeof periods)[number];

const ask = async (path: string, period: string) =>
  (await world.as('sara').get(`/api/dashboard/admin${path}?period=${period}`)).body;

/** The wall clock of the site: Tripoli is two hours ahead of UTC all year. */
const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  Date.UTC(year, month - 1, day, hour - 2, minute);

/** Friday, 20 November 2026, 16:23 in Tripoli. */
const now = at(2026, 11, 20, 16, 23);

/** Moments around every border: an hour, a day, a Monday, a month, a year. */
const moments = [
  at(2024, 2, 29),
  at(2025, 12, 31, 23, 59),
  at(2026, 1, 1, 0, 0),
  at(2026, 10, 31, 23, 59),
  at(2026, 11, 1, 0, 0),
  at(2026, 11, 15, 23, 59),
  at(2026, 11, 16, 0, 0),
  at(2026, 11, 19, 23, 59),
  at(2026, 11, 20, 0, 0),
  at(2026, 11, 20, 15, 59),
  at(2026, 11, 20, 16, 0),
  now,
];

/** A shop with something at each of the moments: people, orders of every status, tickets, money by hand. */
async function live(): Promise<void> {
  const { means, people, clock } = world;
  await means.db.updateTable('users').set({ created_at: moments[0]! }).execute();
  const tea = await putProduct(means);
  const statuses = ['new', 'completed', 'refunded', 'canceled', 'delivered'];
  for (const [index, moment] of moments.entries()) {
    clock.now = moment;
    const day = { created_at: moment, updated_at: moment };
    await means.db
      .insertInto('users')
      .values({
        name: `P${index}`,
        email: `p${index}@example.test`,
        role_id: 1,
        is_active: 1,
        locale: 'en',
        search_text: '',
        sort_key: '',
        deleted_at: index === 3 ? moment : null,
        ...day,
      })
      .execute();
    for (const kind of ['opening', 'add', 'subtract'] as const) {
      const cents = 1_000 + index * 101 - (kind === 'subtract' ? 990 : 0);
      await asWork(means, { id: 1 }, (work) => adjust(work, { userId: people.amina.id, kind, cents, note: null }));
    }
    const status = statuses[index % statuses.length]!;
    await order(tea.id, { status, total: 500 + index * 7, cost: 100 + index * 3, moment, deleted: index === 6 });
    const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
    await world.as('amina').post('/api/tickets', ticket, { Authorization: `Bearer ${await world.signIn('amina')}` });
  }
  clock.now = now;
}

interface Wish {
  status: string;
  total: number;
  cost: number;
  moment: number;
  deleted: boolean;
}

async function order(productId: number, { status, total, cost, moment, deleted }: Wish): Promise<void> {
  const { means, people } = world;
  await asWork(means, { id: people.amina.id }, async (work) => {
    const row = await work.tx
      .insertInto('orders')
      .values({
        user_id: people.amina.id,
        key: randomUUID(),
        status,
        total_cents: total,
        cost_cents: cost,
        user_name: 'Amina',
        message: null,
        file_id: null,
        notes: null,
        search_text: 'amina',
        created_at: moment,
        updated_at: moment,
        deleted_at: deleted ? moment : null,
      })
      .returning(['id', 'user_id', 'total_cents'])
      .executeTakeFirstOrThrow();
    const item = { product_id: productId, product_variant_id: null, product_name: 'Tea', variant_name: null };
    await work.tx
      .insertInto('order_items')
      .values({ order_id: row.id, ...item, price_cents: total, cost_cents: cost })
      .execute();
    await charge(work, row);
  });
  const row = await means.db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  if (['refunded', 'canceled'].includes(status)) await asWork(means, { id: 1 }, (work) => reverse(work, row));
}

const in2 = (value: number) => String(value).padStart(2, '0');

/** The name of the bucket a moment falls into, from the wall clock alone. */
function nameOf(ms: number, period: Period): string {
  const wall = new Date(ms + 2 * 3_600_000);
  const month = `${wall.getUTCFullYear()}-${in2(wall.getUTCMonth() + 1)}`;
  const day = `${month}-${in2(wall.getUTCDate())}`;
  if (period === 'today') return `${day}T${in2(wall.getUTCHours())}`;
  return period === 'year' || period === 'lifetime' ? month : day;
}

/** Where each period begins, by the calendar on the wall. */
const begins: Record<Period, number> = {
  today: at(2026, 11, 20, 0),
  week: at(2026, 11, 16, 0),
  month: at(2026, 11, 1, 0),
  year: at(2026, 1, 1, 0),
  lifetime: at(2024, 2, 1, 0),
};

/** The same numbers from the raw rows, added up here. */
async function recomputed(period: Period) {
  const { db } = world.means;
  const inside = <Row extends { created_at: number }>(rows: Row[]) =>
    rows.filter((row) => row.created_at >= begins[period]);
  const users = (await db.selectFrom('users').selectAll().execute()).filter((user) => user.deleted_at === null);
  const orders = inside(await db.selectFrom('orders').selectAll().execute()).filter((row) => row.deleted_at === null);
  const ledger = inside(await db.selectFrom('ledger').selectAll().execute());
  const tickets = inside(await db.selectFrom('tickets').selectAll().execute());
  const earning = orders.filter(({ status }) => !['refunded', 'canceled'].includes(status));
  const added = ledger.filter(({ kind }) => kind === 'add');
  const profit = (rows: typeof earning) => rows.reduce((sum, row) => sum + row.total_cents - row.cost_cents, 0) / 100;
  const sum = (rows: typeof added) => rows.reduce((total, row) => total + row.amount_cents, 0) / 100;
  const within = <Row extends { created_at: number }>(rows: Row[], name: string) =>
    rows.filter((row) => nameOf(row.created_at, period) === name);
  return {
    stats: {
      users: users.length,
      new_users: inside(users).length,
      profit: profit(earning),
      balance_added: sum(added),
      tickets: tickets.length,
    },
    base: users.length - inside(users).length,
    people: (name: string) => within(inside(users), name).length,
    financial: (name: string) => ({ profit: profit(within(earning, name)), balance_added: sum(within(added, name)) }),
    status: (rows: 'orders' | 'tickets', status: string) =>
      (rows === 'orders' ? orders : tickets).filter((row) => row.status === status).length,
  };
}

test.each(periods)('C-15 C-36 C-17 the numbers of %s equal a recomputation from the raw rows', async (period) => {
  await live();
  const expected = await recomputed(period);

  const stats = await ask('', period);
  const growth = await ask('/users-by-time', period);
  const money = await ask('/financial-by-time', period);
  const spread = await ask('/status-distribution', period);

  expect(stats).toEqual({ code: 'SUCCESS', ...expected.stats });
  expect(growth.base).toBe(expected.base);
  for (const { period: name, count } of growth.data) expect([name, count]).toEqual([name, expected.people(name)]);
  for (const { period: name, ...row } of money.data) expect([name, row]).toEqual([name, expected.financial(name)]);
  const total = (values: number[]) => Math.round(values.reduce((sum, value) => sum + value * 100, 0)) / 100;
  expect(total(growth.data.map((row: { count: number }) => row.count))).toBe(expected.stats.new_users);
  expect(total(money.data.map((row: { profit: number }) => row.profit))).toBe(expected.stats.profit);
  for (const kind of ['orders', 'tickets'] as const) {
    expect(spread[kind]).toHaveLength(6);
    for (const { status, count } of spread[kind])
      expect([status, count]).toEqual([status, expected.status(kind, status)]);
  }
  expect(expected.stats.profit).toBeGreaterThan(0);
});

test('C-17 the buckets are the hours of the day, the days of the week from Monday and of the month, the months', async () => {
  await live();
  const names = async (period: Period) =>
    (await ask('/users-by-time', period)).data.map((row: { period: string }) => row.period);

  const today = await names('today');
  expect([today.length, today[0], today.at(-1)]).toEqual([24, '2026-11-20T00', '2026-11-20T23']);
  const week = await names('week');
  expect([week.length, week[0], week.at(-1)]).toEqual([7, '2026-11-16', '2026-11-22']);
  const month = await names('month');
  expect([month.length, month[0], month.at(-1)]).toEqual([30, '2026-11-01', '2026-11-30']);
  const year = await names('year');
  expect([year.length, year[0], year.at(-1)]).toEqual([12, '2026-01', '2026-12']);
  const lifetime = await names('lifetime');
  expect([lifetime.length, lifetime[0], lifetime.at(-1)]).toEqual([34, '2024-02', '2026-11']);
});

test('S9-06 the week is what is shown when nothing or nonsense is asked for', async () => {
  const week = await ask('/users-by-time', 'week');

  expect(await ask('/users-by-time', 'fortnight')).toEqual(week);
  expect((await world.as('sara').get('/api/dashboard/admin/users-by-time')).body).toEqual(week);
});

test('a return takes the profit away again, and never counts as balance that was added', async () => {
  const tea = await putProduct(world.means);
  await asWork(world.means, { id: 1 }, (work) =>
    adjust(work, { userId: world.people.amina.id, kind: 'add', cents: 1_000, note: null }),
  );
  await order(tea.id, { status: 'refunded', total: 500, cost: 100, moment: world.clock.now, deleted: false });
  await order(tea.id, { status: 'completed', total: 300, cost: 100, moment: world.clock.now, deleted: false });

  expect(await ask('', 'today')).toMatchObject({ profit: 2, balance_added: 10 });
});

test('S7-15 the recent lists show the newest five', async () => {
  await live();

  const orders = (await world.as('sara').get('/api/dashboard/admin/recent-orders')).body.data;
  const users = (await world.as('sara').get('/api/dashboard/admin/latest-users')).body.data;
  const tickets = (await world.as('sara').get('/api/dashboard/admin/recent-tickets')).body.data;

  expect(orders.map((row: { created_at: string }) => Date.parse(row.created_at))).toEqual(
    moments.slice(-5).toReversed(),
  );
  expect(orders[0]).toMatchObject({ user_name: 'Amina', items: [{ product_name: 'Tea' }] });
  expect(users.map((row: { name: string }) => row.name)).toEqual(['P11', 'P10', 'P9', 'P8', 'P7']);
  expect(tickets).toHaveLength(5);
  expect(tickets[0].number).toBeGreaterThan(tickets[4].number);
});

test('a customer sees none of it', async () => {
  for (const path of ['', '/users-by-time', '/financial-by-time', '/status-distribution', '/recent-orders']) {
    expect((await world.as('amina').get(`/api/dashboard/admin${path}`)).status).toBe(403);
  }
});
