import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { takeMail, takeSubjects } from '../support/sent-mail.ts';
import { linkTo, openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const password = 'kept-in-a-safe';
const pin = '80412';
const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

const set = (who: Name, columns: { locale?: string; muted_mail?: string; name?: string; is_active?: number }) =>
  world.means.db.updateTable('users').set(columns).where('id', '=', world.people[who].id).execute();

const opened = async (subject = 'Where is it?') =>
  (await world.as('amina').post('/api/tickets', { subject, type: 'general', content: 'I wait.' })).body.ticket;

test('S7 an admin who changes a person’s address and password is told of at the old address, once for each change', async () => {
  const amina = `/api/users/${world.people.amina.id}`;

  await world.as('sara').post(amina, { name: 'Amina H.', username: 'amina' });
  expect(await takeSubjects(world)).toEqual([]);
  await world.as('sara').post(amina, { email: 'amina@elsewhere.test' });
  expect(await takeSubjects(world)).toEqual([['amina@example.test', 'Your e-mail address was changed']]);
  await world.as('sara').post(amina, { password: 'a new good phrase' });
  expect(await takeSubjects(world)).toEqual([['amina@elsewhere.test', 'Your password was changed']]);
  await world.as('sara').post(amina, { email: 'amina@example.test', password });
  expect(await takeSubjects(world)).toEqual([
    ['amina@elsewhere.test', 'Your e-mail address and password were changed'],
  ]);
});

test('a person who changes or resets the password is told of it, with no secret in the e-mail', async () => {
  await world.as('amina').post('/api/auth/password', { current_password: password, password: 'a new good phrase' });
  const [changed, ...others] = await takeMail(world);
  expect([changed!.recipient, changed!.subject]).toEqual(['amina@example.test', 'Your password was changed']);
  expect(others).toEqual([]);
  expect(changed!.text + changed!.html).not.toMatch(/good phrase|kept-in-a-safe|token=/);

  await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await world.post.deliver();
  const token = new URL(linkTo(world, 'amina@example.test')).searchParams.get('token');
  world.post.letters.length = 0;
  await world.guest.post('/api/auth/password/reset', { token, password: 'yet another phrase' });
  await world.guest.post('/api/auth/password/reset', { token, password: 'yet another phrase' });

  expect(await takeSubjects(world)).toEqual([['amina@example.test', 'Your password was changed']]);
});

test('an address that nobody has confirmed is told of nothing', async () => {
  await world.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password: 'a good phrase' });
  expect(await takeSubjects(world)).toHaveLength(1);
  const nour = (await world.as('sara').get('/api/users?search=nour')).body.data.data[0];

  await world.as('sara').post(`/api/users/${nour.id}`, { email: 'nour@elsewhere.test', password });

  expect(await takeSubjects(world)).toEqual([]);
});

test('S6-15 root is told of each new admin, once under a repeated key', async () => {
  const key = randomUUID();
  const omar = { name: 'Omar', email: 'omar@example.test', password, role_id: 2 };

  await Promise.all([1, 2].map(() => world.as('root').post('/api/users', omar, keyed(key))));
  await world.as('root').post('/api/users', omar, keyed(key));
  expect(await takeSubjects(world)).toEqual([['root@example.test', 'There is a new admin']]);
  await world.as('root').post(`/api/users/${world.people.amina.id}`, { role_id: 2 });
  const [promoted, ...others] = await takeMail(world);

  expect(others).toEqual([]);
  expect(promoted!.text).toContain('\u2068Amina\u2069 is now an admin of the shop.');
  expect(promoted!.text).toContain(`${world.url}/admin/users/${world.people.amina.id}`);
  await world.as('root').post(`/api/users/${world.people.amina.id}`, { role_id: 1 });
  await world.as('root').post('/api/users', { ...omar, email: 'nadia@example.test', role_id: 1 }, keyed());
  expect(await takeSubjects(world)).toEqual([]);
});

test('D-7 root and the admin concerned are told when a PIN is locked, and when it is disabled', async () => {
  await world.as('sara').post('/api/auth/pin', { password, pin });
  const wrong = () =>
    world.as('sara').post(`/api/users/${world.people.amina.id}/balance/add`, { amount: 1, pin: '90010' }, keyed());

  await Promise.all(Array.from({ length: 12 }, wrong));
  expect(await takeSubjects(world)).toEqual([
    ['root@example.test', 'The PIN of an admin is locked'],
    ['sara@example.test', 'Your PIN is locked'],
  ]);
  world.clock.pass(15 * 60_000);
  for (let time = 0; time < 7; time += 1) await wrong();
  expect(await takeSubjects(world)).toEqual([
    ['root@example.test', 'The PIN of an admin is disabled'],
    ['sara@example.test', 'Your PIN is disabled'],
  ]);
});

test('D-7 root gets one e-mail about the own PIN', async () => {
  await world.as('root').post('/api/auth/pin', { password, pin });
  const path = `/api/users/${world.people.amina.id}/balance/add`;

  for (let time = 0; time < 6; time += 1) await world.as('root').post(path, { amount: 1, pin: '90010' }, keyed());

  expect(await takeSubjects(world)).toEqual([['root@example.test', 'Your PIN is locked']]);
});

test('a deactivated person is told of the account’s security only', async () => {
  const ticket = await opened();
  await set('amina', { is_active: 0 });

  await world.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });
  await world.as('sara').post(`/api/users/${world.people.amina.id}`, { password: 'a new good phrase' });

  expect(await takeSubjects(world)).toEqual([['amina@example.test', 'Your password was changed']]);
});
