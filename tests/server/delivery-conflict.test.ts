import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Mutation } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, postForm } from '../support/uploads.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let orderId: number;
beforeEach(async () => {
  server = await startTestServer();
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 30);
  const key = { 'Idempotency-Key': randomUUID() };
  orderId = (await server.as('amina').post('/api/orders', { product_id: tea.id }, key)).body.order.id;
  return () => server.close();
});

/** The order as an admin saw it who opened the dialog before any delivery. */
const untouched = { status: 'new', notes: null, file_id: null };

/** A queued delivery; by default its admin saw the untouched order. */
const delivery = (args: object, v = 2): Mutation => ({
  ...mutationOf('order.deliver', `order:${orderId}`, {
    order_id: orderId,
    status: 'completed',
    notes: null,
    file_id: null,
    ...(v > 1 && { from: untouched }),
    ...args,
  }),
  v,
});

/** Sends a change as this admin's device. */
async function send(who: 'root' | 'sara', mutation: Mutation) {
  const { results } = await createDevice(server.as(who)).exchange([mutation]);
  return results[0]!;
}

async function readOrder() {
  const [order] = (await server.as('amina').get('/api/orders')).body.data;
  return order;
}

const auditOf = async (): Promise<string[]> => {
  const rows = await server.services.db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'orders')
    .orderBy('id')
    .execute();
  return rows.map(({ action }) => action);
};

test('OF-12 of two admins who deliver the same order, the later one gets both versions and overwrites nothing', async () => {
  const proof = uuidv7();
  await postForm(server, 'root', '/api/files', { id: proof, file: await png() });
  expect(await send('root', delivery({ notes: 'Code 1', file_id: proof }))).toMatchObject({ status: 200 });
  const delivered = await readOrder();

  const late = await send('sara', delivery({ notes: 'Code 2' }));

  const current = { status: 'completed', notes: 'Code 1', file_id: proof };
  expect(late).toMatchObject({ status: 409, code: 'CONFLICT', details: { current, by: 'Root' } });
  expect(late.details!.at).toBe(delivered.updated_at);
  expect(await readOrder()).toEqual(delivered);

  const decided = await send('sara', delivery({ notes: 'Code 2', from: current }));
  expect(decided).toMatchObject({ status: 200 });
  expect(await readOrder()).toMatchObject({ status: 'completed', notes: 'Code 2', file_url: `/api/files/${proof}` });
});

test.each([
  ['the status', { status: 'processing' }],
  ['the notes', { status: 'new', notes: 'Wait' }],
])('OF-12 a delivery is refused when another admin has changed %s, and names that admin', async (_field, edit) => {
  await server.as('root').post(`/api/orders/${orderId}`, edit);

  const answer = await send('sara', delivery({ notes: 'Code 2' }));

  expect(answer).toMatchObject({ status: 409, details: { current: { ...untouched, ...edit }, by: 'Root' } });
});

test('OF-06 OF-12 the same delivery under the same key is one delivery, and no conflict with itself', async () => {
  const mutation = delivery({ notes: 'Code 1' });

  const [first, again] = [await send('sara', mutation), await send('sara', mutation)];

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(await auditOf()).toEqual(['order.place', 'order.deliver']);
});

test('OF-12 a delivery that sets only the values which the order has by now changes nothing', async () => {
  await send('root', delivery({ notes: 'Code 1' }));

  const same = [await send('sara', delivery({ notes: 'Code 1' })), await send('sara', delivery({}))];

  expect(same.map(({ status }) => status)).toEqual([200, 200]);
  expect(await auditOf()).toEqual(['order.place', 'order.deliver']);
});

test('OF-22 a delivery from an older build, which does not say what its admin saw, is applied as before', async () => {
  await send('root', delivery({ notes: 'Code 1' }));

  const old = await send('sara', delivery({ notes: 'Code 2' }, 1));

  expect(old.status).toBe(200);
  expect((await readOrder()).notes).toBe('Code 2');
});
