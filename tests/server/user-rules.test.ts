import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type TestPerson, type World } from '../support/world.ts';

let world: World;
let omar: TestPerson;
beforeEach(async () => {
  world = await openWorld();
  omar = await bringAdmin('omar');
  return () => world.close();
});

/** A second admin, made by root. */
async function bringAdmin(name: string): Promise<TestPerson> {
  const fields = { name, email: `${name}@example.test`, password: 'kept-in-a-safe' };
  const { body } = await create('root', { ...fields, role_id: 2 });
  return { ...fields, id: body.user.id, role: 'admin' };
}

const create = (who: Name, body: object) => world.as(who).post('/api/users', body, { 'Idempotency-Key': randomUUID() });

const nobody = 999_999;

test('S6-13 only root touches other admins; what sara may not do changes nothing', async () => {
  const path = `/api/users/${omar.id}`;
  const before = (await world.as('sara').get(path)).body.user;

  const tried = [
    await world.as('sara').post(path, { name: 'Mine' }),
    await world.as('sara').post(path, { password: 'a new good phrase' }),
    await world.as('sara').post(`${path}/active`, { is_active: false }),
    await world.as('sara').delete(path),
    await world.as('sara').post(`/api/users/${world.people.root.id}`, { email: 'mine@example.test' }),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
  expect((await world.as('sara').get(path)).body.user).toEqual(before);
  expect((await world.as('root').post(path, { name: 'Omar B.' })).body.user.name).toBe('Omar B.');
  expect((await world.as('root').post(`${path}/active`, { is_active: false })).status).toBe(200);
  expect((await world.as('root').delete(path)).status).toBe(200);
});

test('S6-15 only root makes and unmakes admins, and a new role ends the sessions', async () => {
  const amina = `/api/users/${world.people.amina.id}`;
  const wish = { name: 'Adam', email: 'adam@example.test', password: 'kept-in-a-safe', role_id: 2 };

  expectRefused(await create('sara', wish), 403, 'FORBIDDEN');
  expectRefused(await world.as('sara').post(amina, { role_id: 2 }), 403, 'FORBIDDEN');
  expectRefused(await world.as('sara').post(`/api/users/${world.people.sara.id}`, { role_id: 1 }), 403, 'FORBIDDEN');
  expectRefused(await world.as('root').post(`/api/users/${world.people.root.id}`, { role_id: 1 }), 403, 'FORBIDDEN');
  const token = await world.signIn('amina');
  expect((await world.as('root').post(amina, { role_id: 2 })).body.user.role).toBe('admin');
  expectRefused(await world.withToken(token).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  const admin = await world.signIn(omar);
  expect((await world.as('root').post(`/api/users/${omar.id}`, { role_id: 1 })).body.user.role).toBe('user');
  expectRefused(await world.withToken(admin).get('/api/users'), 401, 'UNAUTHENTICATED');
});

test('S6-14 nobody deletes or deactivates themselves, and nobody root', async () => {
  const { sara, root } = world.people;
  const tried = [
    await world.as('sara').post(`/api/users/${sara.id}/active`, { is_active: false }),
    await world.as('sara').delete(`/api/users/${sara.id}`),
    await world.as('root').post(`/api/users/${root.id}/active`, { is_active: false }),
    await world.as('root').delete(`/api/users/${root.id}`),
    await world.as('sara').delete(`/api/users/${root.id}`),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
  expect((await world.as('root').get('/api/auth/current')).status).toBe(200);
});

test('customers reach none of it, whatever they write', async () => {
  const { amina, karim } = world.people;

  const tried = [
    await world.as('amina').get(`/api/users?all=true&admin=true&user_id=${amina.id}`),
    await world.as('amina').get(`/api/users/${amina.id}`),
    await world.as('amina').post(`/api/users/${amina.id}`, { role_id: 2 }),
    await world.as('amina').get(`/api/users/${karim.id}/sessions`),
    await world.as('amina').get(`/api/users/${karim.id}/history`),
    await world.as('amina').get(`/api/users/${amina.id}/balance/history`),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
});

test('a missing user is 404 everywhere', async () => {
  const path = `/api/users/${nobody}`;
  const key = { 'Idempotency-Key': randomUUID() };
  const tried = [
    await world.as('sara').get(path),
    await world.as('sara').post(path, { name: 'x' }),
    await world.as('sara').delete(path),
    await world.as('sara').post(`${path}/active`, { is_active: true }),
    await world.as('sara').get(`${path}/sessions`),
    await world.as('sara').get(`${path}/sessions/2026-11-20`),
    await world.as('sara').get(`${path}/history`),
    await world.as('sara').get(`${path}/balance/history`),
    await world.as('sara').post(`${path}/balance/add`, {}, key),
    await world.as('sara').get('/api/users/0'),
    await world.as('sara').post('/api/users/1e1/balance/add', {}, key),
    await world.as('sara').get(`/api/users/${world.people.amina.id}/sessions/2026-02-30`),
  ];

  for (const answer of tried) expectRefused(answer, 404, 'NOT_FOUND');
});

test('D-7 who finds an open session cannot give it a new password, and with that a new PIN', async () => {
  const path = `/api/users/${world.people.sara.id}`;
  const other = await world.signIn('sara');

  const silent = await world.as('sara').post(path, { password: 'of the intruder' });
  const wrong = await world.as('sara').post(path, { email: 'mine@example.test', current_password: 'a guess' });
  const renamed = await world.as('sara').post(path, { name: 'Sara B.', email: 'SARA@example.test' });
  const right = await world
    .as('sara')
    .post(path, { password: 'a new good phrase', current_password: 'kept-in-a-safe' });

  expect(silent.body.errors).toEqual({ current_password: ['required'] });
  expect(wrong.body.errors).toEqual({ current_password: ['invalid'] });
  expect(renamed.body.user.name).toBe('Sara B.');
  expect(right.status).toBe(200);
  expect((await world.as('sara').get('/api/auth/current')).status).toBe(200);
  expectRefused(await world.withToken(other).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('C-11 a user with money or an order under way cannot be deleted', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means);
  await credit(world.means, amina, 10);
  const path = `/api/users/${amina.id}`;

  const rich = await world.as('sara').delete(path);
  await world.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const waiting = await world.as('sara').delete(path);
  await world.means.db.updateTable('orders').set({ status: 'completed' }).execute();
  const done = await world.as('sara').delete(path);

  expectRefused(rich, 409, 'CONFLICT');
  expect(rich.body.details).toEqual({ reason: 'balance' });
  expect(rich.body.message).toBe('This user still has a balance: bring it to zero first.');
  expectRefused(waiting, 409, 'CONFLICT');
  expect(waiting.body.details).toEqual({ reason: 'orders' });
  expect(waiting.body.message).toBe('This user still has orders that are new or processing: finish them first.');
  expect(done.body).toEqual({ code: 'SUCCESS' });
});

test('C-11 a deleted user is forgotten, out at once, and the address is free; orders and ledger stay', async () => {
  const { amina } = world.people;
  const tea = await putProduct(world.means);
  await credit(world.means, amina, 10);
  await world
    .as('amina')
    .post('/api/orders', { product_id: tea.id, message: 'hi' }, { 'Idempotency-Key': randomUUID() });
  const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
  const opened = await world.as('amina').post('/api/tickets', ticket);
  await world.as('amina').post(`/api/tickets/${opened.body.ticket.id}/response`, { content: 'Still waiting' });
  await world.as('sara').post(`/api/users/${amina.id}`, { username: 'amina.h' });
  await world.means.db.updateTable('orders').set({ status: 'completed' }).execute();
  const before = await booksOf(world.means, amina);

  await world.as('sara').delete(`/api/users/${amina.id}`);

  expectRefused(await world.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expectRefused(await world.guest.post('/api/auth/login', amina), 401, 'INVALID_CREDENTIALS');
  expectRefused(await world.as('sara').delete(`/api/users/${amina.id}`), 404, 'NOT_FOUND');
  expect((await booksOf(world.means, amina)).lines).toEqual(before.lines);
  const { means } = world;
  const kept = JSON.stringify([
    await means.db.selectFrom('users').selectAll().where('id', '=', amina.id).execute(),
    await means.db.selectFrom('orders').selectAll().execute(),
    await means.db.selectFrom('tickets').selectAll().execute(),
    await means.db.selectFrom('responses').selectAll().execute(),
    await means.db.selectFrom('audit').selectAll().execute(),
    await means.db.selectFrom('sessions').selectAll().where('user_id', '=', amina.id).execute(),
  ]);
  expect(kept).not.toMatch(/amina/i);
  expect(kept).not.toContain('127.0.0.1');
  expect((await world.as('sara').get('/api/orders')).body.data).toHaveLength(1);
  expect((await world.as('sara').get('/api/users?all=true')).body.data.total).toBe(4);
  const again = { name: 'Amina', email: amina.email, username: 'amina.h', password: 'kept-in-a-safe' };
  expect((await create('sara', again)).status).toBe(200);
});

test('an order that comes while its user is being deleted is placed before, or not at all', async () => {
  const { amina } = world.people;
  const free = await putProduct(world.means, { price: 0 });
  await world.as('amina').get('/api/auth/current');

  const [gone, placed] = await Promise.all([
    world.as('sara').delete(`/api/users/${amina.id}`),
    world.as('amina').post('/api/orders', { product_id: free.id }, { 'Idempotency-Key': randomUUID() }),
  ]);

  const { orders } = await booksOf(world.means, amina);
  expect([gone.status, orders.length]).toEqual(placed.status === 200 ? [409, 1] : [200, 0]);
});
