import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

test('S3-06 cost reaches admins and never a customer', async () => {
  const id = await putCategory(world.means, { title: 'All' });
  const variants = [{ title: 'One', price: 5, cost: 3.21 }];
  await putProduct(world.means, { cost: 3.21, variants, categories: [id] });

  const path = `/api/categories/${id}/products`;
  const [customer, admin] = [await world.as('amina').get(path), await world.as('sara').get(path)];

  expect(admin.body.products[0]).toMatchObject({ cost: 3.21, product_variants: [{ cost: 3.21 }] });
  for (const answer of [
    customer,
    await world.as('amina').get('/api/products/all'),
    await world.as('amina').get('/api/app/initial'),
    await world.as('amina').get(`${path}?with=cost&admin=true`),
  ]) {
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('cost');
    expect(JSON.stringify(answer.body)).not.toContain('3.21');
  }
});

test('C-37 customers see active products and variants, also what cannot be ordered now', async () => {
  const id = await putCategory(world.means, { title: 'All' });
  const variants = [
    { title: 'Old', price: 1, status: 'inactive' as const },
    { title: 'New', price: 5 },
  ];
  await putProduct(world.means, { title: 'Shirt', variants, categories: [id] });
  await putProduct(world.means, { title: 'Sold out', available: false, categories: [id] });
  await putProduct(world.means, { title: 'Hidden', status: 'inactive', categories: [id] });

  const { products } = (await world.as('amina').get(`/api/categories/${id}/products`)).body;
  const all = (await world.as('amina').get('/api/products/all')).body.products;

  expect(products.map((product: { title: string }) => product.title)).toEqual(['Shirt', 'Sold out']);
  expect(products[0].product_variants.map((variant: { title: string }) => variant.title)).toEqual(['New']);
  expect(products[1].is_available).toBe(false);
  expect(all.map((product: { title: string; price: number }) => [product.title, product.price])).toEqual([
    ['Shirt', 5],
    ['Sold out', 10],
  ]);
  expect((await world.as('sara').get('/api/products/all')).body.products).toHaveLength(3);
});

test('S7-31 the back office pages through all products, newest first, and finds them by id and title', async () => {
  const first = await putProduct(world.means, { title: 'Thé vert' });
  const second = await putProduct(world.means, { title: 'Rice', status: 'inactive' });

  const { body } = await world.as('sara').get('/api/products?per_page=1');
  const found = async (search: string) =>
    (await world.as('sara').get(`/api/products?search=${search}`)).body.data.data.map((row: { id: number }) => row.id);

  expect(body.data).toMatchObject({ per_page: 1, total: 2, data: [{ id: second.id, status: 'inactive', cost: 4 }] });
  expect(await found('the%20VERT')).toEqual([first.id]);
  expect(await found(`%23${second.id}`)).toEqual([second.id]);
  expectRefused(await world.as('amina').get('/api/products'), 403, 'FORBIDDEN');
});

test('S7-32 a product is read for editing by admins only', async () => {
  const id = await putCategory(world.means, { title: 'All' });
  const tea = await putProduct(world.means, { categories: [id], variants: [{ title: 'One', price: 5 }] });

  const { body } = await world.as('sara').get(`/api/products/${tea.id}/edit`);

  expect(body).toMatchObject({
    code: 'SUCCESS',
    product: { id: tea.id, category_ids: [id], category_id: id, category_title: 'All', has_variants: true },
  });
  expectRefused(await world.as('sara').get('/api/products/999999/edit'), 404, 'NOT_FOUND');
  expectRefused(await world.as('sara').get('/api/products/tea/edit'), 404, 'NOT_FOUND');
  expectRefused(await world.as('amina').get(`/api/products/${tea.id}/edit`), 403, 'FORBIDDEN');
});
