import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { actAs, putProduct } from '../support/shop.ts';
import { adjust, charge, reverse } from '../../src/server/ledger/ledger.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const activeUser = { role_id: 1, is_active: 1, locale: 'en', search_text: '', sort_key: '' };

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => server.close();
});

const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;
type Period = (typeof periods)[number];

const read = async (path: string, period: string) =>
  (await server.as('sara').get(`/api/dashboard/admin${path}?period=${period}`)).body;

/** A local time of the shop, in ms: Tripoli is two hours ahead of UTC all year. */
const localTime = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  Date.UTC(year, month - 1, day, hour - 2, minute);

/** Friday, 20 November 2026, 16:23 in Tripoli. */
const now = localTime(2026, 11, 20, 16, 23);

/** Moments just before and at the start of an hour, a day, a week, a month and a year. */
const moments = [
  localTime(2024, 2, 29),
  localTime(2025, 12, 31, 23, 59),
  localTime(2026, 1, 1, 0, 0),
  localTime(2026, 10, 31, 23, 59),
  localTime(2026, 11, 1, 0, 0),
  localTime(2026, 11, 15, 23, 59),
  localTime(2026, 11, 16, 0, 0),
  localTime(2026, 11, 19, 23, 59),
  localTime(2026, 11, 20, 0, 0),
  localTime(2026, 11, 20, 15, 59),
  localTime(2026, 11, 20, 16, 0),
  now,
];

/** Creates a user, an order, a ticket and balance changes at each of the moments. */
async function fillPeriods(): Promise<void> {
  const { services, users, clock } = server;
  await services.db.updateTable('users').set({ created_at: moments[0]! }).execute();
  const tea = await putProduct(services);
  const statuses = ['new', 'completed', 'refunded', 'canceled', 'delivered'];
  for (const [index, moment] of moments.entries()) {
    clock.now = moment;
    const times = { created_at: moment, updated_at: moment };
    await services.db
      .insertInto('users')
      .values({
        name: `P${index}`,
        email: `p${index}@example.test`,
        ...activeUser,
        deleted_at: index === 3 ? moment : null,
        ...times,
      })
      .execute();
    for (const kind of ['opening', 'add', 'subtract'] as const) {
      const cents = 1_000 + index * 101 - (kind === 'subtract' ? 990 : 0);
      const movement = { userId: users.amina.id, kind, cents, note: null };
      await actAs(services, { id: 1 }, (transaction) => adjust(transaction, movement));
    }
    const status = statuses[index % statuses.length]!;
    await insertOrder(tea.id, { status, total: 500 + index * 7, cost: 100 + index * 3, moment, deleted: index === 6 });
    const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
    await server.as('amina').post('/api/tickets', ticket, { Authorization: `Bearer ${await server.signIn('amina')}` });
  }
  clock.now = now;
}

interface OrderFields {
  status: string;
  total: number;
  cost: number;
  moment: number;
  deleted: boolean;
}

async function insertOrder(productId: number, { status, total, cost, moment, deleted }: OrderFields): Promise<void> {
  const { services, users } = server;
  await actAs(services, { id: users.amina.id }, async (transaction) => {
    const row = await transaction.tx
      .insertInto('orders')
      .values({
        user_id: users.amina.id,
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
      .returning(['id', 'user_id', 'total_cents', 'refunded_cents'])
      .executeTakeFirstOrThrow();
    const item = { product_id: productId, product_variant_id: null, product_name: 'Tea', variant_name: null };
    await transaction.tx
      .insertInto('order_items')
      .values({ order_id: row.id, ...item, price_cents: total, cost_cents: cost })
      .execute();
    await charge(transaction, row);
  });
  const row = await services.db.selectFrom('orders').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  if (['refunded', 'canceled'].includes(status))
    await actAs(services, { id: 1 }, (transaction) => reverse(transaction, row));
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The name of the bucket a moment falls into, computed from the local time. */
function bucketOf(ms: number, period: Period): string {
  const wall = new Date(ms + 2 * 3_600_000);
  const month = `${wall.getUTCFullYear()}-${twoDigits(wall.getUTCMonth() + 1)}`;
  const day = `${month}-${twoDigits(wall.getUTCDate())}`;
  if (period === 'today') return `${day}T${twoDigits(wall.getUTCHours())}`;
  return period === 'year' || period === 'lifetime' ? month : day;
}

/** The moment at which each period begins. */
const startOf: Record<Period, number> = {
  today: localTime(2026, 11, 20, 0),
  week: localTime(2026, 11, 16, 0),
  month: localTime(2026, 11, 1, 0),
  year: localTime(2026, 1, 1, 0),
  lifetime: localTime(2024, 2, 1, 0),
};

/** The numbers that the dashboard should show, computed from all rows. */
async function computeExpected(period: Period) {
  const { db } = server.services;
  const inPeriod = <Row extends { created_at: number }>(rows: Row[]) =>
    rows.filter((row) => row.created_at >= startOf[period]);
  const users = (await db.selectFrom('users').selectAll().execute()).filter((user) => user.deleted_at === null);
  const orders = inPeriod(await db.selectFrom('orders').selectAll().execute()).filter((row) => row.deleted_at === null);
  const ledger = inPeriod(await db.selectFrom('ledger').selectAll().execute());
  const tickets = inPeriod(await db.selectFrom('tickets').selectAll().execute());
  const earning = orders.filter(({ status }) => !['refunded', 'canceled'].includes(status));
  const added = ledger.filter(({ kind }) => kind === 'add');
  const profit = (rows: typeof earning) => rows.reduce((sum, row) => sum + row.total_cents - row.cost_cents, 0) / 100;
  const sum = (rows: typeof added) => rows.reduce((total, row) => total + row.amount_cents, 0) / 100;
  const ofBucket = <Row extends { created_at: number }>(rows: Row[], key: string) =>
    rows.filter((row) => bucketOf(row.created_at, period) === key);
  return {
    stats: {
      users: users.length,
      new_users: inPeriod(users).length,
      profit: profit(earning),
      balance_added: sum(added),
      tickets: tickets.length,
    },
    base: users.length - inPeriod(users).length,
    people: (key: string) => ofBucket(inPeriod(users), key).length,
    financial: (key: string) => ({ profit: profit(ofBucket(earning, key)), balance_added: sum(ofBucket(added, key)) }),
    status: (rows: 'orders' | 'tickets', status: string) =>
      (rows === 'orders' ? orders : tickets).filter((row) => row.status === status).length,
  };
}

test.each(periods)('C-15 C-36 C-17 S7-12 S7-13 S7-14 the dashboard for period %s adds up all rows', async (period) => {
  await fillPeriods();
  const expected = await computeExpected(period);

  const stats = await read('', period);
  const growth = await read('/users-by-time', period);
  const money = await read('/financial-by-time', period);
  const spread = await read('/status-distribution', period);

  expect(stats).toMatchObject({ code: 'SUCCESS', ...expected.stats });
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

test('C-17 the buckets are hours for today, days for the week (from Monday) and the month, months for longer periods', async () => {
  await fillPeriods();
  const names = async (period: Period) =>
    (await read('/users-by-time', period)).data.map((row: { period: string }) => row.period);

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

test('S2D-04 S2D-05 the figures of the period before are those that were the current ones then', async () => {
  await fillPeriods();
  const growth = await read('/users-by-time', 'week');
  const money = await read('/financial-by-time', 'week');

  server.clock.now += 7 * 86_400_000;
  const later = await read('/users-by-time', 'week');

  expect(later.before).toEqual(growth.data.map(({ count }: { count: number }) => count));
  expect((await read('/financial-by-time', 'week')).before).toEqual(
    money.data.map(({ profit, balance_added }: Record<string, number>) => ({ profit, balance_added })),
  );
  expect((await read('/financial-by-time', 'lifetime')).before).toBeNull();
});

test('C-36 a refunded order has no profit, and its return does not count as added balance', async () => {
  const tea = await putProduct(server.services);
  await actAs(server.services, { id: 1 }, (transaction) =>
    adjust(transaction, { userId: server.users.amina.id, kind: 'add', cents: 1_000, note: null }),
  );
  await insertOrder(tea.id, { status: 'refunded', total: 500, cost: 100, moment: server.clock.now, deleted: false });
  await insertOrder(tea.id, { status: 'completed', total: 300, cost: 100, moment: server.clock.now, deleted: false });

  expect(await read('', 'today')).toMatchObject({ profit: 2, balance_added: 10 });
});

test('S7-15 the recent lists show the newest five', async () => {
  await fillPeriods();

  const orders = (await server.as('sara').get('/api/dashboard/admin/recent-orders')).body.data;
  const users = (await server.as('sara').get('/api/dashboard/admin/latest-users')).body.data;
  const tickets = (await server.as('sara').get('/api/dashboard/admin/recent-tickets')).body.data;

  expect(orders.map((row: { created_at: string }) => Date.parse(row.created_at))).toEqual(
    moments.slice(-5).toReversed(),
  );
  expect(orders[0]).toMatchObject({ user_name: 'Amina', items: [{ product_name: 'Tea' }] });
  expect(users.map((row: { name: string }) => row.name)).toEqual(['P11', 'P10', 'P9', 'P8', 'P7']);
  expect(tickets).toHaveLength(5);
  expect(tickets[0].number).toBeGreaterThan(tickets[4].number);
});
