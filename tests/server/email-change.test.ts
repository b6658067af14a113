import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { credit } from '../support/shop.ts';
import { takeMail, takeSubjects, startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const password = 'kept-in-a-safe';
const newEmail = 'amina@elsewhere.test';

const requestChange = (email: string = newEmail, who: TestUserName = 'amina', current_password: string = password) =>
  server.as(who).post('/api/auth/email', { email, current_password });

const confirm = (token: string) => server.guest.post('/api/auth/email/confirm', { token });

const login = (email: string, tried: string = password) =>
  server.guest.post('/api/auth/login', { email, password: tried });

const tokenIn = (text: string) => /\/auth\/email-confirmation\?token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Requests a new address and returns the token of the link that was sent there. */
async function requestToken(email: string = newEmail, who: TestUserName = 'amina'): Promise<string> {
  expect((await requestChange(email, who)).body).toEqual({ code: 'SUCCESS' });
  const [sent, ...others] = await takeMail(server);
  expect([sent!.recipient, others]).toEqual([email, []]);
  return tokenIn(sent!.text);
}

const invalid = { token: ['invalid'] };

test('C-29 a user’s address changes when the link sent to the new address is clicked; the old address gets a notice', async () => {
  const { amina } = server.users;
  const token = await requestToken();
  expect((await login(amina.email)).status).toBe(200);
  expectRefused(await login(newEmail), 401, 'INVALID_CREDENTIALS');

  const confirmed = await confirm(token);

  expect(confirmed.body).toEqual({ code: 'SUCCESS' });
  expect(confirmed.headers.get('set-cookie')).toBeNull();
  expect(await takeSubjects(server)).toEqual([[amina.email, 'Your e-mail address was changed']]);
  expect((await login(newEmail)).status).toBe(200);
  expectRefused(await login(amina.email), 401, 'INVALID_CREDENTIALS');
  expect((await server.as('amina').get('/api/auth/current')).body.user.email).toBe(newEmail);
  expect((await server.as('sara').get('/api/users?search=elsewhere')).body.data.total).toBe(1);
  expect((await confirm(token)).body.errors).toEqual(invalid);
});

test('C-29 the profile has the new address until its link is used or expires', async () => {
  const pending = async () => (await server.as('amina').get('/api/auth/current')).body.profile.pending_email;
  expect(await pending()).toBeNull();

  const token = await requestToken();
  expect(await pending()).toBe(newEmail);
  expect((await server.as('karim').get('/api/auth/current')).body.profile.pending_email).toBeNull();
  await confirm(token);
  expect(await pending()).toBeNull();
  await takeMail(server);

  await requestToken('amina@third.test');
  server.clock.advance(24 * 3_600_000 + 1);
  expect(await pending()).toBeNull();
});

test('the current password is required, and only five guesses are checked', async () => {
  const answers = [];
  for (let attempt = 0; attempt < 7; attempt += 1) answers.push(await requestChange(newEmail, 'amina', 'a guess'));

  expect(answers[0]!.body.errors).toEqual({ current_password: ['invalid'] });
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429, 429]);
  expect(await takeMail(server)).toEqual([]);
  const missing = await server.as('karim').post('/api/auth/email', { email: newEmail });
  expect(missing.body.errors).toEqual({ current_password: ['required'] });
});

test('S5-04 a change to a taken address is refused exactly as a registration with it, and reveals no more', async () => {
  await server.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  await takeMail(server);

  const taken = await requestChange('karim@example.test');
  const register = { name: 'Eve', email: 'karim@example.test', password: 'a good phrase' };

  expect(taken.body.errors).toEqual({ email: ['unique'] });
  expect((await server.guest.post('/api/auth/register', register)).body.errors).toEqual(taken.body.errors);
  expect((await requestChange('amina@example.test')).body.errors).toEqual({ email: ['unique'] });
  expect((await requestChange('nour@example.test', 'karim')).body).toEqual({ code: 'SUCCESS' });
  expect((await requestChange('no address')).body.errors).toEqual({ email: ['invalid'] });
});

test('a link works once, for 24 hours, and only until a newer one is requested', async () => {
  const first = await requestToken();
  const second = await requestToken('amina@third.test');
  expect((await confirm(first)).body.errors).toEqual(invalid);
  server.clock.advance(24 * 3_600_000 + 1);
  expect((await confirm(second)).body.errors).toEqual(invalid);

  const third = await requestToken();
  server.clock.advance(24 * 3_600_000 - 1_000);
  const answers = await Promise.all([confirm(third), confirm(third)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await takeSubjects(server)).toHaveLength(1);
});

test.each([
  [
    'the password is changed',
    () => server.as('amina').post('/api/auth/password', { current_password: password, password: 'a new good phrase' }),
  ],
  [
    'the password is reset',
    async () => {
      await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
      const token = /\?token=([\w-]+)/.exec((await takeMail(server))[0]!.text)![1];
      return server.guest.post('/api/auth/password/reset', { token, password: 'a new good phrase' });
    },
  ],
  [
    'an admin changes the address',
    () => server.as('sara').post(`/api/users/${server.users.amina.id}`, { email: 'amina@third.test' }),
  ],
  [
    'the account is deactivated',
    () => server.as('sara').post(`/api/users/${server.users.amina.id}/active`, { is_active: false }),
  ],
  ['the account is deleted', () => server.as('sara').delete(`/api/users/${server.users.amina.id}`)],
])('when %s, the link that was sent before no longer works', async (_name, act) => {
  const token = await requestToken();

  expect((await act()).status).toBe(200);

  expect((await confirm(token)).body.errors).toEqual(invalid);
});

test('a change of the address invalidates the links that were sent to the old address', async () => {
  const token = await requestToken();
  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  const reset = /\?token=([\w-]+)/.exec((await takeMail(server))[0]!.text)![1];

  await confirm(token);

  const answer = await server.guest.post('/api/auth/password/reset', { token: reset, password: 'a new good phrase' });
  expect(answer.body.errors).toEqual(invalid);
});

test('a link does not take the address from a user who got it in the meantime', async () => {
  const token = await requestToken();
  await server.as('sara').post(`/api/users/${server.users.karim.id}`, { email: newEmail });

  expect((await confirm(token)).body.errors).toEqual(invalid);
  expect((await login('amina@example.test')).status).toBe(200);
});

test('of two users who confirm the same address at once, only one gets it', async () => {
  const tokens = [await requestToken(), await requestToken(newEmail, 'karim')];

  const answers = await Promise.all(tokens.map(confirm));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(server.errors).toEqual([]);
});

test('a stranger’s unconfirmed registration does not block the address for its real owner', async () => {
  const eve = { name: 'Eve', email: newEmail, password: 'of the intruder' };
  await server.guest.post('/api/auth/register', eve);
  const registered = tokenIn((await takeMail(server))[0]!.text);
  const token = await requestToken();

  expect((await confirm(token)).status).toBe(200);

  expect((await login(newEmail)).status).toBe(200);
  expect((await confirm(registered)).body.errors).toEqual(invalid);
  expect((await server.as('sara').get('/api/users?search=eve')).body.data.total).toBe(0);
});

test('an unconfirmed account that an admin has given money keeps its address', async () => {
  await server.guest.post('/api/auth/register', { name: 'Nour', email: newEmail, password: 'a good phrase' });
  await takeMail(server);
  const nour = (await server.as('sara').get('/api/users?search=nour')).body.data.data[0];
  await credit(server.services, nour, 5);
  const token = await requestToken();

  expect((await confirm(token)).body.errors).toEqual(invalid);
  expect((await server.as('sara').get(`/api/users/${nour.id}`)).body.user.email).toBe(newEmail);
});

test('per hour a user may request five changes, and an address may be requested three times', async () => {
  const own = [];
  for (let attempt = 0; attempt < 6; attempt += 1)
    own.push((await requestChange(`amina${attempt}@elsewhere.test`)).status);
  const same = [];
  for (const who of ['karim', 'karim', 'sara', 'sara'] as const) same.push((await requestChange(newEmail, who)).status);

  expect(own).toEqual([200, 200, 200, 200, 200, 429]);
  expect(same).toEqual([200, 200, 200, 429]);
});

test('the token is not stored in the database', async () => {
  const token = await requestToken();

  const kept = JSON.stringify([
    await server.services.db.selectFrom('mail_tokens').selectAll().execute(),
    await server.services.db.selectFrom('letters').selectAll().execute(),
    await server.services.db.selectFrom('audit').selectAll().execute(),
  ]);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(kept).not.toContain(token);
});

test.each([
  ['en', 'Confirm your new e-mail address', 'ltr'],
  ['fr', 'Confirmez votre nouvelle adresse e-mail', 'ltr'],
  ['ar', 'أكّد عنوان بريدك الإلكتروني الجديد', 'rtl'],
])('OF-32 the e-mail with the link is written in the user’s language: %s', async (locale, subject, dir) => {
  await server.as('amina').post('/api/auth/profile', { locale });

  await requestChange();

  const [email] = await takeMail(server);
  expect([email!.subject, email!.html.includes(`dir="${dir}"`)]).toEqual([subject, true]);
});
