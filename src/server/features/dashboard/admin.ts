import {
  activityDays,
  type readAdminStats,
  type readFinancialByTime,
  type readStatusDistribution,
  type readUsersByTime,
} from '../../../contract/dashboard.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { SignedIn } from '../../platform/context.ts';
import { localOf, startOfDay } from '../../platform/base/calendar.ts';
import { toEuros } from '../../platform/base/wire-values.ts';
import {
  addedByBucket,
  countByStatus,
  countUsers,
  firstUserCreatedAt,
  ordersByHour,
  usersByBucket,
  profitByBucket,
  sumOf,
  ticketsByBucket,
} from './figures.ts';
import { windowBefore, windowOf, type Period, type Window } from './periods.ts';

type StatsRequest = ParsedInputOf<typeof readAdminStats>;

/** The figures of the dashboard's cards, and those of the same part of the period before. */
export async function adminStats(ctx: SignedIn, { period }: StatsRequest): Promise<OutputOf<typeof readAdminStats>> {
  const { reader, settings } = ctx.services;
  const now = ctx.services.now();
  const window = await windowAt(ctx, period);
  const before = windowBefore(period, now, settings);
  const spans = spansOf(window, before);
  const [users, earlier, joined, profit, added, tickets, byHour] = await Promise.all([
    countUsers(reader, Number.MAX_SAFE_INTEGER),
    before && countUsers(reader, before.to),
    usersByBucket(reader, spans),
    profitByBucket(reader, spans),
    addedByBucket(reader, spans),
    ticketsByBucket(reader, { ...spans, buckets: [...spans.buckets.slice(0, -1), ...window.buckets] }),
    ordersByHour(reader, startOfActivity(now, settings.timeZone), settings.timeZone),
  ]);
  const [current, previous] = before ? [2, 0] : [0, -1];
  const byTime = tickets.slice(current);
  return {
    code: 'SUCCESS',
    users,
    new_users: joined[current]!,
    profit: toEuros(profit[current]!),
    balance_added: toEuros(added[current]!),
    tickets: sumOf(byTime),
    tickets_by_time: window.buckets.map(({ name }, index) => ({ period: name, count: byTime[index]! })),
    orders_by_hour: byHour,
    before:
      earlier === null
        ? null
        : {
            users: earlier,
            new_users: joined[previous]!,
            profit: toEuros(profit[previous]!),
            balance_added: toEuros(added[previous]!),
            tickets: tickets[previous]!,
          },
  };
}

/** Returns the first moment of the days whose orders are counted by weekday and hour. */
function startOfActivity(now: number, timeZone: string): number {
  const today = localOf(now, timeZone);
  return startOfDay({ ...today, day: today.day - activityDays + 1 }, timeZone);
}

/** One window for both periods, with three buckets: the part of the period before, the rest of it, and the period. */
function spansOf({ from, to }: Window, before: Pick<Window, 'from' | 'to'> | null): Window {
  const whole = { name: 'period', from };
  if (!before) return { from, to, buckets: [whole] };
  return {
    from: before.from,
    to,
    buckets: [{ name: 'before', from: before.from }, { name: 'rest', from: before.to }, whole],
  };
}

/** New users in each bucket, also of the period before, and the number of users from before the first bucket. */
export async function usersByTime(ctx: SignedIn, { period }: StatsRequest): Promise<OutputOf<typeof readUsersByTime>> {
  const { reader } = ctx.services;
  const window = await windowAt(ctx, period);
  const previous = previousOf(ctx, period, window);
  const [base, counts] = await Promise.all([
    countUsers(reader, window.from),
    usersByBucket(reader, joinWindows(previous, window)),
  ]);
  const [before, now] = splitAt(counts, previous?.buckets.length ?? 0);
  const data = window.buckets.map(({ name }, index) => ({ period: name, count: now[index]! }));
  return { code: 'SUCCESS', base, data, before: previous && before };
}

export async function financialByTime(
  ctx: SignedIn,
  { period }: StatsRequest,
): Promise<OutputOf<typeof readFinancialByTime>> {
  const { reader } = ctx.services;
  const window = await windowAt(ctx, period);
  const previous = previousOf(ctx, period, window);
  const both = joinWindows(previous, window);
  const [profit, added] = await Promise.all([profitByBucket(reader, both), addedByBucket(reader, both)]);
  const amounts = both.buckets.map((_, index) => ({
    profit: toEuros(profit[index]!),
    balance_added: toEuros(added[index]!),
  }));
  const [before, now] = splitAt(amounts, previous?.buckets.length ?? 0);
  const data = window.buckets.map(({ name }, index) => ({ period: name, ...now[index]! }));
  return { code: 'SUCCESS', data, before: previous && before };
}

/** The number of orders and of tickets of the period in every status, including 0. */
export async function statusDistribution(
  ctx: SignedIn,
  { period }: StatsRequest,
): Promise<OutputOf<typeof readStatusDistribution>> {
  const { reader } = ctx.services;
  const window = await windowAt(ctx, period);
  const [orders, tickets] = await Promise.all([
    countByStatus(reader, 'orders', window),
    countByStatus(reader, 'tickets', window),
  ]);
  const withCounts = (statuses: readonly string[], found: Map<string, number>) =>
    statuses.map((status) => ({ status, count: found.get(status) ?? 0 }));
  return { code: 'SUCCESS', orders: withCounts(orderStatuses, orders), tickets: withCounts(ticketStatuses, tickets) };
}

/** Returns the period before a window; null for the whole time. */
const previousOf = ({ services }: SignedIn, period: Period, { from }: Window): Window | null =>
  period === 'lifetime' ? null : windowOf(period, from - 1, { timeZone: services.settings.timeZone, first: from });

/** Returns one window with the buckets of both. */
const joinWindows = (previous: Window | null, window: Window): Window =>
  previous ? { from: previous.from, to: window.to, buckets: [...previous.buckets, ...window.buckets] } : window;

const splitAt = <Value>(values: Value[], index: number): [Value[], Value[]] => [
  values.slice(0, index),
  values.slice(index),
];

/** Returns the window of a period that contains the present. */
export async function windowAt({ services }: SignedIn, period: Period): Promise<Window> {
  const now = services.now();
  const first = period === 'lifetime' ? ((await firstUserCreatedAt(services.reader)) ?? now) : now;
  return windowOf(period, now, { timeZone: services.settings.timeZone, first });
}
