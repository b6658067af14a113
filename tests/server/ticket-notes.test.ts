import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf, replyMutation } from '../support/device.ts';
import { download, png, postForm } from '../support/uploads.ts';
import { startTestServer, takeMail, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const secret = 'Suspected chargeback';
const openTicket = async () =>
  (await server.as('amina').post('/api/tickets', { subject: 'Late', type: 'general', content: 'I am waiting.' })).body
    .ticket;
const addNote = (who: TestUserName, id: string, more: object = {}) =>
  server.as(who).post(`/api/tickets/${id}/response`, { content: secret, is_internal: true, ...more });
const read = async (who: TestUserName, id: string) => (await server.as(who).get(`/api/tickets/${id}`)).body;
const noteMutation = (ticket_id: string, id = uuidv7()) =>
  mutationOf('ticket.note', ticket_id, { id, ticket_id, content: secret });

/** The answers of every call without a body that a customer can make about this ticket. */
async function readEverything(who: TestUserName, ticket: { id: string; number: number }): Promise<string> {
  const paths = endpoints
    .filter(({ method, name }) => method === 'GET' && name !== 'syncEvents')
    .flatMap(({ path }) => [ticket.id, String(ticket.number)].map((id) => path.replace(/:\w+/, id)));
  const searches = ['/api/tickets?search=chargeback', '/api/tickets?search=chargeback&admin=true'];
  const answers = await Promise.all([...new Set([...paths, ...searches])].map((path) => server.as(who).get(path)));
  return JSON.stringify(answers.map(({ body }) => body));
}

test('S2R-03 no byte that a customer gets in calls, sync, e-mails or notifications contains a note, its author or its file', async () => {
  const ticket = await openTicket();
  const earlier = createDevice(server.as('amina'));
  await earlier.catchUp();
  await takeMail(server);
  const before = await read('amina', ticket.id);

  const file = await png('evidence.png');
  const form = { content: secret, is_internal: 'true', 'attachments[]': [file] };
  const { body } = await postForm(server, 'sara', `/api/tickets/${ticket.id}/response`, form);
  const [note] = body.ticket.responses;
  await createDevice(server.as('root')).exchange([noteMutation(ticket.id)]);
  const words = [secret, 'chargeback', note.id, note.attachments[0].id, 'evidence.png', 'is_internal'];

  const changes = await earlier.catchUp();
  const fresh = createDevice(server.as('amina'));
  const firstLoad = await fresh.catchUp();
  const own = await fresh.catchUp([replyMutation({ ticket: ticket.id, content: 'Any news?' })]);
  const mails = await takeMail(server);
  const bytes = JSON.stringify([await readEverything('amina', ticket), changes, firstLoad, own, mails]);
  for (const word of words) expect(bytes).not.toContain(word);
  expect(changes[0]!.changes).toEqual([]);
  expect((await read('amina', ticket.id)).responses).toHaveLength(1);
  expect(before).toMatchObject({ status: 'new', responses_count: 0, last_response_by: null });
  expect((await download(server, 'amina', `/api/files/${note.attachments[0].id}`)).status).toBe(404);
  expect((await download(server, 'root', `/api/files/${note.attachments[0].id}`)).status).toBe(200);
  expect(await readEverything('root', ticket)).toContain(secret);
});

test('S2R-03 a note changes neither status nor turn, and reaches the other admins’ devices', async () => {
  const ticket = await openTicket();
  const device = createDevice(server.as('root'));
  await device.catchUp();
  const before = await read('sara', ticket.id);

  const { body } = await addNote('sara', ticket.id);

  const { rev, responses, ...rest } = body.ticket;
  expect(before).toMatchObject(rest);
  expect(rev).toBeGreaterThan(before.rev);
  expect(responses).toMatchObject([{ content: secret, is_internal: true, type: 'admin', author_name: 'Sara' }]);
  await device.catchUp();
  expect(device.row('responses', body.response.id)).toMatchObject({ is_internal: true, content: secret });
  const notifications = await server.services.db.selectFrom('notifications').select('kind').execute();
  expect(notifications.map(({ kind }) => kind)).not.toContain('ticket.response');
  const lines = server.services.db
    .selectFrom('audit')
    .select('action')
    .where('entity_key', '=', ticket.id)
    .orderBy('id');
  expect((await lines.execute()).map(({ action }) => action)).toEqual(['ticket.open', 'ticket.note']);
});

test('S2R-03 customers add no notes, by the route or through a device', async () => {
  const ticket = await openTicket();

  expectRefused(await addNote('amina', ticket.id), 403, 'FORBIDDEN');
  expectRefused(await addNote('karim', ticket.id), 404, 'NOT_FOUND');
  const { results } = await createDevice(server.as('amina')).exchange([noteMutation(ticket.id)]);
  const reply = await addNote('amina', ticket.id, { is_internal: false });

  expect(results.map(({ status }) => status)).toEqual([403]);
  expect(reply.status).toBe(200);
  expect((await read('sara', ticket.id)).responses).toMatchObject([{ type: 'user', content: secret }]);
});

test('S2R-03 a note sent twice is one note, and its id is no reply’s', async () => {
  const ticket = await openTicket();
  const [id, device] = [uuidv7(), createDevice(server.as('sara'))];
  const first = noteMutation(ticket.id, id);

  const { results } = await device.exchange([first, { ...first, id: randomUUID() }]);
  const { results: asReply } = await device.exchange([replyMutation({ ticket: ticket.id, content: secret }, id)]);

  expect(results.map(({ status }) => status)).toEqual([200, 200]);
  expect(asReply[0]).toMatchObject({ status: 422, errors: { id: ['unique'] } });
  expect((await read('sara', ticket.id)).responses).toMatchObject([{ id, is_internal: true }]);
});

test('S2R-03 when the account of a note’s author is deleted, the customer’s device gets no change', async () => {
  const ticket = await openTicket();
  await addNote('sara', ticket.id);
  const phone = createDevice(server.as('amina'));
  await phone.catchUp();

  expect((await server.as('root').delete(`/api/users/${server.users.sara.id}`)).status).toBe(200);

  const answers = await phone.catchUp();
  expect(answers.flatMap(({ changes }) => changes).map(({ entity }) => entity)).not.toContain('responses');
});
