import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { credit, putCategory } from '../support/shop.ts';
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
const edit = (id: number, body: object) => server.as('sara').post(`/api/products/${id}`, body);
const variant = (title: string, price = 5, more: object = {}) => ({ title, price, cost: 1, status: 'active', ...more });

test('S7-34 S3-11 an edit keeps, adds and removes variants by their id; an order keeps its removed variant', async () => {
  const variants = [variant('Small', 5), variant('Large', 8)];
  const { product } = (await create({ has_variants: true, product_variants: variants })).body;
  const [small, large] = product.product_variants;
  await credit(server.services, server.users.amina, 30);
  const order = (id: number) =>
    server
      .as('amina')
      .post('/api/orders', { product_id: product.id, product_variant_id: id }, { 'Idempotency-Key': randomUUID() });
  await order(large.id);

  const { body } = await edit(product.id, {
    product_variants: [variant('Medium', 6, { id: 'tmp-1' }), { ...small, price: 4 }],
  });

  const [medium, kept] = body.product.product_variants;
  expect(body.product.product_variants).toHaveLength(2);
  expect(medium).toMatchObject({ title: 'Medium', price: 6 });
  expect(kept).toMatchObject({ id: small.id, title: 'Small', price: 4 });
  expect([small.id, large.id]).not.toContain(medium.id);
  expectRefused(await order(large.id), 422, 'PRODUCT_NOT_VALID');
  const [mine] = (await server.as('amina').get('/api/orders')).body.data;
  expect(mine.items[0]).toMatchObject({ product_variant_id: large.id, variant_name: 'Large', price: 8 });
});

test('C-20 the shown price follows the lowest active variant', async () => {
  const variants = [variant('Small', 5), variant('Large', 8)];
  const { product } = (await create({ has_variants: true, product_variants: variants })).body;
  const shownPrice = async () => (await server.as('sara').get('/api/products/all')).body.products[0].price;
  const [small, large] = product.product_variants;

  expect(await shownPrice()).toBe(5);
  await edit(product.id, { product_variants: [{ ...small, status: 'inactive' }, large] });
  expect(await shownPrice()).toBe(8);
  await edit(product.id, { has_variants: false });
  expect(await shownPrice()).toBe(10);
  expect((await server.as('sara').get(`/api/products/${product.id}/edit`)).body.product.product_variants).toEqual([]);
});
