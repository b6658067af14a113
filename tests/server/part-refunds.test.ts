import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { Order } from '../../src/contract/orders.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { partRefundsOn } from '../support/part-refunds.ts';
import { databaseKind, startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let placeOrder: Actions['placeOrder'];
let returnPart: Actions['returnPart'];
let setStatus: Actions['setStatus'];
let aminasAccount: Actions['aminasAccount'];
let ledgerFaults: Actions['ledgerFaults'];
beforeEach(async () => {
  server = await startTestServer();
  ({ placeOrder, returnPart, setStatus, aminasAccount, ledgerFaults } = partRefundsOn(server));
  return () => server.close();
});

type Actions = ReturnType<typeof partRefundsOn>;

test(`RF-01 D-25 an admin returns a part of the price of an order, with a reason that the customer reads, on ${databaseKind}`, async () => {
  const id = await placeOrder();

  const answer = await returnPart('sara', id, { amount: 4.5, seen: 15 });
  const next = await returnPart('sara', id, { amount: 0.5, seen: 10.5, reason: 'Late' });

  expect(answer.body).toMatchObject({ code: 'SUCCESS', order: { id, total_price: 15, refunded: 4.5, status: 'new' } });
  expect(next.body.order.refunded).toBe(5);
  const { balance, sum, lines } = await aminasAccount();
  expect([balance, sum]).toEqual([9_000, 9_000]);
  expect(lines.slice(2).map((row) => [row.kind, row.amount_cents, row.cycle, row.part, row.note])).toEqual([
    ['return', 450, 1, 1, '300 not delivered'],
    ['return', 50, 1, 2, 'Late'],
  ]);
  expect(await ledgerFaults()).toEqual([]);
});

test('RF-02 a part is below what is left, for what the admin saw, and of a charged order only', async () => {
  const id = await placeOrder();
  await returnPart('sara', id, { amount: 5, seen: 15 });

  const whole = await returnPart('sara', id, { amount: 10, seen: 10 });
  const stale = await returnPart('root', id, { amount: 5, seen: 15 });
  await setStatus(id, 'refunded');
  const returned = await returnPart('sara', id, { amount: 1, seen: 10 });

  expectRefused(whole, 422, 'INVALID_FIELDS');
  expect(whole.body.errors).toEqual({ amount: ['number-max:9.99'] });
  expectRefused(stale, 409, 'CONFLICT');
  expect(stale.body.details).toEqual({ remaining: 10 });
  expectRefused(returned, 409, 'CONFLICT');
  expect(returned.body.details).toEqual({ reason: 'returned' });
  expect((await aminasAccount()).balance).toBe(10_000);
});

test('RF-02 a part of an order whose customer or which itself was deleted is refused as gone', async () => {
  const [id, hidden] = [await placeOrder(), await placeOrder()];
  await server.as('sara').delete(`/api/orders/${hidden}`);
  expectRefused(await returnPart('sara', hidden, { amount: 1, seen: 15 }), 410, 'GONE');

  const { amina } = server.users;
  await server.services.db.updateTable('users').set({ deleted_at: 1 }).where('id', '=', amina.id).execute();

  expectRefused(await returnPart('sara', id, { amount: 1, seen: 15 }), 410, 'GONE');
  expect((await aminasAccount()).lines.filter(({ kind }) => kind === 'return')).toEqual([]);
});

test('RF-02 a part of an amount that is none, or without a reason is refused', async () => {
  const id = await placeOrder();
  const errorsOf = async (part: object) => (await returnPart('sara', id, { amount: 1, seen: 15, ...part })).body.errors;

  expect(await errorsOf({ amount: 0 })).toEqual({ amount: ['number-min:0.01'] });
  expect(await errorsOf({ amount: 1.005 })).toEqual({ amount: ['invalid'] });
  expect(await errorsOf({ reason: ' ' })).toEqual({ reason: ['required'] });
  expect(await errorsOf({ reason: 'x'.repeat(201) })).toEqual({ reason: ['max:200'] });
  expect(await errorsOf({ seen: undefined })).toEqual({ seen: ['required'] });
  expect((await aminasAccount()).lines).toHaveLength(2);
});

test('RF-02 D-13 a part that is sent twice without a key is returned once, because it was of what was left', async () => {
  const id = await placeOrder();
  const body = { amount: 1, seen: 15, reason: 'Late' };
  const send = () => server.as('sara').post(`/api/orders/${id}/refund`, body);

  const answers = await Promise.all([send(), send(), send()]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect((await aminasAccount()).balance).toBe(8_600);
});

test('RF-03 D-8 a returned status gives the rest back, and leaving it charges the rest; parts count on', async () => {
  const id = await placeOrder();
  await returnPart('sara', id, { amount: 4, seen: 15 });

  await setStatus(id, 'refunded');
  expect((await aminasAccount()).balance).toBe(10_000);
  await setStatus(id, 'completed');
  expect((await aminasAccount()).balance).toBe(8_900);
  await returnPart('sara', id, { amount: 1, seen: 11 });
  await setStatus(id, 'canceled');

  const { lines, balance, sum } = await aminasAccount();
  expect(lines.slice(1).map((row) => [row.kind, row.amount_cents, row.cycle, row.part])).toEqual([
    ['charge', -1_500, 1, 0],
    ['return', 400, 1, 1],
    ['return', 1_100, 1, 0],
    ['charge', -1_100, 2, 0],
    ['return', 100, 2, 2],
    ['return', 1_000, 2, 0],
  ]);
  expect([balance, sum]).toEqual([10_000, 10_000]);
  expect(await ledgerFaults()).toEqual([]);
});

test('RF-03 a free order is charged with nothing, has no part to return, and is returned and charged again', async () => {
  const id = await placeOrder(0);

  const part = await returnPart('sara', id, { amount: 0.01, seen: 0.01 });
  const answers = [await setStatus(id, 'refunded'), await setStatus(id, 'completed'), await setStatus(id, 'canceled')];

  expect(part.body.errors).toEqual({ amount: ['number-max:0'] });
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { lines } = await aminasAccount();
  expect(lines.slice(1).map((row) => [row.kind, row.amount_cents + 0, row.cycle])).toEqual([
    ['charge', 0, 1],
    ['return', 0, 1],
    ['charge', 0, 2],
    ['return', 0, 2],
  ]);
  expect(await ledgerFaults()).toEqual([]);
});

test('RF-05 S6-08 only admins return a part; customers and agents are refused, and an order that is none is not found', async () => {
  const id = await placeOrder();
  const part = { amount: 1, seen: 15 };

  expectRefused(await returnPart('amina', id, part), 403, 'FORBIDDEN');
  expectRefused(await returnPart('karim', id, part), 403, 'FORBIDDEN');
  const { db } = server.services;
  await db.updateTable('users').set({ role_id: roleIds.agent }).where('id', '=', server.users.karim.id).execute();
  expectRefused(await returnPart('karim', id, part), 403, 'FORBIDDEN');
  expectRefused(await returnPart('sara', 999_999, part), 404, 'NOT_FOUND');
  expect((await aminasAccount()).lines).toHaveLength(2);
  expect((await returnPart('root', id, part)).status).toBe(200);
});

test('RF-06 OF-31 OF-32 the customer gets a notification and an e-mail; the history and the audit log name admin, amount and reason', async () => {
  const id = await placeOrder();
  const phone = createDevice(server.as('amina'));
  await phone.catchUp();
  await takeMail(server);

  await returnPart('sara', id, { amount: 4.5, seen: 15 });

  await phone.catchUp();
  expect(phone.row('orders', String(id))).toMatchObject({ refunded: 4.5, rev: 2 });
  const mail = await takeMail(server);
  expect(mail.map(({ recipient }) => recipient)).toEqual(['amina@example.test']);
  expect(mail[0]!.text).toContain(`€4.50 for your order #${id} was returned`);
  const { history } = (await server.as('sara').get(`/api/orders/${id}/history`)).body;
  expect(history[0]).toMatchObject({
    action: 'order.refund_part',
    action_by: 'Sara',
    amount: 4.5,
    reason: '300 not delivered',
  });
  const entry = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'order.refund_part')
    .executeTakeFirstOrThrow();
  expect([entry.entity, entry.entity_key, JSON.parse(entry.old_value!), JSON.parse(entry.new_value!)]).toEqual([
    'orders',
    String(id),
    { refunded_cents: 0 },
    { refunded_cents: 450, note: '300 not delivered', moved_cents: 450 },
  ]);
  const { body } = await server.as('amina').get('/api/app/balance/history');
  expect(body.data.data[0]).toMatchObject({ kind: 'return', amount: 4.5, order_id: id, note: '300 not delivered' });
});

test('RF-10 an order without a part refund is answered with the fields that earlier apps know', async () => {
  const id = await placeOrder();
  const { refunded: _refunded, ask: _ask, ...known } = Order.shape;

  const [plain] = (await server.as('amina').get('/api/orders')).body.data;
  await returnPart('sara', id, { amount: 4.5, seen: 15 });
  const [part] = (await server.as('amina').get('/api/orders')).body.data;

  expect(Object.keys(plain).toSorted()).toEqual(Object.keys(known).toSorted());
  expect(Object.keys(part).toSorted()).toEqual([...Object.keys(known), 'refunded'].toSorted());
  expect(part.total_price).toBe(15);
});
