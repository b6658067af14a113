import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { adjust, charge, reverse } from '../../src/server/ledger/ledger.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { asWork, booksOf, credit, putProduct } from '../support/shop.ts';
import { expectRefused } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const buy = (who: 'amina' | 'karim', productId: number, key: string = randomUUID()) =>
  world.as(who).post('/api/orders', { product_id: productId }, { 'Idempotency-Key': key });

async function orderOf(who: 'amina' | 'karim', productId: number) {
  const { body } = await buy(who, productId);
  return { id: body.order.id as number, user_id: world.people[who].id, total_cents: body.order.total_price * 100 };
}

const shelter = (act: () => Promise<unknown>) =>
  act().then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'broken',
  );

test('OF-30 every movement is a line with the balance before and after, and the lines sum to the balance', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means, { price: 12.34 });

  await credit(world.means, amina, 50);
  const order = await orderOf('amina', tea.id);
  await asWork(world.means, world.people.sara, async (work) => {
    await work.tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await reverse(work, order);
  });
  await asWork(world.means, world.people.sara, (work) =>
    adjust(work, { userId: amina.id, kind: 'subtract', cents: 1_000, note: 'typed twice' }),
  );

  const books = await booksOf(world.means, amina);
  expect(books.lines.map((line) => [line.kind, line.before_cents, line.amount_cents, line.after_cents])).toEqual([
    ['add', 0, 5_000, 5_000],
    ['charge', 5_000, -1_234, 3_766],
    ['return', 3_766, 1_234, 5_000],
    ['subtract', 5_000, -1_000, 4_000],
  ]);
  expect(books.lines[1]).toMatchObject({ actor_id: amina.id, order_id: order.id, cycle: 1, key: books.orders[0]!.key });
  expect(books.lines[3]).toMatchObject({ actor_id: world.people.sara.id, note: 'typed twice', order_id: null });
  expect(books.balance).toBe(books.sum);
  expect((await findFaults(world.means.reader)).faults).toEqual([]);
});

test('S6-10 thirty orders at once with a balance for two are exactly two orders', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means, { price: 10 });
  await credit(world.means, amina, 29.99);

  const answers = await Promise.all(Array.from({ length: 30 }, () => buy('amina', tea.id)));

  const codes = answers.map(({ body }) => body.code as string);
  expect(codes.filter((code) => code === 'SUCCESS')).toHaveLength(2);
  expect(codes.filter((code) => code === 'BALANCE_NOT_ENOUGH')).toHaveLength(28);
  const books = await booksOf(world.means, amina);
  expect(books.orders).toHaveLength(2);
  expect(books.lines.filter((line) => line.kind === 'charge')).toHaveLength(2);
  expect([books.balance, books.sum]).toEqual([999, 999]);
});

test('OF-30 simultaneous orders of several people keep every account right', async () => {
  const { amina, karim } = world.people;
  const [tea, rice] = [await putProduct(world.means, { price: 3 }), await putProduct(world.means, { price: 7 })];
  await credit(world.means, amina, 20);
  await credit(world.means, karim, 31);

  await Promise.all(
    Array.from({ length: 40 }, (_, index) => buy(index % 2 ? 'amina' : 'karim', index % 3 ? tea.id : rice.id)),
  );

  for (const person of [amina, karim]) {
    const { balance, sum, orders, lines } = await booksOf(world.means, person);
    expect(balance).toBe(sum);
    expect(balance).toBeGreaterThanOrEqual(0);
    expect(balance).toBeLessThan(300);
    expect(
      lines
        .filter((line) => line.kind === 'charge')
        .map((line) => line.order_id!)
        .toSorted((a, b) => a - b),
    ).toEqual(orders.map((order) => order.id).toSorted((a, b) => a - b));
  }
  expect((await findFaults(world.means.reader)).faults).toEqual([]);
});

test('C-09 an order is returned once, however often and however simultaneously it is asked', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means, { price: 10 });
  await credit(world.means, amina, 10);
  const order = await orderOf('amina', tea.id);

  const returns = await Promise.all(
    Array.from({ length: 8 }, () => asWork(world.means, world.people.sara, (work) => reverse(work, order))),
  );

  expect(returns.filter((movement) => movement !== null)).toHaveLength(1);
  const { balance, sum } = await booksOf(world.means, amina);
  expect([balance, sum]).toEqual([1_000, 1_000]);
});

test('C-09 a returned order can be charged again and returned again, each in its own cycle', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means, { price: 10 });
  await credit(world.means, amina, 10);
  const order = await orderOf('amina', tea.id);
  const sara = world.people.sara;

  await asWork(world.means, sara, (work) => reverse(work, order));
  await asWork(world.means, sara, (work) => charge(work, order));
  const twice = await shelter(() => asWork(world.means, sara, (work) => charge(work, order)));
  await asWork(world.means, sara, (work) => reverse(work, order));

  const { lines, balance, sum } = await booksOf(world.means, amina);
  expect(lines.filter((line) => line.order_id === order.id).map((line) => [line.kind, line.cycle])).toEqual([
    ['charge', 1],
    ['return', 1],
    ['charge', 2],
    ['return', 2],
  ]);
  expect(twice).not.toBe('done');
  expect([balance, sum]).toEqual([1_000, 1_000]);
});

test('C-09 charging a returned order again is refused when the balance is gone', async () => {
  const { amina } = world.people;
  const [tea, rice] = [await putProduct(world.means, { price: 10 }), await putProduct(world.means, { price: 6 })];
  await credit(world.means, amina, 10);
  const order = await orderOf('amina', tea.id);
  await asWork(world.means, world.people.sara, (work) => reverse(work, order));
  await orderOf('amina', rice.id);

  const outcome = await shelter(() => asWork(world.means, world.people.sara, (work) => charge(work, order)));

  expect(outcome).toBe('BALANCE_NOT_ENOUGH');
  expect(await booksOf(world.means, amina)).toMatchObject({ balance: 400, sum: 400 });
});

test('S5-06 nobody subtracts more than there is, also not at the same moment', async () => {
  const { amina, sara } = world.people;
  await credit(world.means, amina, 10);

  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      shelter(() =>
        asWork(world.means, sara, (work) =>
          adjust(work, { userId: amina.id, kind: 'subtract', cents: 600, note: null }),
        ),
      ),
    ),
  );

  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'BALANCE_NOT_ENOUGH')).toHaveLength(5);
  expect(await booksOf(world.means, amina)).toMatchObject({ balance: 400, sum: 400 });
});

test('S4-16 a customer who was deactivated is not charged, not even by a transaction under way', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means, { price: 10 });
  await credit(world.means, amina, 10);
  await world.means.db.updateTable('users').set({ is_active: 0 }).where('id', '=', amina.id).execute();

  const outcome = await shelter(() =>
    asWork(world.means, amina, (work) => charge(work, { id: 1, user_id: amina.id, total_cents: 1_000 })),
  );

  expect(outcome).toBe('ACCOUNT_NOT_ACTIVE');
  expectRefused(await buy('amina', tea.id), 401, 'UNAUTHENTICATED');
  expect(await booksOf(world.means, amina)).toMatchObject({ balance: 1_000, sum: 1_000, orders: [] });
});

test('OF-30 the database itself refuses to change or remove a line, and a balance below zero', async () => {
  const { amina } = world.people;
  await credit(world.means, amina, 10);
  const { db } = world.means;

  const outcomes = [
    await shelter(() => db.updateTable('ledger').set({ amount_cents: 1 }).execute()),
    await shelter(() => db.deleteFrom('ledger').execute()),
    await shelter(() => db.updateTable('users').set({ balance_cents: -1 }).where('id', '=', amina.id).execute()),
  ];

  expect(outcomes).not.toContain('done');
  expect(await booksOf(world.means, amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('OF-30 verify names the person whose balance is not the sum of the lines', async () => {
  const { amina } = world.people;
  await credit(world.means, amina, 10);
  await world.means.db.updateTable('users').set({ balance_cents: 1_100 }).where('id', '=', amina.id).execute();

  const { faults } = await findFaults(world.means.reader);

  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(String(amina.id));
});
