import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { takeMail, takeSubjects } from '../support/sent-mail.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const profile = (who: 'amina' | 'karim' | 'sara', body: unknown) => world.as(who).post('/api/auth/profile', body);

test('C-29 a person changes the own name and language; devices, lists and e-mails follow', async () => {
  const { status, body } = await profile('amina', { name: '  Amina Haddad ', locale: 'fr' });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { name: 'Amina Haddad', email: 'amina@example.test', role: 'user' },
    profile: { locale: 'fr', muted_mail: [] },
  });
  const current = (await world.as('amina').get('/api/auth/current')).body;
  expect([current.user.name, current.profile]).toEqual(['Amina Haddad', { locale: 'fr', muted_mail: [] }]);
  expect((await world.as('sara').get('/api/users?search=haddad')).body.data.total).toBe(1);
  const { history } = (await world.as('sara').get(`/api/users/${world.people.amina.id}/history`)).body;
  expect(history[0]).toMatchObject({ action: 'user.updated', action_by: 'Amina Haddad' });
  await world.as('sara').post(`/api/users/${world.people.amina.id}`, { password: 'a new good phrase' });
  expect(await takeSubjects(world)).toEqual([['amina@example.test', 'Votre mot de passe a été modifié']]);
});

test('what is missing or the same stays, and makes no new version', async () => {
  const before = await row();

  const answers = [await profile('amina', {}), await profile('amina', { name: 'Amina', locale: 'en' })];

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await row()).toEqual(before);
  expect(await world.means.db.selectFrom('audit').select('action').where('action', 'like', 'user.%').execute()).toEqual(
    [],
  );
});

test('a person switches kinds of e-mail off and on again', async () => {
  const ticket = { subject: 'Help', type: 'general', content: 'Where is it?' };
  const { id } = (await world.as('amina').post('/api/tickets', ticket)).body.ticket;
  const reply = () => world.as('sara').post(`/api/tickets/${id}/response`, { content: 'Hello' });

  const off = await profile('amina', { muted_mail: ['ticket.response', 'balance.changed', 'ticket.response'] });
  await reply();
  expect(off.body.profile).toEqual({ locale: 'en', muted_mail: ['ticket.response', 'balance.changed'] });
  expect(await takeMail(world)).toEqual([]);
  await profile('amina', { muted_mail: [] });
  await reply();
  expect(await takeMail(world)).toHaveLength(1);
});

test('fields are checked, and nothing else of an account can be changed this way', async () => {
  const before = await row();
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

  expect(await row()).toEqual(before);
  expectRefused(await world.guest.post('/api/auth/profile', { name: 'Eve' }), 401, 'UNAUTHENTICATED');
});

test.each(['fr', 'ar'])('signing in with a screen in %s makes e-mails follow it', async (locale) => {
  await world.guest.post('/api/auth/login', { ...world.people.amina, locale });
  expect((await row()).locale).toBe(locale);

  await world.guest.post('/api/auth/login', world.people.amina);
  await world.guest.post('/api/auth/login', { ...world.people.amina, locale: 'xx' });
  await world.guest.post('/api/auth/login', { ...world.people.amina, password: 'a guess', locale: 'en' });

  expect((await row()).locale).toBe(locale);
});

const row = () =>
  world.means.db
    .selectFrom('users')
    .select(['name', 'email', 'username', 'role_id', 'is_active', 'balance_cents', 'locale', 'muted_mail', 'rev'])
    .where('id', '=', world.people.amina.id)
    .executeTakeFirstOrThrow();
