import { expect, test } from 'vitest';
import { countByDay } from '../../src/client/features/dashboard/count-by-day.ts';
import { openDatabase } from '../../src/client/local/database.ts';

test('orders and tickets are counted by day, in the time zone of the device, today last', async () => {
  const db = openDatabase(2);
  const now = new Date(2026, 10, 20, 15, 0).getTime();
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).toISOString();
  await db.orders.bulkPut(
    [at(20, 0), at(20, 14), at(19, 23, 59), at(17, 9)].map((created_at, id) => ({ id, created_at })) as never,
  );
  await db.tickets.bulkPut([{ id: 'a', created_at: at(18, 12) }] as never);

  const days = await countByDay(db, 3, now);

  expect(days.map(({ orders, tickets }) => [orders, tickets])).toEqual([
    [0, 1],
    [1, 0],
    [2, 0],
  ]);
  expect(new Date(days[2]!.at).toISOString()).toBe(at(20, 0));
  await db.delete();
});
