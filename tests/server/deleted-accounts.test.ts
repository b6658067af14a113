import { randomUUID } from 'node:crypto';
import { sql, type KyselyPlugin } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { whileLocked } from '../support/while-locked.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  return () => server.close();
});

const pin = '80412';
const key = () => ({ 'Idempotency-Key': randomUUID() });

/** Places an order that uses up amina's balance, and sets this status; returns the order's id. */
async function placeOrder(status: string, price = 10): Promise<number> {
  const tea = await putProduct(server.services, { price });
  if (price > 0) await credit(server.services, server.users.amina, price);
  const { body } = await server.as('amina').post('/api/orders', { product_id: tea.id }, key());
  await server.as('sara').post(`/api/orders/${body.order.id}`, { status }, key());
  return body.order.id;
}

const deleteAmina = () => server.as('sara').delete(`/api/users/${server.users.amina.id}`);
const setStatus = (id: number, status: string) => server.as('root').post(`/api/orders/${id}`, { status }, key());
const readAmina = () => readAccount(server.services, server.users.amina);

test.each(['refunded', 'canceled', 'cancelled'])(
  'D-17 an order of a deleted customer cannot be set to %s: the money would be lost',
  async (status) => {
    const id = await placeOrder('completed');
    await deleteAmina();
    const before = await readAmina();

    const alone = await setStatus(id, status);
    const withNotes = await server.as('sara').post(`/api/orders/${id}`, { status, notes: 'Sorry' }, key());

    for (const answer of [alone, withNotes]) {
      expectRefused(answer, 410, 'GONE');
      expect(answer.body.details).toEqual({ reason: 'account' });
      expect(answer.body.message).toBe('The account of this customer was deleted, so its balance cannot change.');
    }
    expect(await readAmina()).toEqual(before);
    expect((await setStatus(id, 'processing')).status).toBe(200);
  },
);

test('C-11 an open order prevents the deletion of its customer until it is deleted itself', async () => {
  const id = await placeOrder('processing');

  expectRefused(await deleteAmina(), 409, 'CONFLICT');
  await server.as('sara').delete(`/api/orders/${id}`);

  expect((await deleteAmina()).status).toBe(200);
});

test('D-17 a refunded order of a deleted customer is not charged again', async () => {
  const id = await placeOrder('completed', 0);
  await setStatus(id, 'refunded');
  await deleteAmina();

  expectRefused(await setStatus(id, 'completed'), 410, 'GONE');
  expect((await setStatus(id, 'canceled')).status).toBe(200);
  expect((await readAmina()).lines).toHaveLength(2);
});

test('D-17 the balance of a deleted customer is not adjusted', async () => {
  const { amina } = server.users;
  await deleteAmina();

  for (const how of ['add', 'subtract']) {
    const answer = await server.as('sara').post(`/api/users/${amina.id}/balance/${how}`, { amount: 5, pin }, key());
    expectRefused(answer, 410, 'GONE');
    expect(answer.body.details).toEqual({ reason: 'account' });
  }
  expect((await readAmina()).lines).toEqual([]);
});

test('D-17 of a deletion and a refund at the same moment exactly one succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const customer = await newCustomer();
    const tea = await putProduct(server.services);
    await credit(server.services, customer, 10);
    const { body } = await server.as(customer).post('/api/orders', { product_id: tea.id }, key());
    await server.as('sara').post(`/api/orders/${body.order.id}`, { status: 'completed' }, key());

    const calls = [
      () => server.as('sara').delete(`/api/users/${customer.id}`),
      () => setStatus(body.order.id, round < 3 ? 'refunded' : 'canceled'),
    ];
    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((one) => one()));
    const [deleted, refunded] = round % 2 ? answers : answers.toReversed();

    const { balance, sum } = await readAccount(server.services, customer);
    expect([deleted!.status, refunded!.status, balance]).toEqual(
      refunded!.status === 200 ? [409, 200, 1_000] : [200, 410, 0],
    );
    expect(sum).toBe(balance);
  }
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
});

test('D-17 of a deletion and an adjustment at the same moment exactly one succeeds', async () => {
  for (let round = 0; round < 4; round += 1) {
    const customer = await newCustomer();

    const [deleted, added] = await Promise.all([
      server.as('root').delete(`/api/users/${customer.id}`),
      server.as('sara').post(`/api/users/${customer.id}/balance/add`, { amount: 5, pin }, key()),
    ]);

    const { balance } = await readAccount(server.services, customer);
    expect([deleted.status, added.status, balance]).toEqual(added.status === 200 ? [409, 200, 500] : [200, 410, 0]);
  }
});

test('D-17 an account that is deleted between two reads of an adjustment is reported as deleted', async () => {
  const customer = await newCustomer();
  const { reader } = server.services;
  let isDeleted = false;
  const deleting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const isAboutCustomer = result.rows.some((row) => row.id === customer.id || 'deleted_at' in row);
      if (isAboutCustomer && !isDeleted) {
        isDeleted = true;
        await server.as('root').delete(`/api/users/${customer.id}`);
      }
      return result;
    },
  };
  server.services.reader = reader.withPlugin(deleting);

  const added = await server.as('sara').post(`/api/users/${customer.id}/balance/add`, { amount: 5, pin }, key());

  expectRefused(added, 410, 'GONE');
});

test('D-17 of a deletion and an order at the same moment exactly one succeeds', async () => {
  const freeProduct = await putProduct(server.services, { price: 0 });
  for (let round = 0; round < 6; round += 1) {
    const customer = await newCustomer();
    const calls = [
      () => server.as('sara').delete(`/api/users/${customer.id}`),
      () => server.as(customer).post('/api/orders', { product_id: freeProduct.id }, key()),
    ];

    const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((one) => one()));
    const [deleted, placed] = round % 2 ? answers : answers.toReversed();

    const { orders } = await readAccount(server.services, customer);
    const refused = [401, 403, 410].includes(placed!.status);
    expect([deleted!.status, orders.length]).toEqual(placed!.status === 200 ? [409, 1] : [200, 0]);
    expect(placed!.status === 200 || refused).toBe(true);
  }
});

test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'D-17 a refund waits for a deletion without locking the rows that the deletion needs next',
  async () => {
    const id = await placeOrder('completed');
    const { amina } = server.users;

    const refund = await whileLocked(
      server.services.db,
      (tx) => tx.updateTable('users').set({ updated_at: 1 }).where('id', '=', amina.id).execute(),
      () => setStatus(id, 'refunded'),
      (tx) => tx.updateTable('orders').set({ updated_at: 1 }).where('user_id', '=', amina.id).execute(),
    );

    expect(refund.status).toBe(200);
  },
);

test.skipIf(process.env.TEST_DATABASE !== 'postgres')(
  'D-17 a deletion waits for an order without locking the rows that the order needs next',
  async () => {
    const { amina } = server.users;

    const deleted = await whileLocked(
      server.services.db,
      (tx) => sql`select id from users where id = ${amina.id} for key share`.execute(tx),
      deleteAmina,
      (tx) => tx.updateTable('users').set({ updated_at: 1 }).where('id', '=', amina.id).execute(),
    );

    expect(deleted.status).toBe(200);
  },
);

let customers = 0;

async function newCustomer() {
  customers += 1;
  const fields = { name: `Guest ${customers}`, email: `guest${customers}@example.test`, password: 'kept-in-a-safe' };
  const { body } = await server.as('root').post('/api/users', fields, key());
  const customer = { ...fields, id: body.user.id as number, role: 'user' as const };
  // Signs in now, not during a race.
  await server.as(customer).get('/api/auth/current');
  return customer;
}
