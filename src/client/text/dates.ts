import { useLingui } from '@lingui/react/macro';
import { dateFormat, hasTwelveHours, numberFormat, relativeFormat } from './formats.ts';
import { tagOf } from './locales.ts';

/** A time: ISO text from the wire, ms since the epoch from the device, or missing. */
export type Moment = string | number | Date | null | undefined;

/** Formats times in the user's language; a missing one reads "No date", an invalid one "Invalid date" (S8-11). */
export function useDates() {
  const { i18n, t } = useLingui();
  return datesIn(i18n.locale, { none: t`No date`, invalid: t`Invalid date` });
}

/** Returns the server's time in ms since the epoch; this device's time until an answer has shown the difference. */
export const serverNow = (): number => Date.now() + serverAheadMs;

/** Sets by how many milliseconds the server's clock is ahead of this device's. */
export function setServerAhead(ms: number): void {
  serverAheadMs = ms;
}

/** Returns the date formatter of a language; `words` are its texts for missing and invalid dates. */
function datesIn(locale: string, words: { none: string; invalid: string }) {
  const tag = tagOf(locale);
  const formatted = (moment: Moment, format: (date: Date) => string): string => {
    if (moment === null || moment === undefined || moment === '') return words.none;
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? words.invalid : format(date);
  };
  const intl = (moment: Moment, shape: Intl.DateTimeFormatOptions) =>
    formatted(moment, (date) => formatDate(date, tag, shape));
  return {
    /** `November 20, 2026` */
    long: (moment: Moment) => intl(moment, { dateStyle: 'long' }),
    /** `Nov 20, 2026` (MMM DD, YYYY) */
    short: (moment: Moment) => intl(moment, shortDate(tag)),
    /** `Nov 20, 2026, 14:23` */
    full: (moment: Moment) => intl(moment, { ...shortDate(tag), ...clock() }),
    /** `Nov 20` */
    day: (moment: Moment) => intl(moment, { month: 'short', day: 'numeric' }),
    /** `14:23` */
    time: (moment: Moment) => intl(moment, clock()),
    /** `12 min`, `21:42`, `yesterday 21:42`, `14 Nov` or `14 Nov 2025`: the shortest that is exact enough in a list */
    brief: (moment: Moment, now: number = serverNow()) => formatted(moment, (date) => brief(date, new Date(now), tag)),
    /** `Today`, `Yesterday`, `14 November` or `14 November 2025`: above what is of one day */
    heading: (moment: Moment, now: number = serverNow()) =>
      formatted(moment, (date) => heading(date, new Date(now), tag)),
    /** `2026-11-20 14:23`, the same in every language */
    stamp: (moment: Moment) => formatted(moment, stamp),
    /** `5 minutes ago`, `yesterday`: for sentences */
    relative: (moment: Moment, now: number = serverNow()) =>
      formatted(moment, (date) => relative(date, new Date(now), tag)),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function stamp(date: Date): string {
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** A day before the name of its month, as in French and Arabic, has no zero: `5 nov. 2026`. */
const shortDate = (tag: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: 'short',
  day: tag.startsWith('en') ? '2-digit' : 'numeric',
});

/** The shape of a time of day: 24 hours, except where this device is set to 12. */
const clock = (): Intl.DateTimeFormatOptions =>
  hasTwelveHours()
    ? { hour: 'numeric', minute: '2-digit', hour12: true }
    : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

const formatDate = (date: Date, tag: string, shape: Intl.DateTimeFormatOptions): string =>
  dateFormat(tag, shape).format(date);

const minute = 60_000;
const hour = 3_600_000;
const day = 86_400_000;

function brief(date: Date, now: Date, tag: string): string {
  const past = now.getTime() - date.getTime();
  if (Math.abs(past) < minute) return nowIn(tag);
  if (past > 0 && past < hour)
    return numberFormat(tag, { style: 'unit', unit: 'minute' }).format(Math.floor(past / minute));
  const time = formatDate(date, tag, clock());
  const days = calendarDays(date, now);
  if (days === 0) return time;
  if (days === -1) return `${relativeFormat(tag).format(-1, 'day')} ${time}`;
  return dayAndMonth(date, now, tag, 'short');
}

/** The year is left out where it is the present one. */
function dayAndMonth(date: Date, now: Date, tag: string, month: 'short' | 'long'): string {
  const isThisYear = date.getFullYear() === now.getFullYear();
  // The day comes before the month in all three languages.
  return formatDate(date, tag.startsWith('en') ? 'en-GB' : tag, {
    day: 'numeric',
    month,
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

function heading(date: Date, now: Date, tag: string): string {
  const days = calendarDays(date, now);
  if (days !== 0 && days !== -1) return dayAndMonth(date, now, tag, 'long');
  const [first = '', ...rest] = relativeFormat(tag).format(days, 'day');
  return first.toLocaleUpperCase(tag) + rest.join('');
}

/** Returns by how many days of the calendar a date is after another: -1 for yesterday. */
function calendarDays(date: Date, from: Date): number {
  const midnight = (one: Date) => Date.UTC(one.getFullYear(), one.getMonth(), one.getDate());
  return (midnight(date) - midnight(from)) / day;
}

/** Each unit, its milliseconds, and the count up to which it is used. */
const units: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['day', day, 7],
  ['week', 604_800_000, 5],
  ['month', 2_629_800_000, 12],
  ['year', 31_557_600_000, Infinity],
];

const nowIn = (tag: string): string => relativeFormat(tag).format(0, 'second');

function relative(date: Date, now: Date, tag: string): string {
  const format = relativeFormat(tag);
  const difference = date.getTime() - now.getTime();
  if (Math.abs(difference) < 45_000) return nowIn(tag);
  if (Math.abs(difference) < 59.5 * minute) return format.format(Math.round(difference / minute), 'minute');
  const days = calendarDays(date, now);
  if (days === 0) return format.format(Math.round(difference / hour), 'hour');
  const unit = units.find(([, size, until]) => Math.round((Math.abs(days) * day) / size) < until) ?? units[3]!;
  return format.format(Math.round((days * day) / unit[1]), unit[0]);
}

/** How far the server's clock is ahead of this device's, in ms: a device's clock may be days wrong (OF-26). */
let serverAheadMs = 0;
