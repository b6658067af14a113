import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { orderStatuses, returnedStatuses } from '../../src/contract/order-rules.ts';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

/** Amina gets `euros` and orders a tea for 10 of them; returns the order. */
async function placeOrder(euros = 30): Promise<{ id: number; user_id: number }> {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, euros);
  return (await server.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() }))
    .body.order;
}

const setStatus = (
  who: TestUserName,
  id: number,
  status: string,
  more: { from?: string; key?: string | null } = {},
) => {
  const { from, key = randomUUID() } = more;
  return server.as(who).post(`/api/orders/${id}`, { status, from }, key ? { 'Idempotency-Key': key } : {});
};

const aminasAccount = () => readAccount(server.services, server.users.amina);
const ledgerFaults = async () => (await findFaults(server.services.reader)).faults;

test('S4-01 D-8 an admin changes any status to any other, and the balance follows', async () => {
  const { id } = await placeOrder();

  for (const from of orderStatuses) {
    for (const to of orderStatuses) {
      await setStatus('sara', id, from);
      const answer = await setStatus('sara', id, to);

      expect(answer.body.order.status).toBe(to);
      expect((await aminasAccount()).balance).toBe(returnedStatuses.includes(to) ? 3_000 : 2_000);
    }
  }
  expect(await ledgerFaults()).toEqual([]);
});

test('D-8 a refund returns the price exactly once; another status then charges it again', async () => {
  const { id } = await placeOrder();

  const refunded = await setStatus('sara', id, 'refunded');
  const canceled = await setStatus('sara', id, 'canceled');
  const back = await setStatus('sara', id, 'processing');

  expect([refunded, canceled, back].map(({ status }) => status)).toEqual([200, 200, 200]);
  const { lines, balance, sum } = await aminasAccount();
  expect(lines.map((line) => [line.kind, line.amount_cents, line.cycle])).toEqual([
    ['add', 3_000, null],
    ['charge', -1_000, 1],
    ['return', 1_000, 1],
    ['charge', -1_000, 2],
  ]);
  expect([balance, sum]).toEqual([2_000, 2_000]);
});

test('C-25 S4-05 canceled and cancelled are accepted, canceled is stored', async () => {
  const { id } = await placeOrder();

  const british = await setStatus('sara', id, 'cancelled', { from: 'new' });
  const back = await setStatus('sara', id, 'new', { from: 'cancelled' });

  expect(british.body.order.status).toBe('canceled');
  expect(back.body.order.status).toBe('new');
});

test('C-09 charging again without enough money is refused and changes nothing', async () => {
  const { id } = await placeOrder(10);
  await setStatus('sara', id, 'refunded');
  const rice = await putProduct(server.services, { title: 'Rice', price: 4 });
  await server.as('amina').post('/api/orders', { product_id: rice.id }, { 'Idempotency-Key': randomUUID() });

  const again = await setStatus('sara', id, 'new');

  expectRefused(again, 422, 'BALANCE_NOT_ENOUGH');
  expect((await server.as('amina').get(`/api/orders?search=${id}`)).body.data[0].status).toBe('refunded');
  expect((await aminasAccount()).balance).toBe(600);
  expect(await ledgerFaults()).toEqual([]);
});

test('D-8 an admin can charge again when the customer has been deactivated since', async () => {
  const { id } = await placeOrder();
  await setStatus('sara', id, 'refunded');
  await server.services.db.updateTable('users').set({ is_active: 0 }).where('id', '=', server.users.amina.id).execute();

  expect((await setStatus('sara', id, 'completed')).status).toBe(200);
  expect((await aminasAccount()).balance).toBe(2_000);
});

test('D-13 a refund without a key returns the price exactly once too', async () => {
  const { id } = await placeOrder();

  const answers = await Promise.all(Array.from({ length: 5 }, () => setStatus('sara', id, 'refunded', { key: null })));
  const again = await setStatus('sara', id, 'new', { key: null });

  expect([...answers, again].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const { lines, balance } = await aminasAccount();
  expect([lines.map(({ kind }) => kind), balance]).toEqual([['add', 'charge', 'return', 'charge'], 2_000]);
});

test('OF-06 the same key moves money once, and another body with that key is refused', async () => {
  const { id } = await placeOrder();
  const key = randomUUID();

  expect((await setStatus('sara', id, 'refunded', { key })).status).toBe(200);
  await setStatus('sara', id, 'new');
  const replayed = await setStatus('sara', id, 'refunded', { key });
  const reused = await setStatus('sara', id, 'completed', { key });

  expect(replayed.status).toBe(200);
  expect(replayed.body.order.status).toBe('new');
  expectRefused(reused, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await aminasAccount()).balance).toBe(2_000);
});

test('D-8 a burst of refunds in one tick returns the price once', async () => {
  const { id } = await placeOrder();
  const key = randomUUID();

  const others = Array.from({ length: 15 }, () => setStatus('sara', id, 'refunded'));
  const same = Array.from({ length: 15 }, () => setStatus('root', id, 'refunded', { key }));
  const answers = await Promise.all([...others, ...same]);

  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const { balance, sum, lines } = await aminasAccount();
  expect([balance, sum]).toEqual([3_000, 3_000]);
  expect(lines.filter((line) => line.kind === 'return')).toHaveLength(1);
});

test('D-8 40 changes of status at once, in both spellings, leave an order charged once or not at all', async () => {
  const { id } = await placeOrder(1_000);
  const statusCycle = ['refunded', 'canceled', 'cancelled', 'new', 'completed', 'processing', 'refunded', 'delivered'];

  const answers = await Promise.all(
    Array.from({ length: 40 }, (_none, turn) =>
      setStatus(turn % 2 ? 'sara' : 'root', id, statusCycle[turn % statusCycle.length]!),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200));
  const { lines, orders, balance, sum } = await aminasAccount();
  const ofOrder = lines.filter((line) => line.order_id === id).reduce((total, line) => total + line.amount_cents, 0);
  const isReturned = ['refunded', 'canceled'].includes(orders[0]!.status);
  expect(ofOrder).toBe(isReturned ? 0 : -1_000);
  expect([balance, sum]).toEqual([100_000 + ofOrder, 100_000 + ofOrder]);
  expect(await ledgerFaults()).toEqual([]);
});

test('OF-12 a status that another admin has changed is not overwritten; the refusal has the current one', async () => {
  const { id } = await placeOrder();
  server.clock.advance(1_000);

  expect((await setStatus('sara', id, 'processing', { from: 'new' })).body.order.status).toBe('processing');
  const conflict = await setStatus('root', id, 'completed', { from: 'new' });
  const same = await setStatus('root', id, 'processing', { from: 'delivered' });

  expectRefused(conflict, 409, 'CONFLICT');
  const at = new Date(server.clock.now).toISOString();
  expect(conflict.body.details).toEqual({ current: 'processing', by: 'Sara', at });
  expect(same.status).toBe(200);
});

test('OF-12 a second refund of an order is refused with the first one: its admin would read that the money went back', async () => {
  const { id } = await placeOrder();
  server.clock.advance(1_000);
  await setStatus('sara', id, 'refunded', { from: 'new' });

  const second = await setStatus('root', id, 'refunded', { from: 'new' });

  expectRefused(second, 409, 'CONFLICT');
  expect(second.body.details).toMatchObject({ current: 'refunded', by: 'Sara' });
  expect((await setStatus('root', id, 'refunded', { from: 'refunded' })).status).toBe(200);
  expect((await setStatus('root', id, 'refunded')).status).toBe(200);
});

test('S2C-11 S6-08 OF-31 a new status notifies the customer and is logged; a customer may set none', async () => {
  const { id } = await placeOrder();

  expectRefused(await setStatus('amina', id, 'completed'), 403, 'FORBIDDEN');
  expectRefused(await setStatus('sara', 999_999, 'completed'), 404, 'NOT_FOUND');
  expectRefused(await setStatus('sara', id, 'pending'), 422, 'INVALID_FIELDS');
  expectRefused(await server.as('sara').post(`/api/orders/${id}`, {}), 422, 'INVALID_FIELDS');
  await setStatus('sara', id, 'completed');

  const [notice] = await server.services.db.selectFrom('notifications').selectAll().execute();
  expect(notice).toMatchObject({ user_id: server.users.amina.id, kind: 'order.status' });
  expect(JSON.parse(notice!.about)).toEqual({ order_id: id, status: 'completed', subject: 'Tea' });
  const line = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'order.status')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ actor_id: server.users.sara.id, entity_key: String(id) });
  expect(JSON.parse(line.old_value!).status).toBe('new');
});

test('OF-03 D-8 a device sets a status offline, but never one that moves money', async () => {
  const { id } = await placeOrder();
  const [sara, amina] = [createDevice(server.as('sara')), createDevice(server.as('amina'))];
  await amina.catchUp();
  const status = (from: string, to: string) => mutationOf('order.status', `order:${id}`, { order_id: id, from, to });

  const { results } = await sara.exchange([
    status('new', 'processing'),
    status('processing', 'refunded'),
    status('new', 'completed'),
  ]);
  const [ok, refund, wrong] = results;
  const [byCustomer] = (await amina.exchange([status('processing', 'completed')])).results;
  await setStatus('root', id, 'canceled');
  const [late, leaving] = (await sara.exchange([status('processing', 'completed'), status('canceled', 'completed')]))
    .results;

  expect([ok, refund, wrong, byCustomer].map((result) => result!.code)).toEqual([
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
  expect(amina.row('account', server.users.amina.id)).toMatchObject({ balance: 30 });
});

test('the status that an order already has makes no new revision', async () => {
  const { id } = await placeOrder();
  const first = await setStatus('sara', id, 'processing');

  const again = await setStatus('sara', id, 'processing');

  expect(again.body.order.rev).toBe(first.body.order.rev);
});
