// database: any
import { expect, test } from 'vitest';
import { windowBefore, windowOf } from '../../src/server/features/dashboard/periods.ts';
import { localOf, startOfDay } from '../../src/server/platform/base/calendar.ts';

test('C-38 a day on which the clocks change has 23 or 25 hours; an hour that occurs twice is one bucket', () => {
  const paris = (month: number, day: number) => {
    const noon = Date.UTC(2026, month - 1, day, 12);
    const { from, to, buckets } = windowOf('today', noon, { timeZone: 'Europe/Paris', first: noon });
    return { hours: (to - from) / 3_600_000, buckets: buckets.length };
  };

  expect(paris(3, 29)).toEqual({ hours: 23, buckets: 23 });
  expect(paris(10, 25)).toEqual({ hours: 25, buckets: 24 });
  expect(paris(11, 20)).toEqual({ hours: 24, buckets: 24 });
});

test.each([
  'UTC',
  'Africa/Tripoli',
  'Europe/Paris',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'Asia/Kathmandu',
])('C-38 a day in %s begins where the date changes', (zone) => {
  for (let day = 1; day <= 366; day += 1) {
    const start = startOfDay({ year: 2026, month: 1, day }, zone);
    const date = new Date(Date.UTC(2026, 0, day));

    expect(localOf(start, zone)).toMatchObject({ month: date.getUTCMonth() + 1, day: date.getUTCDate() });
    expect(localOf(start - 1, zone).day).toBe(new Date(Date.UTC(2026, 0, day - 1)).getUTCDate());
  }
});

test.each([
  // Up to the same time of the day before, of the same weekday, of the same day of the month and of the year.
  ['today', '2026-11-20T15:20', '2026-11-19T00:00', '2026-11-19T15:20'],
  ['week', '2026-11-20T15:20', '2026-11-09T00:00', '2026-11-13T15:20'],
  ['month', '2026-11-20T15:20', '2026-10-01T00:00', '2026-10-20T15:20'],
  ['year', '2026-11-20T15:20', '2025-01-01T00:00', '2025-11-20T15:20'],
  // February has no 31st: it counts as a whole. 29 February is compared with as many days, up to 1 March.
  ['month', '2026-03-31T15:20', '2026-02-01T00:00', '2026-03-01T00:00'],
  ['year', '2028-02-29T15:20', '2027-01-01T00:00', '2027-03-01T15:20'],
  // The day before had 23 hours: as many hours since its midnight, and not more than the day.
  ['today', '2026-03-30T23:30', '2026-03-29T00:00', '2026-03-30T00:00'],
] as const)('C-38 %s at %s is compared with the part from %s to %s', (period, now, from, to) => {
  const timeZone = 'Europe/Paris';
  const inParis = (text: string) =>
    [1, 2].map((hours) => Date.parse(`${text}Z`) - hours * 3_600_000).find((ms) => clockOf(ms) === text)!;
  const clockOf = (ms: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(ms).replace(' ', 'T');

  expect(windowBefore(period, inParis(now), { timeZone })).toEqual({ from: inParis(from), to: inParis(to) });
  expect(windowBefore('lifetime', inParis(now), { timeZone })).toBeNull();
});
