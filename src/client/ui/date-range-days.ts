import { serverNow } from '../text/dates.ts';
import { dateFormat } from '../text/formats.ts';

/** The first and the last day of a range, such as `2026-11-20`; empty where the range is open. */
export interface DayRange {
  from: string;
  to: string;
}

/** Ranges that one press chooses (S9-17); the last of them, all days, is the empty range. */
export const presets = ['today', 'yesterday', 'week', 'calendarWeek', 'month', 'calendarMonth', 'year'] as const;
export type Preset = (typeof presets)[number];

/** Returns the days of a preset, in this device's calendar; weeks begin on Monday (C-38). */
export function daysOf(preset: Preset, now: number = serverNow()): DayRange {
  const today = new Date(now);
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const yesterday = new Date(year, month, date - 1);
  const starts: Record<Preset, Date> = {
    today,
    yesterday,
    week: new Date(year, month, date - 6),
    calendarWeek: new Date(year, month, date - ((today.getDay() + 6) % 7)),
    month: new Date(year, month, date - 29),
    calendarMonth: new Date(year, month, 1),
    year: new Date(year, 0, 1),
  };
  return { from: dayOf(starts[preset]), to: dayOf(preset === 'yesterday' ? yesterday : today) };
}

/** Returns the preset with these days, or null. */
export const presetOf = ({ from, to }: DayRange): Preset | null =>
  presets.find((preset) => {
    const days = daysOf(preset);
    return days.from === from && days.to === to;
  }) ?? null;

/** Returns a range in the user's language: "14 – 20 Nov", with the year of another year. */
export function rangeText(tag: string, { from, to }: DayRange): string {
  const [first, last] = [momentOf(from), momentOf(to)];
  const thisYear = new Date(serverNow()).getFullYear();
  const isThisYear = first.getFullYear() === thisYear && last.getFullYear() === thisYear;
  return dateFormat(tag.startsWith('en') ? 'en-GB' : tag, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).formatRange(first, last);
}

const momentOf = (day: string): Date => new Date(`${day}T00:00:00`);

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
