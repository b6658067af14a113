import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { orderStatuses, returnedStatuses } from '../../src/contract/orders.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, queued } from '../support/device.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

/** Amina's order of a tea for 10 euros, out of so many. */
async function ordered(euros = 30): Promise<{ id: number; user_id: number }> {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, euros);
  return (await world.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() })).body
    .order;
}

const set = (who: Name, id: number, status: string, more: { from?: string; key?: string | null } = {}) => {
  const { from, key = randomUUID() } = more;
  return world.as(who).post(`/api/orders/${id}`, { status, from }, key ? { 'Idempotency-Key': key } : {});
};

const books = () => booksOf(world.means, world.people.amina);
const faults = async () => (await findFaults(world.means.reader)).faults;

test('S4-01 any status from any other, and the money follows', async () => {
  const { id } = await ordered();

  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      await set('sara', id, from);
      const answer = await set('sara', id, to);

      expect(answer.body.order.status).toBe(to);
      expect((await books()).balance).toBe(returnedStatuses.includes(to) ? 3_000 : 2_000);
    }
  }
  expect(await faults()).toEqual([]);
});

test('D-8 a refund comes back exactly once; leaving it charges again', async () => {
  const { id } = await ordered();

  const refunded = await set('sara', id, 'refunded');
  const canceled = await set('sara', id, 'canceled');
  const back = await set('sara', id, 'processing');

  expect([refunded, canceled, back].map(({ status }) => status)).toEqual([200, 200, 200]);
  const { lines, balance, sum } = await books();
  expect(lines.map((line) => [line.kind, line.amount_cents, line.cycle])).toEqual([
    ['add', 3_000, null],
    ['charge', -1_000, 1],
    ['return', 1_000, 1],
    ['charge', -1_000, 2],
  ]);
  expect([balance, sum]).toEqual([2_000, 2_000]);
});

test('C-25 both spellings are accepted, one is stored', async () => {
  const { id } = await ordered();

  const british = await set('sara', id, 'cancelled', { from: 'new' });
  const back = await set('sara', id, 'new', { from: 'cancelled' });

  expect(british.body.order.status).toBe('canceled');
  expect(back.body.order.status).toBe('new');
});

test('C-09 charging again without enough money is refused and changes nothing', async () => {
  const { id } = await ordered(10);
  await set('sara', id, 'refunded');
  const rice = await putProduct(world.means, { title: 'Rice', price: 4 });
  await world.as('amina').post('/api/orders', { product_id: rice.id }, { 'Idempotency-Key': randomUUID() });

  const again = await set('sara', id, 'new');

  expectRefused(again, 422, 'BALANCE_NOT_ENOUGH');
  expect((await world.as('amina').get(`/api/orders?search=${id}`)).body.data[0].status).toBe('refunded');
  expect((await books()).balance).toBe(600);
  expect(await faults()).toEqual([]);
});

test('D-8 an admin charges again also where the customer was switched off meanwhile', async () => {
  const { id } = await ordered();
  await set('sara', id, 'refunded');
  await world.means.db.updateTable('users').set({ is_active: 0 }).where('id', '=', world.people.amina.id).execute();

  expect((await set('sara', id, 'completed')).status).toBe(200);
  expect((await books()).balance).toBe(2_000);
});

test('D-13 a refund needs no key, and comes back exactly once all the same', async () => {
  const { id } = await ordered();

  const answers = await Promise.all(Array.from({ length: 5 }, () => set('sara', id, 'refunded', { key: null })));
  const again = await set('sara', id, 'new', { key: null });

  expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const { lines, balance } = await books();
  expect([lines.map(({ kind }) => kind), balance]).toEqual([['add', 'charge', 'return', 'charge'], 2_000]);
});

test('D-5 the same key moves money once, and another body under it is refused', async () => {
  const { id } = await ordered();
  const key = randomUUID();

  expect((await set('sara', id, 'refunded', { key })).status).toBe(200);
  await set('sara', id, 'new');
  const replayed = await set('sara', id, 'refunded', { key });
  const reused = await set('sara', id, 'completed', { key });

  expect(replayed.status).toBe(200);
  expect(replayed.body.order.status).toBe('new');
  expectRefused(reused, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await books()).balance).toBe(2_000);
});

test('D-8 a burst of refunds in one tick returns the price once', async () => {
  const { id } = await ordered();
  const key = randomUUID();

  const others = Array.from({ length: 15 }, () => set('sara', id, 'refunded'));
  const same = Array.from({ length: 15 }, () => set('root', id, 'refunded', { key }));
  const answers = await Promise.all([...others, ...same]);

  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const { balance, sum, lines } = await books();
  expect([balance, sum]).toEqual([3_000, 3_000]);
  expect(lines.filter((line) => line.kind === 'return')).toHaveLength(1);
});

test('D-8 the carousel: 40 changes at once, both spellings, leave an order charged once or not at all', async () => {
  const { id } = await ordered(1_000);
  const wheel = ['refunded', 'canceled', 'cancelled', 'new', 'completed', 'processing', 'refunded', 'delivered'];

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, turn) => set(turn % 2 ? 'sara' : 'root', id, wheel[turn % wheel.length]!)),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  const { lines, orders, balance, sum } = await books();
  const ofOrder = lines.filter((line) => line.order_id === id).reduce((total, line) => total + line.amount_cents, 0);
  const returned = ['refunded', 'canceled'].includes(orders[0]!.status);
  expect(ofOrder).toBe(returned ? 0 : -1_000);
  expect([balance, sum]).toEqual([100_000 + ofOrder, 100_000 + ofOrder]);
  expect(await faults()).toEqual([]);
});

test('OF-12 a status is set when it still is what the admin saw; else the admin learns what it is now', async () => {
  const { id } = await ordered();
  world.clock.pass(1_000);

  expect((await set('sara', id, 'processing', { from: 'new' })).body.order.status).toBe('processing');
  const conflict = await set('root', id, 'completed', { from: 'new' });
  const same = await set('root', id, 'processing', { from: 'delivered' });

  expectRefused(conflict, 409, 'CONFLICT');
  const at = new Date(world.clock.now).toISOString();
  expect(conflict.body.details).toEqual({ current: 'processing', by: 'Sara', at });
  expect(same.status).toBe(200);
});

test('S2C-11 S6-08 the customer is told, the log knows who did it, and a customer may not', async () => {
  const { id } = await ordered();

  expectRefused(await set('amina', id, 'completed'), 403, 'FORBIDDEN');
  expectRefused(await set('sara', 999_999, 'completed'), 404, 'NOT_FOUND');
  expectRefused(await set('sara', id, 'pending'), 422, 'INVALID_FIELDS');
  expectRefused(await world.as('sara').post(`/api/orders/${id}`, {}), 422, 'INVALID_FIELDS');
  await set('sara', id, 'completed');

  const [notice] = await world.means.db.selectFrom('notifications').selectAll().execute();
  expect(notice).toMatchObject({ user_id: world.people.amina.id, kind: 'order.status' });
  expect(JSON.parse(notice!.about)).toEqual({ order_id: id, status: 'completed', subject: 'Tea' });
  const line = await world.means.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'order.status')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ actor_id: world.people.sara.id, entity_key: String(id) });
  expect(JSON.parse(line.old_value!).status).toBe('new');
});

test('OF-03 a device sets a status offline, but never one that moves money', async () => {
  const { id } = await ordered();
  const [sara, amina] = [deviceOf(world.as('sara')), deviceOf(world.as('amina'))];
  await amina.catchUp();
  const status = (from: string, to: string) => queued('order.status', `order:${id}`, { order_id: id, from, to });

  const { results } = await sara.exchange([
    status('new', 'processing'),
    status('processing', 'refunded'),
    status('new', 'completed'),
  ]);
  const [ok, refund, wrong] = results;
  const [foreign] = (await amina.exchange([status('processing', 'completed')])).results;
  await set('root', id, 'canceled');
  const [late, leaving] = (await sara.exchange([status('processing', 'completed'), status('canceled', 'completed')]))
    .results;

  expect([ok, refund, wrong, foreign].map((result) => result!.code)).toEqual([
    'SUCCESS',
    'FORBIDDEN',
    'CONFLICT',
    'FORBIDDEN',
  ]);
  expect(ok!.rows[0]).toMatchObject({ entity: 'orders', row: { status: 'processing' } });
  expect(late).toMatchObject({ status: 409, details: { current: 'canceled', by: 'Root' } });
  expect(leaving!.code).toBe('FORBIDDEN');
  await amina.catchUp();
  expect(amina.row('orders', id)).toMatchObject({ status: 'canceled' });
  expect(amina.row('account', world.people.amina.id)).toMatchObject({ balance: 30 });
});

test('S4-01 a status that is there already makes no new version', async () => {
  const { id } = await ordered();
  const first = await set('sara', id, 'processing');

  const again = await set('sara', id, 'processing');

  expect(again.body.order.rev).toBe(first.body.order.rev);
});
