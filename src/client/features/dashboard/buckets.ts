import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import type { DashboardFigures } from '../../local/meta.ts';
import { serverNow } from '../../text/dates.ts';
import { dateFormat } from '../../text/formats.ts';
import { tagOf } from '../../text/locales.ts';
import type { Period } from './periods.ts';

type Growth = DashboardFigures['growth'];

/** The shape of a bucket's label in each period. */
const shapes: Record<Period, Intl.DateTimeFormatOptions> = {
  today: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  week: { weekday: 'short', day: 'numeric' },
  month: { day: 'numeric', month: 'short' },
  year: { month: 'short' },
  lifetime: { month: 'short', year: 'numeric' },
};

const units = {
  today: msg`Hour`,
  week: msg`Day`,
  month: msg`Day`,
  year: msg`Month`,
  lifetime: msg`Month`,
} as const;

/** Returns the label of a bucket, and the name of what a bucket is: an hour, a day or a month. */
export function useBuckets(period: Period): { labelOf: (name: string) => string; unit: string } {
  const { i18n } = useLingui();
  const format = dateFormat(tagOf(i18n.locale), { ...shapes[period], timeZone: 'UTC' });
  return { labelOf: (name) => format.format(timeOf(name)), unit: i18n._(units[period]) };
}

/** Reads a bucket's name (`2026-11`, `2026-11-20` or `2026-11-20T16`), which is in the shop's time zone, as UTC. */
function timeOf(name: string): number {
  const [year = 1970, month = 1, day = 1, hour = 0] = name.split(/[-T]/).map(Number);
  return Date.UTC(year, month - 1, day, hour);
}

/**
 * Returns how many buckets have begun: those up to the present time of this device, or up to the last one with a count
 * when the time zone of the shop is ahead.
 */
export function countBegun(data: readonly { period: string; count: number }[], now: number = serverNow()): number {
  const localNow = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString();
  return data.findLastIndex(({ period: bucket, count }) => count > 0 || bucket <= localNow.slice(0, bucket.length)) + 1;
}

/**
 * Returns the number of users at the end of each of the first buckets: those from before the period and those who
 * joined since (C-17).
 */
export function usersUpTo({ base, data }: Pick<Growth, 'base' | 'data'>, buckets: number): number[] {
  const counts: number[] = [];
  for (const { count } of data.slice(0, buckets)) counts.push((counts.at(-1) ?? base) + count);
  return counts;
}

/** Returns the number of users at the end of each bucket of the previous period, cut to the length of this period. */
export function usersBefore({ base, data, before }: Growth): number[] {
  const joined = before ?? [];
  const start = base - joined.reduce((sum, count) => sum + count, 0);
  return joined
    .slice(0, data.length)
    .map((_, index) => joined.slice(0, index + 1).reduce((sum, count) => sum + count, start));
}

/** Returns the sum of amounts, computed in cents. */
export const sumOfAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
