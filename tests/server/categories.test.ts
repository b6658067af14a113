import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const titles = (rows: { title: string }[]) => rows.map((row) => row.title);
const pageOf = async (who: TestUserName, id: number, query = '') =>
  (await server.as(who).get(`/api/categories/${id}/products?${query}`)).body;

test('S7-26 S3-04 C-22 parent categories without an order of their own are sorted by title, with their children, and count each product once', async () => {
  const { services } = server;
  const drinks = await putCategory(services, { title: 'Drinks' });
  const tea = await putCategory(services, { title: 'Tea', parent: drinks });
  const coffee = await putCategory(services, { title: 'café', parent: drinks });
  await putCategory(services, { title: 'Books' });
  await putProduct(services, { title: 'Assam', categories: [tea, drinks] });
  await putProduct(services, { title: 'Arabica', categories: [coffee] });
  await putProduct(services, { title: 'Old', categories: [coffee], status: 'inactive' });
  await putProduct(services, { title: 'Sold out', categories: [drinks], available: false });

  const seen = (await server.as('amina').get('/api/categories/parents')).body;
  const bySara = (await server.as('sara').get('/api/categories/parents')).body;

  expect(seen.code).toBe('SUCCESS');
  expect(titles(seen.categories)).toEqual(['Books', 'Drinks']);
  const [, parent] = seen.categories;
  expect(parent).toMatchObject({ products_count: 2, count: 2, total_count: 3, parent_title: null });
  expect(parent.children.map((child: { title: string; count: number }) => [child.title, child.count])).toEqual([
    ['café', 1],
    ['Tea', 1],
  ]);
  expect(parent.children[0]).toMatchObject({ parent_id: drinks, parent_title: 'Drinks', children: [] });
  expect(bySara.categories[1]).toMatchObject({ products_count: 2, total_count: 4 });
});

test('C-37 S3-07 customers see active categories only; admins see all', async () => {
  const { services } = server;
  const shown = await putCategory(services, { title: 'Shown' });
  const hidden = await putCategory(services, { title: 'Hidden', active: false });
  const child = await putCategory(services, { title: 'Secret child', parent: shown, active: false });
  await putProduct(services, { title: 'Both', categories: [hidden, shown] });
  await putProduct(services, { title: 'Only there', categories: [child] });

  const forAmina = (await server.as('amina').get('/api/categories/all')).body.categories;
  const forSara = (await server.as('sara').get('/api/categories/all')).body.categories;
  const product = (await pageOf('amina', shown)).products[0];

  expect(titles(forAmina)).toEqual(['Shown']);
  expect(forAmina[0]).toMatchObject({ children: [], products_count: 1, total_count: 1 });
  expect(titles(forSara)).toEqual(['Hidden', 'Shown', 'Secret child']);
  expect(product).toMatchObject({
    categories: [{ id: shown, title: 'Shown' }],
    category_id: shown,
    category_title: 'Shown',
  });
  expectRefused(await server.as('amina').get(`/api/categories/${hidden}/products`), 404, 'NOT_FOUND');
  expect((await pageOf('sara', hidden)).products).toHaveLength(1);
});

test('S3-22 S9-09 a category’s page has the category, its products, 12 to a page, and the paging data', async () => {
  const id = await putCategory(server.services, { title: 'Tea', description: 'Hot' });
  for (let count = 10; count < 23; count += 1)
    await putProduct(server.services, { title: `Tea ${count}`, categories: [id] });
  await putProduct(server.services, { title: 'Elsewhere' });

  const body = await pageOf('amina', id);

  expect(body).toMatchObject({
    code: 'SUCCESS',
    category: { id, title: 'Tea', description: 'Hot', products_count: 13 },
    meta: { current_page: 1, per_page: 12, total: 13, prev_page_url: null },
  });
  expect(titles(body.products)[0]).toBe('Tea 10');
  expect(body.products).toHaveLength(12);
  const next = await server.as('amina').get(body.meta.next_page_url);
  expect(titles(next.body.products)).toEqual(['Tea 22']);
});

test('S3-27 C-20 products are sorted by name in every script, by price and by age; an unknown sort order means by name', async () => {
  const { services } = server;
  const id = await putCategory(services, { title: 'All' });
  const put = (title: string, price: number, createdAt: number, variants = [] as { title: string; price: number }[]) =>
    putProduct(services, { title, price, createdAt, variants, categories: [id] });
  await put('éclair', 3, 300);
  await put('Apple', 9, 100);
  await put('dates', 1, 400);
  await put('Égal', 50, 200, [
    { title: 'big', price: 70 },
    { title: 'small', price: 2 },
  ]);
  await put('تمر', 4, 500);
  const sorted = async (sort: string) => titles((await pageOf('amina', id, `sort_by=${sort}`)).products);

  expect(await sorted('name_asc')).toEqual(['Apple', 'dates', 'éclair', 'Égal', 'تمر']);
  expect(await sorted('name_desc')).toEqual(['تمر', 'Égal', 'éclair', 'dates', 'Apple']);
  expect(await sorted('price_asc')).toEqual(['dates', 'Égal', 'éclair', 'تمر', 'Apple']);
  expect(await sorted('price_desc')).toEqual(['Apple', 'تمر', 'éclair', 'Égal', 'dates']);
  expect(await sorted('newest')).toEqual(['تمر', 'dates', 'éclair', 'Égal', 'Apple']);
  expect(await sorted('drop_table')).toEqual(await sorted('name_asc'));
});

test('S7-30 products are searched by title and filtered by price; % and _ are searched as text', async () => {
  const { services } = server;
  const id = await putCategory(services, { title: 'All' });
  await putProduct(services, { title: 'Café 50% off', price: 5, categories: [id] });
  await putProduct(services, { title: 'Café noir', price: 10, categories: [id] });
  await putProduct(services, { title: 'قهوة أصلية', price: 10.01, categories: [id] });
  const found = async (query: string) => titles((await pageOf('amina', id, query)).products);

  expect(await found('search=NOIR%20cafe')).toEqual(['Café noir']);
  expect(await found('search=%D8%A7%D8%B5%D9%84%D9%8A%D9%87')).toEqual(['قهوة أصلية']);
  expect(await found('search=%25')).toEqual(['Café 50% off']);
  expect(await found('search=_')).toEqual([]);
  expect(await found('min_price=10')).toEqual(['Café noir', 'قهوة أصلية']);
  expect(await found('max_price=10')).toEqual(['Café 50% off', 'Café noir']);
  expect(await found('min_price=10.01&max_price=10.01')).toEqual(['قهوة أصلية']);
  expect(await found('min_price=11&max_price=1')).toEqual([]);
  expectRefused(await server.as('amina').get(`/api/categories/${id}/products?min_price=cheap`), 422, 'INVALID_FIELDS');
});

test('S7-28 admins page through all categories in the order of the tree; customers may not', async () => {
  for (const title of ['Tea', 'apples', 'Éclairs']) await putCategory(server.services, { title });

  const { body } = await server.as('sara').get('/api/categories?per_page=2');

  expect(body.data).toMatchObject({ current_page: 1, per_page: 2, total: 3 });
  expect(titles(body.data.data)).toEqual(['apples', 'Éclairs']);
  expect(titles((await server.as('sara').get('/api/categories?search=ecl')).body.data.data)).toEqual(['Éclairs']);
  expectRefused(await server.as('amina').get('/api/categories'), 403, 'FORBIDDEN');
  expectRefused(await server.guest.get('/api/categories/all'), 401, 'UNAUTHENTICATED');
});
