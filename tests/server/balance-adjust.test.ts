import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  return () => server.close();
});

const pin = '80412';

const adjust = (
  how: 'add' | 'subtract',
  body: object,
  options: { who?: TestUserName; id?: unknown; key?: string } = {},
) => {
  const { who = 'sara', id = server.users.amina.id, key = randomUUID() } = options;
  return server.as(who).post(`/api/users/${String(id)}/balance/${how}`, { pin, ...body }, { 'Idempotency-Key': key });
};

const balance = async () => (await server.as('amina').get('/api/app/balance')).body.balance;

test('S7-25 an admin adds and subtracts, with or without a note, and both are in the ledger', async () => {
  const added = await adjust('add', { amount: 50.25, note: '  Bank transfer ' });
  const taken = await adjust('subtract', { amount: 20.2 });

  expect(added.body.user).toMatchObject({ id: server.users.amina.id, balance: 50.25 });
  expect(taken.body.user.balance).toBe(30.05);
  const { lines, sum } = await readAccount(server.services, server.users.amina);
  expect(sum).toBe(3_005);
  const by = { actor_id: server.users.sara.id };
  expect(lines).toMatchObject([
    { kind: 'add', amount_cents: 5_025, before_cents: 0, after_cents: 5_025, note: 'Bank transfer', ...by },
    { kind: 'subtract', amount_cents: -2_020, before_cents: 5_025, after_cents: 3_005, note: null, ...by },
  ]);
});

test('S2C-11 a customer is notified of each change of the balance, without the admin’s name', async () => {
  await adjust('add', { amount: 50 });
  server.clock.advance(1);
  await adjust('subtract', { amount: 20 });

  const { data } = (await server.as('amina').get('/api/notifications')).body.data;

  expect(data.map(({ kind, about }: { kind: string; about: object }) => [kind, about])).toEqual([
    ['balance.changed', { amount: -20 }],
    ['balance.changed', { amount: 50 }],
  ]);
  expect((await server.as('sara').get('/api/notifications')).body.data.total).toBe(0);
});

test('S3-16 S3-17 an admin sees who changed a balance, when and from which value; the customer’s own history shows no names', async () => {
  await adjust('add', { amount: 50, note: 'Cash' });
  await adjust('subtract', { amount: 20 });

  const { history } = (await server.as('sara').get(`/api/users/${server.users.amina.id}/balance/history`)).body;
  const own = (await server.as('amina').get('/api/app/balance/history?per_page=1&page=2')).body.data;

  expect(history).toMatchObject([
    {
      action_by: 'Sara',
      operation_type: 'subtract',
      amount: -20,
      previous_balance: 50,
      new_balance: 30,
      fields: [{ field: 'balance', old_value: 50, new_value: 30 }],
      created_at: new Date(server.clock.now).toISOString(),
    },
    { action_by: 'Sara', operation_type: 'add', previous_balance: 0, new_balance: 50, note: 'Cash' },
  ]);
  expect(own).toMatchObject({ total: 2, current_page: 2, next_page_url: null });
  expect(own.data).toMatchObject([{ kind: 'add', amount: 50, note: 'Cash' }]);
  expect(JSON.stringify(own)).not.toContain('Sara');
  expect((await server.as('karim').get('/api/app/balance/history')).body.data.total).toBe(0);
});

test('S6-11 even root may change only the balances of customers', async () => {
  await server.as('root').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  for (const id of [server.users.sara.id, server.users.root.id]) {
    expectRefused(await adjust('add', { amount: 5 }, { id }), 403, 'FORBIDDEN');
    expectRefused(await adjust('add', { amount: 5 }, { id, who: 'root' }), 403, 'FORBIDDEN');
  }
  expectRefused(await adjust('add', { amount: 5 }, { who: 'amina' }), 403, 'FORBIDDEN');
  expect((await findFaults(server.services.db)).rows).toBe(0);
});

test('role, target, body, lock, PIN and balance are checked in this order', async () => {
  const invalid = { amount: -1, pin: '1' };
  const missing = { id: 999_999 };

  expectRefused(await adjust('add', invalid, { who: 'amina', ...missing }), 403, 'FORBIDDEN');
  expectRefused(await adjust('add', invalid, missing), 404, 'NOT_FOUND');
  expectRefused(await adjust('add', invalid, { id: server.users.root.id }), 403, 'FORBIDDEN');
  const refused = await adjust('subtract', invalid);
  expect(refused.body.errors).toEqual({ amount: ['number-min:0.01'], pin: ['min:4'] });
  const wrong = await adjust('subtract', { amount: 5, pin: '0000' });
  expect(wrong.body).toMatchObject({ code: 'INVALID_PIN', details: { reason: 'wrong' } });
  const poor = await adjust('subtract', { amount: 5 });
  expectRefused(poor, 422, 'BALANCE_NOT_ENOUGH');
  for (let attempt = 0; attempt < 5; attempt += 1) await adjust('subtract', { amount: 5, pin: '0000' });
  expect((await adjust('subtract', { amount: 5 })).body.details.reason).toBe('locked');
  expectRefused(await adjust('subtract', invalid), 422, 'INVALID_FIELDS');
});

test.each([-0, 0, -5, 0.001, 1.005, 1_000_000.01, 1e9, '10', '١٠', '1e3', true, null, [5], {}, undefined])(
  'S5-05 %j is no amount',
  async (amount) => {
    const answer = await adjust('add', { amount });

    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(Object.keys(answer.body.errors)).toEqual(['amount']);
    expect(await balance()).toBe(0);
  },
);

test('S5-05 amounts from a cent to a million are accepted', async () => {
  expect((await adjust('add', { amount: 0.01 })).body.user.balance).toBe(0.01);
  expect((await adjust('add', { amount: 1_000_000 })).body.user.balance).toBe(1_000_000.01);
  expect((await adjust('subtract', { amount: 1_000_000 })).body.user.balance).toBe(0.01);
});

test('D-13 S7-25 an addition needs no key; sent twice without a key it adds twice', async () => {
  const path = `/api/users/${server.users.amina.id}/balance/add`;
  const add = () => server.as('sara').post(path, { amount: 5, pin });

  const answers = [await add(), await add()];

  expect(answers.map(({ body }) => body.user.balance)).toEqual([5, 10]);
  expectRefused(await server.as('sara').post(path, { amount: 5, pin: '0000' }), 400, 'INVALID_PIN');
});

test('requests with the same key add once, at the same time or later; the key with another amount or call is refused', async () => {
  const key = randomUUID();

  const answers = await Promise.all(Array.from({ length: 4 }, () => adjust('add', { amount: 5 }, { key })));
  const later = await adjust('add', { amount: 5 }, { key });
  const other = await adjust('add', { amount: 6 }, { key });
  const subtracted = await adjust('subtract', { amount: 5 }, { key });

  expect([...answers, later].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expectRefused(subtracted, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect(await balance()).toBe(5);
});

test('a wrong PIN does not use the key up; a locked PIN does not hide that the change was applied', async () => {
  const key = randomUUID();

  expectRefused(await adjust('add', { amount: 5, pin: '0000' }, { key }), 400, 'INVALID_PIN');
  expect((await adjust('add', { amount: 5 }, { key })).status).toBe(200);
  for (let attempt = 0; attempt < 6; attempt += 1) await adjust('add', { amount: 5, pin: '0000' });
  const again = await adjust('add', { amount: 5 }, { key });

  expect(again.body.user.balance).toBe(5);
  expect((await server.as('sara').get(`/api/outcomes/${key}`)).body).toMatchObject({ state: 'applied' });
});

test('S5-06 of thirty subtractions at once, as many succeed as the balance can pay', async () => {
  await credit(server.services, server.users.amina, 25);

  const answers = await Promise.all(Array.from({ length: 30 }, () => adjust('subtract', { amount: 10 })));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expectRefused(answer, 422, 'BALANCE_NOT_ENOUGH');
  expect(await balance()).toBe(5);
  expect((await findFaults(server.services.db)).faults).toEqual([]);
});

test('after orders, additions and subtractions at the same time the ledger adds up to the balance', async () => {
  const tea = await putProduct(server.services, { price: 7 });
  await credit(server.services, server.users.amina, 30);
  const order = () =>
    server.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? order() : adjust(index % 3 === 1 ? 'add' : 'subtract', { amount: index % 3 === 1 ? 1 : 9 }),
    ),
  );

  for (const { status } of answers) expect([200, 422]).toContain(status);
  const { balance: left, sum } = await readAccount(server.services, server.users.amina);
  expect(left).toBe(sum);
  expect(left).toBeGreaterThanOrEqual(0);
  expect((await findFaults(server.services.db)).faults).toEqual([]);
});

test('of an addition to a user and the deletion of this user at the same time, one is refused', async () => {
  const [gone, added] = await Promise.all([
    server.as('root').delete(`/api/users/${server.users.amina.id}`),
    adjust('add', { amount: 5 }),
  ]);

  const { balance: left } = await readAccount(server.services, server.users.amina);
  expect([gone.status, left]).toEqual(added.status === 200 ? [409, 500] : [200, 0]);
});

test('D-9 an opening balance needs the PIN and is a ledger row', async () => {
  const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase', balance: 12.5 };
  const create = (body: object, key: string = randomUUID()) =>
    server.as('sara').post('/api/users', { ...leila, ...body }, { 'Idempotency-Key': key });

  expect((await create({})).body.errors).toEqual({ pin: ['required'] });
  expectRefused(await create({ pin: '0000' }), 400, 'INVALID_PIN');
  for (const balance of [0.01, 1]) expectRefused(await create({ pin: '0000', balance }), 400, 'INVALID_PIN');
  expect((await server.as('sara').get('/api/users?search=leila')).body.data.total).toBe(0);
  const key = randomUUID();
  const { user } = (await create({ pin }, key)).body;

  expect(user.balance).toBe(12.5);
  expect((await create({ pin }, key)).body.user).toEqual(user);
  expect((await readAccount(server.services, user)).lines).toMatchObject([
    { kind: 'opening', amount_cents: 1_250, actor_id: server.users.sara.id },
  ]);
  expect((await findFaults(server.services.db)).faults).toEqual([]);
});

test('D-9 no edit, activation, sign-in, registration or synced change sets a balance, and a new admin gets none', async () => {
  const { amina } = server.users;
  await credit(server.services, amina, 5);
  const money = { balance: 1_000, balance_cents: 100_000, amount: 1_000 };
  const key = () => ({ 'Idempotency-Key': randomUUID() });

  const edited = await server.as('sara').post(`/api/users/${amina.id}`, { name: 'Amina', balance: 1_000 });
  await server.as('sara').post(`/api/users/${amina.id}`, { name: 'Amina', balance_cents: 9, search_text: '', rev: 9 });
  await server.as('sara').post(`/api/users/${amina.id}/active`, { is_active: true, ...money });
  await server.as('amina').post('/api/auth/login', { ...amina, ...money });
  const guest = { name: 'Nour', email: 'nour@example.test', password: 'a good phrase', role_id: 2, ...money };
  await server.guest.post('/api/auth/register', { ...guest, is_active: true });
  const root = await server.as('root').post('/api/users', { ...guest, email: 'x@example.test', pin }, key());
  const mutation = { id: randomUUID(), v: 1, lane: `users:${amina.id}`, args: { id: amina.id, ...money, pin } };
  for (const kind of ['balance.add', 'user.update', 'ledger.add']) {
    const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [{ ...mutation, kind }] };
    await server.as('sara').post('/api/sync', body);
  }

  expect(edited.body.errors).toEqual({ balance: ['invalid'] });
  expect(root.body.errors).toEqual({ balance: ['invalid'] });
  const users = await server.services.db.selectFrom('users').select(['name', 'balance_cents', 'role_id']).execute();
  expect(users.filter((user) => user.balance_cents !== 0)).toEqual([{ name: 'Amina', balance_cents: 500, role_id: 1 }]);
  expect(users.find(({ name }) => name === 'Nour')?.role_id).toBe(1);
  expect((await findFaults(server.services.db)).faults).toEqual([]);
});
