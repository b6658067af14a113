import { expect, test } from 'vitest';
import { clientOf, expectRefused, type Answer } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

const day = 86_400_000;

/** A browser on which amina has signed in: it sends cookies, and no bearer. */
async function browserOf(world: World) {
  const jar = new Map<string, string>();
  const keep = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=');
      jar.set(name!, value!);
    }
  };
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const plain = clientOf(world.url, async () => ({ Cookie: cookies() }));
  keep(await plain.get('/sanctum/csrf-cookie'));
  const login = await plain.post('/api/auth/login', world.people.amina, { Origin: world.url });
  keep(login);
  return { jar, keep, plain, login, xsrf: () => ({ 'X-XSRF-TOKEN': jar.get('XSRF-TOKEN')! }) };
}

test('C-26 the cookie signs a browser in, and changes need the XSRF header', async () => {
  const world = await openWorld();
  const browser = await browserOf(world);

  expect((await browser.plain.get('/api/auth/current')).status).toBe(200);
  expectRefused(await browser.plain.post('/api/auth/logout'), 419, 'CSRF_MISMATCH');
  const wrong = { 'X-XSRF-TOKEN': `${browser.jar.get('XSRF-TOKEN')}x` };
  expectRefused(await browser.plain.post('/api/auth/logout', undefined, wrong), 419, 'CSRF_MISMATCH');
  expect((await browser.plain.get('/api/auth/current')).status).toBe(200);
  expect((await browser.plain.post('/api/auth/logout', undefined, browser.xsrf())).status).toBe(200);
  expectRefused(await browser.plain.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('C-26 an XSRF value of another session does not fit', async () => {
  const world = await openWorld();
  const [one, other] = [await browserOf(world), await browserOf(world)];

  one.jar.set('XSRF-TOKEN', other.jar.get('XSRF-TOKEN')!);

  expectRefused(await one.plain.post('/api/auth/logout', undefined, one.xsrf()), 419, 'CSRF_MISMATCH');
  one.keep(await one.plain.get('/sanctum/csrf-cookie'));
  expect((await one.plain.post('/api/auth/logout', undefined, one.xsrf())).status).toBe(200);
});

test('a page of another origin can neither sign anybody in nor act with the cookie', async () => {
  const world = await openWorld();
  const browser = await browserOf(world);
  const foreign = { Origin: 'https://evil.example', ...browser.xsrf() };

  expectRefused(await browser.plain.post('/api/auth/logout', undefined, foreign), 419, 'CSRF_MISMATCH');
  expectRefused(await world.guest.post('/api/auth/login', world.people.amina, foreign), 419, 'CSRF_MISMATCH');
});

test('C-26 a valid bearer needs no XSRF header, a bad one never falls back to the cookie', async () => {
  const world = await openWorld();
  const browser = await browserOf(world);

  expectRefused(
    await browser.plain.get('/api/auth/current', { Authorization: 'Bearer nonsense' }),
    401,
    'UNAUTHENTICATED',
  );
  const bearer = { Authorization: `Bearer ${browser.login.body.data.token}` };
  expect((await browser.plain.post('/api/auth/logout', undefined, bearer)).status).toBe(200);
});

test('the session cookie is for the server alone', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });

  const login = await world.guest.post('/api/auth/login', world.people.amina);

  const [session, xsrf] = login.headers.getSetCookie();
  expect(session).toMatch(
    /^__Host-comptoir_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(xsrf).toMatch(/^XSRF-TOKEN=[\w.-]+; Max-Age=7776000; Path=\/; Secure; SameSite=Lax$/);
});

test('a session that began under the former cookie name goes on under the __Host- one', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });
  const token = await world.signIn('amina');
  const former = { Cookie: `comptoir_session=${token}` };
  const present = { Cookie: `__Host-comptoir_session=${token}` };

  const renamed = await world.guest.get('/api/auth/current', former);

  expect(renamed.status).toBe(200);
  const [written, cleared, ...others] = renamed.headers.getSetCookie();
  expect(written).toBe(`__Host-comptoir_session=${token}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax`);
  expect(cleared).toMatch(/^comptoir_session=; .*Expires=Thu, 01 Jan 1970/);
  expect(others).toEqual([]);
  const next = await world.guest.get('/api/auth/current', present);
  expect([next.status, next.headers.getSetCookie()]).toEqual([200, []]);
});

test('the former cookie name renames nothing for a bearer, for a dead session, or beside the present one', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });
  const [token, other] = [await world.signIn('amina'), await world.signIn('karim')];
  const former = { Cookie: `comptoir_session=${other}` };
  const both = { Cookie: `comptoir_session=${other}; __Host-comptoir_session=${token}` };

  const bearer = await world.withToken(token).get('/api/auth/current', former);
  const dead = await world.guest.get('/api/auth/current', { Cookie: 'comptoir_session=of-nobody' });
  const named = await world.guest.get('/api/auth/current', both);

  expect([bearer, dead, named].map(({ headers }) => headers.getSetCookie())).toEqual([[], [], []]);
  expectRefused(dead, 401, 'UNAUTHENTICATED');
  expect(named.body.user.name).toBe('Amina');
});

test('signing out removes the cookie under both names, and changes still need the XSRF value of the session', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });
  const token = await world.signIn('amina');
  const former = { Cookie: `comptoir_session=${token}` };
  const given = await world.guest.get('/sanctum/csrf-cookie', former);
  const xsrf = /XSRF-TOKEN=([^;]+)/.exec(given.headers.getSetCookie()[0]!)![1]!;
  const own = { Cookie: `comptoir_session=${token}; XSRF-TOKEN=${xsrf}` };

  expectRefused(await world.guest.post('/api/auth/logout', undefined, own), 419, 'CSRF_MISMATCH');
  const out = await world.guest.post('/api/auth/logout', undefined, { ...own, 'X-XSRF-TOKEN': xsrf });

  expect(out.status).toBe(200);
  const cleared = out.headers.getSetCookie().map((line) => line.split(';')[0]!);
  expect(new Set(cleared)).toEqual(new Set(['__Host-comptoir_session=', 'comptoir_session=']));
  expectRefused(await world.guest.get('/api/auth/current', former), 401, 'UNAUTHENTICATED');
});

test('no token is stored', async () => {
  const world = await openWorld();

  const token = await world.signIn('amina');

  const rows = await world.means.db.selectFrom('sessions').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(token.length).toBeGreaterThanOrEqual(43);
});

test('D-6 a session ends after 30 days without use, and after 90 in any case', async () => {
  const world = await openWorld();
  const idle = world.withToken(await world.signIn('amina'));
  const used = world.withToken(await world.signIn('amina'));

  for (let days = 0; days < 80; days += 20) {
    expect((await used.get('/api/auth/current')).status).toBe(200);
    world.clock.pass(20 * day);
  }

  expectRefused(await idle.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await used.get('/api/auth/current')).status).toBe(200);
  world.clock.pass(10 * day + 1);
  expectRefused(await used.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test.each([
  [29, 200],
  [31, 401],
  [59, 401],
])('D-6 a session that nobody has used for %i days answers %i', async (days, status) => {
  const world = await openWorld();
  const token = await world.signIn('amina');

  world.clock.pass(days * day);

  expect((await world.withToken(token).get('/api/auth/current')).status).toBe(status);
  const listed = await world.withToken(await world.signIn('amina')).get('/api/auth/sessions');
  expect(listed.body.sessions).toHaveLength(status === 200 ? 2 : 1);
});

test.each([
  ['logout', (world: World, token: string) => world.withToken(token).post('/api/auth/logout')],
  ['deactivation', (world: World) => change(world, { is_active: 0 })],
  ['deletion', (world: World) => change(world, { deleted_at: 1 })],
])('a token is dead on the very next request after %s', async (_name, act) => {
  const world = await openWorld();
  const token = await world.signIn('amina');
  expect((await world.withToken(token).get('/api/auth/current')).status).toBe(200);

  await act(world, token);

  expectRefused(await world.withToken(token).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('a role counts from the very next request', async () => {
  const world = await openWorld();
  expectRefused(await world.as('amina').get('/api/roles'), 403, 'FORBIDDEN');

  await change(world, { role_id: 2 });

  expect((await world.as('amina').get('/api/roles')).status).toBe(200);
});

test('signing out ends this device only', async () => {
  const world = await openWorld();
  const [phone, laptop] = [await world.signIn('amina'), await world.signIn('amina')];

  await world.withToken(phone).post('/api/auth/logout');

  expect((await world.withToken(laptop).get('/api/auth/current')).status).toBe(200);
});

test('D-6 a user has at most 100 live sessions: the least recently used one ends', async () => {
  const world = await openWorld();
  const oldest = await world.signIn('amina');
  const usedSince = await world.signIn('amina');
  world.clock.pass(600_000);
  await world.withToken(usedSince).get('/api/auth/current');
  for (let count = 2; count < 101; count += 1) await world.signIn('amina');

  const sessions = await world.withToken(usedSince).get('/api/auth/sessions');
  const gone = await world.withToken(oldest).get('/api/auth/current');

  expect(sessions.body.sessions).toHaveLength(100);
  expectRefused(gone, 401, 'UNAUTHENTICATED');
});

test('D-6 nobody loses a session to the sign-ins of another user', async () => {
  const world = await openWorld();
  const karim = await world.signIn('karim');
  for (let count = 0; count < 110; count += 1) await world.signIn('amina');

  expect((await world.withToken(karim).get('/api/auth/current')).status).toBe(200);
});

async function change(world: World, columns: { is_active?: number; deleted_at?: number; role_id?: number }) {
  await world.means.db.updateTable('users').set(columns).where('id', '=', world.people.amina.id).execute();
}
