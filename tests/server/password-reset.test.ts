import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { linkEmailedTo, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const password = 'a new good phrase';

async function requestResetToken(email = 'amina@example.test', locale?: string): Promise<string> {
  await server.guest.post('/api/auth/password/forgot', { email, locale });
  await server.mail.deliver();
  return new URL(linkEmailedTo(server, email.trim().toLowerCase())).searchParams.get('token') ?? '';
}

const reset = (token: string, wanted = password) =>
  server.guest.post('/api/auth/password/reset', { token, password: wanted });

const login = (email: string, tried: string) => server.guest.post('/api/auth/login', { email, password: tried });

test('a user who forgot the password gets a link, chooses a new one, and every device is signed out', async () => {
  await server.as('amina').get('/api/auth/current');

  const token = await requestResetToken(' Amina@Example.test ');
  const link = new URL(linkEmailedTo(server, 'amina@example.test'));
  const answer = await reset(token);

  expect(link.origin + link.pathname).toBe(`${server.url}/auth/password-reset`);
  expect(answer.body).toEqual({ code: 'SUCCESS' });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expectRefused(await server.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expectRefused(await login('amina@example.test', 'kept-in-a-safe'), 401, 'INVALID_CREDENTIALS');
  expect((await login('amina@example.test', password)).status).toBe(200);
  expect((await login('karim@example.test', 'kept-in-a-safe')).status).toBe(200);
});

test('a link works once, also when it is followed twice at once', async () => {
  const token = await requestResetToken();

  const answers = await Promise.all([reset(token), reset(token, 'yet another phrase')]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await reset(token)).body.errors).toEqual({ token: ['invalid'] });
});

test('only the newest link works, and only for a day', async () => {
  const first = await requestResetToken();
  const second = await requestResetToken();

  expect((await reset(first)).body.errors).toEqual({ token: ['invalid'] });
  server.clock.advance(24 * 3_600_000 + 1);
  expect((await reset(second)).body.errors).toEqual({ token: ['invalid'] });
  const third = await requestResetToken();
  server.clock.advance(24 * 3_600_000 - 1_000);
  expect((await reset(third)).status).toBe(200);
});

test('a common or short password is refused, and the link stays valid', async () => {
  const token = await requestResetToken();

  expect((await reset(token, 'password123')).body.errors).toEqual({ password: ['too_common'] });
  expect((await reset(token, 'amina@example.test')).body.errors).toEqual({ password: ['too_common'] });
  expect((await reset(token, 'short')).body.errors).toEqual({ password: ['min:8'] });
  expect((await reset(token)).status).toBe(200);
});

test('the answer does not depend on the address; only an active account gets e-mails, three an hour', async () => {
  await server.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password });
  await server.as('sara').post(`/api/users/${server.users.karim.id}/active`, { is_active: false });
  await server.mail.deliver();
  const before = server.mail.sent.length;
  const answers: Record<string, unknown[]> = {};
  for (const who of ['amina', 'karim', 'nour', 'unknown']) {
    answers[who] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { body } = await server.guest.post('/api/auth/password/forgot', { email: `${who}@example.test` });
      answers[who]!.push(body.code);
    }
  }
  await server.mail.deliver();

  const codes = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY_REQUESTS'];
  expect(answers).toEqual({ amina: codes, karim: codes, nour: codes, unknown: codes });
  const sent = server.mail.sent.slice(before);
  expect(sent.map(({ recipient }) => recipient)).toEqual(Array(3).fill('amina@example.test'));
});

test.each([
  ['en', 'Choose a new password', 'ltr'],
  ['fr', 'Choisissez un nouveau mot de passe', 'ltr'],
  ['ar', 'اختر كلمة مرور جديدة', 'rtl'],
])('the e-mail is written in %s', async (locale, subject, dir) => {
  await requestResetToken('amina@example.test', locale);

  const email = server.mail.sent.at(-1)!;

  expect(email.subject).toBe(subject);
  expect(email.html).toContain(`dir="${dir}"`);
});

test('the token is stored nowhere, and a confirmation link resets nothing', async () => {
  const token = await requestResetToken();
  await server.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password });
  await server.mail.deliver();
  const confirmToken = new URL(linkEmailedTo(server, 'nour@example.test')).searchParams.get('token')!;

  const stored = JSON.stringify([
    await server.services.db.selectFrom('mail_tokens').selectAll().execute(),
    await server.services.db.selectFrom('letters').selectAll().execute(),
    await server.services.db.selectFrom('audit').selectAll().execute(),
  ]);

  expect(stored).not.toContain(token);
  expect((await reset(confirmToken)).body.errors).toEqual({ token: ['invalid'] });
  expect((await server.guest.post('/api/auth/email/confirm', { token })).body.errors).toEqual({ token: ['invalid'] });
});

test('a link no longer works after the account was deactivated or deleted', async () => {
  const first = await requestResetToken();
  await server.as('sara').post(`/api/users/${server.users.amina.id}/active`, { is_active: false });
  expect((await reset(first)).body.errors).toEqual({ token: ['invalid'] });

  const second = await requestResetToken('karim@example.test');
  await server.as('sara').delete(`/api/users/${server.users.karim.id}`);
  expect((await reset(second)).body.errors).toEqual({ token: ['invalid'] });
});

test('the host of the link is the server’s own, whatever the request says', async () => {
  await server.guest.post(
    '/api/auth/password/forgot',
    { email: 'amina@example.test' },
    { 'X-Forwarded-Host': 'evil.test' },
  );
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/password/forgot',
    headers: { host: 'evil.test' },
    payload: { email: 'amina@example.test' },
  });
  await server.mail.deliver();

  expect(server.mail.sent).toHaveLength(2);
  for (const email of server.mail.sent) expect(email.text + email.html).not.toContain('evil.test');
});

test('changing one’s own password requires the current one and signs the other devices out', async () => {
  const other = await server.signIn('amina');
  const change = (current_password: string, wanted = password) =>
    server.as('amina').post('/api/auth/password', { current_password, password: wanted });

  expect((await change('a guess')).body.errors).toEqual({ current_password: ['invalid'] });
  expect((await change('kept-in-a-safe', 'azerty123')).body.errors).toEqual({ password: ['too_common'] });
  expect((await change('kept-in-a-safe')).body).toEqual({ code: 'SUCCESS' });

  expect((await server.as('amina').get('/api/auth/current')).status).toBe(200);
  expectRefused(await server.withToken(other).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await login('amina@example.test', password)).status).toBe(200);
});
