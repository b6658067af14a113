import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { adjust } from '../../src/server/ledger/ledger.ts';
import { expectRefused } from '../support/client.ts';
import { actAs, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  // Two hours ahead of UTC all year: the shop's days begin at 22:00Z.
  server = await startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => server.close();
});

const move = (who: TestUserName, kind: 'opening' | 'add' | 'subtract', cents: number) =>
  actAs(server.services, server.users.sara, (transaction) =>
    adjust(transaction, { userId: server.users[who].id, kind, cents, note: null }),
  );

const history = async (query: string, who: TestUserName = 'amina') => {
  const { data } = (await server.as(who).get(`/api/app/balance/history?${query}`)).body;
  return { total: data.total, amounts: data.data.map(({ amount }: { amount: number }) => amount) };
};

test(`S2B-24 S3-16 customers read their own movements by kind and day, page by page, and never those of others, on ${databaseKind}`, async () => {
  server.clock.now = Date.parse('2026-11-18T21:59:59.999Z');
  await move('amina', 'opening', 5_000);
  await move('karim', 'add', 7_777);
  server.clock.now = Date.parse('2026-11-18T22:00:00.000Z');
  const tea = await putProduct(server.services, { price: 10 });
  for (const who of ['amina', 'karim'] as const)
    await server.as(who).post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  server.clock.now = Date.parse('2026-11-20T12:00:00.000Z');
  await move('amina', 'subtract', 1_205);

  expect(await history('')).toEqual({ total: 3, amounts: [-12.05, -10, 50] });
  expect(await history('kind=charge')).toEqual({ total: 1, amounts: [-10] });
  expect(await history('kind=charge,subtract&per_page=1&page=2')).toEqual({ total: 2, amounts: [-10] });
  expect(await history('kind=gift')).toEqual({ total: 0, amounts: [] });
  expect(await history('from=2026-11-19')).toEqual({ total: 2, amounts: [-12.05, -10] });
  expect(await history('to=2026-11-18')).toEqual({ total: 1, amounts: [50] });
  expect(await history('from=2026-11-18T22:00:00.000Z&to=2026-11-20T11:59:59.999Z')).toMatchObject({ amounts: [-10] });
  expect(await history('user_id=7&user=7&all=true', 'karim')).toEqual({ total: 2, amounts: [-10, 77.77] });
  expect(server.errors.splice(0)).toEqual([]);
});

test('S2B-24 the movements are refused to guests, with an invalid day, and once the account is switched off', async () => {
  await move('amina', 'add', 100);
  const read = (query = '') => server.as('amina').get(`/api/app/balance/history${query}`);

  expect((await read()).status).toBe(200);
  expectRefused(await read('?from=yesterday'), 422, 'INVALID_FIELDS');
  expectRefused(await server.guest.get('/api/app/balance/history'), 401, 'UNAUTHENTICATED');
  await server.services.db.updateTable('users').set({ is_active: 0 }).where('id', '=', server.users.amina.id).execute();

  expect((await read()).status).toBe(401);
});
