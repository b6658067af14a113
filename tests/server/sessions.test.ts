import { expect, test } from 'vitest';
import { clientOf, expectRefused, type Answer } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const day = 86_400_000;

/** Signs amina in from a browser, which sends cookies and no bearer token. */
async function signInBrowser(server: TestServer) {
  const jar = new Map<string, string>();
  const keep = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=');
      jar.set(name!, value!);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const client = clientOf(server.url, async () => ({ Cookie: cookies() }));
  keep(await client.get('/sanctum/csrf-cookie'));
  const login = await client.post('/api/auth/login', server.users.amina, { Origin: server.url });
  keep(login);
  return { jar, keep, client, login, xsrf: () => ({ 'X-XSRF-TOKEN': jar.get('XSRF-TOKEN')! }) };
}

test('C-26 the cookie signs a browser in, and changes need the XSRF header', async () => {
  const server = await startTestServer();
  const browser = await signInBrowser(server);

  expect((await browser.client.get('/api/auth/current')).status).toBe(200);
  expectRefused(await browser.client.post('/api/auth/logout'), 419, 'CSRF_MISMATCH');
  const wrong = { 'X-XSRF-TOKEN': `${browser.jar.get('XSRF-TOKEN')}x` };
  expectRefused(await browser.client.post('/api/auth/logout', undefined, wrong), 419, 'CSRF_MISMATCH');
  expect((await browser.client.get('/api/auth/current')).status).toBe(200);
  expect((await browser.client.post('/api/auth/logout', undefined, browser.xsrf())).status).toBe(200);
  expectRefused(await browser.client.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('C-26 an XSRF value of another session is refused', async () => {
  const server = await startTestServer();
  const [one, other] = [await signInBrowser(server), await signInBrowser(server)];

  one.jar.set('XSRF-TOKEN', other.jar.get('XSRF-TOKEN')!);

  expectRefused(await one.client.post('/api/auth/logout', undefined, one.xsrf()), 419, 'CSRF_MISMATCH');
  one.keep(await one.client.get('/sanctum/csrf-cookie'));
  expect((await one.client.post('/api/auth/logout', undefined, one.xsrf())).status).toBe(200);
});

test('a page of another origin can neither sign a user in nor act with the cookie', async () => {
  const server = await startTestServer();
  const browser = await signInBrowser(server);
  const foreign = { Origin: 'https://evil.example', ...browser.xsrf() };

  expectRefused(await browser.client.post('/api/auth/logout', undefined, foreign), 419, 'CSRF_MISMATCH');
  expectRefused(await server.guest.post('/api/auth/login', server.users.amina, foreign), 419, 'CSRF_MISMATCH');
});

test('C-26 a valid bearer token needs no XSRF header; with an invalid one the cookie is not used', async () => {
  const server = await startTestServer();
  const browser = await signInBrowser(server);

  expectRefused(
    await browser.client.get('/api/auth/current', { Authorization: 'Bearer nonsense' }),
    401,
    'UNAUTHENTICATED',
  );
  const bearer = { Authorization: `Bearer ${browser.login.body.data.token}` };
  expect((await browser.client.post('/api/auth/logout', undefined, bearer)).status).toBe(200);
});

test('the session cookie is hidden from scripts and from other hosts', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });

  const login = await server.guest.post('/api/auth/login', server.users.amina);

  const [session, xsrf] = login.headers.getSetCookie();
  expect(session).toMatch(
    /^__Host-comptoir_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(xsrf).toMatch(/^XSRF-TOKEN=[\w.-]+; Max-Age=7776000; Path=\/; Secure; SameSite=Lax$/);
});

test('a session with the former cookie name gets a __Host- cookie', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });
  const token = await server.signIn('amina');
  const former = { Cookie: `comptoir_session=${token}` };
  const present = { Cookie: `__Host-comptoir_session=${token}` };

  const renamed = await server.guest.get('/api/auth/current', former);

  expect(renamed.status).toBe(200);
  const [written, cleared, ...others] = renamed.headers.getSetCookie();
  expect(written).toBe(`__Host-comptoir_session=${token}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax`);
  expect(cleared).toMatch(/^comptoir_session=; .*Expires=Thu, 01 Jan 1970/);
  expect(others).toEqual([]);
  const next = await server.guest.get('/api/auth/current', present);
  expect([next.status, next.headers.getSetCookie()]).toEqual([200, []]);
});

test('a former cookie is not renamed beside a bearer token, for an unknown session, or beside a __Host- cookie', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });
  const [token, other] = [await server.signIn('amina'), await server.signIn('karim')];
  const former = { Cookie: `comptoir_session=${other}` };
  const both = { Cookie: `comptoir_session=${other}; __Host-comptoir_session=${token}` };

  const bearer = await server.withToken(token).get('/api/auth/current', former);
  const dead = await server.guest.get('/api/auth/current', { Cookie: 'comptoir_session=of-nobody' });
  const named = await server.guest.get('/api/auth/current', both);

  expect([bearer, dead, named].map(({ headers }) => headers.getSetCookie())).toEqual([[], [], []]);
  expectRefused(dead, 401, 'UNAUTHENTICATED');
  expect(named.body.user.name).toBe('Amina');
});

test('signing out removes the cookie under both names, and changes still need the XSRF value of the session', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });
  const token = await server.signIn('amina');
  const former = { Cookie: `comptoir_session=${token}` };
  const csrf = await server.guest.get('/sanctum/csrf-cookie', former);
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(csrf.headers.getSetCookie()[0]!)![1]!;
  const own = { Cookie: `comptoir_session=${token}; XSRF-TOKEN=${xsrf}` };

  expectRefused(await server.guest.post('/api/auth/logout', undefined, own), 419, 'CSRF_MISMATCH');
  const out = await server.guest.post('/api/auth/logout', undefined, { ...own, 'X-XSRF-TOKEN': xsrf });

  expect(out.status).toBe(200);
  const cleared = out.headers.getSetCookie().map((line) => line.split(';')[0]!);
  expect(new Set(cleared)).toEqual(new Set(['__Host-comptoir_session=', 'comptoir_session=']));
  expectRefused(await server.guest.get('/api/auth/current', former), 401, 'UNAUTHENTICATED');
});

test('D-6 no token is stored', async () => {
  const server = await startTestServer();

  const token = await server.signIn('amina');

  const rows = await server.services.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(token.length).toBeGreaterThanOrEqual(43);
});

test('D-6 a session ends after 30 days without use, and after 90 in any case', async () => {
  const server = await startTestServer();
  const idle = server.withToken(await server.signIn('amina'));
  const used = server.withToken(await server.signIn('amina'));

  for (let days = 0; days < 80; days += 20) {
    expect((await used.get('/api/auth/current')).status).toBe(200);
    server.clock.advance(20 * day);
  }

  expectRefused(await idle.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await used.get('/api/auth/current')).status).toBe(200);
  server.clock.advance(10 * day + 1);
  expectRefused(await used.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test.each([
  [29, 200],
  [31, 401],
  [59, 401],
])('D-6 a session that was unused for %i days is answered with %i', async (days, status) => {
  const server = await startTestServer();
  const token = await server.signIn('amina');

  server.clock.advance(days * day);

  expect((await server.withToken(token).get('/api/auth/current')).status).toBe(status);
  const listed = await server.withToken(await server.signIn('amina')).get('/api/auth/sessions');
  expect(listed.body.sessions).toHaveLength(status === 200 ? 2 : 1);
});

test.each([
  ['logout', (server: TestServer, token: string) => server.withToken(token).post('/api/auth/logout')],
  ['deactivation', (server: TestServer) => changeAmina(server, { is_active: 0 })],
  ['deletion', (server: TestServer) => changeAmina(server, { deleted_at: 1 })],
])('D-6 a token is refused from the next request on after %s', async (_name, act) => {
  const server = await startTestServer();
  const token = await server.signIn('amina');
  expect((await server.withToken(token).get('/api/auth/current')).status).toBe(200);

  await act(server, token);

  expectRefused(await server.withToken(token).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('a new role counts from the next request on', async () => {
  const server = await startTestServer();
  expectRefused(await server.as('amina').get('/api/roles'), 403, 'FORBIDDEN');

  await changeAmina(server, { role_id: 2 });

  expect((await server.as('amina').get('/api/roles')).status).toBe(200);
});

test('signing out ends the session of this device only', async () => {
  const server = await startTestServer();
  const [phone, laptop] = [await server.signIn('amina'), await server.signIn('amina')];

  await server.withToken(phone).post('/api/auth/logout');

  expect((await server.withToken(laptop).get('/api/auth/current')).status).toBe(200);
});

test('D-6 a user has at most 100 live sessions: the least recently used one ends', async () => {
  const server = await startTestServer();
  const oldest = await server.signIn('amina');
  const usedSince = await server.signIn('amina');
  server.clock.advance(600_000);
  await server.withToken(usedSince).get('/api/auth/current');
  for (let count = 2; count < 101; count += 1) await server.signIn('amina');

  const sessions = await server.withToken(usedSince).get('/api/auth/sessions');
  const gone = await server.withToken(oldest).get('/api/auth/current');

  expect(sessions.body.sessions).toHaveLength(100);
  expectRefused(gone, 401, 'UNAUTHENTICATED');
});

test('D-6 the sign-ins of another user end no session', async () => {
  const server = await startTestServer();
  const karim = await server.signIn('karim');
  for (let count = 0; count < 110; count += 1) await server.signIn('amina');

  expect((await server.withToken(karim).get('/api/auth/current')).status).toBe(200);
});

async function changeAmina(server: TestServer, columns: { is_active?: number; deleted_at?: number; role_id?: number }) {
  await server.services.db.updateTable('users').set(columns).where('id', '=', server.users.amina.id).execute();
}
