import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, opening, queued, setting } from '../support/device.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { postForm } from '../support/uploads.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const open = async (who: Name, wish: object = {}) =>
  (await world.as(who).post('/api/tickets', { ...question, ...wish })).body.ticket;

async function ordered(who: Name, product: number, status = 'new'): Promise<number> {
  await credit(world.means, world.people[who], 10);
  const { id } = (await world.as(who).post('/api/orders', { product_id: product })).body.order;
  if (status !== 'new') await world.as('sara').post(`/api/orders/${id}`, { status });
  return id;
}

test('D-14 orders are filtered by comma lists, repeated names, and names with brackets, also mixed', async () => {
  const [tea, rice, salt] = [
    await putProduct(world.means),
    await putProduct(world.means),
    await putProduct(world.means),
  ];
  const first = await ordered('amina', tea.id);
  const second = await ordered('karim', rice.id, 'canceled');
  const third = await ordered('karim', salt.id, 'completed');
  const ids = async (query: string, who: Name = 'sara') =>
    (await world.as(who).get(`/api/orders?${query}`)).body.data.map((row: { id: number }) => row.id);

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
  expect(await ids(`user[]=${world.people.karim.id}`)).toEqual([third, second]);
  expect(await ids(`user[]=${world.people.karim.id}`, 'amina')).toEqual([first]);
});

test('D-14 tickets and people are filtered by names with brackets too', async () => {
  const first = await open('amina', { type: 'technical' });
  const second = await open('karim');
  await world.as('sara').post(`/api/tickets/${second.id}`, { status: 'closed' });
  const numbers = async (query: string) =>
    (await world.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map(
      (row: { number: number }) => row.number,
    );
  const names = async (query: string) =>
    (await world.as('sara').get(`/api/users/by-roles?${query}`)).body.users.map((user: { name: string }) => user.name);

  expect(await numbers('status[]=new&status[]=open')).toEqual([first.number]);
  expect(await numbers('type[]=general')).toEqual([second.number]);
  expect(await numbers('type[]=general&type[]=technical')).toEqual([second.number, first.number]);
  expect(await names('roles[]=admin')).toEqual(['Root', 'Sara']);
  expect(await names('roles[]=admin&roles[]=user')).toEqual(['Amina', 'Karim', 'Root', 'Sara']);
});

test('D-14 a filter with a value that does not exist finds nothing; an unknown parameter changes nothing', async () => {
  const tea = await putProduct(world.means);
  await ordered('amina', tea.id);
  await open('amina');
  const total = async (path: string) => {
    const { body } = await world.as('sara').get(path);
    return body.total ?? body.users.length;
  };

  for (const filter of ['product[]=x', 'product[]=0', 'status[]=nothing', 'user[]=x', 'product[]=999999'])
    expect({ filter, total: await total(`/api/orders?${filter}`) }).toEqual({ filter, total: 0 });
  for (const filter of ['status[]=nothing', 'type[]=nothing', 'priority[]=nothing', 'priority=urgent'])
    expect({ filter, total: await total(`/api/tickets?admin=true&${filter}`) }).toEqual({ filter, total: 0 });
  expect(await total('/api/users/by-roles?roles[]=nobody')).toBe(0);
  expect(await total('/api/orders?colour[]=red&__proto__[]=1')).toBe(1);
});

test('C-25 waiting is pending wherever a ticket’s status goes in, and pending is what comes out', async () => {
  const { id } = await open('amina');
  const set = (body: object) => world.as('sara').post(`/api/tickets/${id}`, body);
  const list = async (query: string) => (await world.as('sara').get(`/api/tickets?admin=true&${query}`)).body.total;

  const waiting = await set({ status: 'waiting' });
  const found = [await list('status=waiting'), await list('status[]=waiting'), await list('status=pending')];
  const onwards = await set({ status: 'open', from: 'waiting' });
  const device = deviceOf(world.as('sara'));
  const [back] = (await device.exchange([setting(id, 'open', 'waiting')])).results;

  expect(waiting.body.ticket.status).toBe('pending');
  expect(found).toEqual([1, 1, 1]);
  expect(onwards.body.ticket.status).toBe('open');
  expect(back).toMatchObject({ status: 200, rows: [{ row: { status: 'pending' } }] });
});

test('C-25 cancelled is canceled in what a device has queued too: it is refused as money, not as nonsense', async () => {
  const tea = await putProduct(world.means);
  const id = await ordered('amina', tea.id);
  const device = deviceOf(world.as('sara'));
  const status = (from: string, to: string) => queued('order.status', `order:${id}`, { order_id: id, from, to });
  const delivery = { order_id: id, status: 'cancelled', notes: 'Sorry', file_id: null };

  const { results } = await device.exchange([
    status('new', 'cancelled'),
    status('cancelled', 'new'),
    queued('order.deliver', `order:${id}`, delivery),
  ]);

  expect(results.map(({ code }) => code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

test('D-14 S3-14 a ticket’s title is its subject, in a call and in what a device has queued', async () => {
  const { subject, ...rest } = question;
  const key = { 'Idempotency-Key': randomUUID() };
  const device = deviceOf(world.as('amina'));
  const id = uuidv7();
  const { subject: _none, ...args } = opening(id, {}).args as { subject: string };

  const titled = await world.as('amina').post('/api/tickets', { ...rest, title: subject }, key);
  const again = await world.as('amina').post('/api/tickets', question, key);
  const both = await world.as('amina').post('/api/tickets', { ...question, title: 'Another name' });
  const [synced] = (await device.exchange([queued('ticket.open', id, { ...args, title: 'From a phone' })])).results;
  const none = await world.as('amina').post('/api/tickets', rest);

  expect(titled.body.ticket).toMatchObject({ subject, title: subject });
  expect(again.body.ticket.id).toBe(titled.body.ticket.id);
  expect(both.body.ticket.subject).toBe(subject);
  expect(synced).toMatchObject({ status: 200, rows: [{ row: { subject: 'From a phone' } }] });
  expectRefused(none, 422, 'INVALID_FIELDS');
  expect(none.body.errors).toEqual({ subject: ['required'] });
});

test('D-14 a product is made and changed with a category_id alone, as JSON and as a form', async () => {
  const [drinks, food] = [
    await putCategory(world.means, { title: 'Drinks' }),
    await putCategory(world.means, { title: 'Food' }),
  ];
  const tea = { title: 'Tea', price: 3 };

  const made = await world.as('sara').post('/api/products', { ...tea, category_id: drinks });
  const sent = await postForm(world, 'sara', '/api/products', { title: 'Rice', price: '4', category_id: String(food) });
  const changed = await world.as('sara').post(`/api/products/${made.body.product.id}`, { category_id: food });
  const first = await world
    .as('sara')
    .post('/api/products', { ...tea, category_ids: [drinks, food], category_id: food });
  const none = await world.as('sara').post('/api/products', tea);
  const wrong = await world.as('sara').post('/api/products', { ...tea, category_id: 'x' });

  expect(made.body.product).toMatchObject({ category_ids: [drinks], category_id: drinks });
  expect(sent.body.product).toMatchObject({ category_ids: [food] });
  expect(changed.body.product).toMatchObject({ category_ids: [food], title: 'Tea' });
  expect(first.body.product).toMatchObject({ category_ids: [food, drinks] });
  expect(none.body.errors).toEqual({ category_ids: ['required'] });
  expectRefused(wrong, 422, 'INVALID_FIELDS');
});

test('S3-14 a ticket’s priority is taken, kept, told, synced and filtered by; medium unless told', async () => {
  const [amina, sara] = [deviceOf(world.as('amina')), deviceOf(world.as('sara'))];
  await sara.catchUp();
  const high = await open('amina', { priority: 'high' });
  const usual = await open('amina');
  const unsaid = await open('amina', { priority: null });
  const id = uuidv7();
  const [low] = (await amina.exchange([queued('ticket.open', id, { ...opening(id, {}).args, priority: 'low' })]))
    .results;
  const wrong = await world.as('amina').post('/api/tickets', { ...question, priority: 'urgent' });
  await sara.catchUp();
  const found = async (query: string) =>
    (await world.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map((row: { id: string }) => row.id);

  expect([high, usual, unsaid].map(({ priority }) => priority)).toEqual(['high', 'medium', 'medium']);
  expect((await world.as('sara').get(`/api/tickets/${high.id}`)).body.priority).toBe('high');
  expect(low).toMatchObject({ status: 200, rows: [{ row: { priority: 'low' } }] });
  expect(sara.row('tickets', high.id)).toMatchObject({ priority: 'high' });
  expect(wrong.body.errors).toEqual({ priority: ['invalid'] });
  expect(await found('priority=high')).toEqual([high.id]);
  expect(await found('priority=low,high')).toEqual([id, high.id]);
  expect(await found('priority[]=medium')).toEqual([unsaid.id, usual.id]);
});
