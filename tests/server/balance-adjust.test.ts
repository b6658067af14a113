import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { findFaults } from '../../src/server/ledger/verify.ts';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  await world.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  return () => world.close();
});

const pin = '80412';

const adjust = (how: 'add' | 'subtract', body: object, options: { who?: Name; id?: unknown; key?: string } = {}) => {
  const { who = 'sara', id = world.people.amina.id, key = randomUUID() } = options;
  return world.as(who).post(`/api/users/${String(id)}/balance/${how}`, { pin, ...body }, { 'Idempotency-Key': key });
};

const balance = async () => (await world.as('amina').get('/api/app/balance')).body.balance;

test('S7-25 an admin adds and takes, with a reason, and both are in the books', async () => {
  const added = await adjust('add', { amount: 50.25, note: '  Bank transfer ' });
  const taken = await adjust('subtract', { amount: 20.2 });

  expect(added.body.user).toMatchObject({ id: world.people.amina.id, balance: 50.25 });
  expect(taken.body.user.balance).toBe(30.05);
  const { lines, sum } = await booksOf(world.means, world.people.amina);
  expect(sum).toBe(3_005);
  const by = { actor_id: world.people.sara.id };
  expect(lines).toMatchObject([
    { kind: 'add', amount_cents: 5_025, before_cents: 0, after_cents: 5_025, note: 'Bank transfer', ...by },
    { kind: 'subtract', amount_cents: -2_020, before_cents: 5_025, after_cents: 3_005, note: null, ...by },
  ]);
});

test('S2C-11 the customer is told, and not by whom', async () => {
  await adjust('add', { amount: 50 });
  world.clock.pass(1);
  await adjust('subtract', { amount: 20 });

  const { data } = (await world.as('amina').get('/api/notifications')).body.data;

  expect(data.map(({ kind, about }: { kind: string; about: object }) => [kind, about])).toEqual([
    ['balance.changed', { amount: -20 }],
    ['balance.changed', { amount: 50 }],
  ]);
  expect((await world.as('sara').get('/api/notifications')).body.data.total).toBe(0);
});

test('S3-16 S3-17 the history tells who, when, and old and new balance; the own one tells no names', async () => {
  await adjust('add', { amount: 50, note: 'Cash' });
  await adjust('subtract', { amount: 20 });

  const { history } = (await world.as('sara').get(`/api/users/${world.people.amina.id}/balance/history`)).body;
  const own = (await world.as('amina').get('/api/app/balance/history?per_page=1&page=2')).body.data;

  expect(history).toMatchObject([
    {
      action_by: 'Sara',
      operation_type: 'subtract',
      amount: -20,
      previous_balance: 50,
      new_balance: 30,
      fields: [{ field: 'balance', old_value: 50, new_value: 30 }],
      created_at: new Date(world.clock.now).toISOString(),
    },
    { action_by: 'Sara', operation_type: 'add', previous_balance: 0, new_balance: 50, note: 'Cash' },
  ]);
  expect(own).toMatchObject({ total: 2, current_page: 2, next_page_url: null });
  expect(own.data).toMatchObject([{ kind: 'add', amount: 50, note: 'Cash' }]);
  expect(JSON.stringify(own)).not.toContain('Sara');
  expect((await world.as('karim').get('/api/app/balance/history')).body.data.total).toBe(0);
});

test('S6-11 only customers have a balance that is changed by hand, also for root', async () => {
  await world.as('root').post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  for (const id of [world.people.sara.id, world.people.root.id]) {
    expectRefused(await adjust('add', { amount: 5 }, { id }), 403, 'FORBIDDEN');
    expectRefused(await adjust('add', { amount: 5 }, { id, who: 'root' }), 403, 'FORBIDDEN');
  }
  expectRefused(await adjust('add', { amount: 5 }, { who: 'amina' }), 403, 'FORBIDDEN');
  expect((await findFaults(world.means.db)).rows).toBe(0);
});

test('role, target, body, lock, PIN and balance are looked at in this order', async () => {
  const nothing = { amount: -1, pin: '1' };
  const missing = { id: 999_999 };

  expectRefused(await adjust('add', nothing, { who: 'amina', ...missing }), 403, 'FORBIDDEN');
  expectRefused(await adjust('add', nothing, missing), 404, 'NOT_FOUND');
  expectRefused(await adjust('add', nothing, { id: world.people.root.id }), 403, 'FORBIDDEN');
  const body = await adjust('subtract', nothing);
  expect(body.body.errors).toEqual({ amount: ['number-min:0.01'], pin: ['min:4'] });
  const wrong = await adjust('subtract', { amount: 5, pin: '0000' });
  expect(wrong.body).toMatchObject({ code: 'INVALID_PIN', details: { reason: 'wrong' } });
  const poor = await adjust('subtract', { amount: 5 });
  expectRefused(poor, 422, 'BALANCE_NOT_ENOUGH');
  for (let time = 0; time < 5; time += 1) await adjust('subtract', { amount: 5, pin: '0000' });
  expect((await adjust('subtract', { amount: 5 })).body.details.reason).toBe('locked');
  expectRefused(await adjust('subtract', nothing), 422, 'INVALID_FIELDS');
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

test('S5-05 amounts go from a cent to a million', async () => {
  expect((await adjust('add', { amount: 0.01 })).body.user.balance).toBe(0.01);
  expect((await adjust('add', { amount: 1_000_000 })).body.user.balance).toBe(1_000_000.01);
  expect((await adjust('subtract', { amount: 1_000_000 })).body.user.balance).toBe(0.01);
});

test('D-13 S7-25 the payload of the specification adds without a key; sent twice it adds twice', async () => {
  const path = `/api/users/${world.people.amina.id}/balance/add`;
  const add = () => world.as('sara').post(path, { amount: 5, pin });

  const answers = [await add(), await add()];

  expect(answers.map(({ body }) => body.user.balance)).toEqual([5, 10]);
  expectRefused(await world.as('sara').post(path, { amount: 5, pin: '0000' }), 400, 'INVALID_PIN');
});

test('the same key adds once, whenever it comes, and with another amount it is refused', async () => {
  const key = randomUUID();

  const answers = await Promise.all(Array.from({ length: 4 }, () => adjust('add', { amount: 5 }, { key })));
  const later = await adjust('add', { amount: 5 }, { key });
  const other = await adjust('add', { amount: 6 }, { key });
  const turned = await adjust('subtract', { amount: 5 }, { key });

  expect([...answers, later].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  expectRefused(turned, 422, 'IDEMPOTENCY_KEY_REUSED');
  expect(await balance()).toBe(5);
});

test('a wrong PIN leaves the key free for the right one; a lock does not hide what was done', async () => {
  const key = randomUUID();

  expectRefused(await adjust('add', { amount: 5, pin: '0000' }, { key }), 400, 'INVALID_PIN');
  expect((await adjust('add', { amount: 5 }, { key })).status).toBe(200);
  for (let time = 0; time < 6; time += 1) await adjust('add', { amount: 5, pin: '0000' });
  const again = await adjust('add', { amount: 5 }, { key });

  expect(again.body.user.balance).toBe(5);
  expect((await world.as('sara').get(`/api/outcomes/${key}`)).body).toMatchObject({ state: 'applied' });
});

test('S5-06 of thirty that take at once, as many succeed as there is money for', async () => {
  await credit(world.means, world.people.amina, 25);

  const answers = await Promise.all(Array.from({ length: 30 }, () => adjust('subtract', { amount: 10 })));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const answer of refused) expectRefused(answer, 422, 'BALANCE_NOT_ENOUGH');
  expect(await balance()).toBe(5);
  expect((await findFaults(world.means.db)).faults).toEqual([]);
});

test('orders, additions and subtractions in one tick leave books that add up', async () => {
  const tea = await putProduct(world.means, { price: 7 });
  await credit(world.means, world.people.amina, 30);
  const order = () =>
    world.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });

  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0 ? order() : adjust(index % 3 === 1 ? 'add' : 'subtract', { amount: index % 3 === 1 ? 1 : 9 }),
    ),
  );

  for (const { status } of answers) expect([200, 422]).toContain(status);
  const { balance: left, sum } = await booksOf(world.means, world.people.amina);
  expect(left).toBe(sum);
  expect(left).toBeGreaterThanOrEqual(0);
  expect((await findFaults(world.means.db)).faults).toEqual([]);
});

test('an addition to a user who is being deleted comes before, or not at all', async () => {
  const [gone, added] = await Promise.all([
    world.as('root').delete(`/api/users/${world.people.amina.id}`),
    adjust('add', { amount: 5 }),
  ]);

  const { balance: left } = await booksOf(world.means, world.people.amina);
  expect([gone.status, left]).toEqual(added.status === 200 ? [409, 500] : [200, 0]);
});

test('D-9 an opening balance needs the PIN and is a ledger row', async () => {
  const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase', balance: 12.5 };
  const create = (body: object, key: string = randomUUID()) =>
    world.as('sara').post('/api/users', { ...leila, ...body }, { 'Idempotency-Key': key });

  expect((await create({})).body.errors).toEqual({ pin: ['required'] });
  expectRefused(await create({ pin: '0000' }), 400, 'INVALID_PIN');
  expect((await world.as('sara').get('/api/users?search=leila')).body.data.total).toBe(0);
  const key = randomUUID();
  const { user } = (await create({ pin }, key)).body;

  expect(user.balance).toBe(12.5);
  expect((await create({ pin }, key)).body.user).toEqual(user);
  expect((await booksOf(world.means, user)).lines).toMatchObject([
    { kind: 'opening', amount_cents: 1_250, actor_id: world.people.sara.id },
  ]);
  expect((await findFaults(world.means.db)).faults).toEqual([]);
});

test('D-9 there is no side door to the balance', async () => {
  const { amina } = world.people;
  await credit(world.means, amina, 5);
  const money = { balance: 1_000, balance_cents: 100_000, amount: 1_000 };
  const key = () => ({ 'Idempotency-Key': randomUUID() });

  const edited = await world.as('sara').post(`/api/users/${amina.id}`, { name: 'Amina', balance: 1_000 });
  await world.as('sara').post(`/api/users/${amina.id}`, { name: 'Amina', balance_cents: 9, search_text: '', rev: 9 });
  await world.as('sara').post(`/api/users/${amina.id}/active`, { is_active: true, ...money });
  await world.as('amina').post('/api/auth/login', { ...amina, ...money });
  const guest = { name: 'Nour', email: 'nour@example.test', password: 'a good phrase', role_id: 2, ...money };
  await world.guest.post('/api/auth/register', { ...guest, is_active: true });
  const root = await world.as('root').post('/api/users', { ...guest, email: 'x@example.test', pin }, key());
  const mutation = { id: randomUUID(), v: 1, lane: `users:${amina.id}`, args: { id: amina.id, ...money, pin } };
  for (const kind of ['balance.add', 'user.update', 'ledger.add']) {
    const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [{ ...mutation, kind }] };
    await world.as('sara').post('/api/sync', body);
  }

  expect(edited.body.errors).toEqual({ balance: ['invalid'] });
  expect(root.body.errors).toEqual({ balance: ['invalid'] });
  const users = await world.means.db.selectFrom('users').select(['name', 'balance_cents', 'role_id']).execute();
  expect(users.filter((user) => user.balance_cents !== 0)).toEqual([{ name: 'Amina', balance_cents: 500, role_id: 1 }]);
  expect(users.find(({ name }) => name === 'Nour')?.role_id).toBe(1);
  expect((await findFaults(world.means.db)).faults).toEqual([]);
});
