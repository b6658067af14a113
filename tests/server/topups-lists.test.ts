import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { entities } from '../../src/contract/sync-limits.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';
import { putTopupMethod, setTopupLimits, topupsOn } from '../support/topup-calls.ts';
import { picture } from '../support/uploads.ts';

let server: TestServer;
let topups: ReturnType<typeof topupsOn>;
let method: number;
beforeEach(async () => {
  server = await startTestServer();
  topups = topupsOn(server);
  method = await putTopupMethod(server.services);
  return () => server.close();
});

test(`TU-04 requests about one payment name each other for admins: file, number, amount, on ${databaseKind}`, async () => {
  const bytes = await picture('png', 9);
  const slip = { name: 'slip.png', type: 'image/png', bytes };
  const upload = (who: 'amina' | 'karim') => topups.upload(who, slip);
  const karims = await topups.opened('karim', {
    method_id: method,
    slip_number: 'tr 12-٣',
    paid_on: '2026-11-19',
    file_ids: [await upload('karim')],
  });
  const other = await putTopupMethod(server.services);

  const byFile = await topups.opened('amina', { method_id: other, amount: 20, file_ids: [await upload('amina')] });
  const byNumber = await topups.opened('amina', { method_id: method, amount: 30, slip_number: 'TR123' });
  const byAmount = await topups.opened('amina', { method_id: method, paid_on: '2026-11-19' });
  const alikeOf = async (id: string) => (await topups.read('sara', id)).body.topup.alike;

  const named = { id: karims.id, number: karims.number, user_name: 'Karim', status: 'waiting' };
  expect(await alikeOf(byFile.id)).toEqual([{ ...named, cause: 'file' }]);
  expect(await alikeOf(byNumber.id)).toEqual([{ ...named, cause: 'number' }]);
  expect(await alikeOf(byAmount.id)).toEqual([{ ...named, cause: 'amount' }]);
  expect((await alikeOf(karims.id)).map(({ id, cause }: { id: string; cause: string }) => [id, cause])).toEqual([
    [byFile.id, 'file'],
    [byNumber.id, 'number'],
    [byAmount.id, 'amount'],
  ]);
  expect((await topups.read('karim', karims.id)).body.topup).not.toHaveProperty('alike');
  expect(JSON.stringify((await server.as('amina').get('/api/topups')).body)).not.toContain('Karim');
});

test('TU-04 of more than five the strongest are named, and cancelled ones are not', async () => {
  await setTopupLimits(server.services, { open_max: 50, day_max: 50 });
  const gone = await topups.opened('karim', { method_id: method, slip_number: 'SAME' });
  await topups.cancel('karim', gone.id);
  for (let count = 0; count < 6; count += 1) await topups.opened('karim', { method_id: method, paid_on: '2026-11-19' });
  const sameNumber = await topups.opened('karim', { method_id: method, slip_number: 'same' });

  const { id } = await topups.opened('amina', { method_id: method, slip_number: 'S-A-M-E', paid_on: '2026-11-19' });

  const { alike } = (await topups.read('sara', id)).body.topup;
  expect(alike).toHaveLength(5);
  expect(alike[0]).toMatchObject({ id: sameNumber.id, cause: 'number' });
  expect(JSON.stringify(alike)).not.toContain(gone.id);
});

test('TU-05 a customer cancels a waiting request, and no other user does; a decided one stays', async () => {
  const { id } = await topups.opened('amina', { method_id: method });
  const [foreign, missing] = [await topups.cancel('karim', id), await topups.cancel('karim', randomUUID())];
  const cancelled = await topups.cancel('amina', id);
  const again = await topups.cancel('amina', id);
  const refused = await topups.opened('amina', { method_id: method });
  await topups.refuse('sara', refused.id, { reason: 'unreadable', note: 'Please send it again' });
  const late = await topups.cancel('amina', refused.id);

  expectRefused(foreign, 404, 'NOT_FOUND');
  expect({ ...foreign.body, request_id: 0 }).toEqual({ ...missing.body, request_id: 0 });
  expectRefused(await topups.read('karim', id), 404, 'NOT_FOUND');
  expectRefused(await topups.cancel('sara', id), 403, 'FORBIDDEN');
  expect(cancelled.body.topup).toMatchObject({ status: 'cancelled', decided_by: null });
  expect(again.body.topup).toEqual(cancelled.body.topup);
  expectRefused(late, 409, 'CONFLICT');
  expect(late.body.details).toEqual({ current: 'refused', by: null, at: expect.any(String) });
  expectRefused(await topups.refuse('sara', id), 409, 'CONFLICT');
});

test('TU-05 an admin refuses with a reason, and with a note for `other`; the customer is notified, without a name', async () => {
  const { id } = await topups.opened('amina', { method_id: method });

  const without = await topups.refuse('sara', id, { reason: 'other' });
  const unknown = await topups.refuse('sara', id, { reason: 'because' });
  const done = await topups.refuse('sara', id, { reason: 'other', note: 'Another currency' });
  const second = await topups.refuse('root', id);

  expect(without.body.errors).toEqual({ note: ['required'] });
  expect(Object.keys(unknown.body.errors)).toEqual(['reason']);
  expect(done.body.topup).toMatchObject({ status: 'refused', reason: 'other', decided_by: 'Sara' });
  expect(second.body.details).toMatchObject({ current: 'refused', by: 'Sara' });
  const own = (await topups.read('amina', id)).body.topup;
  expect(own).toMatchObject({ reason: 'other', decision_note: 'Another currency', decided_by: null });
  const received = await server.services.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', server.users.amina.id)
    .execute();
  expect(received.map(({ kind, about }) => [kind, JSON.parse(about)])).toEqual([
    ['topup.refused', { topup_id: id, topup_number: 1, amount: 50, reason: 'other' }],
  ]);
});

test('TU-06 customers list their own requests; admins all, by status, customer, method, day, amount and words', async () => {
  const other = await putTopupMethod(server.services);
  const first = await topups.opened('amina', { method_id: method, slip_number: 'ABX-77' });
  server.clock.advance(86_400_000);
  const second = await topups.opened('karim', { method_id: other, amount: 300 });
  const third = await topups.opened('amina', { method_id: other, amount: 20 });
  await topups.cancel('amina', third.id);
  const numbers = async (query: string, who: 'amina' | 'karim' | 'sara' = 'sara') =>
    (await server.as(who).get(`/api/topups?${query}`)).body.data.map(({ number }: { number: number }) => number);
  const [a, b, c] = [first.number, second.number, third.number];

  expect(await numbers('', 'amina')).toEqual([c, a]);
  expect(await numbers(`user=${server.users.karim.id}`, 'amina')).toEqual([c, a]);
  expect(await numbers('')).toEqual([c, b, a]);
  expect(await numbers('status=waiting')).toEqual([b, a]);
  expect(await numbers(`user=${server.users.karim.id}`)).toEqual([b]);
  expect(await numbers(`method=${method}`)).toEqual([a]);
  expect(await numbers('from=2026-11-21')).toEqual([c, b]);
  expect(await numbers('to=2026-11-20')).toEqual([a]);
  expect(await numbers('sort=amount')).toEqual([b, a, c]);
  expect(await numbers('direction=asc')).toEqual([a, b, c]);
  expect(await numbers('search=abx77')).toEqual([a]);
  expect(await numbers('search=%232')).toContain(b);
  expect(await numbers('search=karim')).toEqual([b]);
  const page = (await server.as('sara').get('/api/topups?per_page=2&cursor=')).body;
  const next = (await server.as('sara').get(`/api/topups?per_page=2&cursor=${page.next_cursor}`)).body;
  expect([page.data.length, page.total, next.data[0].number]).toEqual([2, 3, a]);
});

test('TU-06 devices that name the table follow it: customers their own requests, admins all with their customers', async () => {
  const [phone, laptop] = [createDevice(server.as('amina')), createDevice(server.as('sara'))];
  for (const device of [phone, laptop]) device.entities = [...entities];
  await laptop.catchUp();
  const id = uuidv7();
  const opened = await phone.catchUp([
    mutationOf('topup.open', id, {
      id,
      method_id: method,
      amount: 50,
      slip_number: 'TRX-9',
      paid_on: null,
      note: null,
    }),
  ]);
  await laptop.catchUp();

  expect(opened[0]!.results.map(({ status }) => status)).toEqual([200]);
  expect(phone.row('topups', id)).toMatchObject({ number: 1, status: 'waiting', amount: 50 });
  expect(phone.row('topups', id)).not.toHaveProperty('alike');
  expect(laptop.row('topups', id)).toMatchObject({ number: 1, user_name: 'Amina', alike: [] });
  const { results } = await phone.exchange([mutationOf('topup.cancel', id, { topup_id: id })]);
  await laptop.catchUp();

  expect(results.map(({ status }) => status)).toEqual([200]);
  expect(laptop.row('topups', id)).toMatchObject({ status: 'cancelled' });
  const karims = createDevice(server.as('karim'));
  karims.entities = [...entities];
  await karims.catchUp();
  const stolen = await karims.exchange([mutationOf('topup.cancel', id, { topup_id: id })]);
  expect(stolen.results.map(({ status }) => status)).toEqual([404]);
  expect(karims.keys('topups')).toEqual([]);
});
