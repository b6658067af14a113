import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, opening, replying } from '../support/device.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: 'root' | 'sara' | 'amina' | 'karim') => deviceOf(world.as(who));
const statuses = (answer: { results: { status: number }[] }) => answer.results.map(({ status }) => status);

test('S2O-07 a ticket and its replies written offline arrive in order and come back with their number', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  // A clock that runs backwards makes ids that do.
  const [later, earlier] = ['ffffffff-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000000'];
  const replies = [replying({ ticket, content: 'one' }, later), replying({ ticket, content: 'two' }, earlier)];

  const answer = await phone.exchange([opening(ticket), ...replies]);

  expect(answer.results.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([200, 'SUCCESS']));
  expect(phone.row('tickets', ticket)).toMatchObject({ number: expect.any(Number), responses_count: 2, status: 'new' });
  const { body } = await world.as('sara').get(`/api/tickets/${ticket}`);
  expect(body.responses.map((row: { content: string }) => row.content)).toEqual(['one', 'two']);
});

test('OF-06 the same batch again changes nothing and tells the same outcomes', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  const batch = [opening(ticket), replying({ ticket }), replying({ ticket: uuidv7() })];

  const first = await phone.exchange(batch);
  const again = await phone.exchange(batch);

  expect(statuses(first)).toEqual([200, 200, 404]);
  expect(statuses(again)).toEqual([200, 200, 404]);
  expect(again.results.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  expect(phone.row('tickets', ticket)).toMatchObject({ responses_count: 1 });
});

test('OF-06 a batch that is sent five times at once is applied once', async () => {
  const ticket = uuidv7();
  const batch = [opening(ticket), replying({ ticket }), replying({ ticket })];

  const answers = await Promise.all(Array.from({ length: 5 }, () => device('amina').exchange(batch)));

  for (const answer of answers) expect(statuses(answer)).toEqual([200, 200, 200]);
  expect((await world.as('amina').get(`/api/tickets/${ticket}`)).body.responses).toHaveLength(2);
});

test('an id that was used for something else is refused', async () => {
  const phone = device('amina');
  const first = opening();
  await phone.exchange([first]);

  const answer = await phone.exchange([{ ...replying({ ticket: first.lane }), id: first.id }]);

  expect(answer.results[0]).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a cancelled id never does anything', async () => {
  const phone = device('amina');
  const mutation = opening();
  await world.as('amina').post('/api/outcomes/cancel', { key: mutation.id });

  const answer = await phone.exchange([mutation]);

  expect(answer.results[0]).toMatchObject({ status: 409, code: 'CANCELLED', rows: [] });
  expectRefused(await world.as('amina').get(`/api/tickets/${mutation.lane}`), 404, 'NOT_FOUND');
});

test('of ten items the third is refused with its fields; the others arrive', async () => {
  const phone = device('amina');
  const batch = Array.from({ length: 10 }, () => opening());
  batch[2] = opening(uuidv7(), { subject: ' ' });

  const answer = await phone.exchange(batch);

  expect(statuses(answer)).toEqual([200, 200, 422, ...Array(7).fill(200)]);
  expect(answer.results[2]).toMatchObject({ code: 'INVALID_FIELDS', errors: { subject: ['required'] }, rows: [] });
});

test('a refused new ticket holds back what was written to it, and no other lane', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  const bad = opening(ticket, { order_id: 4711 });
  const [reply, other] = [replying({ ticket }), opening()];

  const refused = await phone.exchange([bad, reply, other]);
  const mended = await phone.exchange([opening(ticket), reply]);

  expect(statuses(refused)).toEqual([422, 424, 200]);
  expect(refused.results[0]!.errors).toEqual({ order_id: ['invalid'] });
  expect(refused.results[1]).toMatchObject({ code: 'WAITS_FOR_ANOTHER', rows: [] });
  expect(statuses(mended)).toEqual([200, 200]);
});

test('a refused reply steps aside for the next one of its lane', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  await phone.exchange([opening(ticket)]);

  const answer = await phone.exchange([replying({ ticket, content: '' }), replying({ ticket, content: 'words' })]);

  expect(statuses(answer)).toEqual([422, 200]);
});

test('OF-22 an unknown kind or version waits for a newer server, holds its lane and stops nobody else', async () => {
  const phone = device('amina');
  const [ticket, other] = [uuidv7(), uuidv7()];
  const ahead = { ...opening(ticket), v: 9 };
  const unknown = { ...opening(other), kind: 'ticket.dance' };

  const answer = await phone.exchange([ahead, replying({ ticket }), unknown, opening()]);

  expect(answer.results.map(({ status, code }) => [status, code])).toEqual([
    [426, 'OUTDATED'],
    [424, 'WAITS_FOR_ANOTHER'],
    [426, 'OUTDATED'],
    [200, 'SUCCESS'],
  ]);
  expectRefused(await phone.ask({ protocol: 2 }), 426, 'OUTDATED');
});

test('an item the server breaks on is told as 500, keeps its lane, stops no other and may come again', async () => {
  const phone = device('amina');
  const [ticket, other] = [uuidv7(), uuidv7()];
  await phone.exchange([opening(ticket), opening(other)]);
  const broken = replying({ ticket, content: 'POISON' });
  const poison = await breakOn('POISON');

  const batch = [broken, replying({ ticket, content: 'after' }), replying({ ticket: other })];
  const first = await phone.exchange(batch);
  await poison.lift();
  const second = await phone.exchange(batch);

  expect(statuses(first)).toEqual([500, 424, 200]);
  expect(first.results[0]!.code).toBe('ERROR');
  expect(world.errors).toHaveLength(1);
  expect(statuses(second)).toEqual([200, 200, 200]);
  const { body } = await world.as('amina').get(`/api/tickets/${ticket}`);
  expect(body.responses.map((row: { content: string }) => row.content)).toEqual(['POISON', 'after']);
});

/** The database itself breaks on a response with this content, until it is lifted. */
async function breakOn(content: string): Promise<{ lift(): Promise<void> }> {
  const { db } = world.means;
  if (world.kind === 'sqlite') {
    const body = `when new.content = '${content}' begin select raise(abort, 'broken'); end`;
    await run(`create trigger poison before insert on responses ${body}`);
    return { lift: () => run('drop trigger poison') };
  }
  await run(`alter table responses add constraint poison check (content <> '${content}')`);
  return { lift: () => run('alter table responses drop constraint poison') };

  async function run(statement: string): Promise<void> {
    await sql.raw(statement).execute(db);
  }
}

test('a batch over 256 KB is refused as a whole, more than 50 items too', async () => {
  const phone = device('amina');
  const bulky = Array.from({ length: 30 }, () => opening(uuidv7(), { content: 'ж'.repeat(9_000) }));

  expectRefused(await phone.ask({ mutations: bulky }), 413, 'REQUEST_TOO_LARGE');
  expect(statuses(await phone.exchange(bulky.slice(0, 10)))).toEqual(Array(10).fill(200));
  expectRefused(await phone.ask({ mutations: Array.from({ length: 51 }, () => opening()) }), 422, 'INVALID_FIELDS');
  const alone = await phone.exchange([opening(uuidv7(), { content: 'x'.repeat(300_000) })]);
  expect(alone.results[0]).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' });
});

test('S8-01 without a session nothing is taken and nothing is told', async () => {
  const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [opening()] };

  expectRefused(await world.guest.post('/api/sync', body), 401, 'UNAUTHENTICATED');
  expect(await world.means.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
});

test('an answer that was lost is told again by the same id, whoever asks at the same moment', async () => {
  const ticket = uuidv7();
  const mutation = opening(ticket);
  const key = { 'Idempotency-Key': mutation.id };

  const [byRoute, bySync] = await Promise.all([
    world.as('amina').post('/api/tickets', mutation.args, key),
    device('amina').exchange([mutation]),
  ]);

  expect(byRoute.body.ticket.id).toBe(ticket);
  expect(statuses(bySync)).toEqual([200]);
  expect((await world.as('amina').get(`/api/outcomes/${mutation.id}`)).body).toMatchObject({
    state: 'applied',
    touched: [`tickets:${ticket}`],
  });
  expect((await world.as('amina').get(`/api/outcomes/${randomUUID()}`)).body.state).toBe('unknown');
});
