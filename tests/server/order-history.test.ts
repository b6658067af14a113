import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { orderTea } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';
import { png, postForm } from '../support/uploads.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const placeOrder = () => orderTea(server);

const setStatus = (id: number, status: string) => server.as('sara').post(`/api/orders/${id}`, { status });
const changesOf = async (id: number, query = '') =>
  (await server.as('root').get(`/api/orders/${id}/history${query}`)).body;

test(`OF-31 D-8 the history of an order has each change with its author, from → to, proof and amount, newest first, on ${databaseKind}`, async () => {
  const id = await placeOrder();
  server.clock.advance(60_000);
  await setStatus(id, 'processing');
  await postForm(server, 'sara', `/api/orders/${id}`, { notes: 'Code 1234', file: await png() });
  await setStatus(id, 'refunded');
  await setStatus(id, 'canceled');
  await setStatus(id, 'new');

  const { history, total } = await changesOf(id);

  const from = (old: string, next: string) => ({ field: 'status', old_value: old, new_value: next });
  expect(total).toBe(6);
  expect(history).toMatchObject([
    { action: 'order.status', action_by: 'Sara', fields: [from('canceled', 'new')], amount: -10 },
    { action: 'order.status', action_by: 'Sara', fields: [from('refunded', 'canceled')], amount: null },
    { action: 'order.status', action_by: 'Sara', fields: [from('completed', 'refunded')], amount: 10 },
    {
      action: 'order.deliver',
      action_by: 'Sara',
      created_at: '2026-11-20T14:24:00.000Z',
      fields: [
        from('processing', 'completed'),
        { field: 'notes', old_value: null, new_value: 'Code 1234' },
        { field: 'file_id', old_value: null, new_value: expect.any(String) },
      ],
      amount: null,
    },
    { action: 'order.status', action_by: 'Sara', fields: [from('new', 'processing')], amount: null },
    { action: 'order.place', action_by: 'Amina', created_at: '2026-11-20T14:23:00.000Z', fields: [], amount: -10 },
  ]);
});

test('OF-31 a change that was made offline and a page of the history are there too; a refused change is not', async () => {
  const id = await placeOrder();
  const device = createDevice(server.as('sara'));
  const offline = (to: string) => mutationOf('order.status', `order:${id}`, { order_id: id, from: 'new', to });
  await device.catchUp([offline('delivered')]);
  await device.catchUp([offline('completed')]);

  const first = await changesOf(id, '?per_page=1');
  const second = await changesOf(id, '?per_page=1&page=2');

  expect(first.history).toMatchObject([{ fields: [{ old_value: 'new', new_value: 'delivered' }] }]);
  expect(first.meta).toMatchObject({ total: 2, next_page_url: expect.stringContaining('page=2') });
  expect(second.history).toMatchObject([{ action: 'order.place' }]);
});

test('S6-08 only admins read the history of an order, and none has that of a deleted order', async () => {
  const id = await placeOrder();

  expectRefused(await server.as('amina').get(`/api/orders/${id}/history`), 403, 'FORBIDDEN');
  expectRefused(await server.guest.get(`/api/orders/${id}/history`), 401, 'UNAUTHENTICATED');
  await server.as('sara').delete(`/api/orders/${id}`);
  expectRefused(await server.as('sara').get(`/api/orders/${id}/history`), 404, 'NOT_FOUND');
});
