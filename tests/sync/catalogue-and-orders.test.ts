import { expect, test } from 'vitest';
import type { Change } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import type { StoredFile } from '../../src/client/local/stored.ts';
import { endUploadWaits } from '../../src/client/sync/amend.ts';
import { discard } from '../../src/client/sync/outbox.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { deviceOf, eachMutation, callFailure, sara, type Server, type TestDevice } from './support.ts';

const order: Change = {
  entity: 'orders',
  key: '7',
  rev: 3,
  row: {
    id: 7,
    user_id: 3,
    user_name: 'Amina',
    items: [],
    total_price: 10,
    status: 'new',
    message: null,
    file_url: null,
    notes: 'Soon',
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
  },
};
const product: Change = { entity: 'products', key: '5', rev: 1, row: { id: 5, title: 'Tea', is_available: true } };
const category: Change = { entity: 'categories', key: '2', rev: 1, row: { id: 2, title: 'Drinks', is_active: true } };

/** Sara's device with an order, a product and a category. */
async function adminDeviceOf(server?: Server): Promise<TestDevice> {
  const device = await deviceOf(sara, server);
  await storeServerRows(device.db, [order, product, category]);
  return device;
}

const proof = (): StoredFile => ({
  id: uuidv7(),
  name: 'proof.pdf',
  type: 'application/pdf',
  bytes: new ArrayBuffer(4),
});

/** Queues the delivery of order 7 with a proof. */
async function deliver({ db, environment }: TestDevice): Promise<{ id: string; file: StoredFile }> {
  const file = proof();
  const args = { order_id: 7, status: 'completed' as const, notes: null, file_id: file.id };
  return { id: await performForm(db, 'order.deliver', { args, files: [file], runtime: environment.runtime }), file };
}

test('S2K-07 a delivery without a file or notes keeps those that the order has', async () => {
  const { db, environment } = await adminDeviceOf();
  await db.orders.update(7, { file_url: '/api/files/earlier' });

  const args = { order_id: 7, status: 'completed' as const, notes: null, file_id: null };
  await perform(db, 'order.deliver', args, environment.runtime);

  expect(await db.orders.get(7)).toMatchObject({ status: 'completed', notes: 'Soon', file_url: '/api/files/earlier' });
});

test('C-45 two changes of an order’s status before the first was sent become one', async () => {
  const { db, environment } = await adminDeviceOf();

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'processing' }, environment.runtime);
  await perform(db, 'order.status', { order_id: 7, from: 'processing', to: 'completed' }, environment.runtime);

  expect(await db.outbox.toArray()).toMatchObject([{ lane: 'order:7', args: { from: 'new', to: 'completed' } }]);
  expect(await db.orders.get(7)).toMatchObject({ status: 'completed', notes: 'Soon', rev: 3 });
});

test('S2G-03 S2H-03 a switched product or category is shown at once; only the last switch is sent', async () => {
  const { db, environment } = await adminDeviceOf();

  for (const is_available of [false, true, false]) {
    await perform(db, 'product.availability', { product_id: 5, is_available }, environment.runtime);
  }
  await perform(db, 'category.active', { category_id: 2, is_active: false }, environment.runtime);

  expect((await db.outbox.toArray()).map(({ lane, args }) => [lane, args])).toEqual([
    ['product:5', { product_id: 5, is_available: false }],
    ['category:2', { category_id: 2, is_active: false }],
  ]);
  expect(await db.products.get(5)).toMatchObject({ is_available: false });
  expect(await db.categories.get(2)).toMatchObject({ is_active: false });
});

test('C-21 a delivery is shown at once, and its proof waits with it', async () => {
  const device = await adminDeviceOf();

  const { file } = await deliver(device);

  expect(await device.db.orders.get(7)).toMatchObject({
    status: 'completed',
    notes: 'Soon',
    file_url: `/api/files/${file.id}`,
  });
  expect(await device.db.blobs.get(file.id)).toMatchObject({ name: 'proof.pdf' });
});

test('C-21 the proof is sent once, before its delivery, and deleted when the delivery is accepted', async () => {
  const device = await adminDeviceOf(eachMutation({}));
  const { file } = await deliver(device);
  device.server = (path, input) => (path === '/api/sync' ? callFailure('unreachable') : eachMutation({})(path, input));
  await pass(device.db, device.environment);
  device.server = eachMutation({});

  await pass(device.db, device.environment);

  expect(device.calls.map(({ path }) => path)).toEqual(['/api/files', '/api/sync', '/api/sync']);
  expect(device.calls[0]!.input).toMatchObject({ id: file.id });
  expect(await device.db.outbox.count()).toBe(0);
  expect(await device.db.blobs.count()).toBe(0);
});

test('C-21 a delivery waits while its proof cannot be uploaded', async () => {
  const device = await adminDeviceOf(() => callFailure('unreachable'));
  await deliver(device);

  expect(await pass(device.db, device.environment)).toMatchObject({ kind: 'offline' });

  expect(device.calls.map(({ path }) => path)).toEqual(['/api/files', '/api/sync']);
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'queued' }]);
  expect(await device.db.blobs.count()).toBe(1);
});

test('OF-09 a proof that the server refuses parks its delivery, and the rest is sent', async () => {
  const device = await adminDeviceOf();
  const { id } = await deliver(device);
  await perform(device.db, 'category.active', { category_id: 2, is_active: false }, device.environment.runtime);
  device.server = (path, input) =>
    path === '/api/files' ? callFailure('refused', { code: 'INVALID_FILE_TYPE' }) : eachMutation({})(path, input);

  await pass(device.db, device.environment);

  expect(await device.db.outbox.toArray()).toMatchObject([
    { id, state: 'failed', error: { code: 'INVALID_FILE_TYPE' } },
  ]);
  expect(await device.db.blobs.count()).toBe(1);
});

test('C-21 an unreachable file store delays only the order with the file, and parks nothing', async () => {
  const device = await adminDeviceOf();
  const { id } = await deliver(device);
  const next = { order_id: 7, from: 'completed', to: 'processing' } as const;
  await perform(device.db, 'order.status', next, device.environment.runtime);
  await perform(device.db, 'category.active', { category_id: 2, is_active: false }, device.environment.runtime);
  device.server = (path, input) =>
    path === '/api/files' ? callFailure('broken', { code: 'ERROR' }) : eachMutation({})(path, input);

  for (let times = 0; times < 10; times++)
    expect(await pass(device.db, device.environment)).toMatchObject({ kind: 'uploads' });

  expect(device.requests()[0]!.mutations).toMatchObject([{ kind: 'category.active' }]);
  expect(await device.db.outbox.toArray()).toMatchObject([
    { id, state: 'queued' },
    { kind: 'order.status', state: 'queued' },
  ]);
  device.server = eachMutation({});
  await endUploadWaits(device.db);
  await pass(device.db, device.environment);
  expect(device.requests().at(-1)!.mutations).toMatchObject([{ id }, { kind: 'order.status' }]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('C-21 when a proxy refuses every file, nothing is parked', async () => {
  const device = await adminDeviceOf(() => callFailure('refused', { code: 'FORBIDDEN' }));
  const { id } = await deliver(device);

  expect(await pass(device.db, device.environment)).toEqual({ kind: 'broken' });

  expect(await device.db.outbox.toArray()).toMatchObject([{ id, state: 'queued' }]);
});

test('C-21 discarding a delivery discards its proof', async () => {
  const device = await adminDeviceOf();
  const { id } = await deliver(device);

  expect(await discard(device.db, id, [], device.environment.transport)).toBe('discarded');

  expect(await device.db.blobs.count()).toBe(0);
  expect(await device.db.orders.get(7)).toMatchObject({ status: 'new', file_url: null });
});
