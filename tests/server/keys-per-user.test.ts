import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/server/platform/database/migrate.ts';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { expectRefused } from '../support/client.ts';
import { readAccount, credit, putProduct } from '../support/shop.ts';
import { emptyInstallation } from '../support/programs.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

/* An Idempotency-Key belongs to the user who acts: the same UUID from another user is another key. */

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const pin = '80412';
const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const readAmina = () => readAccount(server.services, server.users.amina);

const send = (who: TestUserName, path: string, body: object, key: string) =>
  server.as(who).post(path, body, { 'Idempotency-Key': key });

test('D-5 when two admins use the same key on one account, each of them adds to it exactly once', async () => {
  for (const who of ['root', 'sara'] as const)
    await server.as(who).post('/api/auth/pin', { password: 'kept-in-a-safe', pin });
  const key = randomUUID();
  const add = (who: TestUserName) =>
    send(who, `/api/users/${server.users.amina.id}/balance/add`, { amount: 5, pin }, key);

  const answers = [await add('root'), await add('sara'), await add('sara'), await add('root')];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { balance, lines } = await readAmina();
  expect(balance).toBe(1_000);
  expect(lines.map((line) => [line.actor_id, line.key])).toEqual([
    [server.users.root.id, key],
    [server.users.sara.id, key],
  ]);
});

test('D-5 an admin may refund an order with the key with which the customer placed it', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 10);
  const key = randomUUID();
  const { body } = await send('amina', '/api/orders', { product_id: tea.id }, key);

  const refunds = [
    await send('sara', `/api/orders/${body.order.id}`, { status: 'refunded' }, key),
    await send('sara', `/api/orders/${body.order.id}`, { status: 'refunded' }, key),
    await send('root', `/api/orders/${body.order.id}`, { status: 'new' }, key),
  ];

  expect(refunds.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await readAmina()).lines.map((line) => line.kind)).toEqual(['add', 'charge', 'return', 'charge']);
});

test('D-5 two customers who use the same key each open a ticket of their own', async () => {
  const key = randomUUID();
  const open = (who: TestUserName) => send(who, '/api/tickets', question, key);

  const answers = [await open('amina'), await open('karim'), await open('karim'), await open('amina')];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const [first, second, secondAgain, firstAgain] = answers.map(({ body }) => body.ticket);
  expect([first.user_name, second.user_name]).toEqual(['Amina', 'Karim']);
  expect([firstAgain, secondAgain]).toEqual([first, second]);
  expect((await server.as('sara').get('/api/tickets?admin=true')).body.total).toBe(2);
});

test('D-5 an admin and a customer who use the same key each write a reply of their own', async () => {
  const { id } = (await server.as('amina').post('/api/tickets', question)).body.ticket;
  const key = randomUUID();
  const reply = (who: TestUserName) => send(who, `/api/tickets/${id}/response`, { content: `From ${who}` }, key);

  const answers = [await reply('amina'), await reply('sara'), await reply('sara'), await reply('amina')];

  expect(answers.map(({ body }) => body.response?.content)).toEqual([
    'From amina',
    'From sara',
    'From sara',
    'From amina',
  ]);
  expect(answers[3]!.body.ticket.responses).toHaveLength(2);
});

test('D-5 two customers may place orders with the same key', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 10);
  await credit(server.services, server.users.karim, 10);
  const key = randomUUID();

  const answers = [
    await send('amina', '/api/orders', { product_id: tea.id }, key),
    await send('karim', '/api/orders', { product_id: tea.id }, key),
  ];

  expect(answers.map(({ body }) => body.order.user_id)).toEqual([server.users.amina.id, server.users.karim.id]);
});

test('D-13 S7-36 an order needs no key; the same order sent twice without a key is placed twice', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 20);
  const place = () => server.as('amina').post('/api/orders', { product_id: tea.id });

  const [first, second] = await Promise.all([place(), place()]);
  const third = await place();

  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body.order.id).not.toBe(second.body.order.id);
  expectRefused(third, 422, 'BALANCE_NOT_ENOUGH');
  const { orders, lines, balance } = await readAccount(server.services, server.users.amina);
  expect([orders.length, lines.length, balance]).toEqual([2, 3, 0]);
  expect(new Set([...orders, ...lines].map(({ key }) => key)).size).toBe(3);
});

test('a key that is no UUID is refused', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 10);

  expectRefused(await send('amina', '/api/orders', { product_id: tea.id }, 'again'), 400, 'INVALID_REQUEST');
  expect((await readAmina()).orders).toEqual([]);
});

test('the migration makes the keys of the ledger unique for each acting user, no longer for each account', async () => {
  const { database } = readSettings(await emptyInstallation());
  const opened = await openWithoutMigrating(database, () => undefined);
  const { db, kind } = opened;
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
  await opened.close();
});
