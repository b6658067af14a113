import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  return () => world.close();
});

const pin = '80412';
const key = () => ({ 'Idempotency-Key': randomUUID() });

/** An order that amina paid with all her money, in this status. */
async function ordered(status: string, price = 10): Promise<number> {
  const tea = await putProduct(world.means, { price });
  if (price > 0) await credit(world.means, world.people.amina, price);
  const { body } = await world.as('amina').post('/api/orders', { product_id: tea.id }, key());
  await world.as('sara').post(`/api/orders/${body.order.id}`, { status }, key());
  return body.order.id;
}

const deleteAmina = () => world.as('sara').delete(`/api/users/${world.people.amina.id}`);
const setStatus = (id: number, status: string) => world.as('root').post(`/api/orders/${id}`, { status }, key());
const books = () => booksOf(world.means, world.people.amina);

test.each(['refunded', 'canceled', 'cancelled'])(
  'D-17 an order of a deleted customer cannot be set to %s: the money would be lost',
  async (status) => {
    const id = await ordered('completed');
    await deleteAmina();
    const before = await books();

    const alone = await setStatus(id, status);
    const withNotes = await world.as('sara').post(`/api/orders/${id}`, { status, notes: 'Sorry' }, key());

    for (const answer of [alone, withNotes]) {
      expectRefused(answer, 410, 'GONE');
      expect(answer.body.details).toEqual({ reason: 'account' });
      expect(answer.body.message).toBe('The account of this customer was deleted, so its balance cannot change.');
    }
    expect(await books()).toEqual(before);
    expect((await setStatus(id, 'processing')).status).toBe(200);
  },
);

test('D-17 a refunded order of a deleted customer is not charged again', async () => {
  const id = await ordered('completed', 0);
  await setStatus(id, 'refunded');
  await deleteAmina();

  expectRefused(await setStatus(id, 'completed'), 410, 'GONE');
  expect((await setStatus(id, 'canceled')).status).toBe(200);
  expect((await books()).lines).toHaveLength(2);
});

test('D-17 the balance of a deleted customer is not adjusted', async () => {
  const { amina } = world.people;
  await deleteAmina();

  for (const how of ['add', 'subtract']) {
    const answer = await world.as('sara').post(`/api/users/${amina.id}/balance/${how}`, { amount: 5, pin }, key());
    expectRefused(answer, 410, 'GONE');
    expect(answer.body.details).toEqual({ reason: 'account' });
  }
  expect((await books()).lines).toEqual([]);
});

test('D-17 of a deletion and a refund at the same moment exactly one wins', async () => {
  for (let round = 0; round < 6; round += 1) {
    const customer = await newCustomer();
    const tea = await putProduct(world.means);
    await credit(world.means, customer, 10);
    const { body } = await world.as(customer).post('/api/orders', { product_id: tea.id }, key());
    await world.as('sara').post(`/api/orders/${body.order.id}`, { status: 'completed' }, key());

    const calls = [
      () => world.as('sara').delete(`/api/users/${customer.id}`),
      () => setStatus(body.order.id, round < 3 ? 'refunded' : 'canceled'),
    ];
    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((one) => one()));
    const [deleted, refunded] = round % 2 ? answers : answers.toReversed();

    const { balance, sum } = await booksOf(world.means, customer);
    expect([deleted!.status, refunded!.status, balance]).toEqual(
      refunded!.status === 200 ? [409, 200, 1_000] : [200, 410, 0],
    );
    expect(sum).toBe(balance);
  }
  expect((await findFaults(world.means.reader)).faults).toEqual([]);
});

test('D-17 of a deletion and an adjustment at the same moment exactly one wins', async () => {
  for (let round = 0; round < 4; round += 1) {
    const customer = await newCustomer();

    const [deleted, added] = await Promise.all([
      world.as('root').delete(`/api/users/${customer.id}`),
      world.as('sara').post(`/api/users/${customer.id}/balance/add`, { amount: 5, pin }, key()),
    ]);

    const { balance } = await booksOf(world.means, customer);
    expect([deleted.status, added.status, balance]).toEqual(added.status === 200 ? [409, 200, 500] : [200, 410, 0]);
  }
});

test('D-17 an account that is deleted between two looks at it is told as deleted', async () => {
  const customer = await newCustomer();
  const { reader } = world.means;
  let isDeleted = false;
  const deleting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isAboutCustomer = result.rows.some((row) => row.id === customer.id || 'deleted_at' in row);
      if (isAboutCustomer && !isDeleted) {
        isDeleted = true;
        await world.as('root').delete(`/api/users/${customer.id}`);
      }
      return result;
    },
  };
  world.means.reader = reader.withPlugin(deleting);

  const added = await world.as('sara').post(`/api/users/${customer.id}/balance/add`, { amount: 5, pin }, key());

  expectRefused(added, 410, 'GONE');
});

test('D-17 of a deletion and an order at the same moment exactly one wins', async () => {
  const free = await putProduct(world.means, { price: 0 });
  for (let round = 0; round < 6; round += 1) {
    const customer = await newCustomer();
    const calls = [
      () => world.as('sara').delete(`/api/users/${customer.id}`),
      () => world.as(customer).post('/api/orders', { product_id: free.id }, key()),
    ];

    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((one) => one()));
    const [deleted, placed] = round % 2 ? answers : answers.toReversed();

    const { orders } = await booksOf(world.means, customer);
    const refused = [401, 403, 410].includes(placed!.status);
    expect([deleted!.status, orders.length]).toEqual(placed!.status === 200 ? [409, 1] : [200, 0]);
    expect(placed!.status === 200 || refused).toBe(true);
  }
});

test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'D-17 a refund waits for a deletion without holding what the deletion needs next',
  async () => {
    const id = await ordered('completed');
    const { amina } = world.people;

    const refund = await whileLocked(
      (tx) => tx.updateTable('users').set({ updated_at: 1 }).where('id', '=', amina.id).execute(),
      () => setStatus(id, 'refunded'),
      (tx) => tx.updateTable('orders').set({ updated_at: 1 }).where('user_id', '=', amina.id).execute(),
    );

    expect(refund.status).toBe(200);
  },
);

test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'D-17 a deletion waits for an order without holding what the order needs next',
  async () => {
    const { amina } = world.people;

    const deleted = await whileLocked(
      (tx) => sql`select id from users where id = ${amina.id} for key share`.execute(tx),
      deleteAmina,
      (tx) => tx.updateTable('users').set({ updated_at: 1 }).where('id', '=', amina.id).execute(),
    );

    expect(deleted.status).toBe(200);
  },
);

/** Runs `next` in a transaction that did `first`, once the call waits for it; fails instead of waiting for the call. */
async function whileLocked<Answer>(
  first: (tx: Kysely<Database>) => Promise<unknown>,
  call: () => Promise<Answer>,
  next: (tx: Kysely<Database>) => Promise<unknown>,
): Promise<Answer> {
  const { db } = world.means;
  const answer = await db.transaction().execute(async (tx) => {
    await first(tx);
    const called = call();
    await expect.poll(() => waiting(db), { timeout: 10_000 }).toBe(1);
    await sql`set local lock_timeout = '200ms'`.execute(tx);
    await next(tx);
    return { called };
  });
  return answer.called;
}

async function waiting(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.count;
}

let customers = 0;

async function newCustomer() {
  customers += 1;
  const fields = { name: `Guest ${customers}`, email: `guest${customers}@example.test`, password: 'kept-in-a-safe' };
  const { body } = await world.as('root').post('/api/users', fields, key());
  const customer = { ...fields, id: body.user.id as number, role: 'user' as const };
  await world.as(customer).get('/api/auth/current');
  return customer;
}
