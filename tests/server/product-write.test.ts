import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { download, png, postForm } from '../support/uploads.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let drinks: number;
beforeEach(async () => {
  server = await startTestServer();
  drinks = await putCategory(server.services, { title: 'Drinks' });
  return () => server.close();
});

const create = (body: object) =>
  server.as('sara').post('/api/products', { title: 'Tea', price: 10, category_ids: [drinks], ...body });
const edit = (id: number, body: object, headers = {}) => server.as('sara').post(`/api/products/${id}`, body, headers);
const variant = (title: string, price = 5, more: object = {}) => ({ title, price, cost: 1, status: 'active', ...more });

test('S3-05 S7-33 a form creates a product: texts, flags, categories, variants as JSON text, a picture', async () => {
  const hot = await putCategory(server.services, { title: 'Hot' });
  const form = {
    title: ' Thé à la menthe ',
    price: '12.50',
    cost: '3',
    description: 'Fresh',
    is_available: '0',
    status: 'inactive',
    is_on_promo: '1',
    has_variants: '1',
    product_variants: JSON.stringify([variant('Small', 5), { ...variant('Large', 8), id: 'new-2', created: true }]),
    'category_ids[]': [String(drinks), String(hot)],
    category_id: String(hot),
    image: await png(),
  };

  const { status, body } = await postForm(server, 'sara', '/api/products', form);

  expect(status).toBe(200);
  expect(body.product).toMatchObject({
    title: 'Thé à la menthe',
    price: 12.5,
    cost: 3,
    description: 'Fresh',
    is_available: false,
    status: 'inactive',
    has_variants: true,
    product_variants: [
      { title: 'Small', price: 5, cost: 1, status: 'active' },
      { title: 'Large', price: 8 },
    ],
    category_ids: [hot, drinks],
    category_id: hot,
    category_title: 'Hot',
    image: expect.stringMatching(/^\/files\/catalog\/[0-9a-f-]+\.png$/),
    is_on_promo: true,
    orders_count: 0,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    rev: 1,
  });
  expect((await download(server, null, body.product.image)).status).toBe(200);
  const found = await server.as('sara').get('/api/products?search=the%20MENTHE');
  expect(found.body.data.data.map(({ id }: { id: number }) => id)).toEqual([body.product.id]);
});

test('S7-33 a main category that is none of the categories is ignored', async () => {
  const { body } = await create({ category_id: await putCategory(server.services, { title: 'Cold' }) });
  expect(body.product).toMatchObject({ category_ids: [drinks], category_id: drinks });
});

test('S7-33 JSON creates a product too, with a URL as its picture; variants need has_variants', async () => {
  const image = 'https://pictures.example/tea.png';

  const { body } = await create({ image, product_variants: [variant('Ignored')] });

  expect(body.product).toMatchObject({ image, is_available: true, status: 'active', product_variants: [], cost: 0 });
  const { body: seen } = await server.as('amina').get(`/api/categories/${drinks}/products`);
  expect(seen.products).toHaveLength(1);
  expect(seen.products[0]).not.toHaveProperty('cost');
});

test.each([
  ['no title', { title: ' ' }, { title: ['required'] }],
  ['no category', { category_ids: [] }, { category_ids: ['required'] }],
  ['an unknown category', { category_ids: [999_999] }, { category_ids: ['invalid'] }],
  ['no price', { price: undefined }, { price: ['required'] }],
  ['a price of 0', { price: 0 }, { price: ['number-min:0.01'] }],
  ['a price with three decimals', { price: 1.001 }, { price: ['invalid'] }],
  ['a negative cost', { cost: -1 }, { cost: ['number-min:0'] }],
  ['no variants', { has_variants: true }, { product_variants: ['at_least_one_required'] }],
  [
    'an empty list of variants',
    { has_variants: 1, product_variants: [] },
    { product_variants: ['at_least_one_required'] },
  ],
  ['variants that are no JSON', { has_variants: '1', product_variants: '[{' }, { product_variants: ['invalid'] }],
  [
    'two variant titles that differ only in case',
    { has_variants: true, product_variants: [variant('Été'), variant('ÉTÉ')] },
    { 'product_variants.1.title': ['already_exists'] },
  ],
  [
    'a variant with a price of 0',
    { has_variants: true, product_variants: [variant('Free', 0)] },
    { 'product_variants.0.price': ['number-min:0.01'] },
  ],
  [
    'a variant with a blank title',
    { has_variants: true, product_variants: [variant('  ')] },
    { 'product_variants.0.title': ['required'] },
  ],
  [
    'a variant without a status',
    { has_variants: true, product_variants: [variant('Small', 5, { status: undefined })] },
    { 'product_variants.0.status': ['required'] },
  ],
  [
    'a variant that is neither active nor inactive',
    { has_variants: true, product_variants: [variant('Small', 5, { status: 'draft' })] },
    { 'product_variants.0.status': ['required'] },
  ],
  ['a status that is neither active nor inactive', { status: 'draft' }, { status: ['required'] }],
  ['a picture whose address is a script', { image: 'javascript:alert(1)' }, { image: ['invalid'] }],
  ['a picture whose address has no https', { image: 'http://pictures.example/tea.png' }, { image: ['invalid'] }],
  ['a text with a NUL character', { description: 'a\0b' }, { description: ['invalid'] }],
])(
  'S5-13 S5-14 S5-16 S5-17 S5-18 S5-19 S5-20 S5-21 S9-16 a product with %s is refused',
  async (_about, body, errors) => {
    const answer = await create(body);

    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual(errors);
    expect((await server.as('sara').get('/api/products')).body.data.total).toBe(0);
  },
);

test('S5-16 a product with variants may have no price of its own', async () => {
  const { body } = await create({ price: 0, has_variants: true, product_variants: [variant('Small')] });

  expect(body.product).toMatchObject({ price: 0, product_variants: [{ title: 'Small' }] });
});

test('S7-34 fields that are missing in an edit stay unchanged', async () => {
  const { product } = (await create({ description: 'Fresh', cost: 2 })).body;

  const { body } = await edit(product.id, { title: 'Green tea' });
  const cleared = await edit(product.id, { description: '' });

  expect(body.product).toEqual({ ...product, title: 'Green tea', rev: 2 });
  expect(cleared.body.product).toMatchObject({ description: null, rev: 3 });
});

test('S7-34 image_changed 0 keeps the picture, 1 sets or removes it', async () => {
  const { product } = (await create({ image: 'https://pictures.example/tea.png' })).body;
  const send = async (form: Parameters<typeof postForm>[3]) =>
    (await postForm(server, 'sara', `/api/products/${product.id}`, form)).body.product.image;

  expect(await send({ image_changed: '0', image: await png() })).toBe(product.image);
  const path = await send({ image_changed: '1', image: await png() });
  expect(path).toMatch(/^\/files\/catalog\//);
  expect(await send({ image_changed: '0', image: path })).toBe(path);
  expect(await send({ title: 'Tea' })).toBe(path);
  expect(await send({ image_changed: '1', image: '' })).toBeNull();
});

test('D-2 an edit of an old version is refused with the current values', async () => {
  const { product } = (await create({})).body;
  const key = randomUUID();
  const lateHeaders = { 'If-Match': `"${product.rev}"`, 'Idempotency-Key': key };
  await edit(product.id, { price: 11 }, { 'If-Match': `"${product.rev}"` });

  const late = await edit(product.id, { price: 12 }, lateHeaders);
  await edit(product.id, { title: 'Newer' });
  const again = await edit(product.id, { price: 12 }, lateHeaders);

  expectRefused(late, 412, 'REVISION_CHANGED');
  expect(late.body.details.current).toMatchObject({ id: product.id, price: 11, rev: 2 });
  expectRefused(again, 412, 'REVISION_CHANGED');
  expect(again.body.details.current).toMatchObject({ title: 'Newer', rev: 3 });
  expectRefused(await edit(product.id, {}, { 'If-Match': 'anything' }), 400, 'INVALID_REQUEST');
});

test('D-2 of four edits of one revision at the same moment one is accepted', async () => {
  const { product } = (await create({})).body;

  const answers = await Promise.all(
    [1, 2, 3, 4].map((price) => edit(product.id, { price }, { 'If-Match': `"${product.rev}"` })),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
});

test('OF-06 the same form with the same key makes one product', async () => {
  const key = { 'Idempotency-Key': randomUUID() };
  const send = async (title: string) =>
    postForm(
      server,
      'sara',
      '/api/products',
      { title, price: '3', 'category_ids[]': [String(drinks)], image: await png() },
      key,
    );

  const [first, again, other] = [await send('Tea'), await send('Tea'), await send('Rice')];

  expect(again.body).toEqual(first.body);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
});

test('S6-06 OF-31 only admins write, and the audit log has old and new values', async () => {
  const { product } = (await create({})).body;

  expectRefused(await server.as('amina').post('/api/products', {}), 403, 'FORBIDDEN');
  expectRefused(await server.as('amina').post(`/api/products/${product.id}`, { price: 1 }), 403, 'FORBIDDEN');
  expectRefused(await edit(999_999, { price: 1 }), 404, 'NOT_FOUND');
  await edit(product.id, { price: 11 });

  const line = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'product.update')
    .executeTakeFirstOrThrow();
  expect(line).toMatchObject({ actor_id: server.users.sara.id, entity: 'products', entity_key: String(product.id) });
  expect([JSON.parse(line.old_value!), JSON.parse(line.new_value!)]).toEqual([
    { price_cents: 1_000 },
    { price_cents: 1_100 },
  ]);
});

test('OF-03 S2G-03 S4-23 a device switches availability offline; every device receives it, an inactive product is removed from customers’ devices', async () => {
  const tea = await putProduct(server.services);
  const [sara, amina] = [createDevice(server.as('sara')), createDevice(server.as('amina'))];
  await amina.catchUp();
  const available = (id: number, is_available: boolean) =>
    mutationOf('product.availability', `product:${id}`, { product_id: id, is_available });

  const { results } = await sara.exchange([available(tea.id, false), available(999_999, false)]);
  const [byCustomer] = (await amina.exchange([available(tea.id, true)])).results;
  await amina.catchUp();

  expect(results.map(({ code }) => code)).toEqual(['SUCCESS', 'NOT_FOUND']);
  expect(byCustomer!.code).toBe('FORBIDDEN');
  expect(amina.row('products', tea.id)).toMatchObject({ is_available: false });
  expect(amina.row('products', tea.id)).not.toHaveProperty('cost');
  await edit(tea.id, { status: 'inactive' });
  await amina.catchUp();
  expect(amina.row('products', tea.id)).toBeNull();
});
