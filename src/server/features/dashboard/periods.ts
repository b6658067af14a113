import type { periods } from '../../../contract/dashboard.ts';
import {
  dayName,
  hourName,
  localOf,
  monthName,
  startOfDay,
  type Bucket,
  type LocalTime,
} from '../../platform/base/calendar.ts';

export type Period = (typeof periods)[number];

/** A period divided into buckets: the first begins at `from`, the last ends at `to` (ms, exclusive). */
export interface Window {
  from: number;
  to: number;
  buckets: Bucket[];
}

const hourMs = 3_600_000;

/**
 * The calendar period that contains `now`, in the site's time zone, with weeks from Monday (C-38): the hours of today,
 * the days of the week or the month, the months of the year or of the whole time since `first` (C-17). Buckets in the
 * future are included, except for `lifetime`.
 */
export function windowOf(
  period: Period,
  now: number,
  { timeZone, first }: { timeZone: string; first: number },
): Window {
  const today = localOf(now, timeZone);
  switch (period) {
    case 'today':
      return hours(today, timeZone);
    case 'week': {
      const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
      return days({ ...today, day: today.day - ((weekday + 6) % 7) }, 7, timeZone);
    }
    case 'month':
      return days({ ...today, day: 1 }, new Date(Date.UTC(today.year, today.month, 0)).getUTCDate(), timeZone);
    case 'year':
      return months({ year: today.year, month: 1 }, 12, timeZone);
    case 'lifetime': {
      const start = localOf(Math.min(first, now), timeZone);
      return months(start, (today.year - start.year) * 12 + today.month - start.month + 1, timeZone);
    }
  }
}

/**
 * The part of the period before that has passed in the period of `now`, so that an unfinished period is compared with an
 * equally long one: yesterday up to the same hours since midnight; last week, month or year up to the same day and time.
 * Where last month is too short, it counts as a whole. Null for the whole time.
 */
export function windowBefore(
  period: Period,
  now: number,
  { timeZone }: { timeZone: string },
): Pick<Window, 'from' | 'to'> | null {
  if (period === 'lifetime') return null;
  const { from } = windowOf(period, now, { timeZone, first: now });
  const today = localOf(now, timeZone);
  const sameDay = startOfDay(shifted(today, period), timeZone);
  return {
    from: startOfDay(shifted(localOf(from, timeZone), period), timeZone),
    to: Math.min(sameDay + now - startOfDay(today, timeZone), from),
  };
}

/** Returns the day of the period before that a day is compared with, in numbers that may run into another month. */
function shifted({ year, month, day }: LocalTime, period: Exclude<Period, 'lifetime'>): Omit<LocalTime, 'hour'> {
  switch (period) {
    case 'today':
      return { year, month, day: day - 1 };
    case 'week':
      return { year, month, day: day - 7 };
    case 'month':
      return { year, month: month - 1, day };
    case 'year':
      return { year: year - 1, month, day };
  }
}

/** The hours of a day, which may have 23 or 25; an hour that occurs twice is one bucket. */
function hours(today: LocalTime, timeZone: string): Window {
  const from = startOfDay(today, timeZone);
  const to = startOfDay({ ...today, day: today.day + 1 }, timeZone);
  const buckets: Bucket[] = [];
  for (let at = from; at < to; at += hourMs) {
    const name = hourName(localOf(at, timeZone));
    if (buckets.at(-1)?.name !== name) buckets.push({ name, from: at });
  }
  return { from, to, buckets };
}

function days(start: Omit<LocalTime, 'hour'>, count: number, timeZone: string): Window {
  const begin = (index: number) => ({ ...start, day: start.day + index });
  const buckets = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(start.year, start.month - 1, start.day + index));
    const name = dayName({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
    return { name, from: startOfDay(begin(index), timeZone) };
  });
  return { from: buckets[0]!.from, to: startOfDay(begin(count), timeZone), buckets };
}

function months(start: Pick<LocalTime, 'year' | 'month'>, count: number, timeZone: string): Window {
  const begin = (index: number) => startOfDay({ year: start.year, month: start.month + index, day: 1 }, timeZone);
  const buckets = Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.UTC(start.year, start.month - 1 + index, 1));
    return {
      name: monthName({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }),
      from: begin(index),
    };
  });
  return { from: buckets[0]!.from, to: begin(count), buckets };
}
