import { expect, test } from 'vitest';
import type { Change } from '../../src/contract/sync.ts';
import { newId } from '../../src/client/local/ids.ts';
import type { StoredFile } from '../../src/client/local/stored.ts';
import { discard } from '../../src/client/sync/outbox.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { deviceOf, eachMutation, fails, sara, type Server, type TestDevice } from './support.ts';

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
async function deskOf(server?: Server): Promise<TestDevice> {
  const device = await deviceOf(sara, server);
  await takeRows(device.db, [order, product, category]);
  return device;
}

const proof = (): StoredFile => ({
  id: newId(),
  name: 'proof.pdf',
  type: 'application/pdf',
  bytes: new ArrayBuffer(4),
});

/** Delivers order 7 with a proof, on this device only. */
async function delivered({ db, outside }: TestDevice): Promise<{ id: string; file: StoredFile }> {
  const file = proof();
  const args = { order_id: 7, status: 'completed' as const, notes: null, file_id: file.id };
  return { id: await performForm(db, 'order.deliver', { args, files: [file], means: outside.means }), file };
}

test('D-8 two statuses of an order before the first was sent are one change', async () => {
  const { db, outside } = await deskOf();

  await perform(db, 'order.status', { order_id: 7, from: 'new', to: 'processing' }, outside.means);
  await perform(db, 'order.status', { order_id: 7, from: 'processing', to: 'completed' }, outside.means);

  expect(await db.outbox.toArray()).toMatchObject([{ lane: 'order:7', args: { from: 'new', to: 'completed' } }]);
  expect(await db.orders.get(7)).toMatchObject({ status: 'completed', notes: 'Soon', rev: 3 });
});

test('S2G-06 S2H-05 switches show at once; the last one before sending counts', async () => {
  const { db, outside } = await deskOf();

  for (const is_available of [false, true, false]) {
    await perform(db, 'product.availability', { product_id: 5, is_available }, outside.means);
  }
  await perform(db, 'category.active', { category_id: 2, is_active: false }, outside.means);

  expect((await db.outbox.toArray()).map(({ lane, args }) => [lane, args])).toEqual([
    ['product:5', { product_id: 5, is_available: false }],
    ['category:2', { category_id: 2, is_active: false }],
  ]);
  expect(await db.products.get(5)).toMatchObject({ is_available: false });
  expect(await db.categories.get(2)).toMatchObject({ is_active: false });
});

test('C-21 a delivery shows at once, and its proof waits with it', async () => {
  const device = await deskOf();

  const { file } = await delivered(device);

  expect(await device.db.orders.get(7)).toMatchObject({
    status: 'completed',
    notes: 'Soon',
    file_url: `/api/files/${file.id}`,
  });
  expect(await device.db.blobs.get(file.id)).toMatchObject({ name: 'proof.pdf' });
});

test('C-21 the proof is sent before its delivery, once, and forgotten when the delivery is taken', async () => {
  const device = await deskOf(eachMutation({}));
  const { file } = await delivered(device);
  device.server = (path, input) => (path === '/api/sync' ? fails('unreachable') : eachMutation({})(path, input));
  await pass(device.db, device.outside);
  device.server = eachMutation({});

  await pass(device.db, device.outside);

  expect(device.asked.map(({ path }) => path)).toEqual(['/api/files', '/api/sync', '/api/sync']);
  expect(device.asked[0]!.input).toMatchObject({ id: file.id });
  expect(await device.db.outbox.count()).toBe(0);
  expect(await device.db.blobs.count()).toBe(0);
});

test('C-21 a proof that does not get through keeps its delivery waiting', async () => {
  const device = await deskOf(() => fails('unreachable'));
  await delivered(device);

  expect(await pass(device.db, device.outside)).toMatchObject({ kind: 'offline' });

  expect(device.asked.map(({ path }) => path)).toEqual(['/api/files']);
  expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'sent' }]);
  expect(await device.db.blobs.count()).toBe(1);
});

test('C-08 a proof the server does not take parks its delivery, and the rest goes on', async () => {
  const device = await deskOf();
  const { id } = await delivered(device);
  await perform(device.db, 'category.active', { category_id: 2, is_active: false }, device.outside.means);
  device.server = (path, input) =>
    path === '/api/files' ? fails('refused', { code: 'INVALID_FILE_TYPE' }) : eachMutation({})(path, input);

  await pass(device.db, device.outside);

  expect(await device.db.outbox.toArray()).toMatchObject([
    { id, state: 'failed', error: { code: 'INVALID_FILE_TYPE' } },
  ]);
  expect(await device.db.blobs.count()).toBe(1);
});

test('C-21 a file store that is away holds back its own order only, and blames nobody', async () => {
  const device = await deskOf();
  const { id } = await delivered(device);
  const next = { order_id: 7, from: 'completed', to: 'processing' } as const;
  await perform(device.db, 'order.status', next, device.outside.means);
  await perform(device.db, 'category.active', { category_id: 2, is_active: false }, device.outside.means);
  device.server = (path, input) =>
    path === '/api/files' ? fails('broken', { code: 'ERROR' }) : eachMutation({})(path, input);

  for (let times = 0; times < 10; times++) expect(await pass(device.db, device.outside)).toEqual({ kind: 'busy' });

  expect(device.requests()[0]!.mutations).toMatchObject([{ kind: 'category.active' }]);
  expect(await device.db.outbox.toArray()).toMatchObject([
    { id, state: 'sent' },
    { kind: 'order.status', state: 'sent' },
  ]);
  device.server = eachMutation({});
  await pass(device.db, device.outside);
  expect(device.requests().at(-1)!.mutations).toMatchObject([{ id }, { kind: 'order.status' }]);
  expect(await device.db.outbox.count()).toBe(0);
});

test('C-21 something in front of the server that refuses every file parks nothing', async () => {
  const device = await deskOf(() => fails('refused', { code: 'FORBIDDEN' }));
  const { id } = await delivered(device);

  expect(await pass(device.db, device.outside)).toEqual({ kind: 'broken' });

  expect(await device.db.outbox.toArray()).toMatchObject([{ id, state: 'sent' }]);
});

test('OF-03 who discards a delivery discards its proof', async () => {
  const device = await deskOf();
  const { id } = await delivered(device);

  expect(await discard(device.db, id, [], device.outside.line)).toBe('discarded');

  expect(await device.db.blobs.count()).toBe(0);
  expect(await device.db.orders.get(7)).toMatchObject({ status: 'new', file_url: null });
});
