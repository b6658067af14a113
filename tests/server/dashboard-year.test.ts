import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adjust, charge, reverse } from '../../src/server/ledger/ledger.ts';
import { actAs, putProduct } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;
type Period = (typeof periods)[number];

/** 20 November 2026, 02:10 UTC: Friday morning in Paris, still Thursday evening in Santiago. */
const now = Date.UTC(2026, 10, 20, 2, 10);

/** Moments of a year: some at random, but the same in every run, others just before and after midnight in both zones. */
const moments = [
  ...Array.from({ length: 130 }, (_, index) => now - ((index * 9_301 + 49_297) % 233_280) * 135_000),
  ...[0, 1, 3, 4, 19, 20, 24, 50, 110, 230, 323, 324].flatMap((days) =>
    [-1, 0, 1, 2, 3, 4].flatMap((hour) => [-1, 0].map((ms) => Date.UTC(2026, 10, 20 - days, hour) + ms)),
  ),
]
  .filter((moment) => moment <= now)
  .toSorted((a, b) => a - b);

const statuses = ['new', 'processing', 'completed', 'refunded', 'canceled', 'delivered'];

/** At each moment: a new user, a ticket, balance that was added, and an order; some orders are given back or deleted. */
async function fillYear(server: TestServer): Promise<void> {
  const { services, users, clock } = server;
  await services.db.updateTable('users').set({ created_at: moments[0]! }).execute();
  const tea = await putProduct(services);
  for (const [index, moment] of moments.entries()) {
    clock.now = moment;
    const change = (kind: 'add' | 'subtract', cents: number) =>
      actAs(services, users.sara, (transaction) =>
        adjust(transaction, { userId: users.amina.id, kind, cents, note: null }),
      );
    await change('add', 2_000 + index * 13);
    if (index % 5 === 0) await change('subtract', 77 + index);
    await insertOrder(server, newOrder(index, moment, users.amina.id), tea.id);
    await services.db.insertInto('users').values(newUser(index, moment)).execute();
    await services.db
      .insertInto('tickets')
      .values(newTicket(index, moment, users.amina))
      .execute();
  }
  clock.now = now;
}

/** Stores an order and charges it; returns the money when its status says so. */
async function insertOrder(
  { services, users }: TestServer,
  order: ReturnType<typeof newOrder>,
  productId: number,
): Promise<void> {
  const row = await actAs(services, users.amina, async (transaction) => {
    const inserted = await transaction.tx
      .insertInto('orders')
      .values(order)
      .returning(['id', 'user_id', 'total_cents'])
      .executeTakeFirstOrThrow();
    const item = { product_id: productId, product_variant_id: null, product_name: 'Tea', variant_name: null };
    const prices = { price_cents: order.total_cents, cost_cents: order.cost_cents };
    await transaction.tx
      .insertInto('order_items')
      .values({ order_id: inserted.id, ...item, ...prices })
      .execute();
    await charge(transaction, inserted);
    return inserted;
  });
  if (['refunded', 'canceled'].includes(order.status))
    await actAs(services, users.sara, (transaction) => reverse(transaction, row));
}

const newOrder = (index: number, moment: number, userId: number) => ({
  user_id: userId,
  key: randomUUID(),
  status: statuses[index % statuses.length]!,
  total_cents: 500 + ((index * 37) % 1_400),
  cost_cents: 100 + ((index * 11) % 390),
  user_name: 'Amina',
  message: null,
  file_id: null,
  notes: null,
  search_text: 'amina',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 17 === 0 ? now : null,
});

const newUser = (index: number, moment: number) => ({
  name: `P${index}`,
  email: `p${index}@example.test`,
  role_id: 1,
  is_active: 1,
  locale: 'en',
  search_text: '',
  sort_key: '',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 19 === 0 ? now : null,
});

const newTicket = (index: number, moment: number, owner: { id: number; name: string; email: string }) => ({
  id: randomUUID(),
  number: 5_000 + index,
  user_id: owner.id,
  user_name: owner.name,
  user_email: owner.email,
  subject: 'Help',
  content: 'Where is it?',
  type: 'general',
  priority: 'medium',
  status: ['new', 'open', 'closed'][index % 3]!,
  order_id: null,
  last_response_by: null,
  last_response_at: null,
  status_by: null,
  status_at: null,
  priority_by: null,
  priority_at: null,
  assignee_id: null,
  assignee_by: null,
  assignee_at: null,
  search_text: 'help',
  created_at: moment,
  updated_at: moment,
  deleted_at: index % 23 === 0 ? now : null,
});

/** The calendar of a time zone, read with `Intl` alone: `2026-11-20T03`. */
function calendarOf(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const hourOf = (ms: number) => format.format(ms).replace(' ', 'T');
  const today = hourOf(now).slice(0, 10);
  const noon = new Date(`${today}T12:00:00Z`);
  const monday = new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
  const nameLength: Record<Period, number> = { today: 13, week: 10, month: 10, year: 7, lifetime: 7 };
  const isIn: Record<Period, (hour: string) => boolean> = {
    today: (hour) => hour.startsWith(today),
    week: (hour) => hour >= monday,
    month: (hour) => hour.startsWith(today.slice(0, 7)),
    year: (hour) => hour.startsWith(today.slice(0, 4)),
    lifetime: () => true,
  };
  return {
    contains: (period: Period, { created_at: at }: { created_at: number }) => isIn[period](hourOf(at)),
    bucketOf: (period: Period, { created_at: at }: { created_at: number }) => hourOf(at).slice(0, nameLength[period]),
  };
}

/** The rows of the shop: what each order brought in is read from the ledger, not from its status. */
async function readRows({ services: { db } }: TestServer) {
  const ledger = await db.selectFrom('ledger').selectAll().execute();
  const paid = new Map<number, number>();
  for (const { order_id: order, amount_cents: cents } of ledger)
    if (order !== null) paid.set(order, (paid.get(order) ?? 0) - cents);
  const isPresent = (row: { deleted_at: number | null }) => row.deleted_at === null;
  const orders = (await db.selectFrom('orders').selectAll().execute()).filter(isPresent);
  return {
    users: (await db.selectFrom('users').selectAll().execute()).filter(isPresent),
    tickets: (await db.selectFrom('tickets').selectAll().execute()).filter(isPresent),
    orders,
    sales: orders.flatMap((order) => {
      const cents = paid.get(order.id) ?? 0;
      return cents === 0 ? [] : [{ created_at: order.created_at, cents: cents - order.cost_cents }];
    }),
    additions: ledger
      .filter(({ kind }) => kind === 'add')
      .map(({ created_at, amount_cents: cents }) => ({ created_at, cents })),
  };
}

const euros = (rows: { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0) / 100;

/** Everything that the dashboard says about a period, computed again from the rows. */
function recompute(rows: Awaited<ReturnType<typeof readRows>>, period: Period, zone: string, names: string[]) {
  const { contains, bucketOf } = calendarOf(zone);
  const within = <Row extends { created_at: number }>(all: Row[]) => all.filter((row) => contains(period, row));
  const inBucket = <Row extends { created_at: number }>(all: Row[], name: string) =>
    within(all).filter((row) => bucketOf(period, row) === name);
  const countBy = (all: { created_at: number; status: string }[], status: string) =>
    within(all).filter((row) => row.status === status).length;
  const joined = within(rows.users).length;
  return {
    stats: {
      users: rows.users.length,
      new_users: joined,
      profit: euros(within(rows.sales)),
      balance_added: euros(within(rows.additions)),
      tickets: within(rows.tickets).length,
    },
    base: rows.users.length - joined,
    growth: names.map((name) => ({ period: name, count: inBucket(rows.users, name).length })),
    money: names.map((name) => ({
      period: name,
      profit: euros(inBucket(rows.sales, name)),
      balance_added: euros(inBucket(rows.additions, name)),
    })),
    countOf: (kind: 'orders' | 'tickets', status: string) => countBy(rows[kind], status),
  };
}

test.each(['Europe/Paris', 'America/Santiago'])(
  'C-15 C-17 C-36 C-38 the dashboard of a year equals a computation from the ledger and the tables, in %s',
  async (zone) => {
    const server = await startTestServer({ env: { TIME_ZONE: zone } });
    await fillYear(server);
    const rows = await readRows(server);
    const admin = server.as('sara');

    for (const period of periods) {
      const read = async (path: string) => (await admin.get(`/api/dashboard/admin${path}?period=${period}`)).body;
      const growth = await read('/users-by-time');
      const names = growth.data.map((bucket: { period: string }) => bucket.period);
      const expected = recompute(rows, period, zone, names);

      expect([period, await read('')]).toEqual([period, { code: 'SUCCESS', ...expected.stats }]);
      expect([period, growth]).toEqual([period, { code: 'SUCCESS', base: expected.base, data: expected.growth }]);
      expect([period, (await read('/financial-by-time')).data]).toEqual([period, expected.money]);
      const spread = await read('/status-distribution');
      for (const kind of ['orders', 'tickets'] as const)
        for (const { status, count } of spread[kind])
          expect([period, kind, status, count]).toEqual([period, kind, status, expected.countOf(kind, status)]);
      // The buckets hold the whole period: none of its rows is outside.
      expect(growth.data.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(
        expected.stats.new_users,
      );
    }
    await server.close();
  },
);

test('the two time zones divide the same year differently', async () => {
  const [paris, santiago] = ['Europe/Paris', 'America/Santiago'].map(calendarOf);
  const counts = (calendar: ReturnType<typeof calendarOf>) =>
    periods.map((period) => moments.filter((created_at) => calendar.contains(period, { created_at })).length);

  for (const index of [0, 1, 3]) expect(counts(paris!)[index]).not.toBe(counts(santiago!)[index]);
});
