import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
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
const setStatus = (who: TestUserName, ref: string | number, status: string, from?: string) =>
  server.as(who).post(`/api/tickets/${ref}`, { status, from });

test('OF-12 S7-45 S4-09 a status that another admin has changed is not overwritten; the refusal has the current one', async () => {
  const { id } = await openTicket('amina');
  server.clock.advance(1_000);

  expect((await setStatus('sara', id, 'closed', 'new')).body.ticket.status).toBe('closed');
  const conflict = await setStatus('root', id, 'resolved', 'new');
  const same = await setStatus('root', id, 'closed', 'pending');
  const anyway = await setStatus('root', id, 'resolved', 'closed');
  const unconditional = await setStatus('root', id, 'open');

  expectRefused(conflict, 409, 'CONFLICT');
  expect(conflict.body.details).toEqual({
    current: 'closed',
    by: 'Sara',
    at: new Date(server.clock.now).toISOString(),
  });
  expect(same.body.ticket.status).toBe('closed');
  expect(anyway.body.ticket.status).toBe('resolved');
  expect(unconditional.body.ticket.status).toBe('open');
});

test('OF-12 of two admins who set a status at the same moment one has a conflict', async () => {
  const { id } = await openTicket('amina');

  const answers = await Promise.all([setStatus('sara', id, 'closed', 'new'), setStatus('root', id, 'resolved', 'new')]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('C-44 a customer sets no status, and an admin no unknown one', async () => {
  const { id } = await openTicket('amina');

  expectRefused(await setStatus('amina', id, 'closed'), 403, 'FORBIDDEN');
  expectRefused(await setStatus('sara', id, 'nonsense'), 422, 'INVALID_FIELDS');
  expect((await read('amina', id)).body.status).toBe('new');
});

test('S6-07 a customer’s list has only their own tickets, whatever the filters are; an admin’s has all with admin=true, else none', async () => {
  await openTicket('amina', { subject: 'First' });
  await openTicket('karim', { subject: 'Second' });
  const subjects = async (who: TestUserName, query: string) =>
    (await server.as(who).get(`/api/tickets?${query}`)).body.data.map((row: { subject: string }) => row.subject);

  expect(await subjects('amina', `admin=true&user_id=${server.users.karim.id}&all=true`)).toEqual(['First']);
  expect(await subjects('sara', 'admin=true')).toEqual(['Second', 'First']);
  expect(await subjects('sara', '')).toEqual([]);
});

test('S7-43 a customer’s list ignores parameters that it does not know', async () => {
  const { id } = await openTicket('amina');
  await openTicket('karim');
  const list = async (query: string) => (await server.as('amina').get(`/api/tickets${query}`)).body;
  const plain = await list('?page=1&per_page=10');

  const unknown = await list('?page=1&per_page=10&total=99&next_page_url=%2Fapi%2Ftickets%3Fpage%3D2&colour[]=red');

  expect(unknown).toEqual(plain);
  expect(unknown.data.map((ticket: { id: string }) => ticket.id)).toEqual([id]);
});

test('S7-42 the list is searched by number, text and customer, and filtered by status and type', async () => {
  const late = await openTicket('amina', { subject: 'Livraison très tardive', type: 'order' });
  const bill = await openTicket('karim', { subject: 'Facture', content: '100% wrong_sum', type: 'billing' });
  const broken = await openTicket('karim', { subject: 'Broken', type: 'technical' });
  await setStatus('sara', bill.id, 'pending');
  await setStatus('sara', broken.id, 'closed');
  const numbers = async (query: string) =>
    (await server.as('sara').get(`/api/tickets?admin=true&${query}`)).body.data.map(
      (row: { number: number }) => row.number,
    );

  expect(await numbers(`search=${late.number}`)).toEqual([late.number]);
  expect(await numbers(`search=%23${late.number}`)).toEqual([late.number]);
  expect(await numbers(`search=${late.id}`)).toEqual([late.number]);
  expect(await numbers('search=TRES%20livraison')).toEqual([late.number]);
  expect(await numbers('search=karim@example.test')).toEqual([broken.number, bill.number]);
  expect(await numbers('search=%25')).toEqual([bill.number]);
  expect(await numbers('search=wr_ng')).toEqual([]);
  expect(await numbers('search=wrong_sum')).toEqual([bill.number]);
  expect(await numbers('status=waiting')).toEqual([bill.number]);
  expect(await numbers('status=new,closed')).toEqual([broken.number, late.number]);
  expect(await numbers('type=billing,technical&status=pending')).toEqual([bill.number]);
  expect(await numbers('type=nonsense')).toEqual([]);
});

test('C-04 S3-21 the ticket list has its page numbers beside its rows, newest first, 20 to a page', async () => {
  for (let count = 0; count < 21; count += 1) await openTicket('amina', { subject: `Number ${count}` });

  const { body } = await server.as('sara').get('/api/tickets?admin=true');
  const next = await server.as('sara').get(body.next_page_url);

  expect(body).toMatchObject({ code: 'SUCCESS', current_page: 1, per_page: 20, total: 21, prev_page_url: null });
  expect(body.data).toHaveLength(20);
  expect(body.data[0].subject).toBe('Number 20');
  expect(next.body.data.map((row: { subject: string }) => row.subject)).toEqual(['Number 0']);
});
