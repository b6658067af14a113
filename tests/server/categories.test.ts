import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { putCategory, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const titles = (rows: { title: string }[]) => rows.map((row) => row.title);
const pageOf = async (who: Name, id: number, query = '') =>
  (await world.as(who).get(`/api/categories/${id}/products?${query}`)).body;

test('S7-26 parents come by title with their children and counts, each product once', async () => {
  const { means } = world;
  const drinks = await putCategory(means, { title: 'Drinks' });
  const tea = await putCategory(means, { title: 'Tea', parent: drinks });
  const coffee = await putCategory(means, { title: 'café', parent: drinks });
  await putCategory(means, { title: 'Books' });
  await putProduct(means, { title: 'Assam', categories: [tea, drinks] });
  await putProduct(means, { title: 'Arabica', categories: [coffee] });
  await putProduct(means, { title: 'Old', categories: [coffee], status: 'inactive' });
  await putProduct(means, { title: 'Sold out', categories: [drinks], available: false });

  const seen = (await world.as('amina').get('/api/categories/parents')).body;
  const bySara = (await world.as('sara').get('/api/categories/parents')).body;

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

test('C-37 customers see active categories only; admins see all', async () => {
  const { means } = world;
  const shown = await putCategory(means, { title: 'Shown' });
  const hidden = await putCategory(means, { title: 'Hidden', active: false });
  const child = await putCategory(means, { title: 'Secret child', parent: shown, active: false });
  await putProduct(means, { title: 'Both', categories: [hidden, shown] });
  await putProduct(means, { title: 'Only there', categories: [child] });

  const forAmina = (await world.as('amina').get('/api/categories/all')).body.categories;
  const forSara = (await world.as('sara').get('/api/categories/all')).body.categories;
  const product = (await pageOf('amina', shown)).products[0];

  expect(titles(forAmina)).toEqual(['Shown']);
  expect(forAmina[0]).toMatchObject({ children: [], products_count: 1, total_count: 1 });
  expect(titles(forSara)).toEqual(['Hidden', 'Secret child', 'Shown']);
  expect(product).toMatchObject({
    categories: [{ id: shown, title: 'Shown' }],
    category_id: shown,
    category_title: 'Shown',
  });
  expectRefused(await world.as('amina').get(`/api/categories/${hidden}/products`), 404, 'NOT_FOUND');
  expect((await pageOf('sara', hidden)).products).toHaveLength(1);
});

test('S3-22 a category’s page has the category, its products and the place, 12 to a page', async () => {
  const id = await putCategory(world.means, { title: 'Tea', description: 'Hot' });
  for (let count = 10; count < 23; count += 1)
    await putProduct(world.means, { title: `Tea ${count}`, categories: [id] });
  await putProduct(world.means, { title: 'Elsewhere' });

  const body = await pageOf('amina', id);

  expect(body).toMatchObject({
    code: 'SUCCESS',
    category: { id, title: 'Tea', description: 'Hot', products_count: 13 },
    meta: { current_page: 1, per_page: 12, total: 13, prev_page_url: null },
  });
  expect(titles(body.products)[0]).toBe('Tea 10');
  expect(body.products).toHaveLength(12);
  const next = await world.as('amina').get(body.meta.next_page_url);
  expect(titles(next.body.products)).toEqual(['Tea 22']);
});

test('C-20 products are sorted by name in every script, by price and by age; an unknown order is by name', async () => {
  const { means } = world;
  const id = await putCategory(means, { title: 'All' });
  const at = (title: string, price: number, createdAt: number, variants = [] as { title: string; price: number }[]) =>
    putProduct(means, { title, price, createdAt, variants, categories: [id] });
  await at('éclair', 3, 300);
  await at('Apple', 9, 100);
  await at('dates', 1, 400);
  await at('Égal', 50, 200, [
    { title: 'big', price: 70 },
    { title: 'small', price: 2 },
  ]);
  await at('تمر', 4, 500);
  const sorted = async (sort: string) => titles((await pageOf('amina', id, `sort_by=${sort}`)).products);

  expect(await sorted('name_asc')).toEqual(['Apple', 'dates', 'éclair', 'Égal', 'تمر']);
  expect(await sorted('name_desc')).toEqual(['تمر', 'Égal', 'éclair', 'dates', 'Apple']);
  expect(await sorted('price_asc')).toEqual(['dates', 'Égal', 'éclair', 'تمر', 'Apple']);
  expect(await sorted('price_desc')).toEqual(['Apple', 'تمر', 'éclair', 'Égal', 'dates']);
  expect(await sorted('newest')).toEqual(['تمر', 'dates', 'éclair', 'Égal', 'Apple']);
  expect(await sorted('drop_table')).toEqual(await sorted('name_asc'));
});

test('S2I-02 S2I-03 products are searched and filtered by price; % and _ are text', async () => {
  const { means } = world;
  const id = await putCategory(means, { title: 'All' });
  await putProduct(means, { title: 'Café 50% off', price: 5, categories: [id] });
  await putProduct(means, { title: 'Café noir', price: 10, categories: [id] });
  await putProduct(means, { title: 'قهوة أصلية', price: 10.01, categories: [id] });
  const found = async (query: string) => titles((await pageOf('amina', id, query)).products);

  expect(await found('search=NOIR%20cafe')).toEqual(['Café noir']);
  expect(await found('search=%D8%A7%D8%B5%D9%84%D9%8A%D9%87')).toEqual(['قهوة أصلية']);
  expect(await found('search=%25')).toEqual(['Café 50% off']);
  expect(await found('search=_')).toEqual([]);
  expect(await found('min_price=10')).toEqual(['Café noir', 'قهوة أصلية']);
  expect(await found('max_price=10')).toEqual(['Café 50% off', 'Café noir']);
  expect(await found('min_price=10.01&max_price=10.01')).toEqual(['قهوة أصلية']);
  expect(await found('min_price=11&max_price=1')).toEqual([]);
  expectRefused(await world.as('amina').get(`/api/categories/${id}/products?min_price=cheap`), 422, 'INVALID_FIELDS');
});

test('S7-28 the back office pages through categories by title; customers do not', async () => {
  for (const title of ['Tea', 'apples', 'Éclairs']) await putCategory(world.means, { title });

  const { body } = await world.as('sara').get('/api/categories?per_page=2');

  expect(body.data).toMatchObject({ current_page: 1, per_page: 2, total: 3 });
  expect(titles(body.data.data)).toEqual(['apples', 'Éclairs']);
  expect(titles((await world.as('sara').get('/api/categories?search=ecl')).body.data.data)).toEqual(['Éclairs']);
  expectRefused(await world.as('amina').get('/api/categories'), 403, 'FORBIDDEN');
  expectRefused(await world.guest.get('/api/categories/all'), 401, 'UNAUTHENTICATED');
});
