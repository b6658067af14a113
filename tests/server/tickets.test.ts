import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { credit, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };

const postTicket = (who: TestUserName, fields: object = {}, headers = {}) =>
  server.as(who).post('/api/tickets', { ...question, ...fields }, headers);
const openTicket = async (who: TestUserName, fields: object = {}) => (await postTicket(who, fields)).body.ticket;
const read = (who: TestUserName, ref: string | number) => server.as(who).get(`/api/tickets/${ref}`);
const reply = (who: TestUserName, ref: string | number, content = 'And now?', more: object = {}, headers = {}) =>
  server.as(who).post(`/api/tickets/${ref}/response`, { content, ...more }, headers);
const setStatus = (who: TestUserName, ref: string | number, status: string, from?: string) =>
  server.as(who).post(`/api/tickets/${ref}`, { status, from });
const deleteTicket = (id: string) =>
  server.services.db.updateTable('tickets').set({ deleted_at: server.clock.now }).where('id', '=', id).execute();

test('S7-41 S7-44 D-1 C-02 a ticket keeps the id its device made and gets a number; it is read by either', async () => {
  const id = uuidv7();

  const { status, body } = await postTicket('amina', { id });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    code: 'SUCCESS',
    ticket: {
      ...question,
      id,
      title: question.subject,
      status: 'new',
      priority: 'medium',
      order_id: null,
      user_name: 'Amina',
      user: { id: server.users.amina.id, name: 'Amina', email: 'amina@example.test' },
      responses: [],
      responses_count: 0,
      last_response_by: null,
    },
  });
  expect(body.ticket.number).toBeGreaterThan(0);
  expect((await read('amina', id)).body).toEqual(body.ticket);
  expect((await read('amina', id.toUpperCase())).body).toEqual(body.ticket);
  expect((await read('sara', body.ticket.number)).body).toEqual(body.ticket);
  expect((await read('amina', id)).body.code).toBeUndefined();
});

test('D-1 tickets that are opened at the same moment get different numbers', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => postTicket(n % 2 ? 'amina' : 'karim')));

  const numbers = answers.map(({ body }) => body.ticket.number as number);
  expect(new Set(numbers).size).toBe(20);
});

test('S7-41 a ticket that is sent twice exists once, with the same key or with the same id', async () => {
  const [id, key] = [uuidv7(), randomUUID()];
  const first = await postTicket('amina', { id }, { 'Idempotency-Key': key });

  const sameKey = await postTicket('amina', { id }, { 'Idempotency-Key': key });
  const sameId = await postTicket('amina', { id }, { 'Idempotency-Key': randomUUID() });
  const noId = [
    await postTicket('amina', {}, { 'Idempotency-Key': id }),
    await postTicket('amina', {}, { 'Idempotency-Key': id }),
  ];

  expect(sameKey.body).toEqual(first.body);
  expect(sameId.body).toEqual(first.body);
  expect(noId.map(({ body }) => body.ticket.id)).toEqual([id, id]);
  expect((await server.as('amina').get('/api/tickets')).body.total).toBe(1);
});

test('D-1 a new ticket with another ticket’s id is refused, and nothing of the other one is revealed', async () => {
  const { id } = await openTicket('amina');

  const stolen = await postTicket('karim', { id });
  const other = await postTicket('amina', { id, content: 'Something else' });

  expectRefused(stolen, 422, 'INVALID_FIELDS');
  expect(stolen.body.errors).toEqual({ id: ['unique'] });
  expect(JSON.stringify(stolen.body)).not.toContain('Amina');
  expectRefused(other, 422, 'INVALID_FIELDS');
});

test('S5-24 subject, type and content are needed, and the order must be the customer’s own', async () => {
  const tea = await putProduct(server.services);
  for (const who of ['amina', 'karim'] as const) await credit(server.services, server.users[who], 50);
  const buy = async (who: TestUserName) =>
    (await server.as(who).post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() })).body.order
      .id;
  const [mine, theirs] = [await buy('amina'), await buy('karim')];

  const empty = await server.as('amina').post('/api/tickets', { subject: '  ', type: 'gossip' });
  const foreign = await postTicket('amina', { order_id: theirs });

  expectRefused(empty, 422, 'INVALID_FIELDS');
  expect(empty.body.errors).toEqual({ subject: ['required'], type: ['required'], content: ['required'] });
  expectRefused(foreign, 422, 'INVALID_FIELDS');
  expect(foreign.body.errors).toEqual({ order_id: ['invalid'] });
  expect((await openTicket('amina', { order_id: mine })).order_id).toBe(mine);
});

test('S6-09 an admin opens no ticket', async () => {
  expectRefused(await postTicket('sara'), 403, 'FORBIDDEN');
  expectRefused(await postTicket('root'), 403, 'FORBIDDEN');
});

test('S6-09 a call about another user’s ticket is answered as for a missing one', async () => {
  const { id, number } = await openTicket('amina');
  const missing = uuidv7();

  for (const ref of [id, number, missing, 999_999]) {
    expectRefused(await read('karim', ref), 404, 'NOT_FOUND');
    expectRefused(await reply('karim', ref), 404, 'NOT_FOUND');
    expectRefused(await setStatus('karim', ref, 'closed'), 403, 'FORBIDDEN');
  }
  const [foreign, none] = [await read('karim', id), await read('karim', missing)];
  expect(foreign.body).toEqual(none.body);
});

test('a ticket with an invalid id is not found', async () => {
  for (const ref of ['0', '-1', '1e1', '9223372036854775808', '%00', '١', 'abc', '1%20or%201=1']) {
    expectRefused(await read('amina', ref), 404, 'NOT_FOUND');
  }
});

test('S3-15 the type of a response comes from the session, and the ticket shows the type of the last one', async () => {
  const { id } = await openTicket('amina');
  server.clock.advance(60_000);

  const forged = { type: 'admin', user_id: server.users.sara.id, author_name: 'Sara', created_at: '2001-01-01' };
  const { body } = await reply('amina', id, 'One more thing', forged);
  server.clock.advance(60_000);
  const answered = await reply('sara', id, 'Tomorrow');

  expect(body.response).toMatchObject({ ticket_id: id, type: 'user', author_name: 'Amina', content: 'One more thing' });
  expect(body.ticket).toMatchObject({ responses_count: 1, last_response_by: 'user', status: 'new' });
  expect(answered.body.ticket).toMatchObject({ responses_count: 2, last_response_by: 'admin' });
  const { responses, last_response_at } = (await read('amina', id)).body;
  expect(responses.map((row: { content: string }) => row.content)).toEqual(['One more thing', 'Tomorrow']);
  expect(last_response_at).toBe(new Date(server.clock.now).toISOString());
});

test('S7-46 a response that is sent twice exists once', async () => {
  const { id } = await openTicket('amina');
  const [response_id, key] = [uuidv7(), randomUUID()];

  const first = await reply('amina', id, 'Hello', { response_id }, { 'Idempotency-Key': key });
  await reply('amina', id, 'Hello', { response_id }, { 'Idempotency-Key': key });
  const sameId = await reply('amina', id, 'Hello', { response_id });
  const forged = await reply('amina', id, 'Something else', { response_id });

  expect(sameId.body.response).toEqual(first.body.response);
  expectRefused(forged, 422, 'INVALID_FIELDS');
  expect((await read('amina', id)).body).toMatchObject({ responses_count: 1, responses: [{ id: response_id }] });
});

test('S5-25 a response needs a text of at most 10,000 characters', async () => {
  const { id } = await openTicket('amina');

  expect((await reply('amina', id, ' \n ')).body.errors).toEqual({ content: ['required'] });
  expect((await reply('amina', id, 'x'.repeat(10_001))).body.errors).toEqual({ content: ['max:10000'] });
  expect((await reply('amina', id, 'a\0b')).body.errors).toEqual({ content: ['invalid'] });
});

test.each(['resolved', 'closed'])('D-10 a customer’s reply reopens a %s ticket, an admin’s does not', async (ended) => {
  const { id } = await openTicket('amina');
  await setStatus('sara', id, ended);

  const byAdmin = await reply('sara', id, 'By the way');
  const byOwner = await reply('amina', id, 'Still broken');

  expect(byAdmin.body.ticket.status).toBe(ended);
  expect(byOwner.body.ticket.status).toBe('open');
});

test('C-27 an admin’s first reply sets a new ticket to in_progress; later ones change no status', async () => {
  const { id } = await openTicket('amina');

  expect((await reply('sara', id)).body.ticket.status).toBe('in_progress');
  await setStatus('sara', id, 'pending');
  expect((await reply('sara', id)).body.ticket.status).toBe('pending');
  expect((await reply('amina', id)).body.ticket.status).toBe('pending');
});

test('D-10 a deleted ticket is gone for its customer and for admins, and not found for others', async () => {
  const { id, number } = await openTicket('amina');
  await deleteTicket(id);

  expectRefused(await reply('amina', id), 410, 'GONE');
  expectRefused(await read('amina', number), 410, 'GONE');
  expectRefused(await setStatus('sara', id, 'closed'), 410, 'GONE');
  expectRefused(await read('karim', id), 404, 'NOT_FOUND');
  expectRefused(await reply('karim', id), 404, 'NOT_FOUND');
  expect((await server.as('amina').get('/api/tickets')).body.data).toEqual([]);
});

test('OF-18 a customer sees that an admin wrote, not which one', async () => {
  const { id } = await openTicket('amina');
  await reply('sara', id, 'We are on it');

  const seen = await read('amina', id);

  expect(JSON.stringify(seen.body)).not.toContain('Sara');
  expect(seen.body.responses[0]).toMatchObject({ type: 'admin', author_name: '' });
  expect((await read('root', id)).body.responses[0].author_name).toBe('Sara');
});

test('OF-31 all changes of a ticket are in the audit log', async () => {
  const { id } = await openTicket('amina');
  await reply('sara', id);
  await setStatus('sara', id, 'closed');

  const lines = await server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'tickets')
    .where('entity_key', '=', id)
    .orderBy('id')
    .execute();
  expect(lines.map((line) => [line.action, line.actor_id])).toEqual([
    ['ticket.open', server.users.amina.id],
    ['ticket.reply', server.users.sara.id],
    ['ticket.status', server.users.sara.id],
  ]);
  expect(JSON.parse(lines[2]!.old_value!)).toEqual({ status: 'in_progress' });
  expect(JSON.parse(lines[2]!.new_value!)).toEqual({ status: 'closed' });
});
