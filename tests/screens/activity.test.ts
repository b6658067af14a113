import { expect, test } from 'vitest';
import { countByHour, firstCounted } from '../../src/client/features/dashboard/count-by-hour.ts';

test('orders are counted by weekday, from Monday, and by three hours, in the time zone of the device', () => {
  // Monday, 16 November 2026, and the Sunday after it.
  const times = [new Date(2026, 10, 16, 0, 0), new Date(2026, 10, 16, 2, 59), new Date(2026, 10, 22, 21, 0)];

  const counts = countByHour(times.map((time) => time.getTime()));

  expect(counts.map((row) => row.length)).toEqual([8, 8, 8, 8, 8, 8, 8]);
  expect([counts[0]![0], counts[6]![7], counts.flat().reduce((sum, count) => sum + count, 0)]).toEqual([2, 1, 3]);
});

test('four weeks are counted, today included, so that every weekday occurs equally often', () => {
  const first = new Date(firstCounted(new Date(2026, 10, 22, 15, 30).getTime()));

  expect(first).toEqual(new Date(2026, 9, 26));
});
