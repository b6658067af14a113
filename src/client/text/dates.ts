import { useLingui } from '@lingui/react/macro';
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
    formatted(moment, (date) => date.toLocaleString(tag, shape));
  return {
    /** `November 20, 2026` */
    long: (moment: Moment) => intl(moment, { dateStyle: 'long' }),
    /** `Nov 20, 2026` (MMM DD, YYYY) */
    short: (moment: Moment) => intl(moment, { year: 'numeric', month: 'short', day: '2-digit' }),
    /** `Nov 20, 2026, 2:23 PM` */
    full: (moment: Moment) =>
      intl(moment, { year: 'numeric', month: 'short', day: '2-digit', hour: 'numeric', minute: '2-digit' }),
    /** `Nov 20` */
    day: (moment: Moment) => intl(moment, { month: 'short', day: 'numeric' }),
    /** `2:23 PM` */
    time: (moment: Moment) => intl(moment, { hour: 'numeric', minute: '2-digit' }),
    /** `2026-11-20 14:23`, the same in every language */
    stamp: (moment: Moment) => formatted(moment, stamp),
    /** `5 minutes ago` */
    relative: (moment: Moment, now: number = serverNow()) =>
      formatted(moment, (date) => relative(date.getTime() - now, tag)),
  };
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function stamp(date: Date): string {
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
  return `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** Each unit, its milliseconds, and the count up to which it is used. */
const units: readonly [Intl.RelativeTimeFormatUnit, number, number][] = [
  ['minute', 60_000, 60],
  ['hour', 3_600_000, 24],
  ['day', 86_400_000, 7],
  ['week', 604_800_000, 5],
  ['month', 2_629_800_000, 12],
  ['year', 31_557_600_000, Infinity],
];

function relative(difference: number, tag: string): string {
  const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  if (Math.abs(difference) < 45_000) return format.format(0, 'second');
  const unit = units.find(([, size, until]) => Math.round(Math.abs(difference) / size) < until) ?? units[5]!;
  return format.format(Math.round(difference / unit[1]), unit[0]);
}

/** How far the server's clock is ahead of this device's, in ms: a device's clock may be days wrong (OF-26). */
let serverAheadMs = 0;
