import type {
  readAdminStats,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../../contract/dashboard.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { orderStatuses } from '../../../contract/order-rules.ts';
import { ticketStatuses } from '../../../contract/ticket-rules.ts';
import type { SignedIn } from '../../platform/context.ts';
import { toEuros } from '../../platform/base/wire-values.ts';
import {
  addedByBucket,
  countByStatus,
  countUsers,
  firstUserCreatedAt,
  usersByBucket,
  profitByBucket,
  sumOf,
} from './figures.ts';
import { windowOf, type Period, type Window } from './periods.ts';

type StatsRequest = ParsedInputOf<typeof readAdminStats>;

/** The figures of the dashboard's cards. */
export async function adminStats(ctx: SignedIn, { period }: StatsRequest): Promise<OutputOf<typeof readAdminStats>> {
  const { reader } = ctx.services;
  const whole = await windowAt(ctx, period);
  const window = { ...whole, buckets: whole.buckets.slice(0, 1) }; // a single bucket counts the whole period
  const [users, joined, profit, added, tickets] = await Promise.all([
    countUsers(reader, Number.MAX_SAFE_INTEGER),
    usersByBucket(reader, window),
    profitByBucket(reader, window),
    addedByBucket(reader, window),
    countByStatus(reader, 'tickets', window),
  ]);
  return {
    code: 'SUCCESS',
    users,
    new_users: sumOf(joined),
    profit: toEuros(sumOf(profit)),
    balance_added: toEuros(sumOf(added)),
    tickets: sumOf(tickets.values()),
  };
}

/** New users in each bucket, and the number of users from before the first bucket. */
export async function usersByTime(ctx: SignedIn, { period }: StatsRequest): Promise<OutputOf<typeof readUsersByTime>> {
  const { reader } = ctx.services;
  const window = await windowAt(ctx, period);
  const [base, counts] = await Promise.all([countUsers(reader, window.from), usersByBucket(reader, window)]);
  const data = window.buckets.map(({ name }, index) => ({ period: name, count: counts[index]! }));
  return { code: 'SUCCESS', base, data };
}

export async function financialByTime(
  ctx: SignedIn,
  { period }: StatsRequest,
): Promise<OutputOf<typeof readFinancialByTime>> {
  const { reader } = ctx.services;
  const window = await windowAt(ctx, period);
  const [profit, added] = await Promise.all([profitByBucket(reader, window), addedByBucket(reader, window)]);
  const data = window.buckets.map(({ name }, index) => ({
    period: name,
    profit: toEuros(profit[index]!),
    balance_added: toEuros(added[index]!),
  }));
  return { code: 'SUCCESS', data };
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

async function windowAt({ services }: SignedIn, period: Period): Promise<Window> {
  const now = services.now();
  const first = period === 'lifetime' ? ((await firstUserCreatedAt(services.reader)) ?? now) : now;
  return windowOf(period, now, { timeZone: services.settings.timeZone, first });
}
