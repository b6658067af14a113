import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, queued } from '../support/device.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

async function ordered(): Promise<number> {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 30);
  const { body } = await world
    .as('amina')
    .post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  return body.order.id;
}

const numbers = async (who: 'amina' | 'sara') =>
  (await world.as(who).get('/api/orders')).body.data.map(({ id }: { id: number }) => id);

test('C-12 a deleted order is hidden everywhere, and no money moves', async () => {
  const id = await ordered();

  const answer = await world.as('sara').delete(`/api/orders/${id}`);

  expect(answer.body).toEqual({ code: 'SUCCESS' });
  expect([await numbers('amina'), await numbers('sara')]).toEqual([[], []]);
  const { balance, orders, lines } = await booksOf(world.means, world.people.amina);
  expect([balance, orders.length, lines.length]).toEqual([2_000, 1, 2]);
  expect((await findFaults(world.means.reader)).faults).toEqual([]);
  const line = await world.means.db.selectFrom('audit').selectAll().where('action', '=', 'order.delete').execute();
  expect(line).toMatchObject([{ actor_id: world.people.sara.id, entity_key: String(id) }]);
});

test('S7-38 deleting what is not there is 404, by a customer 403', async () => {
  const id = await ordered();

  expectRefused(await world.as('amina').delete(`/api/orders/${id}`), 403, 'FORBIDDEN');
  expectRefused(await world.as('sara').delete('/api/orders/999999'), 404, 'NOT_FOUND');
  await world.as('sara').delete(`/api/orders/${id}`);
  expectRefused(await world.as('sara').delete(`/api/orders/${id}`), 404, 'NOT_FOUND');
  expectRefused(await world.as('sara').post(`/api/orders/${id}`, { status: 'completed' }), 410, 'GONE');
});

test('S7-38 the same key deletes once and answers alike', async () => {
  const id = await ordered();
  const key = { 'Idempotency-Key': randomUUID() };

  const answers = await Promise.all([1, 2, 3].map(() => world.as('sara').delete(`/api/orders/${id}`, key)));

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('OF-16 it leaves the devices of its customer and of the admins', async () => {
  const id = await ordered();
  const [amina, sara] = [deviceOf(world.as('amina')), deviceOf(world.as('sara'))];
  await amina.catchUp();
  await sara.catchUp();
  expect([amina.keys('orders'), sara.keys('orders')]).toEqual([[String(id)], [String(id)]]);

  await world.as('root').delete(`/api/orders/${id}`);
  await amina.catchUp();
  const late = queued('order.status', `order:${id}`, { order_id: id, from: 'new', to: 'completed' });
  const [answer] = await sara.catchUp([late]);

  expect([amina.keys('orders'), sara.keys('orders')]).toEqual([[], []]);
  expect(answer!.results[0]).toMatchObject({ status: 410, code: 'GONE' });
});
