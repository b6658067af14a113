import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { takeMail, takeSubjects, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const profile = (who: 'amina' | 'karim' | 'sara', body: unknown) => server.as(who).post('/api/auth/profile', body);

test('C-29 a user changes their name and language, which the user list and e-mails then use', async () => {
  const { status, body } = await profile('amina', { name: '  Amina Haddad ', locale: 'fr' });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { name: 'Amina Haddad', email: 'amina@example.test', role: 'user' },
    profile: { locale: 'fr', muted_mail: [], muted_notifications: [] },
  });
  const current = (await server.as('amina').get('/api/auth/current')).body;
  expect([current.user.name, current.profile]).toEqual([
    'Amina Haddad',
    { locale: 'fr', muted_mail: [], muted_notifications: [], pending_email: null },
  ]);
  expect((await server.as('sara').get('/api/users?search=haddad')).body.data.total).toBe(1);
  const { history } = (await server.as('sara').get(`/api/users/${server.users.amina.id}/history`)).body;
  expect(history[0]).toMatchObject({ action: 'user.updated', action_by: 'Amina Haddad' });
  await server.as('sara').post(`/api/users/${server.users.amina.id}`, { password: 'a new good phrase' });
  expect(await takeSubjects(server)).toEqual([['amina@example.test', 'Votre mot de passe a été modifié']]);
});

test('missing and unchanged fields make no new revision', async () => {
  const before = await aminasRow();

  const answers = [await profile('amina', {}), await profile('amina', { name: 'Amina', locale: 'en' })];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await aminasRow()).toEqual(before);
  expect(
    await server.services.db.selectFrom('audit').select('action').where('action', 'like', 'user.%').execute(),
  ).toEqual([]);
});

test('a user switches kinds of e-mail off and on again', async () => {
  const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
  const { id } = (await server.as('amina').post('/api/tickets', ticket)).body.ticket;
  const reply = () => server.as('sara').post(`/api/tickets/${id}/response`, { content: 'Hello' });

  const off = await profile('amina', { muted_mail: ['ticket.response', 'balance.changed', 'ticket.response'] });
  await reply();
  expect(off.body.profile.muted_mail).toEqual(['ticket.response', 'balance.changed']);
  expect(await takeMail(server)).toEqual([]);
  await profile('amina', { muted_mail: [] });
  await reply();
  expect(await takeMail(server)).toHaveLength(1);
});

test('C-29 a user switches kinds of notification off and on again', async () => {
  const titles = async (who: 'amina' | 'sara') =>
    (await server.as(who).get('/api/notifications')).body.data.data.map(({ kind }: { kind: string }) => kind);
  const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
  const off = await profile('sara', { muted_notifications: ['ticket.opened', 'ticket.opened'] });
  expect(off.body.profile.muted_notifications).toEqual(['ticket.opened']);

  const { id } = (await server.as('amina').post('/api/tickets', ticket)).body.ticket;
  await server.as('amina').post(`/api/tickets/${id}/response`, { content: 'Hello?' });
  expect(await titles('sara')).toEqual(['ticket.response']);

  await profile('amina', { muted_notifications: ['ticket.response'] });
  await server.as('sara').post(`/api/tickets/${id}/response`, { content: 'Hello' });
  await server.as('sara').post(`/api/tickets/${id}`, { status: 'closed' });
  expect(await titles('amina')).toEqual(['ticket.status']);

  await profile('amina', { muted_notifications: [] });
  await server.as('sara').post(`/api/tickets/${id}/response`, { content: 'Bye' });
  expect(await titles('amina')).toContain('ticket.response');
  expect((await profile('amina', { muted_notifications: ['account.changed'] })).body.errors).toEqual({
    'muted_notifications.0': ['invalid'],
  });
});

test('fields are checked, and nothing else of an account can be changed this way', async () => {
  const before = await aminasRow();
  const errors = async (body: object) => (await profile('amina', body)).body.errors;

  expect(await errors({ name: ' ' })).toEqual({ name: ['required'] });
  expect(await errors({ locale: 'de' })).toEqual({ locale: ['invalid'] });
  expect(await errors({ muted_mail: ['account.changed'] })).toEqual({ 'muted_mail.0': ['invalid'] });
  await profile('amina', {
    role_id: 2,
    email: 'mine@example.test',
    balance: 5,
    is_active: false,
    id: 1,
    username: 'x',
  });

  expect(await aminasRow()).toEqual(before);
  expectRefused(await server.guest.post('/api/auth/profile', { name: 'Eve' }), 401, 'UNAUTHENTICATED');
});

test.each(['fr', 'ar'])('after a sign-in from a screen in %s, e-mails are in that language', async (locale) => {
  await server.guest.post('/api/auth/login', { ...server.users.amina, locale });
  expect((await aminasRow()).locale).toBe(locale);

  await server.guest.post('/api/auth/login', server.users.amina);
  await server.guest.post('/api/auth/login', { ...server.users.amina, locale: 'xx' });
  await server.guest.post('/api/auth/login', { ...server.users.amina, password: 'a guess', locale: 'en' });

  expect((await aminasRow()).locale).toBe(locale);
});

const aminasRow = () =>
  server.services.db
    .selectFrom('users')
    .select(['name', 'email', 'username', 'role_id', 'is_active', 'balance_cents', 'locale', 'muted_mail', 'rev'])
    .where('id', '=', server.users.amina.id)
    .executeTakeFirstOrThrow();
