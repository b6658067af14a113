import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { serverNow } from '../../text/dates.ts';
import { tagOf } from '../../text/locales.ts';
import type { Period } from './periods.ts';

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
  const format = new Intl.DateTimeFormat(tagOf(i18n.locale), { ...shapes[period], timeZone: 'UTC' });
  return { labelOf: (name) => format.format(timeOf(name)), unit: i18n._(units[period]) };
}

/** Reads a bucket's name (`2026-11`, `2026-11-20` or `2026-11-20T16`), which is in the shop's time zone, as UTC. */
function timeOf(name: string): number {
  const [year = 1970, month = 1, day = 1, hour = 0] = name.split(/[-T]/).map(Number);
  return Date.UTC(year, month - 1, day, hour);
}

/**
 * Returns how many buckets have begun: those up to the present on this device, and later ones up to the last with a
 * count, because the shop may be ahead of this device's time zone.
 */
export function countBegun(data: readonly { period: string; count: number }[], now: number = serverNow()): number {
  const here = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString();
  return data.findLastIndex(({ period, count }) => count > 0 || period <= here.slice(0, period.length)) + 1;
}
