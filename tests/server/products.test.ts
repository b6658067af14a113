import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

test('S3-06 admins get the cost of a product, customers never', async () => {
  const id = await putCategory(server.services, { title: 'All' });
  const variants = [{ title: 'One', price: 5, cost: 3.21 }];
  await putProduct(server.services, { cost: 3.21, variants, categories: [id] });

  const path = `/api/categories/${id}/products`;
  const [customer, admin] = [await server.as('amina').get(path), await server.as('sara').get(path)];

  expect(admin.body.products[0]).toMatchObject({ cost: 3.21, product_variants: [{ cost: 3.21 }] });
  for (const answer of [
    customer,
    await server.as('amina').get('/api/products/all'),
    await server.as('amina').get('/api/app/initial'),
    await server.as('amina').get(`${path}?with=cost&admin=true`),
  ]) {
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain('cost');
    expect(JSON.stringify(answer.body)).not.toContain('3.21');
  }
});

test('C-37 S7-35 customers see active products and variants, also those that cannot be ordered now', async () => {
  const id = await putCategory(server.services, { title: 'All' });
  const variants = [
    { title: 'Old', price: 1, status: 'inactive' as const },
    { title: 'New', price: 5 },
  ];
  await putProduct(server.services, { title: 'Shirt', variants, categories: [id] });
  await putProduct(server.services, { title: 'Sold out', available: false, categories: [id] });
  await putProduct(server.services, { title: 'Hidden', status: 'inactive', categories: [id] });

  const { products } = (await server.as('amina').get(`/api/categories/${id}/products`)).body;
  const all = (await server.as('amina').get('/api/products/all')).body.products;

  expect(products.map((product: { title: string }) => product.title)).toEqual(['Shirt', 'Sold out']);
  expect(products[0].product_variants.map((variant: { title: string }) => variant.title)).toEqual(['New']);
  expect(products[1].is_available).toBe(false);
  expect(all.map((product: { title: string; price: number }) => [product.title, product.price])).toEqual([
    ['Shirt', 5],
    ['Sold out', 10],
  ]);
  expect((await server.as('sara').get('/api/products/all')).body.products).toHaveLength(3);
});

test('S4-15 a product and its variants become inactive, and active again', async () => {
  const { id } = await putProduct(server.services, { title: 'Tea', variants: [{ title: 'Small', price: 5 }] });
  const path = `/api/products/${id}`;
  const read = async () => (await server.as('sara').get(`${path}/edit`)).body.product;
  const set = async (status: 'active' | 'inactive') => {
    const [variant] = (await read()).product_variants;
    await server.as('sara').post(path, { status, product_variants: [{ ...variant, status }] });
    const { status: now, product_variants } = await read();
    return [now, product_variants[0].status];
  };

  expect(await set('inactive')).toEqual(['inactive', 'inactive']);
  expect(await set('active')).toEqual(['active', 'active']);
});

test('S7-31 an admin’s product list has pages, newest first, and is searched by id and title', async () => {
  const first = await putProduct(server.services, { title: 'Thé vert' });
  const second = await putProduct(server.services, { title: 'Rice', status: 'inactive' });

  const { body } = await server.as('sara').get('/api/products?per_page=1');
  const found = async (search: string) =>
    (await server.as('sara').get(`/api/products?search=${search}`)).body.data.data.map((row: { id: number }) => row.id);

  expect(body.data).toMatchObject({ per_page: 1, total: 2, data: [{ id: second.id, status: 'inactive', cost: 4 }] });
  expect(await found('the%20VERT')).toEqual([first.id]);
  expect(await found(`%23${second.id}`)).toEqual([second.id]);
  expectRefused(await server.as('amina').get('/api/products'), 403, 'FORBIDDEN');
});

test('S7-32 a product is read for editing by admins only', async () => {
  const id = await putCategory(server.services, { title: 'All' });
  const tea = await putProduct(server.services, { categories: [id], variants: [{ title: 'One', price: 5 }] });

  const { body } = await server.as('sara').get(`/api/products/${tea.id}/edit`);

  expect(body).toMatchObject({
    code: 'SUCCESS',
    product: { id: tea.id, category_ids: [id], category_id: id, category_title: 'All', has_variants: true },
  });
  expectRefused(await server.as('sara').get('/api/products/999999/edit'), 404, 'NOT_FOUND');
  expectRefused(await server.as('sara').get('/api/products/tea/edit'), 404, 'NOT_FOUND');
  expectRefused(await server.as('amina').get(`/api/products/${tea.id}/edit`), 403, 'FORBIDDEN');
});
