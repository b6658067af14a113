import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestUser, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let omar: TestUser;
beforeEach(async () => {
  server = await startTestServer();
  omar = await createAdmin('omar');
  return () => server.close();
});

/** Creates an admin, as root. */
async function createAdmin(name: string): Promise<TestUser> {
  const fields = { name, email: `${name}@example.test`, password: 'kept-in-a-safe' };
  const { body } = await create('root', { ...fields, role_id: 2 });
  return { ...fields, id: body.user.id, role: 'admin' };
}

const create = (who: TestUserName, body: object) =>
  server.as(who).post('/api/users', body, { 'Idempotency-Key': randomUUID() });

const unknownId = 999_999;

test('S6-13 only root changes other admins; a forbidden call of sara’s changes nothing', async () => {
  const path = `/api/users/${omar.id}`;
  const before = (await server.as('sara').get(path)).body.user;

  const tried = [
    await server.as('sara').post(path, { name: 'Mine' }),
    await server.as('sara').post(path, { password: 'a new good phrase' }),
    await server.as('sara').post(`${path}/active`, { is_active: false }),
    await server.as('sara').delete(path),
    await server.as('sara').post(`/api/users/${server.users.root.id}`, { email: 'mine@example.test' }),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
  expect((await server.as('sara').get(path)).body.user).toEqual(before);
  expect((await server.as('root').post(path, { name: 'Omar B.' })).body.user.name).toBe('Omar B.');
  expect((await server.as('root').post(`${path}/active`, { is_active: false })).status).toBe(200);
  expect((await server.as('root').delete(path)).status).toBe(200);
});

test('S6-15 only root gives and takes the role of an admin, and a new role ends the sessions', async () => {
  const aminasPath = `/api/users/${server.users.amina.id}`;
  const fields = { name: 'Adam', email: 'adam@example.test', password: 'kept-in-a-safe', role_id: 2 };

  expectRefused(await create('sara', fields), 403, 'FORBIDDEN');
  expectRefused(await server.as('sara').post(aminasPath, { role_id: 2 }), 403, 'FORBIDDEN');
  expectRefused(await server.as('sara').post(`/api/users/${server.users.sara.id}`, { role_id: 1 }), 403, 'FORBIDDEN');
  expectRefused(await server.as('root').post(`/api/users/${server.users.root.id}`, { role_id: 1 }), 403, 'FORBIDDEN');
  const token = await server.signIn('amina');
  expect((await server.as('root').post(aminasPath, { role_id: 2 })).body.user.role).toBe('admin');
  expectRefused(await server.withToken(token).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  const omarsToken = await server.signIn(omar);
  expect((await server.as('root').post(`/api/users/${omar.id}`, { role_id: 1 })).body.user.role).toBe('user');
  expectRefused(await server.withToken(omarsToken).get('/api/users'), 401, 'UNAUTHENTICATED');
});

test('S6-14 no admin deletes or deactivates their own account or root', async () => {
  const { sara, root } = server.users;
  const tried = [
    await server.as('sara').post(`/api/users/${sara.id}/active`, { is_active: false }),
    await server.as('sara').delete(`/api/users/${sara.id}`),
    await server.as('root').post(`/api/users/${root.id}/active`, { is_active: false }),
    await server.as('root').delete(`/api/users/${root.id}`),
    await server.as('sara').delete(`/api/users/${root.id}`),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
  expect((await server.as('root').get('/api/auth/current')).status).toBe(200);
});

test('a customer may neither read nor change users through the calls about users', async () => {
  const { amina, karim } = server.users;

  const tried = [
    await server.as('amina').get(`/api/users?all=true&admin=true&user_id=${amina.id}`),
    await server.as('amina').get(`/api/users/${amina.id}`),
    await server.as('amina').post(`/api/users/${amina.id}`, { role_id: 2 }),
    await server.as('amina').get(`/api/users/${karim.id}/sessions`),
    await server.as('amina').get(`/api/users/${karim.id}/history`),
    await server.as('amina').get(`/api/users/${amina.id}/balance/history`),
  ];

  for (const answer of tried) expectRefused(answer, 403, 'FORBIDDEN');
});

test('a missing user is 404 everywhere', async () => {
  const path = `/api/users/${unknownId}`;
  const key = { 'Idempotency-Key': randomUUID() };
  const tried = [
    await server.as('sara').get(path),
    await server.as('sara').post(path, { name: 'x' }),
    await server.as('sara').delete(path),
    await server.as('sara').post(`${path}/active`, { is_active: true }),
    await server.as('sara').get(`${path}/sessions`),
    await server.as('sara').get(`${path}/sessions/2026-11-20`),
    await server.as('sara').get(`${path}/history`),
    await server.as('sara').get(`${path}/balance/history`),
    await server.as('sara').post(`${path}/balance/add`, {}, key),
    await server.as('sara').get('/api/users/0'),
    await server.as('sara').post('/api/users/1e1/balance/add', {}, key),
    await server.as('sara').get(`/api/users/${server.users.amina.id}/sessions/2026-02-30`),
  ];

  for (const answer of tried) expectRefused(answer, 404, 'NOT_FOUND');
});

test('D-7 an admin’s own password or e-mail address is changed only with the current password', async () => {
  const path = `/api/users/${server.users.sara.id}`;
  const other = await server.signIn('sara');

  const silent = await server.as('sara').post(path, { password: 'of the intruder' });
  const wrong = await server.as('sara').post(path, { email: 'mine@example.test', current_password: 'a guess' });
  const renamed = await server.as('sara').post(path, { name: 'Sara B.', email: 'SARA@example.test' });
  const right = await server
    .as('sara')
    .post(path, { password: 'a new good phrase', current_password: 'kept-in-a-safe' });

  expect(silent.body.errors).toEqual({ current_password: ['required'] });
  expect(wrong.body.errors).toEqual({ current_password: ['invalid'] });
  expect(renamed.body.user.name).toBe('Sara B.');
  expect(right.status).toBe(200);
  expect((await server.as('sara').get('/api/auth/current')).status).toBe(200);
  expectRefused(await server.withToken(other).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('C-11 a user with money or an order under way cannot be deleted', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services);
  await credit(server.services, amina, 10);
  const path = `/api/users/${amina.id}`;

  const rich = await server.as('sara').delete(path);
  await server.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const waiting = await server.as('sara').delete(path);
  await server.services.db.updateTable('orders').set({ status: 'completed' }).execute();
  const done = await server.as('sara').delete(path);

  expectRefused(rich, 409, 'CONFLICT');
  expect(rich.body.details).toEqual({ reason: 'balance' });
  expect(rich.body.message).toBe('This user still has a balance: bring it to zero first.');
  expectRefused(waiting, 409, 'CONFLICT');
  expect(waiting.body.details).toEqual({ reason: 'orders' });
  expect(waiting.body.message).toBe('This user still has orders that are new or processing: finish them first.');
  expect(done.body).toEqual({ code: 'SUCCESS' });
});

test('C-11 a deleted user’s data is erased, the sessions end and the e-mail address is free; orders and ledger stay', async () => {
  const { amina } = server.users;
  const tea = await putProduct(server.services);
  await credit(server.services, amina, 10);
  await server
    .as('amina')
    .post('/api/orders', { product_id: tea.id, message: 'hi' }, { 'Idempotency-Key': randomUUID() });
  const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
  const opened = await server.as('amina').post('/api/tickets', ticket);
  await server.as('amina').post(`/api/tickets/${opened.body.ticket.id}/response`, { content: 'Still waiting' });
  await server.as('sara').post(`/api/users/${amina.id}`, { username: 'amina.h' });
  await server.services.db.updateTable('orders').set({ status: 'completed' }).execute();
  const before = await readAccount(server.services, amina);

  await server.as('sara').delete(`/api/users/${amina.id}`);

  expectRefused(await server.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expectRefused(await server.guest.post('/api/auth/login', amina), 401, 'INVALID_CREDENTIALS');
  expectRefused(await server.as('sara').delete(`/api/users/${amina.id}`), 404, 'NOT_FOUND');
  expect((await readAccount(server.services, amina)).lines).toEqual(before.lines);
  const { services } = server;
  const kept = JSON.stringify([
    await services.db.selectFrom('users').selectAll().where('id', '=', amina.id).execute(),
    await services.db.selectFrom('orders').selectAll().execute(),
    await services.db.selectFrom('tickets').selectAll().execute(),
    await services.db.selectFrom('responses').selectAll().execute(),
    await services.db.selectFrom('audit').selectAll().execute(),
    await services.db.selectFrom('sessions').selectAll().where('user_id', '=', amina.id).execute(),
  ]);
  expect(kept).not.toMatch(/amina/i);
  expect(kept).not.toContain('127.0.0.1');
  expect((await server.as('sara').get('/api/orders')).body.data).toHaveLength(1);
  expect((await server.as('sara').get('/api/users?all=true')).body.data.total).toBe(4);
  const again = { name: 'Amina', email: amina.email, username: 'amina.h', password: 'kept-in-a-safe' };
  expect((await create('sara', again)).status).toBe(200);
});

test('an order that arrives while its user is being deleted prevents the deletion or is not placed', async () => {
  const { amina } = server.users;
  const free = await putProduct(server.services, { price: 0 });
  await server.as('amina').get('/api/auth/current');

  const [gone, placed] = await Promise.all([
    server.as('sara').delete(`/api/users/${amina.id}`),
    server.as('amina').post('/api/orders', { product_id: free.id }, { 'Idempotency-Key': randomUUID() }),
  ]);

  const { orders } = await readAccount(server.services, amina);
  expect([gone.status, orders.length]).toEqual(placed.status === 200 ? [409, 1] : [200, 0]);
});
