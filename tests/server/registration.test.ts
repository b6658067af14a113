import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
const stranger = { ...leila, name: 'Eve', password: 'of the intruder' };

const login = (server: TestServer, { email, password }: { email: string; password: string }) =>
  server.guest.post('/api/auth/login', { email, password });

const confirm = (server: TestServer, token: string) => server.guest.post('/api/auth/email/confirm', { token });

/** Registers; returns the token of the e-mailed link. */
async function register(server: TestServer, body: object): Promise<string> {
  expect((await server.guest.post('/api/auth/register', body)).status).toBe(200);
  return deliverToken(server);
}

async function resend(server: TestServer, email = leila.email): Promise<string> {
  expect((await server.guest.post('/api/auth/email/resend', { email })).body).toEqual({ code: 'SUCCESS' });
  return deliverToken(server);
}

/** Delivers the waiting e-mails; returns the token in the newest one, empty when it has none. */
async function deliverToken(server: TestServer): Promise<string> {
  await server.mail.deliver();
  return /\?token=([\w-]+)/.exec(server.mail.sent.at(-1)?.text ?? '')?.[1] ?? '';
}

const accountOf = (server: TestServer, email = leila.email) =>
  server.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test('D-19 the account takes name, password and language of the clicked link, not of the last registration', async () => {
  const server = await startTestServer();
  const own = await register(server, { ...leila, locale: 'fr' });
  const theirs = await register(server, stranger);

  expect((await confirm(server, own)).body).toEqual({ code: 'SUCCESS' });

  expect(await accountOf(server)).toMatchObject({ name: 'Leila', locale: 'fr', is_active: 1 });
  expect((await login(server, leila)).body.data.user.name).toBe('Leila');
  expectRefused(await login(server, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(server, theirs)).body.errors).toEqual({ token: ['invalid'] });
  expect((await server.as('sara').get('/api/users?search=leila')).body.data.total).toBe(1);
});

test('D-19 a stranger who registered first does not get the account either', async () => {
  const server = await startTestServer();
  const theirs = await register(server, stranger);
  const own = await register(server, leila);

  expect((await confirm(server, own)).status).toBe(200);

  expect((await login(server, leila)).status).toBe(200);
  expectRefused(await login(server, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(server, theirs)).body.errors).toEqual({ token: ['invalid'] });
});

test('D-19 when two links of one account are clicked at once, one works', async () => {
  const server = await startTestServer();
  const tokens = [await register(server, leila), await register(server, stranger)];

  const answers = await Promise.all(tokens.map((token) => confirm(server, token)));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const winner = answers[0]!.status === 200 ? leila : stranger;
  const loser = winner === leila ? stranger : leila;
  expect((await accountOf(server)).name).toBe(winner.name);
  expect((await login(server, winner)).status).toBe(200);
  expectRefused(await login(server, loser), 401, 'INVALID_CREDENTIALS');
});

test('D-19 a link expires after 24 hours, also when a later link is still valid', async () => {
  const server = await startTestServer();
  const first = await register(server, leila);
  server.clock.advance(12 * 3_600_000);
  const second = await register(server, { ...leila, password: 'another phrase' });

  server.clock.advance(12 * 3_600_000 + 1);

  expect((await confirm(server, first)).body.errors).toEqual({ token: ['invalid'] });
  expect((await confirm(server, second)).status).toBe(200);
});

test('D-19 the newest link confirms the registration, also after the first link has expired', async () => {
  const server = await startTestServer();
  const first = await register(server, { ...leila, locale: 'ar' });
  server.clock.advance(24 * 3_600_000 + 1);
  expect((await confirm(server, first)).body.errors).toEqual({ token: ['invalid'] });

  const second = await resend(server);
  const third = await resend(server);

  expect((await confirm(server, second)).body.errors).toEqual({ token: ['invalid'] });
  expect((await confirm(server, third)).status).toBe(200);
  expect((await login(server, leila)).body.data.user.name).toBe('Leila');
});

test('D-19 when an address was registered twice, a resent e-mail asks to register again and has no token', async () => {
  const server = await startTestServer();
  const own = await register(server, leila);
  await register(server, stranger);

  expect(await resend(server)).toBe('');
  expect(server.mail.sent.at(-1)).toMatchObject({ recipient: leila.email, subject: 'Please register again' });
  expect(server.mail.sent.at(-1)!.text).toContain(`${server.url}/auth/register`);

  expect((await confirm(server, own)).status).toBe(200);
  expect((await login(server, leila)).status).toBe(200);
});

test('D-19 an expired registration still counts: after a stranger’s registration no token is resent', async () => {
  const server = await startTestServer();
  await register(server, leila);
  server.clock.advance(3 * 86_400_000);
  await register(server, stranger);

  expect(await resend(server)).toBe('');
});

test('S7-05 D-19 the login reports an unconfirmed account only for the password of its registration', async () => {
  const server = await startTestServer();
  await register(server, leila);

  const right = await login(server, leila);

  expectRefused(right, 401, 'ACCOUNT_NOT_ACTIVE');
  expect(right.body.details).toEqual({ reason: 'unconfirmed' });
  expectRefused(await login(server, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await accountOf(server)).password_hash).toBeNull();
});

test('D-19 when an admin activates an account that was registered twice, none of the passwords works', async () => {
  const server = await startTestServer();
  const activate = async () => {
    const { id } = await accountOf(server);
    expect((await server.as('sara').post(`/api/users/${id}/active`, { is_active: true })).status).toBe(200);
  };
  const own = await register(server, leila);
  await register(server, stranger);

  await activate();

  expectRefused(await login(server, leila), 401, 'INVALID_CREDENTIALS');
  expectRefused(await login(server, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(server, own)).body.errors).toEqual({ token: ['invalid'] });
  await server.guest.post('/api/auth/password/forgot', { email: leila.email });
  const token = await deliverToken(server);
  expect((await server.guest.post('/api/auth/password/reset', { token, password: leila.password })).status).toBe(200);
  expect((await login(server, leila)).status).toBe(200);
});

test('D-19 when an admin activates an account that was registered once, its password works', async () => {
  const server = await startTestServer();
  await register(server, { ...leila, locale: 'fr' });
  const { id } = await accountOf(server);

  await server.as('sara').post(`/api/users/${id}/active`, { is_active: true });

  expect((await login(server, leila)).status).toBe(200);
});

test('D-19 a password or an address that an admin gives an unconfirmed account ends its links', async () => {
  const server = await startTestServer();
  const first = await register(server, leila);
  const { id } = await accountOf(server);

  await server.as('sara').post(`/api/users/${id}`, { password: 'from the help desk' });
  expect((await confirm(server, first)).body.errors).toEqual({ token: ['invalid'] });
  const second = await register(server, stranger);
  await server.as('sara').post(`/api/users/${id}`, { email: 'leila@elsewhere.test' });

  expect((await confirm(server, second)).body.errors).toEqual({ token: ['invalid'] });
  expect(await resend(server, 'leila@elsewhere.test')).toBe('');
  const third = await register(server, { ...leila, email: 'leila@elsewhere.test' });
  expect((await confirm(server, third)).status).toBe(200);
  expect((await login(server, { ...leila, email: 'leila@elsewhere.test' })).status).toBe(200);
});

test('no password is stored for a used or invalid link', async () => {
  const server = await startTestServer();
  const own = await register(server, leila);
  await register(server, stranger);

  await confirm(server, own);

  const links = await server.services.db
    .selectFrom('mail_tokens')
    .select(['name', 'password_hash', 'used_at'])
    .execute();
  expect(links.map(({ name, password_hash }) => [name, password_hash])).toEqual(Array(2).fill([null, null]));
  expect(links.every(({ used_at }) => used_at !== null)).toBe(true);
});

test('D-19 D-29 a link without a registration, as an older version stores it, confirms no account that has no password', async () => {
  const server = await startTestServer();
  const token = await register(server, leila);
  const withoutRegistration = { name: null, password_hash: null, locale: null };
  await server.services.db.updateTable('mail_tokens').set(withoutRegistration).execute();

  expect((await confirm(server, token)).body.errors).toEqual({ token: ['invalid'] });
  expect(await accountOf(server)).toMatchObject({ is_active: 0, confirmed_at: null, password_hash: null });

  const { password_hash } = await server.services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', server.users.amina.id)
    .executeTakeFirstOrThrow();
  await server.services.db.updateTable('users').set({ password_hash }).where('email', '=', leila.email).execute();
  expect((await confirm(server, token)).body).toEqual({ code: 'SUCCESS' });
});

test('D-19 D-29 the database refuses that a version which does not know registrations uses their link', async () => {
  const server = await startTestServer();
  const token = await register(server, leila);
  const { db } = server.services;
  const used = { used_at: server.services.now() };
  const confirmed = { is_active: 1, confirmed_at: server.services.now() };
  const asOlderVersion = db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(confirmed).where('email', '=', leila.email).execute();
    await tx.updateTable('mail_tokens').set(used).where('kind', '=', 'confirm').execute();
  });

  await expect(asOlderVersion).rejects.toThrow('takes its password before its link is used');

  expect(await accountOf(server)).toMatchObject({ is_active: 0, confirmed_at: null });
  expect((await confirm(server, token)).body).toEqual({ code: 'SUCCESS' });
  expect((await login(server, leila)).status).toBe(200);
});
