import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { linkTo, openWorld } from '../support/world.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };

test('S7-05 a person registers, follows the link of the letter and signs in', async () => {
  const world = await openWorld();

  expect((await world.guest.post('/api/auth/register', leila)).body).toEqual({ code: 'SUCCESS' });
  await world.post.deliver();
  const link = new URL(linkTo(world, leila.email));
  expect(link.origin + link.pathname).toBe(`${world.url}/auth/email-confirmation`);
  const token = link.searchParams.get('token');
  expect((await world.guest.post('/api/auth/email/confirm', { token })).body).toEqual({ code: 'SUCCESS' });

  const signedIn = await world.guest.post('/api/auth/login', {
    email: ' Leila@Example.test ',
    password: leila.password,
  });
  expect(signedIn.body.data.user).toMatchObject({
    name: 'Leila',
    role: 'user',
    is_active: true,
    balance: 0,
    login_times: 1,
  });
  const current = await world.withToken(signedIn.body.data.token).get('/api/auth/current');
  expect(current.body.user).toEqual(current.body.data.user);
});

test('an account that was not confirmed stays out, and says so only for the right password', async () => {
  const world = await openWorld();
  await world.guest.post('/api/auth/register', leila);

  const right = await world.guest.post('/api/auth/login', leila);
  const wrong = await world.guest.post('/api/auth/login', { ...leila, password: 'something else' });

  expectRefused(right, 401, 'ACCOUNT_NOT_ACTIVE');
  expect(right.body.details).toEqual({ reason: 'unconfirmed' });
  expectRefused(wrong, 401, 'INVALID_CREDENTIALS');
});

test('an unknown address, a wrong password and a switched-off account look alike', async () => {
  const world = await openWorld();
  await world.means.db.updateTable('users').set({ is_active: 0 }).where('id', '=', world.people.karim.id).execute();

  const answers = [];
  for (const email of ['nobody@example.test', 'amina@example.test', 'karim@example.test']) {
    answers.push(await world.guest.post('/api/auth/login', { email, password: 'not the password' }));
  }

  for (const answer of answers) expect([answer.status, answer.body]).toEqual([401, answers[0]!.body]);
  const off = await world.guest.post('/api/auth/login', world.people.karim);
  expect(off.body.details).toEqual({ reason: 'disabled' });
});

test('at most five attempts of a burst are evaluated, and the wait is told', async () => {
  const world = await openWorld();
  let evaluated = 0;
  const { hasher } = world.means;
  world.means.hasher = { ...hasher, verify: (...words) => ((evaluated += 1), hasher.verify(...words)) };

  const attempt = () => world.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' });
  const answers = await Promise.all(Array.from({ length: 30 }, attempt));

  expect(evaluated).toBe(5);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(25);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expectRefused(await world.guest.post('/api/auth/login', world.people.amina), 429, 'TOO_MANY_REQUESTS');
  expect((await world.guest.post('/api/auth/login', world.people.karim)).status).toBe(200);
  world.clock.pass(60_001);
  expect((await world.guest.post('/api/auth/login', world.people.amina)).status).toBe(200);
});

test('an account takes at most twenty wrong attempts in a quarter of an hour', async () => {
  const world = await openWorld();
  let evaluated = 0;
  const { hasher } = world.means;
  world.means.hasher = { ...hasher, verify: (...words) => ((evaluated += 1), hasher.verify(...words)) };

  for (let minute = 0; minute < 8; minute += 1) {
    const attempt = () => world.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' });
    await Promise.all(Array.from({ length: 6 }, attempt));
    world.clock.pass(60_001);
  }

  expect(evaluated).toBe(20);
});

test('signing in again and again with the right password is no attack', async () => {
  const world = await openWorld();

  for (let time = 0; time < 12; time += 1) {
    expect((await world.guest.post('/api/auth/login', world.people.amina)).status).toBe(200);
  }
});

test('X-Forwarded-For of a stranger opens no further attempts', async () => {
  const world = await openWorld();

  const statuses = [];
  for (let time = 0; time < 7; time += 1) {
    const from = { 'X-Forwarded-For': `10.0.0.${time}` };
    const guess = { email: 'amina@example.test', password: 'a guess' };
    statuses.push((await world.guest.post('/api/auth/login', guess, from)).status);
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('registration checks its fields, and refuses common passwords and taken addresses', async () => {
  const world = await openWorld();
  const tried = async (fields: object) =>
    (await world.guest.post('/api/auth/register', { ...leila, ...fields })).body.errors;

  expect(await tried({ name: ' ', email: 'no address', password: 'short' })).toEqual({
    name: ['required'],
    email: ['invalid'],
    password: ['min:8'],
  });
  expect(await tried({ password: 'Password123!' })).toEqual({ password: ['too_common'] });
  expect(await tried({ password: leila.email })).toEqual({ password: ['too_common'] });
  expect(await tried({ email: 'amina@example.test' })).toEqual({ email: ['unique'] });
  const both = await Promise.all([1, 2].map(() => world.guest.post('/api/auth/register', leila)));
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  const made = await world.means.db.selectFrom('users').select('id').where('email', '=', leila.email).execute();
  expect(made).toHaveLength(1);
});

test('a link works once, for a day, and signs nobody in', async () => {
  const world = await openWorld();
  await world.guest.post('/api/auth/register', leila);
  await world.post.deliver();
  const token = new URL(linkTo(world, leila.email)).searchParams.get('token');

  world.clock.pass(24 * 3_600_000 + 1);
  expect((await world.guest.post('/api/auth/email/confirm', { token })).body.errors).toEqual({ token: ['invalid'] });
  await world.guest.post('/api/auth/email/resend', { email: leila.email });
  await world.post.deliver();
  const fresh = new URL(linkTo(world, leila.email)).searchParams.get('token');
  const confirmed = await world.guest.post('/api/auth/email/confirm', { token: fresh });

  expect(confirmed.body).toEqual({ code: 'SUCCESS' });
  expect(confirmed.headers.get('set-cookie')).toBeNull();
  expect((await world.guest.post('/api/auth/email/confirm', { token: fresh })).body.errors).toEqual({
    token: ['invalid'],
  });
});

test('a new letter is posted three times an hour, and the answer tells nothing about the address', async () => {
  const world = await openWorld();
  await world.guest.post('/api/auth/register', leila);
  await world.post.deliver();

  const resend = (email: string) => world.guest.post('/api/auth/email/resend', { email });
  const known = [];
  const unknown = [];
  const active = [];
  for (let time = 0; time < 4; time += 1) {
    known.push((await resend(leila.email)).body);
    unknown.push((await resend('nobody@example.test')).body);
    active.push((await resend('amina@example.test')).body);
  }
  await world.post.deliver();

  expect(unknown).toEqual(known);
  expect(active).toEqual(known);
  expect(known.map((body) => body.code)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY_REQUESTS']);
  expect(world.post.letters.map((letter) => letter.recipient)).toEqual(Array(4).fill(leila.email));
});
