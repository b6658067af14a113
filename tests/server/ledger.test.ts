import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { adjust, charge, reverse } from '../../src/server/ledger/ledger.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { actAs, readAccount, credit, putProduct } from '../support/shop.ts';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const buy = (who: 'amina' | 'karim', productId: number, key: string = randomUUID()) =>
  server.as(who).post('/api/orders', { product_id: productId }, { 'Idempotency-Key': key });

async function placeOrder(who: 'amina' | 'karim', productId: number) {
  const { body } = await buy(who, productId);
  return {
    id: body.order.id as number,
    user_id: server.users[who].id,
    total_cents: body.order.total_price * 100,
    refunded_cents: 0,
  };
}

/** Runs `act`; returns 'done', or the code of its error. */
const resultOf = (act: () => Promise<unknown>) =>
  act().then(
    () => 'done',
    (error: { code?: string }) => error.code ?? 'broken',
  );

test('OF-30 every movement of money is a ledger row with the balance before and after, and the rows add up to the balance', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services, { price: 12.34 });

  await credit(server.services, amina, 50);
  const order = await placeOrder('amina', tea.id);
  await actAs(server.services, server.users.sara, async (transaction) => {
    await transaction.tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await reverse(transaction, order);
  });
  await actAs(server.services, server.users.sara, (transaction) =>
    adjust(transaction, { userId: amina.id, kind: 'subtract', cents: 1_000, note: 'typed twice' }),
  );

  const account = await readAccount(server.services, amina);
  expect(account.lines.map((line) => [line.kind, line.before_cents, line.amount_cents, line.after_cents])).toEqual([
    ['add', 0, 5_000, 5_000],
    ['charge', 5_000, -1_234, 3_766],
    ['return', 3_766, 1_234, 5_000],
    ['subtract', 5_000, -1_000, 4_000],
  ]);
  expect(account.lines[1]).toMatchObject({
    actor_id: amina.id,
    order_id: order.id,
    cycle: 1,
    key: account.orders[0]!.key,
  });
  expect(account.lines[3]).toMatchObject({ actor_id: server.users.sara.id, note: 'typed twice', order_id: null });
  expect(account.balance).toBe(account.sum);
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
});

test('OF-30 of thirty orders at once with a balance for two, exactly two are placed', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services, { price: 10 });
  await credit(server.services, amina, 29.99);

  const answers = await Promise.all(Array.from({ length: 30 }, () => buy('amina', tea.id)));

  const codes = answers.map(({ body }) => body.code as string);
  expect(codes.filter((code) => code === 'SUCCESS')).toHaveLength(2);
  expect(codes.filter((code) => code === 'BALANCE_NOT_ENOUGH')).toHaveLength(28);
  const account = await readAccount(server.services, amina);
  expect(account.orders).toHaveLength(2);
  expect(account.lines.filter((line) => line.kind === 'charge')).toHaveLength(2);
  expect([account.balance, account.sum]).toEqual([999, 999]);
});

test('OF-30 after simultaneous orders of several people every balance is correct', async () => {
  const { amina, karim } = server.users;
  const [tea, rice] = [
    await putProduct(server.services, { price: 3 }),
    await putProduct(server.services, { price: 7 }),
  ];
  await credit(server.services, amina, 20);
  await credit(server.services, karim, 31);

  await Promise.all(
    Array.from({ length: 40 }, (_, index) => buy(index % 2 ? 'amina' : 'karim', index % 3 ? tea.id : rice.id)),
  );

  for (const person of [amina, karim]) {
    const { balance, sum, orders, lines } = await readAccount(server.services, person);
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
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
});

test('C-09 of eight simultaneous returns of an order only one gives its price back', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services, { price: 10 });
  await credit(server.services, amina, 10);
  const order = await placeOrder('amina', tea.id);

  const returns = await Promise.all(
    Array.from({ length: 8 }, () =>
      actAs(server.services, server.users.sara, (transaction) => reverse(transaction, order)),
    ),
  );

  expect(returns.filter((movement) => movement !== null)).toHaveLength(1);
  const { balance, sum } = await readAccount(server.services, amina);
  expect([balance, sum]).toEqual([1_000, 1_000]);
});

test('C-09 a returned order can be charged again and returned again; a charge and its return have the same cycle', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services, { price: 10 });
  await credit(server.services, amina, 10);
  const order = await placeOrder('amina', tea.id);
  const sara = server.users.sara;

  await actAs(server.services, sara, (transaction) => reverse(transaction, order));
  await actAs(server.services, sara, (transaction) => charge(transaction, order));
  const twice = await resultOf(() => actAs(server.services, sara, (transaction) => charge(transaction, order)));
  await actAs(server.services, sara, (transaction) => reverse(transaction, order));

  const { lines, balance, sum } = await readAccount(server.services, amina);
  expect(lines.filter((line) => line.order_id === order.id).map((line) => [line.kind, line.cycle])).toEqual([
    ['charge', 1],
    ['return', 1],
    ['charge', 2],
    ['return', 2],
  ]);
  expect(twice).not.toBe('done');
  expect([balance, sum]).toEqual([1_000, 1_000]);
});

test('C-09 charging a returned order again is refused when the balance is no longer enough', async () => {
  const { amina } = server.users;
  const [tea, rice] = [
    await putProduct(server.services, { price: 10 }),
    await putProduct(server.services, { price: 6 }),
  ];
  await credit(server.services, amina, 10);
  const order = await placeOrder('amina', tea.id);
  await actAs(server.services, server.users.sara, (transaction) => reverse(transaction, order));
  await placeOrder('amina', rice.id);

  const outcome = await resultOf(() =>
    actAs(server.services, server.users.sara, (transaction) => charge(transaction, order)),
  );

  expect(outcome).toBe('BALANCE_NOT_ENOUGH');
  expect(await readAccount(server.services, amina)).toMatchObject({ balance: 400, sum: 400 });
});

test('S5-06 simultaneous subtractions never take more than the balance', async () => {
  const { amina, sara } = server.users;
  await credit(server.services, amina, 10);

  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      resultOf(() =>
        actAs(server.services, sara, (transaction) =>
          adjust(transaction, { userId: amina.id, kind: 'subtract', cents: 600, note: null }),
        ),
      ),
    ),
  );

  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'BALANCE_NOT_ENOUGH')).toHaveLength(5);
  expect(await readAccount(server.services, amina)).toMatchObject({ balance: 400, sum: 400 });
});

test('C-10 a deactivated customer is charged neither in a transaction nor by a request', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services, { price: 10 });
  await credit(server.services, amina, 10);
  await server.services.db.updateTable('users').set({ is_active: 0 }).where('id', '=', amina.id).execute();

  const outcome = await resultOf(() =>
    actAs(server.services, amina, (transaction) =>
      charge(transaction, { id: 1, user_id: amina.id, total_cents: 1_000, refunded_cents: 0 }),
    ),
  );

  expect(outcome).toBe('ACCOUNT_NOT_ACTIVE');
  expectRefused(await buy('amina', tea.id), 401, 'UNAUTHENTICATED');
  expect(await readAccount(server.services, amina)).toMatchObject({ balance: 1_000, sum: 1_000, orders: [] });
});

test('OF-30 the database itself refuses to change or delete a ledger row, and a balance below zero', async () => {
  const { amina } = server.users;
  await credit(server.services, amina, 10);
  const { db } = server.services;

  const outcomes = [
    await resultOf(() => db.updateTable('ledger').set({ amount_cents: 1 }).execute()),
    await resultOf(() => db.deleteFrom('ledger').execute()),
    await resultOf(() => db.updateTable('users').set({ balance_cents: -1 }).where('id', '=', amina.id).execute()),
  ];

  expect(outcomes).not.toContain('done');
  expect(await readAccount(server.services, amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('OF-30 verify names the user whose balance is not the sum of the ledger', async () => {
  const { amina } = server.users;
  await credit(server.services, amina, 10);
  await server.services.db.updateTable('users').set({ balance_cents: 1_100 }).where('id', '=', amina.id).execute();

  const { faults } = await findFaults(server.services.reader);

  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(String(amina.id));
});
