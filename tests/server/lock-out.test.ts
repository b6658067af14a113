import { expect, test } from 'vitest';
import { clientOf, expectRefused, type Answer, type TestClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const minute = 60_000;

/** A browser that keeps its cookies, and reaches the server through a trusted proxy from this address. */
function browserAt(server: TestServer, address: string) {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const client = clientOf(server.url, async () => ({ Cookie: cookies(), 'X-Forwarded-For': address }));
  const saveCookies = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  const signIn = async (person: { email: string; password: string }) =>
    saveCookies(await client.post('/api/auth/login', { email: person.email, password: person.password }));
  return { client, jar, saveCookies, signIn };
}

const startBehindProxy = () => startTestServer({ env: { TRUSTED_PROXY: '127.0.0.1' } });

const guess = (client: TestClient, email = 'amina@example.test') =>
  client.post('/api/auth/login', { email, password: 'a guess' });

/** Guesses from five addresses until the account's limit of wrong passwords is reached. */
async function attack(server: TestServer, email = 'amina@example.test'): Promise<void> {
  for (let host = 1; host <= 5; host += 1) {
    const { client } = browserAt(server, `203.0.113.${host}`);
    for (let attempt = 0; attempt < 5; attempt += 1) await guess(client, email);
  }
  expectRefused(await guess(browserAt(server, '203.0.113.9').client, email), 429, 'TOO_MANY_REQUESTS');
}

/** Starts to count the passwords that the server verifies; returns a function that reads the count. */
function countVerified(server: TestServer): () => number {
  let verified = 0;
  const { hasher } = server.services;
  server.services.hasher = { ...hasher, verify: (...args) => ((verified += 1), hasher.verify(...args)) };
  return () => verified;
}

test('a user can sign in on a known device while strangers guess the password', async () => {
  const server = await startBehindProxy();
  const { amina } = server.users;
  const phone = browserAt(server, '198.51.100.1');
  await phone.signIn(amina);
  await attack(server);

  const elsewhere = browserAt(server, '198.51.100.77');
  const withoutCookies = await elsewhere.signIn(amina);
  for (const [name, value] of phone.jar) elsewhere.jar.set(name, value);

  expectRefused(withoutCookies, 429, 'TOO_MANY_REQUESTS');
  expect((await elsewhere.signIn(amina)).status).toBe(200);
});

test('a program without cookies can sign in from an address from which the user signed in before', async () => {
  const server = await startBehindProxy();
  const { amina } = server.users;
  await browserAt(server, '198.51.100.1').signIn(amina);
  await attack(server);

  expect((await browserAt(server, '198.51.100.1').signIn(amina)).status).toBe(200);
  expectRefused(await browserAt(server, '198.51.100.2').signIn(amina), 429, 'TOO_MANY_REQUESTS');
  expect((await browserAt(server, '198.51.100.1').signIn(server.users.karim)).status).toBe(200);
});

test('a neighbour behind the same address cannot lock a known device out', async () => {
  const server = await startBehindProxy();
  const { amina } = server.users;
  const phone = browserAt(server, '198.51.100.1');
  await phone.signIn(amina);
  const neighbour = browserAt(server, '198.51.100.1');

  for (let round = 0; round < 6; round += 1) {
    for (let attempt = 0; attempt < 6; attempt += 1) await guess(neighbour.client);
    expect((await phone.signIn(amina)).status).toBe(200);
    server.clock.advance(minute + 1);
  }
});

test('from a known address 5 wrong passwords per minute and 20 per quarter of an hour are verified, in a count of its own', async () => {
  const server = await startBehindProxy();
  await browserAt(server, '198.51.100.1').signIn(server.users.amina);
  const neighbour = browserAt(server, '198.51.100.1');
  await attack(server);
  const verified = countVerified(server);

  await Promise.all(Array.from({ length: 12 }, () => guess(neighbour.client)));
  expect(verified()).toBe(5);
  for (let round = 0; round < 8; round += 1) {
    server.clock.advance(minute + 1);
    await Promise.all(Array.from({ length: 6 }, () => guess(neighbour.client)));
  }

  expect(verified()).toBe(20);
});

test('a stolen device cookie allows only 20 further attempts per quarter of an hour, from all addresses together', async () => {
  const server = await startBehindProxy();
  const phone = browserAt(server, '198.51.100.1');
  await phone.signIn(server.users.amina);
  const verified = countVerified(server);

  for (let round = 0; round < 8; round += 1) {
    const thieves = Array.from({ length: 6 }, (_, host) => browserAt(server, `203.0.113.${host}`));
    for (const thief of thieves) thief.jar.set('comptoir_device', phone.jar.get('comptoir_device')!);
    await Promise.all(thieves.map(({ client }) => guess(client)));
    server.clock.advance(minute + 1);
  }

  expect(verified()).toBe(20);
});

test('a device cookie gives no access by itself, is valid for one account, and expires after a year', async () => {
  const server = await startBehindProxy();
  const { amina, karim } = server.users;
  const phone = browserAt(server, '198.51.100.1');
  const signedIn = await phone.signIn(amina);
  const cookie = phone.jar.get('comptoir_device')!;
  phone.jar.clear();
  phone.jar.set('comptoir_device', cookie);

  expectRefused(await phone.client.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  const line = signedIn.headers.getSetCookie().find((one) => one.startsWith('comptoir_device='));
  expect(line).toMatch(/^comptoir_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  await attack(server, karim.email);
  expectRefused(await phone.signIn(karim), 429, 'TOO_MANY_REQUESTS');
  server.clock.advance(366 * 86_400_000);
  await attack(server);
  phone.jar.set('comptoir_device', cookie);
  const later = browserAt(server, '198.51.100.8');
  later.jar.set('comptoir_device', cookie);
  expectRefused(await later.signIn(amina), 429, 'TOO_MANY_REQUESTS');
});

test('a forged, shortened or foreign device cookie has no effect', async () => {
  const server = await startBehindProxy();
  const phone = browserAt(server, '198.51.100.1');
  await phone.signIn(server.users.amina);
  const cookie = phone.jar.get('comptoir_device')!;
  await attack(server);

  const later = (server.clock.now + 86_400_000).toString(36);
  const forged = [
    '',
    'x',
    '..',
    cookie.slice(0, -1),
    `${cookie}x`,
    cookie.replace(/^[^.]+/, later),
    cookie.replace(/\.[^.]+\./, '.another-device.'),
    '~'.repeat(3_000),
  ];
  for (const value of forged) {
    const thief = browserAt(server, '203.0.113.50');
    thief.jar.set('comptoir_device', value);
    expectRefused(await thief.signIn(server.users.amina), 429, 'TOO_MANY_REQUESTS');
  }
});

test('users who share a device are each known on it, also after signing out', async () => {
  const server = await startBehindProxy();
  const { amina, karim } = server.users;
  const shared = browserAt(server, '198.51.100.1');
  const { token } = (await shared.signIn(amina)).body.data;
  shared.saveCookies(await shared.client.post('/api/auth/logout', undefined, { Authorization: `Bearer ${token}` }));
  await shared.signIn(karim);
  await attack(server);
  await attack(server, karim.email);

  const moved = browserAt(server, '198.51.100.99');
  moved.jar.set('comptoir_device', shared.jar.get('comptoir_device')!);

  expect((await moved.signIn(amina)).status).toBe(200);
  expect((await moved.signIn(karim)).status).toBe(200);
});

test('the device cookie of a deleted account is not valid for the next account with the same e-mail address', async () => {
  const server = await startBehindProxy();
  const { karim } = server.users;
  const phone = browserAt(server, '198.51.100.1');
  await phone.signIn(karim);
  expect((await server.as('sara').delete(`/api/users/${karim.id}`)).status).toBe(200);
  const again = { name: 'Karim', email: karim.email, password: 'another good phrase' };
  const key = { 'Idempotency-Key': '0193a1b2-0000-7000-8000-000000000001' };
  expect((await server.as('sara').post('/api/users', again, key)).status).toBe(200);
  await attack(server, karim.email);

  expectRefused(await phone.signIn(again), 429, 'TOO_MANY_REQUESTS');
});

test('over https the device cookie has the __Host- prefix and is Secure', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL: 'https://shop.example' } });

  const login = await server.guest.post('/api/auth/login', server.users.amina);

  const line = login.headers.getSetCookie().at(-1);
  expect(line).toMatch(/^__Host-comptoir_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
