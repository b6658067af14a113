import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const leila = { name: 'Leïla', email: 'Leila@Example.test', username: 'Leila.B', password: 'une bonne phrase' };

const create = (who: TestUserName, body: object, key: string = randomUUID()) =>
  server.as(who).post('/api/users', body, { 'Idempotency-Key': key });

const list = async (query = '') => (await server.as('sara').get(`/api/users${query}`)).body.data;

test('S7-18 S5-11 S3-01 an admin creates an account, and its owner signs in at once', async () => {
  const made = await create('sara', leila);

  expect(made.status).toBe(200);
  expect(made.body.user).toMatchObject({
    name: 'Leïla',
    fullname: 'Leïla',
    email: 'leila@example.test',
    username: 'leila.b',
    role: 'user',
    role_id: 1,
    is_active: true,
    balance: 0,
    order_count: 0,
    login_times: 0,
    last_login_at: null,
  });
  const { email, password } = leila;
  expect((await server.guest.post('/api/auth/login', { email, password })).status).toBe(200);
  expect((await server.as('sara').get(`/api/users/${made.body.user.id}`)).body.user.login_times).toBe(1);
  expect(JSON.stringify(made.body)).not.toMatch(/password|pin|hash/);
});

test('S1-01 S3-03 S7-16 there are three roles, each with an id and a label; no account has another one', async () => {
  const { status, body } = await server.as('sara').get('/api/roles');
  const unknown = await create('root', { ...leila, role_id: 4 });

  expect(status).toBe(200);
  expect(body.roles).toEqual([
    { id: 1, name: 'user', label: expect.any(String) },
    { id: 3, name: 'agent', label: expect.any(String) },
    { id: 2, name: 'admin', label: expect.any(String) },
  ]);
  expectRefused(unknown, 422, 'INVALID_FIELDS');
  expect(Object.keys(unknown.body.errors)).toEqual(['role_id']);
  expectRefused(await server.as('amina').get('/api/roles'), 403, 'FORBIDDEN');
});

test('OF-06 two requests at once with the same key make one account; other fields with that key are refused', async () => {
  const key = randomUUID();

  const answers = await Promise.all([create('sara', leila, key), create('sara', leila, key)]);
  const other = await create('sara', { ...leila, password: 'another good phrase' }, key);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]!.body.user.id).toBe(answers[1]!.body.user.id);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect((await list('?all=true')).total).toBe(5);
});

test('S5-04 S5-12 e-mail addresses and usernames are unique, whatever their case', async () => {
  await create('sara', leila);
  const twice = { ...leila, email: 'LEILA@example.TEST', username: 'LEILA.b' };

  const answer = await create('sara', twice);
  const onlyName = await create('sara', { ...twice, email: 'other@example.test' });
  const edited = await server.as('sara').post(`/api/users/${server.users.amina.id}`, {
    email: ' Karim@EXAMPLE.test ',
    username: 'LEILA.B',
  });

  expectRefused(answer, 422, 'INVALID_FIELDS');
  expect(answer.body.errors).toEqual({ email: ['unique'], username: ['unique'] });
  expect(onlyName.body.errors).toEqual({ username: ['unique'] });
  expect(edited.body.errors).toEqual({ email: ['unique'], username: ['unique'] });
});

test('S5-04 of two users who are given the same e-mail address at once, one gets it', async () => {
  const wanted = { email: 'same@example.test' };

  const answers = await Promise.all(
    (['amina', 'karim'] as const).map((name) => server.as('sara').post(`/api/users/${server.users[name].id}`, wanted)),
  );

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(answers.find(({ status }) => status === 422)!.body.errors).toEqual({ email: ['unique'] });
});

test('S7-18 each wrong field is reported', async () => {
  const errors = async (fields: object) => (await create('sara', { ...leila, ...fields })).body.errors;

  expect(await errors({ name: ' ', email: 'no', username: 'a b', password: 'short' })).toEqual({
    name: ['required'],
    email: ['invalid'],
    username: ['invalid'],
    password: ['min:8'],
  });
  expect(await errors({ password: 'password123' })).toEqual({ password: ['too_common'] });
  expect(await errors({ role_id: 4 })).toEqual({ role_id: ['invalid'] });
  for (const balance of [-1, 0.001, '10', true, 1e9])
    expect(Object.keys(await errors({ balance }))).toEqual(['balance']);
});

test('S7-17 C-41 users are listed newest first and found by name, username, address and number', async () => {
  await create('sara', leila);
  const karim = server.users.karim.id;

  expect((await list()).data.map((user: { name: string }) => user.name)).toEqual([
    'Leïla',
    'Karim',
    'Amina',
    'Sara',
    'Root',
  ]);
  for (const search of ['leila', 'LEÏLA', 'leila.b', 'leila@exa']) {
    expect(
      (await list(`?search=${encodeURIComponent(search)}`)).data.map((user: { name: string }) => user.name),
    ).toEqual(['Leïla']);
  }
  expect((await list(`?search=%23${karim}`)).data[0].id).toBe(karim);
  expect((await list('?search=%25')).data).toEqual([]);
  const second = await list('?per_page=2&page=2');
  expect(second).toMatchObject({ current_page: 2, per_page: 2, total: 5 });
  expect(second.data.map((user: { name: string }) => user.name)).toEqual(['Amina', 'Sara']);
  expect(second.next_page_url).toContain('page=3');
  expect((await list('?all=true&per_page=2')).data).toHaveLength(5);
});

test('S3-02 the number of orders is counted, without deleted ones', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 50);
  for (let time = 0; time < 3; time += 1) {
    const key = { 'Idempotency-Key': randomUUID() };
    await server.as('amina').post('/api/orders', { product_id: tea.id }, key);
  }
  const { orders } = await readAccount(server.services, server.users.amina);
  await server.services.db.updateTable('orders').set({ deleted_at: 1 }).where('id', '=', orders[0]!.id).execute();

  const { user } = (await server.as('sara').get(`/api/users/${server.users.amina.id}`)).body;

  expect(user).toMatchObject({ order_count: 2, balance: 20 });
});

test('S5-09 S7-22 missing fields stay unchanged, and an empty password changes nothing', async () => {
  const path = `/api/users/${server.users.amina.id}`;

  const renamed = await server.as('sara').post(path, { name: 'Amina H.', password: '' });

  expect(renamed.body.user).toMatchObject({ name: 'Amina H.', email: 'amina@example.test', username: null });
  expect((await server.guest.post('/api/auth/login', server.users.amina)).status).toBe(200);
  expect((await server.as('sara').get('/api/users?search=amina+h.')).body.data.total).toBe(1);
  expect((await server.as('sara').post(path, { username: 'amina', name: 'Amina' })).body.user.username).toBe('amina');
  expect((await server.as('sara').post(path, { username: null })).body.user.username).toBeNull();
});

test('a new password or address ends the user’s sessions and invalidates links in sent e-mails; a new name does not', async () => {
  const path = `/api/users/${server.users.amina.id}`;
  const amina = () => server.as('amina').get('/api/auth/current');
  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });

  await server.as('sara').post(path, { name: 'Amina H.' });
  expect((await amina()).status).toBe(200);
  await server.as('sara').post(path, { email: 'amina@elsewhere.test' });

  expectRefused(await amina(), 401, 'UNAUTHENTICATED');
  const open = await server.services.db.selectFrom('mail_tokens').selectAll().where('used_at', 'is', null).execute();
  expect(open).toEqual([]);
  const token = await server.signIn('amina');
  await server.as('sara').post(path, { password: 'a new good phrase' });
  expectRefused(await server.withToken(token).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  const login = { email: 'amina@elsewhere.test', password: 'a new good phrase' };
  expect((await server.guest.post('/api/auth/login', login)).status).toBe(200);
});

test('S4-16 S7-23 a deactivated user is signed out at once, and can sign in again once activated', async () => {
  const path = `/api/users/${server.users.amina.id}/active`;
  await server.as('amina').get('/api/auth/current');

  const off = await server.as('sara').post(path, { is_active: false });

  expect(off.body.user.is_active).toBe(false);
  expectRefused(await server.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expectRefused(await server.guest.post('/api/auth/login', server.users.amina), 401, 'ACCOUNT_NOT_ACTIVE');
  expect((await server.as('sara').post(path, { is_active: 1 })).body.user.is_active).toBe(true);
  expectRefused(await server.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await server.guest.post('/api/auth/login', server.users.amina)).status).toBe(200);
});

test('a confirmation link does not activate an account that an admin has deactivated', async () => {
  await server.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  await server.mail.deliver();
  const token = /token=([\w-]+)/.exec(server.mail.sent[0]!.text)![1];
  const nour = (await list('?search=nour')).data[0];

  await server.as('sara').post(`/api/users/${nour.id}/active`, { is_active: false });

  const confirmed = await server.guest.post('/api/auth/email/confirm', { token });
  expect(confirmed.body.errors).toEqual({ token: ['invalid'] });
  expect((await list('?search=nour')).data[0].is_active).toBe(false);
});

test('a change of a user is in the feed of admins and in that of the user', async () => {
  const made = await create('sara', leila);
  const { id } = made.body.user;
  await server.as('sara').post(`/api/users/${id}`, { name: 'Leila B.' });

  await server.services.sequencer.run();

  const feed = await server.services.db
    .selectFrom('feed')
    .selectAll()
    .where('key', '=', String(id))
    .orderBy('scope')
    .execute();
  expect(feed.map(({ scope, entity, deleted }) => [scope, entity, deleted])).toEqual([
    ['admin', 'people', 0],
    [`u:${id}`, 'account', 0],
  ]);
});
