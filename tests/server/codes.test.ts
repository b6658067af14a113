import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expireCodes } from '../../src/server/features/stock/expire.ts';
import { codesOn, lines, pin } from '../support/codes.ts';
import { expectRefused } from '../support/client.ts';
import { mutationOf } from '../support/device.ts';
import { readAccount } from '../support/shop.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
let codes: Awaited<ReturnType<typeof codesOn>>;
beforeEach(async () => {
  server = await startTestServer();
  codes = await codesOn(server);
  await codes.pay(1_000);
  return () => server.close();
});

const account = () => readAccount(server.services, server.users.amina);
const replace = (id: string, body: object = {}) =>
  server
    .as('sara')
    .post(`/api/codes/${id}/replace`, { reason: 'already used', pin, ...body }, { 'Idempotency-Key': randomUUID() });
const kindsOf = async (who: TestUserName) => {
  const rows = await server.services.db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', server.users[who].id)
    .where('kind', 'like', 'stock.%')
    .orderBy('id')
    .execute();
  return rows.map(({ kind }) => kind);
};

test('ST-05 an order gets its codes at once, and costs what its batches have cost', async () => {
  const { id } = await codes.product({ price: 10, cost: 4 });
  await codes.import(id, lines(2, 'A'), { cost: 6 });
  await codes.import(id, lines(2, 'B'), { cost: 7 });

  const { body } = await codes.order(id, { quantity: 3 });

  expect(body.order).toMatchObject({ status: 'completed', total_price: 30 });
  const [order] = (await account()).orders;
  expect([order!.cost_cents, (await account()).balance]).toEqual([1_900, 97_000]);
  const opened = (await codes.reveal(body.order.id)).body.codes;
  expect(opened.map(({ code }: { code: string }) => code)).toEqual(['CODE-A-1', 'CODE-A-2', 'CODE-B-1']);
  expect((await codes.stock(id)).free).toBe(1);
  expect(await codes.faults()).toEqual([]);
});

test('ST-05 an order of more codes than are free gets none and charges nothing', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));

  const refused = await codes.order(id, { quantity: 3 });

  expectRefused(refused, 422, 'OUT_OF_STOCK');
  expect(refused.body.details).toEqual({ free: 2 });
  expect(await account()).toMatchObject({ balance: 100_000, orders: [] });
  expect((await codes.rows()).map(({ state }) => state)).toEqual(['free', 'free']);
  expect(await codes.faults()).toEqual([]);
});

test('ST-05 of forty orders at once for twenty codes, twenty get one code each', async () => {
  const { id } = await codes.product({ price: 1 });
  await codes.import(id, lines(20));

  const answers = await Promise.all(Array.from({ length: 40 }, () => codes.order(id)));

  const placed = answers.filter(({ status }) => status === 200);
  expect(placed).toHaveLength(20);
  for (const refused of answers.filter(({ status }) => status !== 200)) expectRefused(refused, 422, 'OUT_OF_STOCK');
  const items = (await codes.rows()).map((row) => row.order_item_id);
  expect(new Set(items).size).toBe(20);
  expect(items).not.toContain(null);
  expect((await account()).balance).toBe(98_000);
  expect(await codes.faults()).toEqual([]);
});

test('ST-06 codes are opened by their owner, or by an admin with a PIN; not by agents and other customers', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const { order } = (await codes.order(id, { quantity: 2 })).body;
  const [first] = await codes.listed(order.id);

  expectRefused(await codes.reveal(order.id, {}, 'karim'), 404, 'NOT_FOUND');
  expect((await codes.reveal(order.id, {}, 'sara')).body.errors).toEqual({ pin: ['required'] });
  expectRefused(await codes.reveal(order.id, { pin: '90001' }, 'sara'), 400, 'INVALID_PIN');
  await codes.makeAgent('karim');
  expectRefused(await codes.reveal(order.id, { pin }, 'karim'), 403, 'FORBIDDEN');
  expect((await codes.rows()).map(({ state }) => state)).toEqual(['sold', 'sold']);

  const one = await codes.reveal(order.id, { ids: [first!.id], pin }, 'sara');
  const own = await codes.reveal(order.id);
  expect(one.body.codes).toMatchObject([{ id: first!.id, code: 'CODE-A-1' }]);
  expect(own.body.codes).toMatchObject([{ code: 'CODE-A-1' }, { code: 'CODE-A-2' }]);
  expect(await codes.listed(order.id)).toMatchObject([{ opened_by: 'Sara' }, { opened_by: 'Amina' }]);
});

test('ST-07 a refund frees the unopened codes, and such an order is not charged again', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const { order } = (await codes.order(id, { quantity: 2 })).body;
  const [first] = await codes.listed(order.id);
  await codes.reveal(order.id, { ids: [first!.id] });

  expect((await codes.setStatus(order.id, 'refunded')).status).toBe(200);

  expect((await codes.rows()).map(({ state }) => state)).toEqual(['shown', 'free']);
  expect((await codes.stock(id)).free).toBe(1);
  expect((await codes.reveal(order.id)).body.codes).toMatchObject([{ code: 'CODE-A-1' }]);
  const again = await codes.setStatus(order.id, 'completed');
  expectRefused(again, 409, 'CONFLICT');
  expect(again.body.details).toEqual({ reason: 'codes' });
  expect((await account()).balance).toBe(100_000);
  expect(await codes.faults()).toEqual([]);
});

test('ST-08 an admin replaces a faulty code once, at no charge; without a free one nothing changes', async () => {
  const { id } = await codes.product({ price: 10 });
  await codes.import(id, lines(2), { cost: 3 });
  const { order } = (await codes.order(id)).body;
  const [faulty] = await codes.listed(order.id);

  expectRefused(await replace(faulty!.id, { pin: '90001' }), 400, 'INVALID_PIN');
  const { body } = await replace(faulty!.id);
  const twice = await replace(faulty!.id);
  const none = await replace(body.id);

  expect([twice.status, twice.body.details]).toEqual([409, { reason: 'replaced' }]);
  expectRefused(none, 422, 'OUT_OF_STOCK');
  expect(await codes.listed(order.id)).toMatchObject([{ state: 'faulty' }, { id: body.id, state: 'sold' }]);
  expect((await account()).orders[0]).toMatchObject({ cost_cents: 600, total_cents: 1_000 });
  expect((await account()).balance).toBe(99_000);
  expect(await codes.faults()).toEqual([]);
});

test('ST-08 no code of an order is replaced whose money went back', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const { order } = (await codes.order(id)).body;
  const [opened] = (await codes.reveal(order.id)).body.codes;
  await codes.setStatus(order.id, 'refunded');

  const refused = await replace(opened.id);

  expectRefused(refused, 409, 'CONFLICT');
  expect(refused.body.details).toEqual({ reason: 'returned' });
  expect((await codes.rows()).map(({ state }) => state)).toEqual(['shown', 'free']);
  expect(await codes.faults()).toEqual([]);
});

test('ST-06 ST-08 an order has at most 100 codes, and all of them are opened, also with replacements', async () => {
  const { id } = await codes.product({ price: 1 });
  const limit = (fields: object) =>
    server.as('sara').post(`/api/products/${id}`, fields, { 'Idempotency-Key': randomUUID() });
  expect((await limit({ quantity_max: 101 })).body.errors).toEqual({ quantity_max: ['number-max:100'] });
  await limit({ quantity_max: 100 });
  await codes.import(id, lines(101));
  const { order } = (await codes.order(id, { quantity: 100 })).body;
  const first = (await codes.reveal(order.id)).body.codes;
  expect(first).toHaveLength(100);
  await replace(first[0].id);

  const { body } = await codes.reveal(order.id);

  expect(body.codes.at(-1)).toMatchObject({ code: 'CODE-A-101', state: 'shown' });
  expect(body.codes).toHaveLength(101);
  expect(await codes.faults()).toEqual([]);
});

test('ST-09 codes that expire first are sold first, and expired ones leave the stock', async () => {
  const { id } = await codes.product({ price: 1 });
  await codes.import(
    id,
    ['code,expires_at', 'LATER,2027-01-31', 'SOON,2026-11-21', 'SOONER,2026-11-20', 'NEVER,'].join('\n'),
  );
  const { order } = (await codes.order(id)).body;
  expect((await codes.reveal(order.id)).body.codes).toMatchObject([{ code: 'SOONER' }]);

  server.clock.advance(2 * 86_400_000);
  const tooMany = await codes.order(id, { quantity: 3 });
  await expireCodes(server.services);

  expect([tooMany.body.code, tooMany.body.details]).toEqual(['OUT_OF_STOCK', { free: 2 }]);
  expect((await codes.rows()).map(({ state }) => state)).toEqual(['free', 'expired', 'shown', 'free']);
  expect((await codes.stock(id)).free).toBe(2);
  expect(await codes.faults()).toEqual([]);
});

test('ST-10 admins are notified when codes run low and out, and a customer who waits once when there are codes again', async () => {
  const { id } = await codes.product({ price: 1 });
  await codes.import(id, lines(3));
  await server.as('sara').post(`/api/products/${id}/stock`, { low_at: 1 });
  await codes.order(id, { quantity: 2 });
  server.clock.advance(1_000);
  const watch = () => mutationOf('stock.watch', `stock:${id}:0`, { product_id: id, variant_id: 0, on: true });
  await codes.deviceOf('karim').catchUp([watch()]);
  await codes.order(id);
  expect(await kindsOf('sara')).toEqual(['stock.low', 'stock.out']);
  // Codes that run out are no reason to notify a customer who waits.
  expect(await kindsOf('karim')).toEqual([]);

  const device = codes.deviceOf('amina');
  await device.catchUp([watch()]);
  expect(device.row('stock', `${id}:0`)).toMatchObject({ level: 'out', is_watched: true });
  await codes.import(id, lines(2, 'B'));
  await device.catchUp();
  expect(device.row('stock', `${id}:0`)).not.toHaveProperty('is_watched');
  await codes.order(id, { quantity: 2 });
  await codes.import(id, lines(2, 'C'));

  expect([await kindsOf('amina'), await kindsOf('karim')]).toEqual([['stock.back'], ['stock.back']]);
});
