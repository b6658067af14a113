import { sql, type RawBuilder } from 'kysely';

/** The local date and time of a moment in a time zone. */
export interface LocalTime {
  year: number;
  /** 1–12. */
  month: number;
  day: number;
  hour: number;
}

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the local date and time of a moment (ms since epoch) in a time zone. */
export function localOf(ms: number, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return { year: parts.year!, month: parts.month!, day: parts.day!, hour: parts.hour! };
}

/**
 * Returns the first moment (ms) of a calendar day in a time zone. Day 32 or month 13 runs into the next month or year.
 * Also right where the clocks change at midnight: the day then starts at one o'clock, or midnight occurs twice.
 */
export function startOfDay({ year, month, day }: Omit<LocalTime, 'hour'>, timeZone: string): number {
  const utc = Date.UTC(year, month - 1, day);
  const wanted = new Date(utc);
  const candidates = [utc - dayMs, utc + dayMs].map((near) => utc - offsetAt(near, timeZone)).sort((a, b) => a - b);
  const first = candidates.find((at) => localOf(at, timeZone).day === wanted.getUTCDate());
  return first ?? candidates[1]!;
}

/** `2026-11-20` */
export const dayName = ({ year, month, day }: Omit<LocalTime, 'hour'>): string =>
  `${monthName({ year, month })}-${twoDigits(day)}`;

/** `2026-11` */
export const monthName = ({ year, month }: Pick<LocalTime, 'year' | 'month'>): string =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}`;

/** `2026-11-20T14` */
export const hourName = (local: LocalTime): string => `${dayName(local)}T${twoDigits(local.hour)}`;

/** The day that a text such as `2026-11-20` names; null when the calendar has no such day. */
export function parseDay(name: string): Omit<LocalTime, 'hour'> | null {
  const [year, month, day] = name.split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.toISOString().startsWith(name) ? { year, month, day } : null;
}

/** The first moment (ms) of `from`: a day in the time zone (`2026-11-20`) or a moment (ISO 8601). */
export function startOfRange(from: string, timeZone: string): number {
  const day = isDay(from) ? parseDay(from) : null;
  return day ? startOfDay(day, timeZone) : Date.parse(from);
}

/** The first moment (ms) after `to`: a day in the time zone, or a moment. */
export function endOfRange(to: string, timeZone: string): number {
  const day = isDay(to) ? parseDay(to) : null;
  return day ? startOfDay({ ...day, day: day.day + 1 }, timeZone) : Date.parse(to) + 1;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A period of a chart, from `from` to the start of the next bucket. */
export interface Bucket {
  name: string;
  /** Ms since epoch. */
  from: number;
}

/** SQL for the index of the bucket that contains the time in a column (ms); select it `as('bucket')`. */
export function bucketOf(column: string, buckets: readonly Bucket[]): RawBuilder<number> {
  if (buckets.length < 2) return sql<number>`0`;
  const cases = buckets
    .slice(1)
    .map(({ from }, index) => sql`when ${sql.ref(column)} < ${sql.lit(from)} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(buckets.length - 1)} end`;
}

/** Returns how far, in ms, the local time of a time zone is ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  return local - Math.floor(ms / 1000) * 1000;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const existing = formatters.get(timeZone);
  if (existing) return existing;
  const numeric = 'numeric' as const;
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
