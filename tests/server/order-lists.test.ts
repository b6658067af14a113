import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const order = (who: TestUserName, body: object, key: string = randomUUID()) =>
  server.as(who).post('/api/orders', body, { 'Idempotency-Key': key });

test('S1-06 S7-37 a customer’s list has only their own orders, whatever the filters are; an admin filters all orders', async () => {
  const [tea, rice] = [
    await putProduct(server.services),
    await putProduct(server.services, { title: 'Riz à l’étuvée' }),
  ];
  for (const who of ['amina', 'karim'] as const) await credit(server.services, server.users[who], 50);
  const first = (await order('amina', { product_id: tea.id })).body.order;
  const second = (await order('karim', { product_id: rice.id })).body.order;
  const third = (await order('karim', { product_id: tea.id })).body.order;
  await server.services.db.updateTable('orders').set({ status: 'canceled' }).where('id', '=', third.id).execute();
  const ids = async (who: TestUserName, query: string) =>
    (await server.as(who).get(`/api/orders?${query}`)).body.data.map((row: { id: number }) => row.id);
  const { amina, karim } = server.users;

  expect(await ids('amina', `user=${karim.id}&admin=true&all=true&user_id=${karim.id}`)).toEqual([first.id]);
  expect(await ids('sara', '')).toEqual([third.id, second.id, first.id]);
  expect(await ids('sara', `user=${karim.id}`)).toEqual([third.id, second.id]);
  expect(await ids('sara', `user=${karim.id},${amina.id}&product=${tea.id}`)).toEqual([third.id, first.id]);
  expect(await ids('sara', 'status=new,processing')).toEqual([second.id, first.id]);
  // Another spelling of `canceled` (C-25).
  expect(await ids('sara', 'status=cancelled')).toEqual([third.id]);
  expect(await ids('sara', 'status=nonsense')).toEqual([]);
  expect(await ids('sara', 'search=ETUVEE')).toEqual([second.id]);
  expect(await ids('sara', 'search=karim%20tea')).toEqual([third.id]);
  expect(await ids('sara', `search=%23${first.id}`)).toEqual([first.id]);
  expect(await ids('sara', 'search=%25')).toEqual([]);
  expect(await ids('sara', 'search=_')).toEqual([]);
  expect(await ids('karim', 'search=amina')).toEqual([]);
});

test('C-04 S7-40 the order list has its page numbers at the top level and in `meta`, and page links', async () => {
  const tea = await putProduct(server.services, { price: 1 });
  await credit(server.services, server.users.amina, 50);
  for (let count = 0; count < 7; count += 1) await order('amina', { product_id: tea.id });

  const { body } = await server.as('amina').get('/api/orders?per_page=3&page=2&status=new');

  const pageNumbers = { current_page: 2, per_page: 3, total: 7 };
  expect(body).toMatchObject({ code: 'SUCCESS', ...pageNumbers, meta: pageNumbers });
  expect(body.data).toHaveLength(3);
  expect(body.next_page_url).toBe('/api/orders?per_page=3&page=3&status=new');
  expect(body.prev_page_url).toBe('/api/orders?per_page=3&page=1&status=new');
  const last = await server.as('amina').get(body.next_page_url);
  expect(last.body).toMatchObject({ next_page_url: null, data: [{ total_price: 1 }] });
  expect((await server.as('amina').get('/api/orders?per_page=100000')).body.per_page).toBe(100);
});

test('C-16 S7-11 the badge counts the orders that still need work', async () => {
  const tea = await putProduct(server.services, { price: 1 });
  for (const who of ['amina', 'karim'] as const) await credit(server.services, server.users[who], 50);
  await order('amina', { product_id: tea.id });
  const done = await order('amina', { product_id: tea.id });
  await order('karim', { product_id: tea.id });
  const id = done.body.order.id;
  await server.services.db.updateTable('orders').set({ status: 'completed' }).where('id', '=', id).execute();
  const count = async (who: TestUserName) => (await server.as(who).get('/api/dashboard/order-count')).body.orders;

  expect([await count('amina'), await count('karim'), await count('sara')]).toEqual([1, 1, 2]);
});

test('S7-09 S3-18 C-24 the first call of a client returns counts and four fields of each active product', async () => {
  const tea = await putProduct(server.services);
  await putProduct(server.services, { title: 'Hidden', status: 'inactive' });
  await credit(server.services, server.users.amina, 50);
  await order('amina', { product_id: tea.id });

  const { body } = await server.as('amina').get('/api/app/initial');

  expect(body).toEqual({
    code: 'SUCCESS',
    count: { orders: 1, tickets: 0, notifications: 0 },
    deliveries: [],
    products: [{ id: tea.id, title: 'Tea', price: 10, image: null }],
    cities: [],
    rates: [],
  });
});
