import { expect, test } from 'vitest';
import { windowOf } from '../../src/server/features/dashboard/periods.ts';
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
