import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { readAccount, orderTea } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const placeOrder = () => orderTea(server);

const listedIds = async (who: 'amina' | 'sara') =>
  (await server.as(who).get('/api/orders')).body.data.map(({ id }: { id: number }) => id);

test('C-12 a deleted order is hidden everywhere, and no money moves', async () => {
  const id = await placeOrder();

  const answer = await server.as('sara').delete(`/api/orders/${id}`);

  expect(answer.body).toEqual({ code: 'SUCCESS' });
  expect([await listedIds('amina'), await listedIds('sara')]).toEqual([[], []]);
  const { balance, orders, lines } = await readAccount(server.services, server.users.amina);
  expect([balance, orders.length, lines.length]).toEqual([2_000, 1, 2]);
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
  const line = await server.services.db.selectFrom('audit').selectAll().where('action', '=', 'order.delete').execute();
  expect(line).toMatchObject([{ actor_id: server.users.sara.id, entity_key: String(id) }]);
});

test('S7-39 S6-08 deleting a missing or deleted order is 404, by a customer 403, changing a deleted one 410', async () => {
  const id = await placeOrder();

  expectRefused(await server.as('amina').delete(`/api/orders/${id}`), 403, 'FORBIDDEN');
  expectRefused(await server.as('sara').delete('/api/orders/999999'), 404, 'NOT_FOUND');
  await server.as('sara').delete(`/api/orders/${id}`);
  expectRefused(await server.as('sara').delete(`/api/orders/${id}`), 404, 'NOT_FOUND');
  expectRefused(await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }), 410, 'GONE');
});

test('OF-06 S7-39 three deletions at once with the same key all succeed', async () => {
  const id = await placeOrder();
  const key = { 'Idempotency-Key': randomUUID() };

  const answers = await Promise.all([1, 2, 3].map(() => server.as('sara').delete(`/api/orders/${id}`, key)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('OF-15 a deleted order is removed from the devices of its customer and of the admins', async () => {
  const id = await placeOrder();
  const [amina, sara] = [createDevice(server.as('amina')), createDevice(server.as('sara'))];
  await amina.catchUp();
  await sara.catchUp();
  expect([amina.keys('orders'), sara.keys('orders')]).toEqual([[String(id)], [String(id)]]);

  await server.as('root').delete(`/api/orders/${id}`);
  await amina.catchUp();
  const late = mutationOf('order.status', `order:${id}`, { order_id: id, from: 'new', to: 'completed' });
  const [answer] = await sara.catchUp([late]);

  expect([amina.keys('orders'), sara.keys('orders')]).toEqual([[], []]);
  expect(answer!.results[0]).toMatchObject({ status: 410, code: 'GONE' });
});
