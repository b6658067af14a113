import { sql, type RawBuilder } from 'kysely';

/** A moment on the wall clock and calendar of a place. */
export interface Local {
  year: number;
  /** 1–12. */
  month: number;
  day: number;
  hour: number;
}

const dayMs = 86_400_000;
const clocks = new Map<string, Intl.DateTimeFormat>();

/** What a clock in this time zone shows at a moment (ms). */
export function localOf(ms: number, timeZone: string): Local {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return { year: parts.year!, month: parts.month!, day: parts.day!, hour: parts.hour! };
}

/**
 * The first moment (ms) of a calendar day in this time zone; a day or month past the end counts on into the next one.
 * Also where the clocks change at midnight, and the day begins at one o'clock or midnight comes twice.
 */
export function startOfDay({ year, month, day }: Omit<Local, 'hour'>, timeZone: string): number {
  const utc = Date.UTC(year, month - 1, day);
  const wanted = new Date(utc);
  const candidates = [utc - dayMs, utc + dayMs].map((near) => utc - offsetAt(near, timeZone)).sort((a, b) => a - b);
  const first = candidates.find((at) => localOf(at, timeZone).day === wanted.getUTCDate());
  return first ?? candidates[1]!;
}

/** `2026-11-20` */
export const dayName = ({ year, month, day }: Omit<Local, 'hour'>): string =>
  `${monthName({ year, month })}-${two(day)}`;

/** `2026-11` */
export const monthName = ({ year, month }: Pick<Local, 'year' | 'month'>): string =>
  `${String(year).padStart(4, '0')}-${two(month)}`;

/** `2026-11-20T14` */
export const hourName = (local: Local): string => `${dayName(local)}T${two(local.hour)}`;

/** The day a `2026-11-20` names; null when the calendar has no such day. */
export function parseDay(name: string): Omit<Local, 'hour'> | null {
  const [year, month, day] = name.split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.toISOString().startsWith(name) ? { year, month, day } : null;
}

/** The first moment (ms) of what `from` names, a day of this time zone (`2026-11-20`) or a moment (ISO 8601). */
export function beginOf(from: string, timeZone: string): number {
  const day = isDay(from) ? parseDay(from) : null;
  return day ? startOfDay(day, timeZone) : Date.parse(from);
}

/** The first moment (ms) after what `to` names. */
export function endOf(to: string, timeZone: string): number {
  const day = isDay(to) ? parseDay(to) : null;
  return day ? startOfDay({ ...day, day: day.day + 1 }, timeZone) : Date.parse(to) + 1;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A stretch of time from `from` to the next one's. */
export interface Bucket {
  name: string;
  /** Ms. */
  from: number;
}

/** SQL for the index of the bucket a column (ms) falls into, the same on both databases; select it `as('bucket')`. */
export function bucketOf(column: string, buckets: readonly Bucket[]): RawBuilder<number> {
  if (buckets.length < 2) return sql<number>`0`;
  const before = buckets
    .slice(1)
    .map(({ from }, index) => sql`when ${sql.ref(column)} < ${sql.lit(from)} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(before, sql` `)} else ${sql.lit(buckets.length - 1)} end`;
}

/** Ms the clocks of a place are ahead of UTC at a moment. */
function offsetAt(ms: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
  return shown - Math.floor(ms / 1000) * 1000;
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const number = 'numeric' as const;
  const clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  });
  clocks.set(timeZone, clock);
  return clock;
}

const two = (value: number): string => String(value).padStart(2, '0');
