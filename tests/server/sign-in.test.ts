import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { linkEmailedTo, startTestServer } from '../support/test-server.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };

test('S7-05 S7-06 a customer registers, follows the link in the e-mail and signs in', async () => {
  const server = await startTestServer();

  expect((await server.guest.post('/api/auth/register', leila)).body).toEqual({ code: 'SUCCESS' });
  await server.mail.deliver();
  const link = new URL(linkEmailedTo(server, leila.email));
  expect(link.origin + link.pathname).toBe(`${server.url}/auth/email-confirmation`);
  const token = link.searchParams.get('token');
  expect((await server.guest.post('/api/auth/email/confirm', { token })).body).toEqual({ code: 'SUCCESS' });

  const signedIn = await server.guest.post('/api/auth/login', {
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
  const current = await server.withToken(signedIn.body.data.token).get('/api/auth/current');
  expect(current.body.user).toEqual(current.body.data.user);
});

test('S7-05 a user cannot sign in before confirming the address, and learns the reason only with the right password', async () => {
  const server = await startTestServer();
  await server.guest.post('/api/auth/register', leila);

  const right = await server.guest.post('/api/auth/login', leila);
  const wrong = await server.guest.post('/api/auth/login', { ...leila, password: 'something else' });

  expectRefused(right, 401, 'ACCOUNT_NOT_ACTIVE');
  expect(right.body.details).toEqual({ reason: 'unconfirmed' });
  expectRefused(wrong, 401, 'INVALID_CREDENTIALS');
});

test('with a wrong password an unknown, an active and a deactivated account get the same answer', async () => {
  const server = await startTestServer();
  await server.services.db.updateTable('users').set({ is_active: 0 }).where('id', '=', server.users.karim.id).execute();

  const answers = [];
  for (const email of ['nobody@example.test', 'amina@example.test', 'karim@example.test']) {
    answers.push(await server.guest.post('/api/auth/login', { email, password: 'not the password' }));
  }

  for (const answer of answers) expect([answer.status, answer.body]).toEqual([401, answers[0]!.body]);
  const off = await server.guest.post('/api/auth/login', server.users.karim);
  expect(off.body.details).toEqual({ reason: 'disabled' });
});

test('at most five attempts of a burst are evaluated, and a refusal has the time to wait', async () => {
  const server = await startTestServer();
  let evaluated = 0;
  const { hasher } = server.services;
  server.services.hasher = { ...hasher, verify: (...secrets) => ((evaluated += 1), hasher.verify(...secrets)) };

  const attempt = () => server.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' });
  const answers = await Promise.all(Array.from({ length: 30 }, attempt));

  expect(evaluated).toBe(5);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused).toHaveLength(25);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expectRefused(await server.guest.post('/api/auth/login', server.users.amina), 429, 'TOO_MANY_REQUESTS');
  expect((await server.guest.post('/api/auth/login', server.users.karim)).status).toBe(200);
  server.clock.advance(60_001);
  expect((await server.guest.post('/api/auth/login', server.users.amina)).status).toBe(200);
});

test('at most twenty wrong attempts on an account are evaluated in a quarter of an hour', async () => {
  const server = await startTestServer();
  let evaluated = 0;
  const { hasher } = server.services;
  server.services.hasher = { ...hasher, verify: (...secrets) => ((evaluated += 1), hasher.verify(...secrets)) };

  for (let minute = 0; minute < 8; minute += 1) {
    const attempt = () => server.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' });
    await Promise.all(Array.from({ length: 6 }, attempt));
    server.clock.advance(60_001);
  }

  expect(evaluated).toBe(20);
});

test('signing in many times with the right password is not throttled', async () => {
  const server = await startTestServer();

  for (let attempt = 0; attempt < 12; attempt += 1) {
    expect((await server.guest.post('/api/auth/login', server.users.amina)).status).toBe(200);
  }
});

test('X-Forwarded-For of an untrusted client gives no further attempts', async () => {
  const server = await startTestServer();

  const statuses = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const from = { 'X-Forwarded-For': `10.0.0.${attempt}` };
    const guess = { email: 'amina@example.test', password: 'a guess' };
    statuses.push((await server.guest.post('/api/auth/login', guess, from)).status);
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
});

test('S5-02 S5-03 registration checks its fields, and refuses common passwords and taken addresses', async () => {
  const server = await startTestServer();
  const tried = async (fields: object) =>
    (await server.guest.post('/api/auth/register', { ...leila, ...fields })).body.errors;

  expect(await tried({ name: ' ', email: 'no address', password: 'short' })).toEqual({
    name: ['required'],
    email: ['invalid'],
    password: ['min:8'],
  });
  expect(await tried({ password: 'Password123!' })).toEqual({ password: ['too_common'] });
  expect(await tried({ password: leila.email })).toEqual({ password: ['too_common'] });
  expect(await tried({ email: 'amina@example.test' })).toEqual({ email: ['unique'] });
  const both = await Promise.all([1, 2].map(() => server.guest.post('/api/auth/register', leila)));
  expect(both.map((answer) => answer.status)).toEqual([200, 200]);
  const made = await server.services.db.selectFrom('users').select('id').where('email', '=', leila.email).execute();
  expect(made).toHaveLength(1);
});

test('a confirmation link works once, for a day, and does not sign the user in', async () => {
  const server = await startTestServer();
  await server.guest.post('/api/auth/register', leila);
  await server.mail.deliver();
  const token = new URL(linkEmailedTo(server, leila.email)).searchParams.get('token');

  server.clock.advance(24 * 3_600_000 + 1);
  expect((await server.guest.post('/api/auth/email/confirm', { token })).body.errors).toEqual({ token: ['invalid'] });
  await server.guest.post('/api/auth/email/resend', { email: leila.email });
  await server.mail.deliver();
  const fresh = new URL(linkEmailedTo(server, leila.email)).searchParams.get('token');
  const confirmed = await server.guest.post('/api/auth/email/confirm', { token: fresh });

  expect(confirmed.body).toEqual({ code: 'SUCCESS' });
  expect(confirmed.headers.get('set-cookie')).toBeNull();
  expect((await server.guest.post('/api/auth/email/confirm', { token: fresh })).body.errors).toEqual({
    token: ['invalid'],
  });
});

test('a confirmation e-mail is resent at most three times an hour; each address gets the same answer', async () => {
  const server = await startTestServer();
  await server.guest.post('/api/auth/register', leila);
  await server.mail.deliver();

  const resend = (email: string) => server.guest.post('/api/auth/email/resend', { email });
  const known = [];
  const unknown = [];
  const active = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    known.push((await resend(leila.email)).body);
    unknown.push((await resend('nobody@example.test')).body);
    active.push((await resend('amina@example.test')).body);
  }
  await server.mail.deliver();

  expect(unknown).toEqual(known);
  expect(active).toEqual(known);
  expect(known.map((body) => body.code)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY_REQUESTS']);
  expect(server.mail.sent.map((email) => email.recipient)).toEqual(Array(4).fill(leila.email));
});
