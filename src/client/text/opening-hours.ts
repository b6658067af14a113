import { useLingui } from '@lingui/react/macro';
import type { OpeningHours } from '../../contract/shop.ts';
import { useDates } from './dates.ts';
import { dateFormat } from './formats.ts';
import { tagOf } from './locales.ts';
import { useShop } from './shop.ts';

/** Days that follow one another and have the same hours. */
interface Span {
  first: number;
  last: number;
  from: string;
  to: string;
}

/** Returns a function that writes opening hours: "Monday to Friday, 9:00 to 18:00; Saturday, 9:00 to 12:00"; null for none. */
export function useHoursText(): (hours: OpeningHours) => string | null {
  const { t } = useLingui();
  const names = useWeekdays();
  const { time } = useDates();
  const clock = (text: string) => time(`2000-01-01T${text}:00`);
  const wordsOf = ({ first, last, from, to }: Span): string => {
    const [opens, closes] = [clock(from), clock(to)];
    const [firstDay, lastDay] = [names[first]!, names[last]!];
    if (last - first === 6) return t`every day, ${opens} to ${closes}`;
    return first === last ? t`${firstDay}, ${opens} to ${closes}` : t`${firstDay} to ${lastDay}, ${opens} to ${closes}`;
  };
  return (hours) => {
    const spans = spansOf(hours);
    return spans.length === 0 ? null : spans.map(wordsOf).join(t({ message: '; ', context: 'between opening hours' }));
  };
}

/**
 * Returns the sentence with the opening hours for customers who wait, with the name of the time zone where the device
 * shows another time than the shop; null where the shop has no opening hours.
 */
export function useAnswerHours(): string | null {
  const { t, i18n } = useLingui();
  const { hours: days, time_zone: timeZone } = useShop();
  const hours = useHoursText()(days);
  if (hours === null) return null;
  if (timeZone === undefined || hasTimeOf(timeZone)) return t`We answer ${hours}.`;
  const zone = zoneName(timeZone, tagOf(i18n.locale));
  return t`We answer ${hours} (${zone}).`;
}

/** Whether clocks of a time zone show the time of this device now. */
function hasTimeOf(timeZone: string): boolean {
  const shape = { dateStyle: 'short', timeStyle: 'medium' } as const;
  const now = new Date();
  return dateFormat('en', { ...shape, timeZone }).format(now) === dateFormat('en', shape).format(now);
}

/** Returns the name of a time zone in a language, such as “Central European Time”. */
function zoneName(timeZone: string, tag: string): string {
  const parts = dateFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the names of the days of the week from Monday, in the user's language. */
export function useWeekdays(): string[] {
  const { i18n } = useLingui();
  const format = dateFormat(tagOf(i18n.locale), { weekday: 'long', timeZone: 'UTC' });
  // 1 January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
}

function spansOf(hours: OpeningHours): Span[] {
  const spans: Span[] = [];
  hours.forEach((day, at) => {
    if (!day) return;
    const before = spans.at(-1);
    if (before?.last === at - 1 && before.from === day.from && before.to === day.to) before.last = at;
    else spans.push({ first: at, last: at, ...day });
  });
  return spans;
}
