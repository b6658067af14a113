import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation, replyMutation } from '../support/device.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: 'root' | 'sara' | 'amina' | 'karim') => createDevice(server.as(who));
const statuses = (answer: { results: { status: number }[] }) => answer.results.map(({ status }) => status);

test('S2O-07 D-1 a ticket and its replies written offline arrive in order, and the ticket returns with its number', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  // Ids of a device whose clock was set back between the replies.
  const [later, earlier] = ['ffffffff-0000-7000-8000-000000000000', '00000000-0000-7000-8000-000000000000'];
  const replies = [
    replyMutation({ ticket, content: 'one' }, later),
    replyMutation({ ticket, content: 'two' }, earlier),
  ];

  const answer = await phone.exchange([openTicketMutation(ticket), ...replies]);

  expect(answer.results.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([200, 'SUCCESS']));
  expect(phone.row('tickets', ticket)).toMatchObject({ number: expect.any(Number), responses_count: 2, status: 'new' });
  const { body } = await server.as('sara').get(`/api/tickets/${ticket}`);
  expect(body.responses.map((row: { content: string }) => row.content)).toEqual(['one', 'two']);
});

test('OF-06 the same batch again changes nothing and returns the same outcomes', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  const batch = [openTicketMutation(ticket), replyMutation({ ticket }), replyMutation({ ticket: uuidv7() })];

  const first = await phone.exchange(batch);
  const again = await phone.exchange(batch);

  expect(statuses(first)).toEqual([200, 200, 404]);
  expect(statuses(again)).toEqual([200, 200, 404]);
  expect(again.results.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  expect(phone.row('tickets', ticket)).toMatchObject({ responses_count: 1 });
});

test('OF-06 a batch that is sent five times at once is applied once', async () => {
  const ticket = uuidv7();
  const batch = [openTicketMutation(ticket), replyMutation({ ticket }), replyMutation({ ticket })];

  const answers = await Promise.all(Array.from({ length: 5 }, () => device('amina').exchange(batch)));

  for (const answer of answers) expect(statuses(answer)).toEqual([200, 200, 200]);
  expect((await server.as('amina').get(`/api/tickets/${ticket}`)).body.responses).toHaveLength(2);
});

test('a mutation with the id of another mutation is refused', async () => {
  const phone = device('amina');
  const first = openTicketMutation();
  await phone.exchange([first]);

  const answer = await phone.exchange([{ ...replyMutation({ ticket: first.lane }), id: first.id }]);

  expect(answer.results[0]).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
});

test('a mutation with a cancelled id is never applied', async () => {
  const phone = device('amina');
  const mutation = openTicketMutation();
  await server.as('amina').post('/api/outcomes/cancel', { key: mutation.id });

  const answer = await phone.exchange([mutation]);

  expect(answer.results[0]).toMatchObject({ status: 409, code: 'CANCELLED', rows: [] });
  expectRefused(await server.as('amina').get(`/api/tickets/${mutation.lane}`), 404, 'NOT_FOUND');
});

test('of ten mutations an invalid one is refused with its field errors; the others are applied', async () => {
  const phone = device('amina');
  const batch = Array.from({ length: 10 }, () => openTicketMutation());
  batch[2] = openTicketMutation(uuidv7(), { subject: ' ' });

  const answer = await phone.exchange(batch);

  expect(statuses(answer)).toEqual([200, 200, 422, ...Array(7).fill(200)]);
  expect(answer.results[2]).toMatchObject({ code: 'INVALID_FIELDS', errors: { subject: ['required'] }, rows: [] });
});

test('a refused new ticket holds back its replies, and no other lane', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  const bad = openTicketMutation(ticket, { order_id: 4711 });
  const [reply, other] = [replyMutation({ ticket }), openTicketMutation()];

  const refused = await phone.exchange([bad, reply, other]);
  const retried = await phone.exchange([openTicketMutation(ticket), reply]);

  expect(statuses(refused)).toEqual([422, 424, 200]);
  expect(refused.results[0]!.errors).toEqual({ order_id: ['invalid'] });
  expect(refused.results[1]).toMatchObject({ code: 'WAITS_FOR_ANOTHER', rows: [] });
  expect(statuses(retried)).toEqual([200, 200]);
});

test('a refused reply does not hold back the next one of its lane', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  await phone.exchange([openTicketMutation(ticket)]);

  const answer = await phone.exchange([
    replyMutation({ ticket, content: '' }),
    replyMutation({ ticket, content: 'words' }),
  ]);

  expect(statuses(answer)).toEqual([422, 200]);
});

test('OF-22 an unknown kind or version waits for a newer server and holds back only its own lane', async () => {
  const phone = device('amina');
  const [ticket, other] = [uuidv7(), uuidv7()];
  const ahead = { ...openTicketMutation(ticket), v: 9 };
  const unknown = { ...openTicketMutation(other), kind: 'ticket.dance' };

  const answer = await phone.exchange([ahead, replyMutation({ ticket }), unknown, openTicketMutation()]);

  expect(answer.results.map(({ status, code }) => [status, code])).toEqual([
    [426, 'OUTDATED'],
    [424, 'WAITS_FOR_ANOTHER'],
    [426, 'OUTDATED'],
    [200, 'SUCCESS'],
  ]);
  expectRefused(await phone.postSync({ protocol: 2 }), 426, 'OUTDATED');
});

test('a mutation that makes the server fail gets 500, holds back only its lane and may be sent again', async () => {
  const phone = device('amina');
  const [ticket, other] = [uuidv7(), uuidv7()];
  await phone.exchange([openTicketMutation(ticket), openTicketMutation(other)]);
  const broken = replyMutation({ ticket, content: 'POISON' });
  const poison = await breakOn('POISON');

  const batch = [broken, replyMutation({ ticket, content: 'after' }), replyMutation({ ticket: other })];
  const first = await phone.exchange(batch);
  await poison.lift();
  const second = await phone.exchange(batch);

  expect(statuses(first)).toEqual([500, 424, 200]);
  expect(first.results[0]!.code).toBe('ERROR');
  expect(server.errors).toHaveLength(1);
  expect(statuses(second)).toEqual([200, 200, 200]);
  const { body } = await server.as('amina').get(`/api/tickets/${ticket}`);
  expect(body.responses.map((row: { content: string }) => row.content)).toEqual(['POISON', 'after']);
});

/** Makes the database refuse a response with this content until `lift`. */
async function breakOn(content: string): Promise<{ lift(): Promise<void> }> {
  const { db } = server.services;
  if (server.kind === 'sqlite') {
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

test('a batch of several mutations over 256 KB or of more than 50 is refused as a whole', async () => {
  const phone = device('amina');
  const bulky = Array.from({ length: 30 }, () => openTicketMutation(uuidv7(), { content: 'ж'.repeat(9_000) }));

  expectRefused(await phone.postSync({ mutations: bulky }), 413, 'REQUEST_TOO_LARGE');
  expect(statuses(await phone.exchange(bulky.slice(0, 10)))).toEqual(Array(10).fill(200));
  expectRefused(
    await phone.postSync({ mutations: Array.from({ length: 51 }, () => openTicketMutation()) }),
    422,
    'INVALID_FIELDS',
  );
  const alone = await phone.exchange([openTicketMutation(uuidv7(), { content: 'x'.repeat(300_000) })]);
  expect(alone.results[0]).toMatchObject({ status: 413, code: 'REQUEST_TOO_LARGE' });
});

test('without a session no change is accepted and no row returned', async () => {
  const body = { protocol: 1, epoch: null, cursor: null, before: null, mutations: [openTicketMutation()] };

  expectRefused(await server.guest.post('/api/sync', body), 401, 'UNAUTHENTICATED');
  expect(await server.services.db.selectFrom('tickets').selectAll().execute()).toEqual([]);
});

test('a change that a call and a pass send at once with the same id is applied once, and both succeed', async () => {
  const ticket = uuidv7();
  const mutation = openTicketMutation(ticket);
  const key = { 'Idempotency-Key': mutation.id };

  const [byRoute, bySync] = await Promise.all([
    server.as('amina').post('/api/tickets', mutation.args, key),
    device('amina').exchange([mutation]),
  ]);

  expect(byRoute.body.ticket.id).toBe(ticket);
  expect(statuses(bySync)).toEqual([200]);
  expect((await server.as('amina').get(`/api/outcomes/${mutation.id}`)).body).toMatchObject({
    state: 'applied',
    touched: [`tickets:${ticket}`],
  });
  expect((await server.as('amina').get(`/api/outcomes/${randomUUID()}`)).body.state).toBe('unknown');
});
