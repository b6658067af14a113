import { expect, test } from 'vitest';
import { clientOf, expectRefused, type Answer, type TestClient } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

const minute = 60_000;

/** A browser that keeps its cookies, and reaches the server through a trusted proxy from this address. */
function browserAt(world: World, address: string) {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const client = clientOf(world.url, async () => ({ Cookie: cookies(), 'X-Forwarded-For': address }));
  const keep = (answer: Answer) => {
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split('=') as [string, string];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  const signIn = async (person: { email: string; password: string }) =>
    keep(await client.post('/api/auth/login', { email: person.email, password: person.password }));
  return { client, jar, keep, signIn };
}

const behindProxy = () => openWorld({ env: { TRUSTED_PROXY: '127.0.0.1' } });

const guess = (client: TestClient, email = 'amina@example.test') =>
  client.post('/api/auth/login', { email, password: 'a guess' });

/** Uses up the account's cap of wrong passwords from five addresses. */
async function attack(world: World, email = 'amina@example.test'): Promise<void> {
  for (let host = 1; host <= 5; host += 1) {
    const { client } = browserAt(world, `203.0.113.${host}`);
    for (let time = 0; time < 5; time += 1) await guess(client, email);
  }
  expectRefused(await guess(browserAt(world, '203.0.113.9').client, email), 429, 'TOO_MANY_REQUESTS');
}

/** Counts the passwords that are looked at. */
function counting(world: World): () => number {
  let evaluated = 0;
  const { hasher } = world.means;
  world.means.hasher = { ...hasher, verify: (...words) => ((evaluated += 1), hasher.verify(...words)) };
  return () => evaluated;
}

test('D-6 who signed in before on a device gets in from anywhere while strangers guess the password', async () => {
  const world = await behindProxy();
  const { amina } = world.people;
  const phone = browserAt(world, '198.51.100.1');
  await phone.signIn(amina);
  await attack(world);

  const elsewhere = browserAt(world, '198.51.100.77');
  const stranger = await elsewhere.signIn(amina);
  for (const [name, value] of phone.jar) elsewhere.jar.set(name, value);

  expectRefused(stranger, 429, 'TOO_MANY_REQUESTS');
  expect((await elsewhere.signIn(amina)).status).toBe(200);
});

test('D-6 a program without cookies gets in from an address it signed in from before', async () => {
  const world = await behindProxy();
  const { amina } = world.people;
  await browserAt(world, '198.51.100.1').signIn(amina);
  await attack(world);

  expect((await browserAt(world, '198.51.100.1').signIn(amina)).status).toBe(200);
  expectRefused(await browserAt(world, '198.51.100.2').signIn(amina), 429, 'TOO_MANY_REQUESTS');
  expect((await browserAt(world, '198.51.100.1').signIn(world.people.karim)).status).toBe(200);
});

test('D-6 a neighbour behind the same address cannot lock a known device out', async () => {
  const world = await behindProxy();
  const { amina } = world.people;
  const phone = browserAt(world, '198.51.100.1');
  await phone.signIn(amina);
  const neighbour = browserAt(world, '198.51.100.1');

  for (let round = 0; round < 6; round += 1) {
    for (let time = 0; time < 6; time += 1) await guess(neighbour.client);
    expect((await phone.signIn(amina)).status).toBe(200);
    world.clock.pass(minute + 1);
  }
});

test('trust.md a known address evaluates at most 5 wrong passwords a minute and 20 a quarter of an hour of its own', async () => {
  const world = await behindProxy();
  await browserAt(world, '198.51.100.1').signIn(world.people.amina);
  const neighbour = browserAt(world, '198.51.100.1');
  await attack(world);
  const evaluated = counting(world);

  await Promise.all(Array.from({ length: 12 }, () => guess(neighbour.client)));
  expect(evaluated()).toBe(5);
  for (let time = 0; time < 8; time += 1) {
    world.clock.pass(minute + 1);
    await Promise.all(Array.from({ length: 6 }, () => guess(neighbour.client)));
  }

  expect(evaluated()).toBe(20);
});

test('trust.md a stolen proof opens no more than 20 further attempts a quarter of an hour, from all addresses together', async () => {
  const world = await behindProxy();
  const phone = browserAt(world, '198.51.100.1');
  await phone.signIn(world.people.amina);
  const evaluated = counting(world);

  for (let time = 0; time < 8; time += 1) {
    const thieves = Array.from({ length: 6 }, (_, host) => browserAt(world, `203.0.113.${host}`));
    for (const thief of thieves) thief.jar.set('comptoir_device', phone.jar.get('comptoir_device')!);
    await Promise.all(thieves.map(({ client }) => guess(client)));
    world.clock.pass(minute + 1);
  }

  expect(evaluated()).toBe(20);
});

test('the proof of a device signs nobody in, is of one account, and ends after a year', async () => {
  const world = await behindProxy();
  const { amina, karim } = world.people;
  const phone = browserAt(world, '198.51.100.1');
  const signedIn = await phone.signIn(amina);
  const proof = phone.jar.get('comptoir_device')!;
  phone.jar.clear();
  phone.jar.set('comptoir_device', proof);

  expectRefused(await phone.client.get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  const line = signedIn.headers.getSetCookie().find((one) => one.startsWith('comptoir_device='));
  expect(line).toMatch(/^comptoir_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  await attack(world, karim.email);
  expectRefused(await phone.signIn(karim), 429, 'TOO_MANY_REQUESTS');
  world.clock.pass(366 * 86_400_000);
  await attack(world);
  phone.jar.set('comptoir_device', proof);
  const later = browserAt(world, '198.51.100.8');
  later.jar.set('comptoir_device', proof);
  expectRefused(await later.signIn(amina), 429, 'TOO_MANY_REQUESTS');
});

test('a forged, cut or foreign proof is no proof', async () => {
  const world = await behindProxy();
  const phone = browserAt(world, '198.51.100.1');
  await phone.signIn(world.people.amina);
  const proof = phone.jar.get('comptoir_device')!;
  await attack(world);

  const later = (world.clock.now + 86_400_000).toString(36);
  const forged = [
    '',
    'x',
    '..',
    proof.slice(0, -1),
    `${proof}x`,
    proof.replace(/^[^.]+/, later),
    proof.replace(/\.[^.]+\./, '.another-device.'),
    '~'.repeat(3_000),
  ];
  for (const value of forged) {
    const thief = browserAt(world, '203.0.113.50');
    thief.jar.set('comptoir_device', value);
    expectRefused(await thief.signIn(world.people.amina), 429, 'TOO_MANY_REQUESTS');
  }
});

test('people who share a device are each known on it, also after signing out', async () => {
  const world = await behindProxy();
  const { amina, karim } = world.people;
  const shared = browserAt(world, '198.51.100.1');
  const { token } = (await shared.signIn(amina)).body.data;
  shared.keep(await shared.client.post('/api/auth/logout', undefined, { Authorization: `Bearer ${token}` }));
  await shared.signIn(karim);
  await attack(world);
  await attack(world, karim.email);

  const moved = browserAt(world, '198.51.100.99');
  moved.jar.set('comptoir_device', shared.jar.get('comptoir_device')!);

  expect((await moved.signIn(amina)).status).toBe(200);
  expect((await moved.signIn(karim)).status).toBe(200);
});

test('who comes with the proof of a deleted account is a stranger to the next account of that address', async () => {
  const world = await behindProxy();
  const { karim } = world.people;
  const phone = browserAt(world, '198.51.100.1');
  await phone.signIn(karim);
  expect((await world.as('sara').delete(`/api/users/${karim.id}`)).status).toBe(200);
  const again = { name: 'Karim', email: karim.email, password: 'another good phrase' };
  const key = { 'Idempotency-Key': '0193a1b2-0000-7000-8000-000000000001' };
  expect((await world.as('sara').post('/api/users', again, key)).status).toBe(200);
  await attack(world, karim.email);

  expectRefused(await phone.signIn(again), 429, 'TOO_MANY_REQUESTS');
});

test('over https the proof has the __Host- prefix and is Secure', async () => {
  const world = await openWorld({ env: { PUBLIC_URL: 'https://shop.example' } });

  const login = await world.guest.post('/api/auth/login', world.people.amina);

  const line = login.headers.getSetCookie().at(-1);
  expect(line).toMatch(/^__Host-comptoir_device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});
