import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
let tea: number;
beforeEach(async () => {
  world = await openWorld();
  tea = (await putProduct(world.means)).id;
  await credit(world.means, world.people.amina, 20);
  return () => world.close();
});

const order = (key: string) => world.as('amina').post('/api/orders', { product_id: tea }, { 'Idempotency-Key': key });
const cancel = (key: string, who: Name = 'amina') => world.as(who).post('/api/outcomes/cancel', { key });
const ask = (key: string, who: Name = 'amina') => world.as(who).get(`/api/outcomes/${key}`);

test('A5 when the answer was lost, cancelling tells that the order is placed', async () => {
  const key = randomUUID();
  const lost = await order(key);

  const { body } = await cancel(key);

  const { id } = lost.body.order;
  expect(body).toMatchObject({ code: 'SUCCESS', state: 'applied' });
  expect(body.touched).toContain(`orders:${id}`);
  expect((await ask(key)).body).toEqual(body);
  expect(await booksOf(world.means, world.people.amina)).toMatchObject({ balance: 1_000, sum: 1_000 });
});

test('A5 when the request was lost, cancelling is true for ever: the late packet charges nothing', async () => {
  const key = randomUUID();

  const settled = await cancel(key);
  const late = await order(key);

  expect(settled.body).toEqual({ code: 'SUCCESS', state: 'cancelled', touched: [] });
  expectRefused(late, 409, 'CANCELLED');
  expect((await cancel(key)).body.state).toBe('cancelled');
  expect(await booksOf(world.means, world.people.amina)).toMatchObject({ balance: 2_000, sum: 2_000, orders: [] });
});

test('A5 a packet and its cancellation at the same moment have one truth', async () => {
  await credit(world.means, world.people.amina, 1_000);

  const rounds = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const key = randomUUID();
      const [packet, settled] = await Promise.all([order(key), cancel(key)]);
      return { key, placed: packet.status === 200, state: settled.body.state as string };
    }),
  );

  const books = await booksOf(world.means, world.people.amina);
  for (const { key, placed, state } of rounds) {
    expect(state).toBe(placed ? 'applied' : 'cancelled');
    expect(books.orders.filter((row) => row.key === key)).toHaveLength(placed ? 1 : 0);
  }
  expect(books.balance).toBe(books.sum);
});

test('a refused order is told as refused, with its code', async () => {
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

test('asking only reads: an unknown key may still become an order', async () => {
  const key = randomUUID();

  expect((await ask(key)).body).toEqual({ code: 'SUCCESS', state: 'unknown', touched: [] });
  expect((await order(key)).status).toBe(200);
});

test('another person’s key is unknown, and sealing it does not touch it', async () => {
  const key = randomUUID();
  await order(key);

  expect((await ask(key, 'karim')).body.state).toBe('unknown');
  expect((await cancel(key, 'karim')).body.state).toBe('cancelled');
  expect((await ask(key)).body.state).toBe('applied');
});

test('a key that is no UUID is nobody’s', async () => {
  expectRefused(await ask('1'), 404, 'NOT_FOUND');
  expectRefused(await world.as('amina').post('/api/outcomes/cancel', { key: 'x' }), 422, 'INVALID_FIELDS');
  expectRefused(await world.guest.get(`/api/outcomes/${randomUUID()}`), 401, 'UNAUTHENTICATED');
});
