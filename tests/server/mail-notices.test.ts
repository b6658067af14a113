import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import {
  takeMail,
  takeSubjects,
  linkEmailedTo,
  startTestServer,
  type TestUserName,
  type TestServer,
} from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const password = 'kept-in-a-safe';
const pin = '80412';
const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

const updateUser = (
  who: TestUserName,
  columns: { locale?: string; muted_mail?: string; name?: string; is_active?: number },
) => server.services.db.updateTable('users').set(columns).where('id', '=', server.users[who].id).execute();

const openTicket = async (subject = 'Where is it?') =>
  (await server.as('amina').post('/api/tickets', { subject, type: 'general', content: 'I wait.' })).body.ticket;

test('OF-32 when an admin changes a user’s address or password, one e-mail goes to the address that the user had until then', async () => {
  const amina = `/api/users/${server.users.amina.id}`;

  await server.as('sara').post(amina, { name: 'Amina H.', username: 'amina' });
  expect(await takeSubjects(server)).toEqual([]);
  await server.as('sara').post(amina, { email: 'amina@elsewhere.test' });
  expect(await takeSubjects(server)).toEqual([['amina@example.test', 'Your e-mail address was changed']]);
  await server.as('sara').post(amina, { password: 'a new good phrase' });
  expect(await takeSubjects(server)).toEqual([['amina@elsewhere.test', 'Your password was changed']]);
  await server.as('sara').post(amina, { email: 'amina@example.test', password });
  expect(await takeSubjects(server)).toEqual([
    ['amina@elsewhere.test', 'Your e-mail address and password were changed'],
  ]);
});

test('a user who changes or resets the password gets an e-mail without a secret', async () => {
  await server.as('amina').post('/api/auth/password', { current_password: password, password: 'a new good phrase' });
  const [changed, ...others] = await takeMail(server);
  expect([changed!.recipient, changed!.subject]).toEqual(['amina@example.test', 'Your password was changed']);
  expect(others).toEqual([]);
  expect(changed!.text + changed!.html).not.toMatch(/good phrase|kept-in-a-safe|token=/);

  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await server.mail.deliver();
  const token = new URL(linkEmailedTo(server, 'amina@example.test')).searchParams.get('token');
  server.mail.sent.length = 0;
  await server.guest.post('/api/auth/password/reset', { token, password: 'yet another phrase' });
  await server.guest.post('/api/auth/password/reset', { token, password: 'yet another phrase' });

  expect(await takeSubjects(server)).toEqual([['amina@example.test', 'Your password was changed']]);
});

test('no notice is sent to an unconfirmed address', async () => {
  await server.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  expect(await takeSubjects(server)).toHaveLength(1);
  const nour = (await server.as('sara').get('/api/users?search=nour')).body.data.data[0];

  await server.as('sara').post(`/api/users/${nour.id}`, { email: 'nour@elsewhere.test', password });

  expect(await takeSubjects(server)).toEqual([]);
});

test('OF-32 root gets an e-mail about each new admin, and only one when the request is repeated with its key', async () => {
  const key = randomUUID();
  const omar = { name: 'Omar', email: 'omar@example.test', password, role_id: 2 };

  await Promise.all([1, 2].map(() => server.as('root').post('/api/users', omar, keyed(key))));
  await server.as('root').post('/api/users', omar, keyed(key));
  expect(await takeSubjects(server)).toEqual([['root@example.test', 'There is a new admin']]);
  await server.as('root').post(`/api/users/${server.users.amina.id}`, { role_id: 2 });
  const [promoted, ...others] = await takeMail(server);

  expect(others).toEqual([]);
  expect(promoted!.text).toContain('\u2068Amina\u2069 is now an admin of the shop.');
  expect(promoted!.text).toContain(`${server.url}/admin/users/${server.users.amina.id}`);
  await server.as('root').post(`/api/users/${server.users.amina.id}`, { role_id: 1 });
  await server.as('root').post('/api/users', { ...omar, email: 'nadia@example.test', role_id: 1 }, keyed());
  expect(await takeSubjects(server)).toEqual([]);
});

test('OF-32 root and the admin concerned get an e-mail when a PIN is locked, and when it is disabled', async () => {
  await server.as('sara').post('/api/auth/pin', { password, pin });
  const sendWrongPin = () =>
    server.as('sara').post(`/api/users/${server.users.amina.id}/balance/add`, { amount: 1, pin: '90010' }, keyed());

  await Promise.all(Array.from({ length: 12 }, sendWrongPin));
  expect(await takeSubjects(server)).toEqual([
    ['root@example.test', 'The PIN of an admin is locked'],
    ['sara@example.test', 'Your PIN is locked'],
  ]);
  server.clock.advance(15 * 60_000);
  for (let attempt = 0; attempt < 7; attempt += 1) await sendWrongPin();
  expect(await takeSubjects(server)).toEqual([
    ['root@example.test', 'The PIN of an admin is disabled'],
    ['sara@example.test', 'Your PIN is disabled'],
  ]);
});

test('OF-32 root gets only one e-mail when root’s own PIN is locked', async () => {
  await server.as('root').post('/api/auth/pin', { password, pin });
  const path = `/api/users/${server.users.amina.id}/balance/add`;

  for (let attempt = 0; attempt < 6; attempt += 1)
    await server.as('root').post(path, { amount: 1, pin: '90010' }, keyed());

  expect(await takeSubjects(server)).toEqual([['root@example.test', 'Your PIN is locked']]);
});

test('a deactivated user gets only e-mails about the security of the account', async () => {
  const ticket = await openTicket();
  await updateUser('amina', { is_active: 0 });

  await server.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });
  await server.as('sara').post(`/api/users/${server.users.amina.id}`, { password: 'a new good phrase' });

  expect(await takeSubjects(server)).toEqual([['amina@example.test', 'Your password was changed']]);
});
