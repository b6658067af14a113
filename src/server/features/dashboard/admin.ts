import type {
  readAdminStats,
  readFinancialByTime,
  readStatusDistribution,
  readUsersByTime,
} from '../../../contract/dashboard.ts';
import type { OutputOf, ParsedInputOf } from '../../../contract/endpoint.ts';
import { orderStatuses } from '../../../contract/orders.ts';
import { ticketStatuses } from '../../../contract/tickets.ts';
import type { SignedIn } from '../../platform/context.ts';
import { toEuros } from '../../platform/money.ts';
import { addedByBucket, byStatus, countPeople, firstMoment, peopleByBucket, profitByBucket, sumOf } from './figures.ts';
import { windowOf, type Period, type Window } from './periods.ts';

type Asked = ParsedInputOf<typeof readAdminStats>;

/** The numbers of the cards. */
export async function adminStats(ctx: SignedIn, { period }: Asked): Promise<OutputOf<typeof readAdminStats>> {
  const { reader } = ctx.means;
  const whole = await windowAt(ctx, period);
  const window = { ...whole, buckets: whole.buckets.slice(0, 1) };
  const [users, joined, profit, added, tickets] = await Promise.all([
    countPeople(reader, Number.MAX_SAFE_INTEGER),
    peopleByBucket(reader, window),
    profitByBucket(reader, window),
    addedByBucket(reader, window),
    byStatus(reader, 'tickets', window),
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

/** New people in each bucket, and how many there were before the first. */
export async function usersByTime(ctx: SignedIn, { period }: Asked): Promise<OutputOf<typeof readUsersByTime>> {
  const { reader } = ctx.means;
  const window = await windowAt(ctx, period);
  const [base, counts] = await Promise.all([countPeople(reader, window.from), peopleByBucket(reader, window)]);
  const data = window.buckets.map(({ name }, index) => ({ period: name, count: counts[index]! }));
  return { code: 'SUCCESS', base, data };
}

export async function financialByTime(ctx: SignedIn, { period }: Asked): Promise<OutputOf<typeof readFinancialByTime>> {
  const { reader } = ctx.means;
  const window = await windowAt(ctx, period);
  const [profit, added] = await Promise.all([profitByBucket(reader, window), addedByBucket(reader, window)]);
  const data = window.buckets.map(({ name }, index) => ({
    period: name,
    profit: toEuros(profit[index]!),
    balance_added: toEuros(added[index]!),
  }));
  return { code: 'SUCCESS', data };
}

/** Orders and tickets of the period in every status, also the ones without any. */
export async function statusDistribution(
  ctx: SignedIn,
  { period }: Asked,
): Promise<OutputOf<typeof readStatusDistribution>> {
  const { reader } = ctx.means;
  const window = await windowAt(ctx, period);
  const [orders, tickets] = await Promise.all([
    byStatus(reader, 'orders', window),
    byStatus(reader, 'tickets', window),
  ]);
  const told = (statuses: readonly string[], found: Map<string, number>) =>
    statuses.map((status) => ({ status, count: found.get(status) ?? 0 }));
  return { code: 'SUCCESS', orders: told(orderStatuses, orders), tickets: told(ticketStatuses, tickets) };
}

async function windowAt({ means }: SignedIn, period: Period): Promise<Window> {
  const now = means.now();
  const first = period === 'lifetime' ? ((await firstMoment(means.reader)) ?? now) : now;
  return windowOf(period, now, { timeZone: means.settings.timeZone, first });
}
