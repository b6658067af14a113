import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { entities } from '../../src/contract/sync-limits.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { credit } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from '../support/topup-calls.ts';
import { png, postForm } from '../support/uploads.ts';

let server: TestServer;
let topups: ReturnType<typeof topupsOn>;
let method: number;
beforeEach(async () => {
  server = await startTestServer();
  topups = topupsOn(server);
  method = await putTopupMethod(server.services);
  return () => server.close();
});

const body = (more: object = {}) => ({ method_id: method, amount: 50, slip_number: 'TRX-1', ...more });

const balanceOfAmina = async () => (await server.as('amina').get('/api/app/balance')).body.balance;

test(`TU-01 D-21 a customer says to have paid, and no money moves, on ${databaseKind}`, async () => {
  const answer = await topups.open('amina', body({ paid_on: '2026-11-20', note: ' From my brother ' }));

  expect([answer.status, answer.body.topup]).toMatchObject([
    200,
    {
      number: 1,
      user_id: server.users.amina.id,
      user_name: 'Amina',
      method_id: method,
      method_name: { en: 'Bank of Tripoli' },
      amount: 50,
      credited: null,
      slip_number: 'TRX-1',
      paid_on: '2026-11-20',
      note: 'From my brother',
      status: 'waiting',
      reason: null,
      decided_by: null,
      decided_at: null,
      attachments: [],
      rev: 1,
    },
  ]);
  expect(answer.body.topup).not.toHaveProperty('alike');
  expect(await balanceOfAmina()).toBe(0);
  expect(await server.services.db.selectFrom('ledger').select('id').execute()).toEqual([]);
  const notices = await server.services.db.selectFrom('notifications').selectAll().orderBy('user_id').execute();
  expect(notices.map(({ user_id, kind, about }) => [user_id, kind, JSON.parse(about)])).toEqual(
    [server.users.root.id, server.users.sara.id].map((id) => [
      id,
      'topup.opened',
      { topup_id: answer.body.topup.id, topup_number: 1, amount: 50, by: 'Amina' },
    ]),
  );
});

test('TU-01 a request that is sent twice with its id is opened once; another use of the id is refused', async () => {
  const id = uuidv7();
  const [first, again] = [await topups.open('amina', body({ id })), await topups.open('amina', body({ id }))];
  const different = await topups.open('amina', body({ id, amount: 60 }));
  const foreign = await topups.open('karim', body({ id }));
  const burst = uuidv7();
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => topups.open('amina', body({ id: burst }))));

  expect([first.body.topup.number, again.body.topup.number]).toEqual([1, 1]);
  expect(again.body.topup).toEqual(first.body.topup);
  for (const refused of [different, foreign]) expect(refused.body.errors).toEqual({ id: ['unique'] });
  expect(new Set(atOnce.map((answer) => [answer.status, answer.body.topup?.number].join()))).toEqual(
    new Set(['200,2']),
  );
  const seen = await topups.read('sara', id);
  expect(seen.body.topup.alike).toMatchObject([{ id: burst, cause: 'number' }]);
});

test('TU-01 the same key without an id opens one request, and a customer’s key never names another one’s', async () => {
  const key = randomUUID();
  const [first, again] = [await topups.open('amina', body(), key), await topups.open('amina', body(), key)];
  const karims = await topups.open('karim', body(), key);

  expect(again.body.topup.id).toBe(first.body.topup.id);
  expect(karims.status).toBe(200);
  expect(karims.body.topup.id).not.toBe(first.body.topup.id);
});

test('TU-01 only customers ask: agents and admins are refused, and agents read nothing', async () => {
  const { id } = await topups.opened('amina', { method_id: method });
  await server.services.db
    .updateTable('users')
    .set({ role_id: roleIds.agent })
    .where('id', '=', server.users.karim.id)
    .execute();

  for (const who of ['karim', 'sara', 'root'] as const) expectRefused(await topups.open(who, body()), 403, 'FORBIDDEN');
  expectRefused(await topups.read('karim', id), 403, 'FORBIDDEN');
  expectRefused(await server.as('karim').get('/api/topups'), 403, 'FORBIDDEN');
  const device = createDevice(server.as('karim'));
  device.entities = [...entities];
  await device.catchUp();
  expect(device.keys('topups')).toEqual([]);
});

test('TU-02 the method decides the amount and the proof', async () => {
  const { services } = server;
  const [slip, number, both] = [
    await putTopupMethod(services, { proof: 'slip' }),
    await putTopupMethod(services, { proof: 'number' }),
    await putTopupMethod(services, { proof: 'both' }),
  ];
  const inactive = await putTopupMethod(services, { isActive: false });
  const errors = async (more: object) => (await topups.open('amina', body(more))).body.errors;

  expect(await errors({ amount: 9.99 })).toEqual({ amount: ['number-min:10'] });
  expect(await errors({ amount: 500.01 })).toEqual({ amount: ['number-max:500'] });
  expect(await errors({ method_id: inactive })).toEqual({ method_id: ['invalid'] });
  expect(await errors({ method_id: 999_999 })).toEqual({ method_id: ['invalid'] });
  expect(await errors({ slip_number: ' - ' })).toEqual({ slip_number: ['required'], file_ids: ['required'] });
  expect(await errors({ method_id: slip })).toEqual({ file_ids: ['required'] });
  expect(await errors({ method_id: number, slip_number: null })).toEqual({ slip_number: ['required'] });
  expect(await errors({ method_id: both })).toEqual({ file_ids: ['required'] });
  // 20 November, 14:23 in UTC: elsewhere the next day may have begun.
  expect(await errors({ paid_on: '2026-11-22' })).toEqual({ paid_on: ['invalid'] });
  expect((await topups.open('amina', body({ paid_on: '2026-11-21', amount: 10 }))).status).toBe(200);
  expect((await topups.open('amina', body({ amount: 500 }))).status).toBe(200);
});

test('TU-02 slips come as uploaded files or in the form itself, at most three, and belong to one request', async () => {
  const slip = await putTopupMethod(server.services, { proof: 'slip' });
  const [own, theirs] = [await topups.upload('amina'), await topups.upload('karim')];
  const fields = { method_id: String(slip), amount: '50' };
  const file = await png('slip.png');

  const queued = await topups.open('amina', { method_id: slip, amount: 50, file_ids: [own] });
  const form = await postForm(server, 'amina', '/api/topups', { ...fields, slips: [file, await png('back.png')] });
  const four = await postForm(server, 'amina', '/api/topups', { ...fields, slips: [file, file, file, file] });
  const together = await postForm(server, 'amina', '/api/topups', {
    ...fields,
    'file_ids[]': [own, theirs],
    slips: [file, file],
  });

  expect(queued.body.topup.attachments).toMatchObject([{ id: own, type: 'image/png' }]);
  expect(form.body.topup.attachments.map(({ name }: { name: string }) => name)).toEqual(['slip.png', 'back.png']);
  expectRefused(four, 413, 'REQUEST_TOO_LARGE');
  expect(together.body.errors).toEqual({ slips: ['max:3'] });
  for (const id of [own, theirs, randomUUID()])
    expect((await topups.open('amina', { method_id: slip, amount: 50, file_ids: [id] })).body.errors).toEqual({
      file_ids: ['invalid'],
    });
  const reads = (who: 'amina' | 'karim' | 'sara') => server.as(who).get(`/api/files/${theirs}`);
  expect((await reads('karim')).status).toBe(404);
});

test('TU-03 the limits of the shop: waiting requests, those of the day and their sum, and the balance', async () => {
  await setTopupLimits(server.services, { open_max: 2, day_max: 4, day_amount: 200, balance_max: 300 });
  const ask = (amount = 50) => topups.open('amina', body({ amount, slip_number: randomUUID() }));
  const first = (await ask()).body.topup;
  await ask();

  const open = await ask();
  await topups.cancel('amina', first.id);
  const third = await ask();
  const sum = await topups.refuse('sara', third.body.topup.id).then(() => ask(51));
  await ask();
  await topups.cancel('amina', (await server.as('amina').get('/api/topups?status=waiting')).body.data[0].id);
  const day = await ask(10);
  server.clock.advance(86_400_000);
  await credit(server.services, server.users.amina, 240);
  const balance = await ask(10.01);

  expectRefused(open, 422, 'LIMIT_REACHED');
  expect(open.body.details).toEqual({ limit: 'open', of: 2, until: null });
  expect(sum.body.details).toEqual({ limit: 'day_amount', of: 200, until: '2026-11-21T00:00:00.000Z' });
  expect(day.body.details).toEqual({ limit: 'day', of: 4, until: '2026-11-21T00:00:00.000Z' });
  // 240 € are there and 50 € wait.
  expect(balance.body.details).toEqual({ limit: 'balance', of: 300, until: null });
  expect((await ask(10)).status).toBe(200);
});

test(`TU-03 of twenty requests at once only as many are opened as may wait, on ${databaseKind}`, async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => topups.open('amina', body({ slip_number: randomUUID() }))),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ status, body: { code } }) => status === 422 && code === 'LIMIT_REACHED')).toHaveLength(17);
  expect(
    answers.flatMap(({ body: { topup } }) => topup?.number ?? []).toSorted((a: number, b: number) => a - b),
  ).toEqual([1, 2, 3]);
});
