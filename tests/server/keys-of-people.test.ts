import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openAsItIs } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { expectRefused } from '../support/client.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { emptyHouse } from '../support/programs.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

/* An Idempotency-Key belongs to the person who acts: the same UUID from somebody else is another key. */

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const pin = '80412';
const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const books = () => booksOf(world.means, world.people.amina);

const send = (who: Name, path: string, body: object, key: string) =>
  world.as(who).post(path, body, { 'Idempotency-Key': key });

test('D-5 two admins who use the same key on one account both add to it, and each one once', async () => {
  for (const who of ['root', 'sara'] as const)
    await world.as(who).post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  const key = randomUUID();
  const add = (who: Name) => send(who, `/api/users/${world.people.amina.id}/balance/add`, { amount: 5, pin }, key);

  const answers = [await add('root'), await add('sara'), await add('sara'), await add('root')];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { balance, lines } = await books();
  expect(balance).toBe(1_000);
  expect(lines.map((line) => [line.actor_id, line.key])).toEqual([
    [world.people.root.id, key],
    [world.people.sara.id, key],
  ]);
});

test('D-5 an admin refunds with the very key the customer ordered with', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 10);
  const key = randomUUID();
  const { body } = await send('amina', '/api/orders', { product_id: tea.id }, key);

  const refunds = [
    await send('sara', `/api/orders/${body.order.id}`, { status: 'refunded' }, key),
    await send('sara', `/api/orders/${body.order.id}`, { status: 'refunded' }, key),
    await send('root', `/api/orders/${body.order.id}`, { status: 'new' }, key),
  ];

  expect(refunds.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await books()).lines.map((line) => line.kind)).toEqual(['add', 'charge', 'return', 'charge']);
});

test('D-5 two customers who use the same key each open a ticket of their own', async () => {
  const key = randomUUID();
  const open = (who: Name) => send(who, '/api/tickets', question, key);

  const answers = [await open('amina'), await open('karim'), await open('karim'), await open('amina')];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [first, second, secondAgain, firstAgain] = answers.map(({ body }) => body.ticket);
  expect([first.user_name, second.user_name]).toEqual(['Amina', 'Karim']);
  expect([firstAgain, secondAgain]).toEqual([first, second]);
  expect((await world.as('sara').get('/api/tickets?admin=true')).body.total).toBe(2);
});

test('D-5 an admin and a customer who use the same key each write a reply of their own', async () => {
  const { id } = (await world.as('amina').post('/api/tickets', question)).body.ticket;
  const key = randomUUID();
  const reply = (who: Name) => send(who, `/api/tickets/${id}/response`, { content: `From ${who}` }, key);

  const answers = [await reply('amina'), await reply('sara'), await reply('sara'), await reply('amina')];

  expect(answers.map(({ body }) => body.response?.content)).toEqual([
    'From amina',
    'From sara',
    'From sara',
    'From amina',
  ]);
  expect(answers[3]!.body.ticket.responses).toHaveLength(2);
});

test('S7-36 two people may happen to use the same key', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 10);
  await credit(world.means, world.people.karim, 10);
  const key = randomUUID();

  const answers = [
    await send('amina', '/api/orders', { product_id: tea.id }, key),
    await send('karim', '/api/orders', { product_id: tea.id }, key),
  ];

  expect(answers.map(({ body }) => body.order.user_id)).toEqual([world.people.amina.id, world.people.karim.id]);
});

test('D-13 S7-36 an order needs no key; without one the same order that comes twice is placed twice', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 20);
  const place = () => world.as('amina').post('/api/orders', { product_id: tea.id });

  const [first, second] = await Promise.all([place(), place()]);
  const third = await place();

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.order.id).not.toBe(second.body.order.id);
  expectRefused(third, 422, 'BALANCE_NOT_ENOUGH');
  const { orders, lines, balance } = await booksOf(world.means, world.people.amina);
  expect([orders.length, lines.length, balance]).toEqual([2, 3, 0]);
  expect(new Set([...orders, ...lines].map(({ key }) => key)).size).toBe(3);
});

test('D-13 what is no UUID is no key', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 10);

  expectRefused(await send('amina', '/api/orders', { product_id: tea.id }, 'again'), 400, 'INVALID_REQUEST');
  expect((await books()).orders).toEqual([]);
});

test('a database whose ledger had one key for each account goes on with one for each person who acts', async () => {
  const { database } = readSettings(await emptyHouse());
  const open = await openAsItIs(database, () => undefined);
  const { db, kind } = open;
  await migrate(db, kind, '0004-indexes');
  for (const name of ['amina', 'karim', 'sara', 'root'])
    await sql`insert into users (name, email, role_id, is_active, locale, search_text, sort_key, created_at, updated_at)
      values (${name}, ${name}, 1, 1, 'en', '', '', 0, 0)`.execute(db);
  const write = (user: number, actor: number | null, key: string) =>
    sql`insert into ledger (user_id, kind, amount_cents, before_cents, after_cents, actor_id, key, created_at)
      values (${user}, 'add', 0, 0, 0, ${actor}, ${key}, 0)`.execute(db);
  await write(1, 3, 'of sara');
  await write(2, 4, 'of sara');
  await write(1, null, 'of nobody');
  await write(2, null, 'of nobody');
  await expect(write(1, 4, 'of sara')).rejects.toThrow(/unique/i);

  await migrate(db, kind);

  await write(1, 4, 'of root');
  await write(1, 3, 'of root');
  await expect(write(2, 3, 'of sara')).rejects.toThrow(/unique/i);
  const { rows } = await sql`select key from ledger`.execute(db);
  expect(rows).toHaveLength(6);
  await open.close();
});
