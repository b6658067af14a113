import { expect, test } from 'vitest';
import { fillYear, moments, now } from '../support/dashboard-year.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const periods = ['today', 'week', 'month', 'year', 'lifetime'] as const;
type Period = (typeof periods)[number];

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
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  /** The same day and time in the period before: `2026-10-20 03:10:00`. */
  const before: Record<Exclude<Period, 'lifetime'>, [from: string, to: string]> = {
    today: [dayBefore(today, 1), dayBefore(today, 1)],
    week: [dayBefore(monday, 7), dayBefore(today, 7)],
    month: ['2026-10-01', today.replace('2026-11', '2026-10')],
    year: ['2025-01-01', today.replace('2026', '2025')],
  };
  const timeNow = clock.format(now).slice(10);
  return {
    hourOf,
    contains: (period: Period, { created_at: at }: { created_at: number }) => isIn[period](hourOf(at)),
    isBefore: (period: Exclude<Period, 'lifetime'>, { created_at: at }: { created_at: number }) => {
      const [from, to] = before[period];
      const local = clock.format(at);
      return local >= from && local < to + timeNow;
    },
    existedBefore: (period: Exclude<Period, 'lifetime'>, { created_at: at }: { created_at: number }) =>
      clock.format(at) < before[period][1] + timeNow,
    bucketOf: (period: Period, { created_at: at }: { created_at: number }) => hourOf(at).slice(0, nameLength[period]),
  };
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

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

/** The orders of the last 28 days by weekday and hour, read with `Intl` alone. */
function byHour(orders: readonly { created_at: number }[], zone: string): number[][] {
  const { hourOf } = calendarOf(zone);
  const first = dayBefore(hourOf(now).slice(0, 10), 27);
  const counts = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { created_at: at } of orders) {
    const [day = '', hour] = hourOf(at).split('T');
    if (day < first) continue;
    const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
    counts[weekday]![Number(hour)]! += 1;
  }
  return counts;
}

/** Everything that the dashboard says about a period, computed again from the rows. */
function recompute(rows: Awaited<ReturnType<typeof readRows>>, period: Period, zone: string, names: string[]) {
  const { contains, bucketOf, isBefore, existedBefore } = calendarOf(zone);
  const within = <Row extends { created_at: number }>(all: Row[]) => all.filter((row) => contains(period, row));
  const inBucket = <Row extends { created_at: number }>(all: Row[], name: string) =>
    within(all).filter((row) => bucketOf(period, row) === name);
  const countBy = (all: { created_at: number; status: string }[], status: string) =>
    within(all).filter((row) => row.status === status).length;
  const joined = within(rows.users).length;
  const statsBefore = (earlier: Exclude<Period, 'lifetime'>) => {
    const then = <Row extends { created_at: number }>(all: Row[]) => all.filter((row) => isBefore(earlier, row));
    return {
      users: rows.users.filter((row) => existedBefore(earlier, row)).length,
      new_users: then(rows.users).length,
      profit: euros(then(rows.sales)),
      balance_added: euros(then(rows.additions)),
      tickets: then(rows.tickets).length,
    };
  };
  return {
    stats: {
      users: rows.users.length,
      new_users: joined,
      profit: euros(within(rows.sales)),
      balance_added: euros(within(rows.additions)),
      tickets: within(rows.tickets).length,
      orders_by_hour: byHour(rows.orders, zone),
      tickets_by_time: names.map((name) => ({ period: name, count: inBucket(rows.tickets, name).length })),
      before: period === 'lifetime' ? null : statsBefore(period),
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
  'C-15 C-17 C-36 C-38 S2P-03 RF-08 the dashboard of a year equals a computation from the ledger and the tables, in %s',
  async (zone) => {
    const server = await startTestServer({ env: { TIME_ZONE: zone } });
    await fillYear(server);
    const rows = await readRows(server);
    const admin = server.as('sara');

    for (const period of periods) {
      const read = async (path: string) => (await admin.get(`/api/dashboard/admin${path}?period=${period}`)).body;
      const { before: _, ...growth } = await read('/users-by-time');
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
