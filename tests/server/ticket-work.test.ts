import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, opening, queued } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const question = { subject: 'Where is it?', type: 'general', content: 'I am waiting.' };
const opened = async (who: Name = 'amina') => (await world.as(who).post('/api/tickets', question)).body.ticket;
const change = (who: Name, id: string, body: object, headers = {}) =>
  world.as(who).post(`/api/tickets/${id}`, body, headers);
const read = async (who: Name, id: string) => (await world.as(who).get(`/api/tickets/${id}`)).body;
const ids = () => ({ root: world.people.root.id, sara: world.people.sara.id, amina: world.people.amina.id });

const prioritising = (ticket: string, from: string, to: string) =>
  queued('ticket.priority', ticket, { ticket_id: ticket, from, to });
const assigning = (ticket: string, from: number | null, to: number | null) =>
  queued('ticket.assign', ticket, { ticket_id: ticket, from, to });

test('an admin takes a ticket, hands it over and lets it go; the customer does not learn who works on it', async () => {
  const { id } = await opened();

  const taken = await change('sara', id, { assignee_id: ids().sara });
  const given = await change('sara', id, { assignee_id: ids().root });

  expect(taken.body.ticket.assignee_id).toBe(ids().sara);
  expect(given.body.ticket.assignee_id).toBe(ids().root);
  expect((await read('amina', id)).assignee_id).toBeNull();
  const [own] = (await world.as('amina').get('/api/tickets')).body.data;
  expect(own.assignee_id).toBeNull();
  expect((await change('root', id, { assignee_id: null })).body.ticket.assignee_id).toBeNull();
});

test('a ticket goes to active admins only', async () => {
  const { id } = await opened();

  for (const assignee_id of [ids().amina, 999_999]) {
    const answer = await change('sara', id, { assignee_id });
    expectRefused(answer, 422, 'INVALID_FIELDS');
    expect(answer.body.errors).toEqual({ assignee_id: ['invalid'] });
  }
  expect((await read('sara', id)).assignee_id).toBeNull();
});

test('OF-12 priority and assignee are set when they still are what the admin saw; else the admin learns the new value', async () => {
  const { id } = await opened();
  await change('root', id, { priority: 'high', assignee_id: ids().root });
  const at = new Date(world.clock.now).toISOString();

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

test('status, priority and assignee in one request are set together or not at all, and once for their key', async () => {
  const { id } = await opened();
  const key = { 'Idempotency-Key': randomUUID() };
  const all = { status: 'open', priority: 'high', assignee_id: ids().sara };

  const refused = await change('sara', id, { ...all, assignee_id: ids().amina });
  expectRefused(refused, 422, 'INVALID_FIELDS');
  expect(await read('sara', id)).toMatchObject({ status: 'new', priority: 'medium', assignee_id: null });
  const [first, again] = [await change('sara', id, all, key), await change('sara', id, all, key)];

  expect(first.body.ticket).toMatchObject(all);
  expect(again.body).toEqual(first.body);
  const lines = await world.means.db.selectFrom('audit').select('action').where('entity_key', '=', id).execute();
  expect(lines.map(({ action }) => action)).toEqual([
    'ticket.open',
    'ticket.status',
    'ticket.priority',
    'ticket.assign',
  ]);
  expectRefused(await change('sara', id, {}), 422, 'INVALID_FIELDS');
});

test('C-44 a customer sets neither priority nor assignee, by the route or through a device', async () => {
  const { id } = await opened();

  expectRefused(await change('amina', id, { priority: 'high' }), 403, 'FORBIDDEN');
  const { results } = await deviceOf(world.as('amina')).exchange([
    prioritising(id, 'medium', 'high'),
    assigning(id, null, ids().sara),
  ]);

  expect(results.map(({ status, code }) => [status, code])).toEqual([
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
  ]);
  expect(await read('sara', id)).toMatchObject({ priority: 'medium', assignee_id: null });
});

test('OF-05 OF-12 what an admin queued offline is done in order, and a value that changed meanwhile is a conflict', async () => {
  const [phone, desk, other] = [deviceOf(world.as('amina')), deviceOf(world.as('sara')), deviceOf(world.as('root'))];
  const ticket = uuidv7();
  await phone.exchange([opening(ticket)]);
  await other.exchange([prioritising(ticket, 'medium', 'low')]);

  const { results } = await desk.exchange([
    prioritising(ticket, 'medium', 'high'),
    assigning(ticket, null, ids().sara),
    assigning(ticket, ids().sara, ids().root),
  ]);

  expect(results.map(({ status }) => status)).toEqual([409, 200, 200]);
  expect(results[0]!.details).toMatchObject({ current: 'low', by: 'Root' });
  await other.catchUp();
  expect(other.row('tickets', ticket)).toMatchObject({ priority: 'low', assignee_id: ids().root });
  await phone.catchUp();
  expect(phone.row('tickets', ticket)).toMatchObject({ priority: 'low', assignee_id: null });
});

test('the list is filtered by priority and by assignee, and by tickets without one', async () => {
  const [mine, theirs, nobodys] = [await opened(), await opened(), await opened('karim')];
  await change('sara', mine.id, { assignee_id: ids().sara, priority: 'high' });
  await change('sara', theirs.id, { assignee_id: ids().root });
  const numbers = async (who: Name, query: string) =>
    (await world.as(who).get(`/api/tickets?${query}`)).body.data.map((row: { number: number }) => row.number);

  expect(await numbers('sara', `admin=true&assignee=${ids().sara}`)).toEqual([mine.number]);
  expect(await numbers('sara', `admin=true&assignee=none,${ids().root}`)).toEqual([nobodys.number, theirs.number]);
  expect(await numbers('sara', 'admin=true&assignee=nonsense')).toEqual([]);
  expect(await numbers('sara', 'admin=true&priority=high')).toEqual([mine.number]);
  expect(await numbers('amina', `assignee=${ids().sara}`)).toEqual([theirs.number, mine.number]);
});

test('tickets of an admin whose account is deleted belong to nobody', async () => {
  const { id } = await opened();
  await change('sara', id, { assignee_id: ids().sara });
  const desk = deviceOf(world.as('root'));
  await desk.catchUp();

  expect((await world.as('root').delete(`/api/users/${ids().sara}`)).status).toBe(200);

  await desk.catchUp();
  expect(desk.row('tickets', id)).toMatchObject({ assignee_id: null });
});
