import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation, mutationOf } from '../support/device.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const openTicket = async (who: TestUserName = 'amina') =>
  (await server.as(who).post('/api/tickets', question)).body.ticket;
const change = (who: TestUserName, id: string, body: object, headers = {}) =>
  server.as(who).post(`/api/tickets/${id}`, body, headers);
const read = async (who: TestUserName, id: string) => (await server.as(who).get(`/api/tickets/${id}`)).body;
const ids = () => ({ root: server.users.root.id, sara: server.users.sara.id, amina: server.users.amina.id });

const priorityMutation = (ticket: string, from: string, to: string) =>
  mutationOf('ticket.priority', ticket, { ticket_id: ticket, from, to });
const assignMutation = (ticket: string, from: number | null, to: number | null) =>
  mutationOf('ticket.assign', ticket, { ticket_id: ticket, from, to });

test('an admin assigns a ticket to themselves, to another and to no admin; the customer does not see the assignee', async () => {
  const { id } = await openTicket();

  const taken = await change('sara', id, { assignee_id: ids().sara });
  const given = await change('sara', id, { assignee_id: ids().root });

  expect(taken.body.ticket.assignee_id).toBe(ids().sara);
  expect(given.body.ticket.assignee_id).toBe(ids().root);
  expect((await read('amina', id)).assignee_id).toBeNull();
  const [own] = (await server.as('amina').get('/api/tickets')).body.data;
  expect(own.assignee_id).toBeNull();
  expect((await change('root', id, { assignee_id: null })).body.ticket.assignee_id).toBeNull();
});

test('a ticket is assigned to admins only', async () => {
  const { id } = await openTicket();

  for (const assignee_id of [ids().amina, 999_999]) {
    const answer = await change('sara', id, { assignee_id });
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual({ assignee_id: ['invalid'] });
  }
  expect((await read('sara', id)).assignee_id).toBeNull();
});

test('OF-12 a priority or assignee that another admin has changed is not overwritten; the refusal has the current one', async () => {
  const { id } = await openTicket();
  await change('root', id, { priority: 'high', assignee_id: ids().root });
  const at = new Date(server.clock.now).toISOString();

  const priority = await change('sara', id, { priority: 'low', from_priority: 'medium' });
  const assignee = await change('sara', id, { assignee_id: ids().sara, from_assignee_id: null });
  const same = await change('sara', id, { priority: 'high', from_priority: 'medium' });
  const anyway = await change('sara', id, { assignee_id: ids().sara, from_assignee_id: ids().root });

  expectRefused(priority, 409, 'CONFLICT');
  expect(priority.body.details).toEqual({ current: 'high', by: 'Root', at });
  expectRefused(assignee, 409, 'CONFLICT');
  expect(assignee.body.details).toEqual({ current: ids().root, by: 'Root', at });
  expect(same.body.ticket.priority).toBe('high');
  expect(anyway.body.ticket.assignee_id).toBe(ids().sara);
});

test('status, priority and assignee in one request are set together or not at all, and once for the same key', async () => {
  const { id } = await openTicket();
  const key = { 'Idempotency-Key': randomUUID() };
  const all = { status: 'open', priority: 'high', assignee_id: ids().sara };

  const refused = await change('sara', id, { ...all, assignee_id: ids().amina });
  expectRefused(refused, 422, 'INVALID_FIELDS');
  expect(await read('sara', id)).toMatchObject({ status: 'new', priority: 'medium', assignee_id: null });
  const [first, again] = [await change('sara', id, all, key), await change('sara', id, all, key)];

  expect(first.body.ticket).toMatchObject(all);
  expect(again.body).toEqual(first.body);
  const lines = await server.services.db
    .selectFrom('audit')
    .select('action')
    .where('entity_key', '=', id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'ticket.open',
    'ticket.status',
    'ticket.priority',
    'ticket.assign',
  ]);
  expectRefused(await change('sara', id, {}), 422, 'INVALID_FIELDS');
});

test('C-44 a customer sets neither priority nor assignee, by the route or through a device', async () => {
  const { id } = await openTicket();

  expectRefused(await change('amina', id, { priority: 'high' }), 403, 'FORBIDDEN');
  const { results } = await createDevice(server.as('amina')).exchange([
    priorityMutation(id, 'medium', 'high'),
    assignMutation(id, null, ids().sara),
  ]);

  expect(results.map(({ status, code }) => [status, code])).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
  ]);
  expect(await read('sara', id)).toMatchObject({ priority: 'medium', assignee_id: null });
});

test('OF-03 OF-12 an admin’s offline changes are applied in order, and a value that changed meanwhile is a conflict', async () => {
  const [phone, adminDevice, other] = [
    createDevice(server.as('amina')),
    createDevice(server.as('sara')),
    createDevice(server.as('root')),
  ];
  const ticket = uuidv7();
  await phone.exchange([openTicketMutation(ticket)]);
  await other.exchange([priorityMutation(ticket, 'medium', 'low')]);

  const { results } = await adminDevice.exchange([
    priorityMutation(ticket, 'medium', 'high'),
    assignMutation(ticket, null, ids().sara),
    assignMutation(ticket, ids().sara, ids().root),
  ]);

  expect(results.map(({ status }) => status)).toEqual([409, 200, 200]);
  expect(results[0]!.details).toMatchObject({ current: 'low', by: 'Root' });
  await other.catchUp();
  expect(other.row('tickets', ticket)).toMatchObject({ priority: 'low', assignee_id: ids().root });
  await phone.catchUp();
  expect(phone.row('tickets', ticket)).toMatchObject({ priority: 'low', assignee_id: null });
});

test('an admin’s list is filtered by priority and assignee or none; a customer’s ignores the assignee', async () => {
  const [ofSara, ofRoot, unassigned] = [await openTicket(), await openTicket(), await openTicket('karim')];
  await change('sara', ofSara.id, { assignee_id: ids().sara, priority: 'high' });
  await change('sara', ofRoot.id, { assignee_id: ids().root });
  const numbers = async (who: TestUserName, query: string) =>
    (await server.as(who).get(`/api/tickets?${query}`)).body.data.map((row: { number: number }) => row.number);

  expect(await numbers('sara', `admin=true&assignee=${ids().sara}`)).toEqual([ofSara.number]);
  expect(await numbers('sara', `admin=true&assignee=none,${ids().root}`)).toEqual([unassigned.number, ofRoot.number]);
  expect(await numbers('sara', 'admin=true&assignee=nonsense')).toEqual([]);
  expect(await numbers('sara', 'admin=true&priority=high')).toEqual([ofSara.number]);
  expect(await numbers('amina', `assignee=${ids().sara}`)).toEqual([ofRoot.number, ofSara.number]);
});

test('S2M-11 an admin’s list is filtered by customers; a customer’s ignores it', async () => {
  const [first, ofKarim, second] = [await openTicket(), await openTicket('karim'), await openTicket()];
  const numbers = async (who: TestUserName, query: string) =>
    (await server.as(who).get(`/api/tickets?${query}`)).body.data.map((row: { number: number }) => row.number);

  expect(await numbers('sara', `admin=true&user=${ids().amina}`)).toEqual([second.number, first.number]);
  expect(await numbers('sara', `admin=true&user=${server.users.karim.id}`)).toEqual([ofKarim.number]);
  expect(await numbers('sara', `admin=true&user=${server.users.karim.id},${ids().amina}&per_page=1&page=2`)).toEqual([
    ofKarim.number,
  ]);
  expect(await numbers('sara', 'admin=true&user=nonsense')).toEqual([]);
  expect(await numbers('karim', `user=${ids().amina}`)).toEqual([ofKarim.number]);
  expect(await numbers('karim', `admin=true&user=${ids().amina}`)).toEqual([ofKarim.number]);
});

test('S2M-03 open tickets are listed by whose turn it is, those that wait longest first', async () => {
  const tickets = [];
  for (let at = 0; at < 5; at += 1) {
    tickets.push(await openTicket());
    server.clock.now += 60_000;
  }
  const [first, second, third, fourth, ended] = tickets;
  const reply = async (who: TestUserName, { id }: { id: string }) => {
    await server.as(who).post(`/api/tickets/${id}/response`, { content: 'More' });
    server.clock.now += 60_000;
  };
  await reply('amina', first);
  await reply('sara', third);
  await reply('sara', second);
  await change('sara', ended.id, { status: 'resolved' });
  const numbers = async (query: string) =>
    (await server.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map(
      (row: { number: number }) => row.number,
    );

  expect(await numbers('waiting=us')).toEqual([fourth.number, first.number]);
  expect(await numbers('waiting=customer')).toEqual([third.number, second.number]);
  expect(await numbers('waiting=us,customer&per_page=1&page=2')).toEqual([first.number]);
  expect(await numbers('waiting=us&status=new,resolved')).toEqual([fourth.number, first.number]);
  expect(await numbers('waiting=nonsense')).toEqual([]);
});

test('tickets of an admin whose account is deleted are unassigned', async () => {
  const { id } = await openTicket();
  await change('sara', id, { assignee_id: ids().sara });
  const adminDevice = createDevice(server.as('root'));
  await adminDevice.catchUp();

  expect((await server.as('root').delete(`/api/users/${ids().sara}`)).status).toBe(200);

  await adminDevice.catchUp();
  expect(adminDevice.row('tickets', id)).toMatchObject({ assignee_id: null });
});
