import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { openServices } from '../../src/server/platform/services.ts';
import { isCommonPin } from '../../src/server/platform/crypto/common-pins.ts';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

const pin = '80412';
const password = 'kept-in-a-safe';

const setPin = (server: TestServer, who: TestUserName, body: object = {}) =>
  server.as(who).post('/api/auth/pin', { password, pin, ...body });

const addBalance = (server: TestServer, who: TestUserName, tried: string) =>
  server
    .as(who)
    .post(
      `/api/users/${server.users.amina.id}/balance/add`,
      { amount: 1, pin: tried },
      { 'Idempotency-Key': randomUUID() },
    );

const pinResult = async (answer: ReturnType<typeof addBalance>) => {
  const { status, body } = await answer;
  return status === 200 ? 'right' : body.code === 'INVALID_PIN' ? body.details.reason : body.code;
};

/** Counts how often the server verifies a secret; the returned function returns the number. */
function countVerifications(server: TestServer): () => number {
  let verifications = 0;
  const { hasher } = server.services;
  server.services.hasher = { ...hasher, verify: (...secrets) => ((verifications += 1), hasher.verify(...secrets)) };
  return () => verifications;
}

test('C-13 S6-12 an admin without a PIN is asked to set one, sets it with the password, and uses it', async () => {
  const server = await startTestServer();

  const none = await addBalance(server, 'sara', pin);
  expectRefused(none, 400, 'INVALID_PIN');
  expect(none.body.details).toEqual({ reason: 'pin_not_set' });
  expect((await setPin(server, 'sara', { password: 'a guess' })).body.errors).toEqual({ password: ['invalid'] });
  expectRefused(await setPin(server, 'amina'), 403, 'FORBIDDEN');
  expect((await setPin(server, 'sara')).body).toEqual({ code: 'SUCCESS' });

  expect(await pinResult(addBalance(server, 'sara', pin))).toBe('right');
  expect(await pinResult(addBalance(server, 'root', pin))).toBe('pin_not_set');
});

test.each(['0000', '1111', '1234', '4321', '123456', '7890', '1212', '123123', '2580', '1998', '2024', '112233'])(
  'S5-08 %s counts as a common PIN',
  (common) => {
    expect(isCommonPin(common)).toBe(true);
  },
);

test('S5-08 a PIN that is common, short, not of digits or no text is refused; other PINs are not common', async () => {
  const server = await startTestServer();
  const errors = async (tried: unknown) => (await setPin(server, 'sara', { pin: tried })).body.errors;

  expect(await errors('1234')).toEqual({ pin: ['too_common'] });
  expect(await errors('123')).toEqual({ pin: ['min:4'] });
  expect(await errors('12a4')).toEqual({ pin: ['invalid'] });
  expect(await errors(8041)).toEqual({ pin: ['required'] });
  expect(['8041', '5927', '80412', '917346'].map(isCommonPin)).toEqual([false, false, false, false]);
});

test('D-7 of thirty wrong PINs at once five are verified, then the PIN is locked for 15 minutes', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  await setPin(server, 'root');
  const verifications = countVerifications(server);

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => pinResult(addBalance(server, 'sara', `900${index}`))),
  );

  expect(verifications()).toBe(5);
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(25);
  const locked = await addBalance(server, 'sara', pin);
  expect(locked.body.details).toEqual({ reason: 'locked', retry_after: 900 });
  expect(locked.headers.get('retry-after')).toBe('900');
  expect(await pinResult(addBalance(server, 'root', pin))).toBe('right');
  server.clock.advance(15 * 60_000 - 1_000);
  expect(await pinResult(addBalance(server, 'sara', pin))).toBe('locked');
  server.clock.advance(1_000);
  expect(await pinResult(addBalance(server, 'sara', pin))).toBe('right');
});

test('D-7 ten wrong PINs disable the PIN until it is set again with the password', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  const verifications = countVerifications(server);

  for (let attempt = 0; attempt < 7; attempt += 1) await addBalance(server, 'sara', '9001');
  server.clock.advance(15 * 60_000);
  const second = await Promise.all(Array.from({ length: 8 }, () => pinResult(addBalance(server, 'sara', '9001'))));
  server.clock.advance(365 * 86_400_000);

  expect(verifications()).toBe(10);
  expect(second.filter((answer) => answer === 'disabled')).toHaveLength(3);
  const token = await server.signIn('sara');
  const sara = server.withToken(token);
  const path = `/api/users/${server.users.amina.id}/balance/add`;
  const attempt = () => sara.post(path, { amount: 1, pin }, { 'Idempotency-Key': randomUUID() });
  expect(await pinResult(attempt())).toBe('disabled');
  expect((await sara.post('/api/auth/pin', { password, pin })).status).toBe(200);
  expect(await pinResult(attempt())).toBe('right');
});

test('D-7 a right PIN resets the count of wrong ones', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');

  for (let round = 0; round < 4; round += 1) {
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await pinResult(addBalance(server, 'sara', '9001'))).toBe('wrong');
    expect(await pinResult(addBalance(server, 'sara', pin))).toBe('right');
  }
});

test('right PINs in requests at the same time do not lock the PIN', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  const { hasher } = server.services;
  // Slow enough that all requests arrive before the first PIN is verified.
  server.services.hasher = { ...hasher, verify: (...secrets) => setTimeout(200).then(() => hasher.verify(...secrets)) };

  const answers = await Promise.all(Array.from({ length: 8 }, () => pinResult(addBalance(server, 'sara', pin))));

  expect(new Set(answers)).toEqual(new Set(['right']));
});

test('D-7 a locked PIN stays locked after a restart and on another server node', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  for (let attempt = 0; attempt < 5; attempt += 1) await addBalance(server, 'sara', '9001');

  const restarted = await openServices(server.settings, {
    now: () => server.clock.now,
    hasher: server.services.hasher,
  });
  const app = await createApp(restarted.services, { pages: join(server.settings.dataDir, 'no-pages') });
  onTestFinished(async () => {
    await app.close();
    await restarted.close();
  });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/users/${server.users.amina.id}/balance/add`,
    headers: { authorization: `Bearer ${await server.signIn('sara')}`, 'idempotency-key': randomUUID() },
    payload: { amount: 1, pin },
  });

  expect(answer.json()).toMatchObject({ code: 'INVALID_PIN', details: { reason: 'locked' } });
});

test('guesses of the password in order to set a PIN are throttled', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  const verifications = countVerifications(server);

  const answers = await Promise.all(Array.from({ length: 12 }, () => setPin(server, 'sara', { password: 'a guess' })));

  expect(verifications()).toBe(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('OF-17 the PIN is in no log, no audit entry, no outcome and no answer', async () => {
  const server = await startTestServer();
  const secret = '7305926184';
  await setPin(server, 'sara', { pin: secret });
  const answers = [await addBalance(server, 'sara', secret), await addBalance(server, 'sara', `${secret}1`)];
  answers.push(await server.as('sara').get(`/api/users/${server.users.sara.id}/history`));
  answers.push(await server.guest.get('/metrics'));

  const { db } = server.services;
  const kept = JSON.stringify([
    server.errors,
    answers.map(({ body }) => body),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('outcomes').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('ledger').selectAll().execute(),
    await db.selectFrom('throttles').selectAll().execute(),
  ]);

  expect(kept).not.toContain(secret);
  const history = (await server.as('sara').get(`/api/users/${server.users.sara.id}/history`)).body.history;
  expect(history.map(({ action }: { action: string }) => action)).toEqual(['pin.set']);
});

test('the lock of a PIN is in the admin’s history', async () => {
  const server = await startTestServer();
  await setPin(server, 'sara');
  for (let attempt = 0; attempt < 5; attempt += 1) await addBalance(server, 'sara', '9001');

  const { history } = (await server.as('root').get(`/api/users/${server.users.sara.id}/history`)).body;

  expect(history.map(({ action }: { action: string }) => action)).toEqual(['pin.locked', 'pin.set']);
});
