import { expect, test } from 'vitest';
import type { RowFilter } from '../../src/client/local/rows-in-memory/row-columns.ts';
import { orderIndexOf } from '../../src/client/local/rows-in-memory/row-indexes.ts';
import { deviceOf, sara } from './support.ts';

test('S2K-02 the order index finds orders by customer, product and day, also together with a status and words', async () => {
  const { db } = await deviceOf(sara);
  const index = orderIndexOf(db);
  const rows = [
    { ...order(1), user_id: 7, items: [{ ...line, product_id: 11 }], created_at: at(20, '00:00') },
    {
      ...order(2),
      user_id: 7,
      items: [
        { ...line, product_id: 1 },
        { ...line, product_id: 22 },
      ],
      created_at: at(20, '23:59'),
    },
    {
      ...order(3),
      status: 'completed',
      user_id: 77,
      items: [{ ...line, product_id: 22 }],
      created_at: at(21, '12:00'),
    },
  ];
  await db.orders.bulkPut(rows.map((row) => ({ ...row, rev: 1 })) as never);
  const find = async (values: RowFilter['values'], search = '') => {
    const unfollow = index.follow(index.partOf({ search, values }), () => undefined);
    await expect.poll(() => index.getSnapshot().find({ search, values })).not.toBeNull();
    unfollow();
    return index.getSnapshot().find({ search, values });
  };

  expect(await find({ status: ['new'] })).toEqual([2, 1]);
  expect(await find({ user: ['7'] })).toEqual([2, 1]);
  expect(await find({ product: ['22'] })).toEqual([3, 2]);
  expect(await find({ product: ['2'] })).toEqual([]);
  expect(await find({ product: ['11', '22'], user: ['7'] })).toEqual([2, 1]);
  expect(await find({ from: ['2026-11-21'] })).toEqual([3]);
  expect(await find({ to: ['2026-11-20'], status: ['new', 'completed'] })).toEqual([2, 1]);
  expect(await find({ from: ['2026-11-20'], to: ['2026-11-20'], product: ['22'] }, 'card')).toEqual([2]);
  db.close();
});

/** A moment of November 2026 by the clock of this device. */
const at = (day: number, clock: string): string => new Date(`2026-11-${day}T${clock}:00`).toISOString();

const line = { product_name: 'Card', variant_name: null };
const order = (id: number) => ({ id, status: 'new', user_name: 'Amina', message: null });
