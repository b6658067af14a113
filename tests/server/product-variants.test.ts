import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { credit, putCategory } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let drinks: number;
beforeEach(async () => {
  world = await openWorld();
  drinks = await putCategory(world.means, { title: 'Drinks' });
  return () => world.close();
});

const create = (body: object) =>
  world.as('sara').post('/api/products', { title: 'Tea', price: 10, category_ids: [drinks], ...body });
const edit = (id: number, body: object) => world.as('sara').post(`/api/products/${id}`, body);
const variant = (title: string, price = 5, more: object = {}) => ({ title, price, cost: 1, status: 'active', ...more });

test('S2G-06 variants are kept by their id, added and removed; what was ordered stays in its order', async () => {
  const variants = [variant('Small', 5), variant('Large', 8)];
  const { product } = (await create({ has_variants: true, product_variants: variants })).body;
  const [small, large] = product.product_variants;
  await credit(world.means, world.people.amina, 30);
  const order = (id: number) =>
    world
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
  const [mine] = (await world.as('amina').get('/api/orders')).body.data;
  expect(mine.items[0]).toMatchObject({ product_variant_id: large.id, variant_name: 'Large', price: 8 });
});

test('C-20 the shown price follows the lowest active variant', async () => {
  const variants = [variant('Small', 5), variant('Large', 8)];
  const { product } = (await create({ has_variants: true, product_variants: variants })).body;
  const shown = async () => (await world.as('sara').get('/api/products/all')).body.products[0].price;
  const [small, large] = product.product_variants;

  expect(await shown()).toBe(5);
  await edit(product.id, { product_variants: [{ ...small, status: 'inactive' }, large] });
  expect(await shown()).toBe(8);
  await edit(product.id, { has_variants: false });
  expect(await shown()).toBe(10);
  expect((await world.as('sara').get(`/api/products/${product.id}/edit`)).body.product.product_variants).toEqual([]);
});
