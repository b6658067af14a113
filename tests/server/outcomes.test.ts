import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let tea: number;
beforeEach(async () => {
  server = await startTestServer();
  tea = (await putProduct(server.services)).id;
  await credit(server.services, server.users.amina, 20);
  return () => server.close();
});

const order = (key: string) => server.as('amina').post('/api/orders', { product_id: tea }, { 'Idempotency-Key': key });
const cancel = (key: string, who: TestUserName = 'amina') => server.as(who).post('/api/outcomes/cancel', { key });
const readOutcome = (key: string, who: TestUserName = 'amina') => server.as(who).get(`/api/outcomes/${key}`);

test('A5 when the answer was lost, cancelling returns that the order is placed', async () => {
  const key = randomUUID();
  const lost = await order(key);

  const { body } = await cancel(key);

  const { id } = lost.body.order;
  expect(body).toMatchObject({ code: 'SUCCESS', state: 'applied' });
  expect(body.touched).toContain(`orders:${id}`);
  expect((await readOutcome(key)).body).toEqual(body);
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('A5 when the request was lost, its key stays cancelled: the late request charges nothing', async () => {
  const key = randomUUID();

  const cancelled = await cancel(key);
  const late = await order(key);

  expect(cancelled.body).toEqual({ code: 'SUCCESS', state: 'cancelled', touched: [] });
  expectRefused(late, 409, 'CANCELLED');
  expect((await cancel(key)).body.state).toBe('cancelled');
  expect(await readAccount(server.services, server.users.amina)).toMatchObject({
    balance: 2_000,
    sum: 2_000,
    orders: [],
  });
});

test('A5 a request and the cancellation of its key at the same moment have one outcome', async () => {
  await credit(server.services, server.users.amina, 1_000);

  const rounds = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const key = randomUUID();
      const [answer, cancelled] = await Promise.all([order(key), cancel(key)]);
      return { key, isPlaced: answer.status === 200, state: cancelled.body.state as string };
    }),
  );

  const account = await readAccount(server.services, server.users.amina);
  for (const { key, isPlaced, state } of rounds) {
    expect(state).toBe(isPlaced ? 'applied' : 'cancelled');
    expect(account.orders.filter((row) => row.key === key)).toHaveLength(isPlaced ? 1 : 0);
  }
  expect(account.balance).toBe(account.sum);
});

test('a refused order is returned as refused, with its code', async () => {
  const key = randomUUID();
  await order(randomUUID());
  await order(randomUUID());
  expectRefused(await order(key), 422, 'BALANCE_NOT_ENOUGH');

  expect((await cancel(key)).body).toEqual({
    code: 'SUCCESS',
    state: 'refused',
    refusal: 'BALANCE_NOT_ENOUGH',
    touched: [],
  });
});

test('reading an outcome cancels nothing: an unknown key may still become an order', async () => {
  const key = randomUUID();

  expect((await readOutcome(key)).body).toEqual({ code: 'SUCCESS', state: 'unknown', touched: [] });
  expect((await order(key)).status).toBe(200);
});

test('another user’s key is unknown, and cancelling it does not affect it', async () => {
  const key = randomUUID();
  await order(key);

  expect((await readOutcome(key, 'karim')).body.state).toBe('unknown');
  expect((await cancel(key, 'karim')).body.state).toBe('cancelled');
  expect((await readOutcome(key)).body.state).toBe('applied');
});

test('a key that is no UUID is 404 when read and 422 when cancelled; a guest gets 401', async () => {
  expectRefused(await readOutcome('1'), 404, 'NOT_FOUND');
  expectRefused(await server.as('amina').post('/api/outcomes/cancel', { key: 'x' }), 422, 'INVALID_FIELDS');
  expectRefused(await server.guest.get(`/api/outcomes/${randomUUID()}`), 401, 'UNAUTHENTICATED');
});
