import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation, mutationOf, statusMutation } from '../support/device.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { postForm } from '../support/uploads.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const openTicket = async (who: TestUserName, fields: object = {}) =>
  (await server.as(who).post('/api/tickets', { ...question, ...fields })).body.ticket;

async function placeOrder(who: TestUserName, product: number, status = 'new'): Promise<number> {
  await credit(server.services, server.users[who], 10);
  const { id } = (await server.as(who).post('/api/orders', { product_id: product })).body.order;
  if (status !== 'new') await server.as('sara').post(`/api/orders/${id}`, { status });
  return id;
}

test('D-14 orders are filtered by comma lists, repeated parameters and bracketed parameters, also mixed', async () => {
  const [tea, rice, salt] = [
    await putProduct(server.services),
    await putProduct(server.services),
    await putProduct(server.services),
  ];
  const first = await placeOrder('amina', tea.id);
  const second = await placeOrder('karim', rice.id, 'canceled');
  const third = await placeOrder('karim', salt.id, 'completed');
  const ids = async (query: string, who: TestUserName = 'sara') =>
    (await server.as(who).get(`/api/orders?${query}`)).body.data.map((row: { id: number }) => row.id);

  for (const products of [
    `product=${tea.id},${rice.id}`,
    `product=${tea.id}&product=${rice.id}`,
    `product[]=${tea.id}&product[]=${rice.id}`,
    `product%5B%5D=${tea.id}&product%5B%5D=${rice.id}`,
    `product[0]=${tea.id}&product[1]=${rice.id}`,
    `product[]=${tea.id},${rice.id}`,
    `product=${tea.id}&product[]=${rice.id}`,
  ])
    expect({ products, ids: await ids(products) }).toEqual({ products, ids: [second, first] });
  expect(await ids('status[]=new&status[]=cancelled')).toEqual([second, first]);
  expect(await ids('status[]=completed')).toEqual([third]);
  expect(await ids(`user[]=${server.users.karim.id}`)).toEqual([third, second]);
  expect(await ids(`user[]=${server.users.karim.id}`, 'amina')).toEqual([first]);
});

test('D-14 S7-19 tickets and users are filtered by bracketed parameters too', async () => {
  const first = await openTicket('amina', { type: 'technical' });
  const second = await openTicket('karim');
  await server.as('sara').post(`/api/tickets/${second.id}`, { status: 'closed' });
  const numbers = async (query: string) =>
    (await server.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map(
      (row: { number: number }) => row.number,
    );
  const names = async (query: string) =>
    (await server.as('sara').get(`/api/users/by-roles?${query}`)).body.users.map((user: { name: string }) => user.name);

  expect(await numbers('status[]=new&status[]=open')).toEqual([first.number]);
  expect(await numbers('type[]=general')).toEqual([second.number]);
  expect(await numbers('type[]=general&type[]=technical')).toEqual([second.number, first.number]);
  expect(await names('roles[]=admin')).toEqual(['Root', 'Sara']);
  expect(await names('roles[]=admin&roles[]=user')).toEqual(['Amina', 'Karim', 'Root', 'Sara']);
});

test('a filter with a value that does not exist finds nothing; an unknown parameter changes nothing', async () => {
  const tea = await putProduct(server.services);
  await placeOrder('amina', tea.id);
  await openTicket('amina');
  const total = async (path: string) => {
    const { body } = await server.as('sara').get(path);
    return body.total ?? body.users.length;
  };

  for (const filter of ['product[]=x', 'product[]=0', 'status[]=nothing', 'user[]=x', 'product[]=999999'])
    expect({ filter, total: await total(`/api/orders?${filter}`) }).toEqual({ filter, total: 0 });
  for (const filter of ['status[]=nothing', 'type[]=nothing', 'priority[]=nothing', 'priority=urgent'])
    expect({ filter, total: await total(`/api/tickets?admin=true&${filter}`) }).toEqual({ filter, total: 0 });
  expect(await total('/api/users/by-roles?roles[]=nobody')).toBe(0);
  expect(await total('/api/orders?colour[]=red&__proto__[]=1')).toBe(1);
});

test('C-25 waiting is accepted for pending wherever a ticket’s status is sent, and pending is returned', async () => {
  const { id } = await openTicket('amina');
  const set = (body: object) => server.as('sara').post(`/api/tickets/${id}`, body);
  const list = async (query: string) => (await server.as('sara').get(`/api/tickets?admin=true&${query}`)).body.total;

  const waiting = await set({ status: 'waiting' });
  const found = [await list('status=waiting'), await list('status[]=waiting'), await list('status=pending')];
  const onwards = await set({ status: 'open', from: 'waiting' });
  const device = createDevice(server.as('sara'));
  const [back] = (await device.exchange([statusMutation(id, 'open', 'waiting')])).results;

  expect(waiting.body.ticket.status).toBe('pending');
  expect(found).toEqual([1, 1, 1]);
  expect(onwards.body.ticket.status).toBe('open');
  expect(back).toMatchObject({ status: 200, rows: [{ row: { status: 'pending' } }] });
});

test('C-25 cancelled means canceled in a mutation too: it is refused because it moves money, not as an unknown status', async () => {
  const tea = await putProduct(server.services);
  const id = await placeOrder('amina', tea.id);
  const device = createDevice(server.as('sara'));
  const status = (from: string, to: string) => mutationOf('order.status', `order:${id}`, { order_id: id, from, to });
  const delivery = { order_id: id, status: 'cancelled', notes: 'Sorry', file_id: null };

  const { results } = await device.exchange([
    status('new', 'cancelled'),
    status('cancelled', 'new'),
    mutationOf('order.deliver', `order:${id}`, delivery),
  ]);

  expect(results.map(({ code }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

test('D-14 S3-14 a ticket’s title is its subject, in a call and in a mutation', async () => {
  const { subject, ...rest } = question;
  const key = { 'Idempotency-Key': randomUUID() };
  const device = createDevice(server.as('amina'));
  const id = uuidv7();
  const { subject: _none, ...args } = openTicketMutation(id, {}).args as { subject: string };

  const titled = await server.as('amina').post('/api/tickets', { ...rest, title: subject }, key);
  const again = await server.as('amina').post('/api/tickets', question, key);
  const both = await server.as('amina').post('/api/tickets', { ...question, title: 'Another name' });
  const [synced] = (await device.exchange([mutationOf('ticket.open', id, { ...args, title: 'From a phone' })])).results;
  const none = await server.as('amina').post('/api/tickets', rest);

  expect(titled.body.ticket).toMatchObject({ subject, title: subject });
  expect(again.body.ticket.id).toBe(titled.body.ticket.id);
  expect(both.body.ticket.subject).toBe(subject);
  expect(synced).toMatchObject({ status: 200, rows: [{ row: { subject: 'From a phone' } }] });
  expectRefused(none, 422, 'INVALID_FIELDS');
  expect(none.body.errors).toEqual({ subject: ['required'] });
});

test('D-14 a product is created and changed with a category_id alone, as JSON and as a form', async () => {
  const [drinks, food] = [
    await putCategory(server.services, { title: 'Drinks' }),
    await putCategory(server.services, { title: 'Food' }),
  ];
  const tea = { title: 'Tea', price: 3 };

  const made = await server.as('sara').post('/api/products', { ...tea, category_id: drinks });
  const sent = await postForm(server, 'sara', '/api/products', {
    title: 'Rice',
    price: '4',
    category_id: String(food),
  });
  const changed = await server.as('sara').post(`/api/products/${made.body.product.id}`, { category_id: food });
  const first = await server
    .as('sara')
    .post('/api/products', { ...tea, category_ids: [drinks, food], category_id: food });
  const none = await server.as('sara').post('/api/products', tea);
  const wrong = await server.as('sara').post('/api/products', { ...tea, category_id: 'x' });

  expect(made.body.product).toMatchObject({ category_ids: [drinks], category_id: drinks });
  expect(sent.body.product).toMatchObject({ category_ids: [food] });
  expect(changed.body.product).toMatchObject({ category_ids: [food], title: 'Tea' });
  expect(first.body.product).toMatchObject({ category_ids: [food, drinks] });
  expect(none.body.errors).toEqual({ category_ids: ['required'] });
  expectRefused(wrong, 422, 'INVALID_FIELDS');
});

test('S3-14 S4-11 a ticket’s priority is stored, returned, synced and filtered by; medium by default', async () => {
  const [amina, sara] = [createDevice(server.as('amina')), createDevice(server.as('sara'))];
  await sara.catchUp();
  const high = await openTicket('amina', { priority: 'high' });
  const usual = await openTicket('amina');
  const unsaid = await openTicket('amina', { priority: null });
  const id = uuidv7();
  const [low] = (
    await amina.exchange([mutationOf('ticket.open', id, { ...openTicketMutation(id, {}).args, priority: 'low' })])
  ).results;
  const wrong = await server.as('amina').post('/api/tickets', { ...question, priority: 'urgent' });
  await sara.catchUp();
  const found = async (query: string) =>
    (await server.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map((row: { id: string }) => row.id);

  expect([high, usual, unsaid].map(({ priority }) => priority)).toEqual(['high', 'medium', 'medium']);
  expect((await server.as('sara').get(`/api/tickets/${high.id}`)).body.priority).toBe('high');
  expect(low).toMatchObject({ status: 200, rows: [{ row: { priority: 'low' } }] });
  expect(sara.row('tickets', high.id)).toMatchObject({ priority: 'high' });
  expect(wrong.body.errors).toEqual({ priority: ['invalid'] });
  expect(await found('priority=high')).toEqual([high.id]);
  expect(await found('priority=low,high')).toEqual([id, high.id]);
  expect(await found('priority[]=medium')).toEqual([unsaid.id, usual.id]);
});
