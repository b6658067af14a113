import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { credit, readAccount } from '../support/shop.ts';
import { databaseKind, startTestServer, takeSubjects, type TestServer } from '../support/test-server.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from '../support/topup-calls.ts';

let server: TestServer;
let topups: ReturnType<typeof topupsOn>;
let method: number;
beforeEach(async () => {
  server = await startTestServer();
  topups = topupsOn(server);
  await topups.setPins();
  method = await putTopupMethod(server.services);
  return () => server.close();
});

const amina = () => readAccount(server.services, server.users.amina);
const open = (more: object = {}) => topups.opened('amina', { method_id: method, ...more });
const statuses = (answers: Answer[]) => Object.groupBy(answers, ({ status }) => String(status));

test(`TU-07 D-21 an approval adds what the admin typed, once, in one row that names the request, on ${databaseKind}`, async () => {
  const { id, number } = await open();

  const answer = await topups.approve('sara', id, { amount: 45.5, note: 'The bank kept 4.50' });

  expect([answer.status, answer.body.topup, answer.body.user]).toMatchObject([
    200,
    { status: 'approved', amount: 50, credited: 45.5, decision_note: 'The bank kept 4.50', decided_by: 'Sara' },
    { id: server.users.amina.id, balance: 45.5 },
  ]);
  const { lines, sum } = await amina();
  expect(sum).toBe(4_550);
  expect(lines).toMatchObject([
    { kind: 'add', amount_cents: 4_550, topup_id: id, actor_id: server.users.sara.id, note: 'The bank kept 4.50' },
  ]);
  expect((await topups.read('amina', id)).body.topup).toMatchObject({ status: 'approved', decided_by: null });
  const [received] = (await server.as('amina').get('/api/notifications')).body.data.data;
  expect(received).toMatchObject({
    kind: 'balance.changed',
    about: { amount: 45.5, topup_id: id, topup_number: number },
  });
  expect((await takeSubjects(server)).map(([to]) => to)).toEqual(['amina@example.test']);
  const history = (await server.as('amina').get('/api/app/balance/history')).body.data.data;
  expect(history).toMatchObject([{ kind: 'add', amount: 45.5, topup_id: id }]);
  const admins = (await server.as('sara').get(`/api/users/${server.users.amina.id}/balance/history`)).body.history;
  expect(admins).toMatchObject([{ topup_id: id, action_by: 'Sara' }]);
  expect(await topups.ledgerFaults()).toEqual([]);
});

test('TU-07 rows of the ledger that credit no request have no `topup_id`', async () => {
  await credit(server.services, server.users.amina, 5);
  const phone = createDevice(server.as('amina'));
  phone.entities = [...entities];
  await phone.catchUp();

  const [key] = phone.keys('ledger');
  expect(phone.row('ledger', key!)).not.toHaveProperty('topup_id');
});

test('TU-07 role, request, body, PIN and state are checked in this order', async () => {
  const { id } = await open();
  const wrong = { pin: '0000', amount: -1 };

  expectRefused(await topups.approve('amina', id, wrong), 403, 'FORBIDDEN');
  expectRefused(await topups.approve('sara', randomUUID(), wrong), 404, 'NOT_FOUND');
  expectRefused(await topups.approve('sara', id, wrong), 422, 'INVALID_FIELDS');
  expectRefused(await topups.approve('sara', id, { pin: '0000' }), 400, 'INVALID_PIN');
  expect((await topups.approve('sara', id, { amount: 49 })).body.errors).toEqual({ note: ['required'] });
  expect((await topups.approve('sara', id)).status).toBe(200);
  expectRefused(await topups.approve('sara', id, { pin: '0000' }), 400, 'INVALID_PIN');
  expectRefused(await topups.approve('sara', id), 409, 'CONFLICT');
});

test.each([-0, 0, -5, 0.001, 1.005, 1_000_000.01, '10', '١٠', null, [5], undefined])(
  'TU-07 S5-05 %j is no amount to credit',
  async (amount) => {
    const { id } = await open();

    const answer = await topups.approve('sara', id, { amount });

    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['amount']]);
    expect((await amina()).lines).toEqual([]);
  },
);

test('TU-07 a lost answer is repeated with its key without a PIN; another key and another admin get CONFLICT', async () => {
  const { id } = await open();
  const key = randomUUID();
  await topups.approve('sara', id, {}, key);

  const repeated = await topups.approve('sara', id, { pin: '0000' }, key);
  const another = await topups.approve('root', id);
  const theirKey = await topups.approve('root', id, {}, key);

  expect([repeated.status, repeated.body.topup.credited]).toEqual([200, 50]);
  expect(another.body).toMatchObject({
    code: 'CONFLICT',
    details: { current: 'approved', by: 'Sara', at: new Date(server.clock.now).toISOString() },
  });
  expectRefused(theirKey, 409, 'CONFLICT');
  expect((await amina()).lines).toHaveLength(1);
});

test(`TU-08 of 200 approvals of one request by two admins at once one adds, on ${databaseKind}`, async () => {
  const { id } = await open();
  const keys = Array.from({ length: 50 }, () => randomUUID());

  const answers = await Promise.all(
    (['sara', 'root'] as const).flatMap((who) =>
      // Half of the keys are the admins' own, the other half is shared by both.
      Array.from({ length: 100 }, (_, turn) => topups.approve(who, id, {}, keys[turn])),
    ),
  );

  const { 200: done = [], 409: refused = [], ...others } = statuses(answers);
  expect(Object.keys(others)).toEqual([]);
  expect([done.length, refused.length]).toEqual([1, 199]);
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['CONFLICT']));
  const { lines, balance } = await amina();
  expect([lines.length, balance]).toEqual([1, 5_000]);
  expect(await topups.ledgerFaults()).toEqual([]);
});

test(`TU-08 the same key at once adds once, and an approval, a refusal and a cancellation exclude each other, on ${databaseKind}`, async () => {
  const first = await open();
  const key = randomUUID();
  const same = await Promise.all(Array.from({ length: 20 }, () => topups.approve('sara', first.id, {}, key)));
  expect(same.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await amina()).lines).toHaveLength(1);

  for (let turn = 0; turn < 3; turn += 1) {
    const { id } = await open();
    const ends = await Promise.all([topups.cancel('amina', id), topups.approve('sara', id), topups.refuse('root', id)]);
    const { 200: done = [], 409: late = [] } = statuses(ends);
    expect([done.length, late.length]).toEqual([1, 2]);
    const credits = (await amina()).lines.filter(({ topup_id }) => topup_id === id);
    expect(credits).toHaveLength(ends[1].status === 200 ? 1 : 0);
    server.clock.advance(86_400_000);
  }
  expect(await topups.ledgerFaults()).toEqual([]);
});

test(`TU-04 TU-08 of two requests about one payment the second is approved only after a confirmation, also at once, on ${databaseKind}`, async () => {
  const [first, second] = [
    await open({ slip_number: 'TRX-5' }),
    await topups.opened('karim', { method_id: method, slip_number: 'trx5' }),
  ];

  const answers = await Promise.all([topups.approve('sara', first.id), topups.approve('root', second.id)]);
  const [winner, loser] = answers[0].status === 200 ? [first, second] : [second, first];
  const refused = answers.find(({ status }) => status !== 200)!;
  const confirmed = await topups.approve('sara', loser.id, { despite_alike: true });

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expectRefused(refused, 409, 'ALIKE');
  expect(refused.body.details.alike).toMatchObject([
    { id: winner.id, number: winner.number, status: 'approved', cause: 'number' },
  ]);
  expect(confirmed.status).toBe(200);
  const audited = await server.services.db
    .selectFrom('audit')
    .select('new_value')
    .where('entity_key', '=', loser.id)
    .where('action', '=', 'topup.approve')
    .executeTakeFirstOrThrow();
  expect(JSON.parse(audited.new_value!)).toMatchObject({ amount: 50, alike: [winner.number] });
});

test('TU-03 TU-07 an approval does not exceed the largest balance', async () => {
  const { id } = await open();
  await setTopupLimits(server.services, { balance_max: 60 });
  await credit(server.services, server.users.amina, 10.01);

  const refused = await topups.approve('sara', id);

  expectRefused(refused, 422, 'LIMIT_REACHED');
  expect(refused.body.details).toEqual({ limit: 'balance', of: 60, until: null });
  expect((await topups.approve('sara', id, { amount: 49.99, note: 'As much as fits' })).status).toBe(200);
});

test('TU-07 the request of a customer who became an admin credits nothing', async () => {
  const { id } = await open();
  const { db } = server.services;
  await db.updateTable('users').set({ role_id: roleIds.admin }).where('id', '=', server.users.amina.id).execute();

  expectRefused(await topups.approve('sara', id), 403, 'FORBIDDEN');
  expect((await amina()).lines).toEqual([]);
});

test('TU-08 the database itself refuses a second row of a request, and an approval without an amount', async () => {
  const { id } = await open();
  await topups.approve('sara', id);
  const { db } = server.services;
  const { id: _, ...row } = (await amina()).lines[0]!;

  await expect(
    db
      .insertInto('ledger')
      .values({ ...row, key: randomUUID() })
      .execute(),
  ).rejects.toThrow(/unique/i);
  await expect(db.updateTable('topups').set({ credited_cents: null }).where('id', '=', id).execute()).rejects.toThrow(
    /check/i,
  );
});
