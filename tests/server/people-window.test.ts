import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import type { Change, SyncAnswer } from '../../src/contract/sync.ts';
import { fold, searchText } from '../../src/contract/search.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation, replyMutation } from '../support/device.ts';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));

/** Inserts customers, whose ids are higher than those of the users of every test server; returns their ids. */
async function putCustomers(count: number, more: object = {}): Promise<number[]> {
  const times = { created_at: server.clock.now, updated_at: server.clock.now, confirmed_at: server.clock.now };
  const rows = Array.from({ length: count }, () => {
    const name = `Customer ${randomUUID()}`;
    const email = `${randomUUID()}@example.test`;
    const words = { search_text: searchText([name, email]), sort_key: fold(name) };
    return { name, email, ...words, ...times, role_id: roleIds.user, is_active: 1, locale: 'en', ...more };
  });
  const inserted = await server.services.db.insertInto('users').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id).toSorted((a, b) => a - b);
}

async function putOrders(owners: readonly number[]): Promise<number[]> {
  const rows = owners.map((user_id) => ({
    user_id,
    user_name: 'x',
    key: randomUUID(),
    status: 'completed',
    search_text: '',
    total_cents: 100,
    cost_cents: 10,
    created_at: server.clock.now,
    updated_at: server.clock.now,
  }));
  const inserted = await server.services.db.insertInto('orders').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** Lets devices of admins store as few users as possible: the newest 200. */
async function narrowWindow(): Promise<void> {
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  const { status } = await server.as('sara').post('/api/shop/windows', { ...windows, people: 200 });
  expect(status).toBe(200);
}

const peopleIn = (changes: readonly Change[]) => changes.filter(({ entity }) => entity === 'people');
const idsOf = (keys: readonly string[]) => keys.map(Number).toSorted((a, b) => a - b);
const firstLoadSize = (answers: readonly SyncAnswer[]) => answers.reduce((sum, { older }) => sum + older.length, 0);

test('D-12 OF-15 an admin’s device starts with the newest users, all who work on tickets and the customers of its orders and tickets', async () => {
  const { root, sara, amina, karim } = server.users;
  const old = await putCustomers(60);
  const [agent] = await putCustomers(1, { role_id: roleIds.agent });
  const newest = await putCustomers(200);
  await narrowWindow();
  await putOrders([amina.id, old[7]!, old[7]!, newest[3]!]);
  await device('karim').exchange([openTicketMutation()]);
  const [deleted] = await putCustomers(1, { deleted_at: server.clock.now });
  await putOrders([deleted!]);
  const phone = device('sara');

  const answers = await phone.catchUp();

  const expected = [root.id, sara.id, amina.id, karim.id, old[7]!, agent!, ...newest];
  expect(idsOf(phone.keys('people'))).toEqual(idsOf(expected.map(String)));
  expect(phone.row('people', old[7]!)).toMatchObject({ role: 'user', email: expect.stringContaining('@') });
  expect(answers[0]!.total).toBe(firstLoadSize(answers));
  const sent = answers.flatMap(({ changes }) => peopleIn(changes)).map(({ key }) => Number(key));
  expect(sent.toSorted((a, b) => a - b)).toEqual([amina.id, karim.id, old[7]!]);
});

test('D-12 a new order brings its customer to a device that lacks them, once in an answer', async () => {
  const { amina } = server.users;
  await putCustomers(205);
  await narrowWindow();
  const tea = await putProduct(server.services);
  await credit(server.services, amina, 50);
  const phone = device('sara');
  await phone.catchUp();
  expect(phone.row('people', amina.id)).toBeUndefined();

  for (let count = 0; count < 2; count += 1)
    await server.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const { changes } = await phone.exchange();

  expect(changes.filter(({ entity }) => entity === 'orders')).toHaveLength(2);
  expect(peopleIn(changes).map(({ row }) => row)).toEqual([
    expect.objectContaining({ id: amina.id, name: 'Amina', email: amina.email, is_active: true }),
  ]);
});

test('D-12 the rows of a sent change bring their customer too', async () => {
  const { amina } = server.users;
  const ticket = uuidv7();
  await putCustomers(205);
  await narrowWindow();
  const phone = device('sara');
  await phone.catchUp();
  await device('amina').exchange([openTicketMutation(ticket)]);

  const { results, changes } = await phone.exchange([replyMutation({ ticket })]);

  expect(results[0]!.rows.map(({ entity }) => entity)).toContain('tickets');
  expect(peopleIn(changes).map(({ key }) => key)).toEqual([String(amina.id)]);
});

test('D-12 OF-15 orders that come, and orders that move up, during a first load have their customers on the device', async () => {
  const { amina, karim } = server.users;
  const old = await putCustomers(40);
  await putCustomers(600);
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  await server.as('sara').post('/api/shop/windows', { ...windows, people: 600, all_orders: 500 });
  const [movesUp] = await putOrders([karim.id]);
  const orders = await putOrders(Array.from({ length: 500 }, (_, index) => old[index % old.length]!));
  const phone = device('sara');
  const first = await phone.exchange();
  expect(first.more).toBe(true);

  await server.services.db
    .updateTable('orders')
    .set({ deleted_at: server.clock.now })
    .where('id', 'in', orders.slice(-2))
    .execute();
  await putOrders([amina.id]);
  await phone.catchUp();

  expect(phone.keys('orders')).toContain(String(movesUp));
  for (const id of [amina.id, karim.id, ...old]) expect(phone.row('people', id)).toMatchObject({ id });
});

test('D-12 a first load that a server of an earlier version began goes on', async () => {
  const ids = await putCustomers(230);
  await narrowWindow();
  await putOrders([server.users.amina.id]);
  const phone = device('sara');
  const first = await phone.exchange();

  const { body } = await phone.postSync({ cursor: first.cursor, epoch: first.epoch, before: `3:${ids[100]!}` });

  const people = peopleIn(body.older).map(({ key }) => Number(key));
  const { root, sara, amina } = server.users;
  expect(people).toEqual([...ids.slice(30, 100).toReversed(), sara.id, root.id]);
  expect(peopleIn(body.changes).map(({ key }) => Number(key))).toEqual([amina.id]);
});

test('S2U-06 an admin sets how many users devices of admins store; an app of an earlier version leaves the size as it is', async () => {
  await putCustomers(250);
  const phone = device('sara');
  const customer = device('amina');
  await phone.catchUp();
  await customer.catchUp();
  expect(phone.keys('people')).toHaveLength(254);
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  expect(windows).toMatchObject({ people: 2_000 });

  await narrowWindow();
  expect((await phone.catchUp())[0]).toMatchObject({ reset: true });
  expect(phone.keys('people')).toHaveLength(202);
  expect((await customer.catchUp())[0]).toMatchObject({ reset: false });

  const { people: _, ...earlier } = windows;
  const saved = await server.as('sara').post('/api/shop/windows', { ...earlier, movements: 100 });
  expect(saved.body.windows).toMatchObject({ people: 200, movements: 100 });
  expect((await server.as('sara').post('/api/shop/windows', { ...earlier, people: 199 })).body.errors).toEqual({
    people: ['number-min:200'],
  });
});

test('V-08 D-12 an agent’s device gets those who work on tickets, and no customer with an order or a ticket', async () => {
  const [id] = await putCustomers(1, { role_id: roleIds.agent });
  await putCustomers(3);
  await putOrders([server.users.amina.id]);
  const agent = { id: id!, name: 'Marc', email: 'marc@example.test', role: 'user' as const, password: '' };
  const desktop = createDevice(server.as(agent));

  await desktop.catchUp();
  await device('karim').exchange([openTicketMutation()]);
  await desktop.catchUp();

  const { root, sara } = server.users;
  expect(idsOf(desktop.keys('people'))).toEqual([root.id, sara.id, id]);
});

test('S7-19 users with a role come in pages by name, and users by their ids', async () => {
  await putCustomers(23);
  const read = async (query: string) => (await server.as('sara').get(`/api/users/${query}`)).body;

  const [first, third] = [await read('by-roles'), await read('by-roles?roles=user&page=3')];
  expect(first.users).toHaveLength(10);
  expect(first).toMatchObject({ total: 25, per_page: 10, current_page: 1, prev_page_url: null });
  expect(first.next_page_url).toBe('/api/users/by-roles?page=2');
  expect(third.users).toHaveLength(5);
  expect(third.next_page_url).toBeNull();
  expect(first.users.slice(0, 1)).toMatchObject([{ name: 'Amina', role: 'user' }]);

  const { amina, root } = server.users;
  const { users } = await read(`by-ids?ids=${amina.id},${root.id},99999`);
  expect(users.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Amina', 'Root']);
  expect(users[0]).toEqual({ ...users[0], email: expect.any(String), is_active: true });
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1).join();
  expect((await server.as('sara').get(`/api/users/by-ids?ids=${tooMany}`)).status).toBe(422);
  expect((await server.as('amina').get(`/api/users/by-ids?ids=${amina.id}`)).status).toBe(403);
});
