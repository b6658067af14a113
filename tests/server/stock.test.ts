import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { credit, putCategory, putProduct, readAccount } from '../support/shop.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const order = (who: TestUserName, id: number, key: string = randomUUID()) =>
  server.as(who).post('/api/orders', { product_id: id }, { 'Idempotency-Key': key });
const setStatus = (id: number, status: string) =>
  server.as('sara').post(`/api/orders/${id}`, { status }, { 'Idempotency-Key': randomUUID() });
const edit = (id: number, body: object, headers = {}) => server.as('sara').post(`/api/products/${id}`, body, headers);

async function stockOf(id: number): Promise<number | null> {
  const found = await server.services.db.selectFrom('products').select('quantity').where('id', '=', id).execute();
  return found[0]!.quantity;
}

test('S3-09 a product has SKU, addresses and quantity; customers get no quantity, and blank values clear the fields', async () => {
  const category = await putCategory(server.services, { title: 'Phones' });
  const facts = { sku: 'phone-7', video_url: 'https://v.example.test/7', store_url: 'https://shop.example.test/7' };
  const fields = { title: 'Phone', price: 10, category_ids: [category], quantity: '2', ...facts };

  const { product } = (await server.as('sara').post('/api/products', fields)).body;
  const listed = async (who: TestUserName) =>
    (await server.as(who).get(`/api/categories/${category}/products`)).body.products[0];

  expect(product).toMatchObject({ ...facts, quantity: 2, is_out_of_stock: false });
  expect(await listed('amina')).toMatchObject({ ...facts, is_out_of_stock: false });
  expect(await listed('amina')).not.toHaveProperty('quantity');
  expect((await server.as('sara').get('/api/products?search=phone-7')).body.data.total).toBe(1);
  const [kept, cleared] = [
    await edit(product.id, { title: 'Phone 7' }),
    await edit(product.id, { sku: '', video_url: null, store_url: '', quantity: '' }),
  ];
  expect(kept.body.product).toMatchObject({ ...facts, quantity: 2 });
  expect(cleared.body.product).toMatchObject({ sku: null, video_url: null, store_url: null, quantity: null });
});

test('S2I-19 an admin writes search words, a late edit is refused, the audit log has both values, and blank words clear the search', async () => {
  const category = await putCategory(server.services, { title: 'Games' });
  const words = "ببجي, free fire, jeux%'; drop table products; --<b>";
  const fields = { title: 'Coupon', price: 10, category_ids: [category], search_words: `  ${words} ` };

  const { product } = (await server.as('sara').post('/api/products', fields)).body;
  const total = async (search: string) =>
    (await server.as('sara').get(`/api/products?${new URLSearchParams({ search })}`)).body.data.total;

  expect(product.search_words).toBe(words);
  expect([await total('ببجى FREE'), await total("jeux%'"), await total('%jeux')]).toEqual([1, 1, 0]);
  const kept = await edit(product.id, { title: 'Gift' }, { 'If-Match': `"${product.rev}"` });
  expect(kept.body.product.search_words).toBe(words);
  expect(await total('ببجي')).toBe(1);
  const late = await edit(product.id, { search_words: 'late' }, { 'If-Match': `"${product.rev}"` });
  expectRefused(late, 412, 'REVISION_CHANGED');
  expect(late.body.details.current.search_words).toBe(words);
  const cleared = await edit(product.id, { search_words: ' ' });
  expect([cleared.body.product.search_words, await total('ببجي')]).toEqual([null, 0]);
  const lines = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'products')
    .orderBy('id')
    .execute();
  const last = lines.filter(({ entity_key: key }) => key === String(product.id)).at(-1)!;
  expect([last.old_value, last.new_value].map((value) => JSON.parse(value!))).toEqual([
    { search_words: words },
    { search_words: null },
  ]);
  expect((await edit(product.id, { search_words: '😀'.repeat(200) })).status).toBe(200);
});

test.each([
  ['an address without https', { video_url: 'http://v.example.test' }, { video_url: ['invalid'] }],
  ['a script as an address', { store_url: 'javascript:alert(1)' }, { store_url: ['invalid'] }],
  ['half a unit', { quantity: 1.5 }, { quantity: ['invalid'] }],
  ['fewer than no units', { quantity: -1 }, { quantity: ['number-min:0'] }],
  ['a long list of search words', { search_words: 'é'.repeat(201) }, { search_words: ['max:200'] }],
  ['a hidden character in the search words', { search_words: 'a\u0000b' }, { search_words: ['invalid'] }],
  ['a long SKU', { sku: 'x'.repeat(65) }, { sku: ['max:64'] }],
])('S3-09 %s is refused', async (_name, fields, errors) => {
  const { id } = await putProduct(server.services);

  const answer = await edit(id, fields);

  expectRefused(answer, 422, 'INVALID_FIELDS');
  expect(answer.body.errors).toEqual(errors);
});

test('S2G-12 a tracked stock falls by one with each order, once for a repeated key, and is refused at zero', async () => {
  const { id } = await putProduct(server.services, { quantity: 2 });
  await credit(server.services, server.users.amina, 100);
  const key = randomUUID();

  const first = await order('amina', id, key);
  const again = await order('amina', id, key);
  expect([again.body.order.id, await stockOf(id)]).toEqual([first.body.order.id, 1]);
  await order('amina', id);
  const refused = await order('amina', id);

  expectRefused(refused, 422, 'OUT_OF_STOCK');
  expect(await stockOf(id)).toBe(0);
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({ balance: 8_000, sum: 8_000 });
});

test('S2G-12 an order that the balance does not cover takes nothing from the stock', async () => {
  const { id } = await putProduct(server.services, { quantity: 1 });

  expectRefused(await order('amina', id), 422, 'BALANCE_NOT_ENOUGH');

  expect(await stockOf(id)).toBe(1);
});

test('S2G-12 of simultaneous orders for the last units as many are placed as there are units; the others charge nothing', async () => {
  const { id } = await putProduct(server.services, { quantity: 2 });
  await credit(server.services, server.users.amina, 100);
  await credit(server.services, server.users.karim, 100);

  const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => order(at % 2 === 0 ? 'amina' : 'karim', id)));

  const codes = answers.map(({ body }) => body.code);
  expect([
    codes.filter((code) => code === 'SUCCESS').length,
    codes.filter((code) => code === 'OUT_OF_STOCK').length,
  ]).toEqual([2, 4]);
  expect(await stockOf(id)).toBe(0);
  const accounts = await Promise.all(
    [server.users.amina, server.users.karim].map((person) => readAccount(server.services, person)),
  );
  expect(accounts.reduce((sum, { balance }) => sum + balance, 0)).toBe(18_000);
  expect((await findFaults(server.services.reader)).faults).toEqual([]);
});

test('S2G-12 D-8 a cancelled order gives its unit back once, and takes one again when it is charged again', async () => {
  const { id } = await putProduct(server.services, { quantity: 1 });
  await credit(server.services, server.users.amina, 100);
  const first = (await order('amina', id)).body.order;

  await setStatus(first.id, 'canceled');
  await setStatus(first.id, 'refunded');
  expect(await stockOf(id)).toBe(1);
  await setStatus(first.id, 'processing');
  expect(await stockOf(id)).toBe(0);
  await setStatus(first.id, 'canceled');
  await order('amina', id);

  expectRefused(await setStatus(first.id, 'new'), 422, 'OUT_OF_STOCK');
  expect(await stockOf(id)).toBe(0);
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({ balance: 9_000, sum: 9_000 });
});

test('S2G-12 a delivered order keeps its unit when the money is returned; one from before the tracking has none', async () => {
  const { id } = await putProduct(server.services);
  await credit(server.services, server.users.amina, 100);
  const untracked = (await order('amina', id)).body.order;
  await edit(id, { quantity: 5 });
  const delivered = (await order('amina', id)).body.order;

  await setStatus(untracked.id, 'canceled');
  await setStatus(delivered.id, 'delivered');
  await setStatus(delivered.id, 'refunded');

  expect(await stockOf(id)).toBe(4);
});

test('S2G-12 OF-03 devices of admins follow the quantity, those of customers whether there is any', async () => {
  const { id } = await putProduct(server.services, { quantity: 2 });
  await credit(server.services, server.users.amina, 100);
  const [sara, amina] = [createDevice(server.as('sara')), createDevice(server.as('amina'))];
  const catchUp = async () => {
    await sara.catchUp();
    await amina.catchUp();
  };
  await catchUp();

  await order('amina', id);
  await catchUp();
  expect(sara.row('products', id)).toMatchObject({ quantity: 1 });
  const last = (await order('amina', id)).body.order;
  await catchUp();
  expect(sara.row('products', id)).toMatchObject({ quantity: 0, is_out_of_stock: true });
  expect(amina.row('products', id)).toMatchObject({ is_out_of_stock: true });
  expect(amina.row('products', id)).not.toHaveProperty('quantity');
  await setStatus(last.id, 'canceled');
  await catchUp();

  expect(amina.row('products', id)).toMatchObject({ is_out_of_stock: false });
});

test('S2G-12 D-2 an edit of the quantity that a sale overtakes is refused with the current quantity', async () => {
  const { id } = await putProduct(server.services, { quantity: 2 });
  await credit(server.services, server.users.amina, 100);
  await order('amina', id);

  const answer = await edit(id, { quantity: 20 }, { 'If-Match': '"1"' });

  expectRefused(answer, 412, 'REVISION_CHANGED');
  expect(answer.body.details.current).toMatchObject({ quantity: 1 });
});
