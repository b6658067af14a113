import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/server/app.ts';
import { openMeans } from '../../src/server/platform/means.ts';
import { isCommonPin } from '../../src/server/platform/secrets/common-pins.ts';
import { expectRefused } from '../support/client.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

const pin = '80412';
const password = 'kept-in-a-safe';

const setPin = (world: World, who: Name, body: object = {}) =>
  world.as(who).post('/api/auth/pin', { password, pin, ...body });

const add = (world: World, who: Name, tried: string) =>
  world
    .as(who)
    .post(
      `/api/users/${world.people.amina.id}/balance/add`,
      { amount: 1, pin: tried },
      { 'Idempotency-Key': randomUUID() },
    );

const reason = async (answer: ReturnType<typeof add>) => {
  const { status, body } = await answer;
  return status === 200 ? 'right' : body.code === 'INVALID_PIN' ? body.details.reason : body.code;
};

/** Counts how often a secret is looked at. */
function counting(world: World): () => number {
  let evaluated = 0;
  const { hasher } = world.means;
  world.means.hasher = { ...hasher, verify: (...words) => ((evaluated += 1), hasher.verify(...words)) };
  return () => evaluated;
}

test('C-13 an admin without a PIN is told so, sets one with the password, and uses it', async () => {
  const world = await openWorld();

  const none = await add(world, 'sara', pin);
  expectRefused(none, 400, 'INVALID_PIN');
  expect(none.body.details).toEqual({ reason: 'pin_not_set' });
  expect((await setPin(world, 'sara', { password: 'a guess' })).body.errors).toEqual({ password: ['invalid'] });
  expectRefused(await setPin(world, 'amina'), 403, 'FORBIDDEN');
  expect((await setPin(world, 'sara')).body).toEqual({ code: 'SUCCESS' });

  expect(await reason(add(world, 'sara', pin))).toBe('right');
  expect(await reason(add(world, 'root', pin))).toBe('pin_not_set');
});

test.each(['0000', '1111', '1234', '4321', '123456', '7890', '1212', '123123', '2580', '1998', '2024', '112233'])(
  'D-7 %s is refused: everybody tries it first',
  (common) => {
    expect(isCommonPin(common)).toBe(true);
  },
);

test('D-7 what is no PIN or a common one is refused, and a good one is not', async () => {
  const world = await openWorld();
  const errors = async (tried: unknown) => (await setPin(world, 'sara', { pin: tried })).body.errors;

  expect(await errors('1234')).toEqual({ pin: ['too_common'] });
  expect(await errors('123')).toEqual({ pin: ['min:4'] });
  expect(await errors('12a4')).toEqual({ pin: ['invalid'] });
  expect(await errors(8041)).toEqual({ pin: ['required'] });
  expect(['8041', '5927', '80412', '917346'].map(isCommonPin)).toEqual([false, false, false, false]);
});

test('D-7 of a burst of thirty wrong ones five are looked at, then it is locked for a quarter of an hour', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  await setPin(world, 'root');
  const evaluated = counting(world);

  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => reason(add(world, 'sara', `900${index}`))),
  );

  expect(evaluated()).toBe(5);
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5);
  expect(answers.filter((answer) => answer === 'locked')).toHaveLength(25);
  const locked = await add(world, 'sara', pin);
  expect(locked.body.details).toEqual({ reason: 'locked', retry_after: 900 });
  expect(locked.headers.get('retry-after')).toBe('900');
  expect(await reason(add(world, 'root', pin))).toBe('right');
  world.clock.pass(15 * 60_000 - 1_000);
  expect(await reason(add(world, 'sara', pin))).toBe('locked');
  world.clock.pass(1_000);
  expect(await reason(add(world, 'sara', pin))).toBe('right');
});

test('D-7 ten wrong ones disable the PIN until it is set with the password', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  const evaluated = counting(world);

  for (let time = 0; time < 7; time += 1) await add(world, 'sara', '9001');
  world.clock.pass(15 * 60_000);
  const second = await Promise.all(Array.from({ length: 8 }, () => reason(add(world, 'sara', '9001'))));
  world.clock.pass(365 * 86_400_000);

  expect(evaluated()).toBe(10);
  expect(second.filter((answer) => answer === 'disabled')).toHaveLength(3);
  const token = await world.signIn('sara');
  const sara = world.withToken(token);
  const path = `/api/users/${world.people.amina.id}/balance/add`;
  const tried = () => sara.post(path, { amount: 1, pin }, { 'Idempotency-Key': randomUUID() });
  expect(await reason(tried())).toBe('disabled');
  expect((await sara.post('/api/auth/pin', { password, pin })).status).toBe(200);
  expect(await reason(tried())).toBe('right');
});

test('D-7 being right forgets the wrong ones before', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');

  for (let round = 0; round < 4; round += 1) {
    for (let time = 0; time < 4; time += 1) expect(await reason(add(world, 'sara', '9001'))).toBe('wrong');
    expect(await reason(add(world, 'sara', pin))).toBe('right');
  }
});

test('right ones that come at once do not lock one another out', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  const { hasher } = world.means;
  // So slow that all have come before the first is found right.
  world.means.hasher = { ...hasher, verify: (...words) => setTimeout(200).then(() => hasher.verify(...words)) };

  const answers = await Promise.all(Array.from({ length: 8 }, () => reason(add(world, 'sara', pin))));

  expect(new Set(answers)).toEqual(new Set(['right']));
});

test('D-7 a lock outlives a restart, and holds on another server node', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  for (let time = 0; time < 5; time += 1) await add(world, 'sara', '9001');

  const restarted = await openMeans(world.settings, { now: () => world.clock.now, hasher: world.means.hasher });
  const app = await createApp(restarted.means, { pages: join(world.settings.dataDir, 'no-pages') });
  onTestFinished(async () => {
    await app.close();
    await restarted.close();
  });
  const answer = await app.inject({
    method: 'POST',
    url: `/api/users/${world.people.amina.id}/balance/add`,
    headers: { authorization: `Bearer ${await world.signIn('sara')}`, 'idempotency-key': randomUUID() },
    payload: { amount: 1, pin },
  });

  expect(answer.json()).toMatchObject({ code: 'INVALID_PIN', details: { reason: 'locked' } });
});

test('guessing the password to get at the PIN is slowed down', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  const evaluated = counting(world);

  const answers = await Promise.all(Array.from({ length: 12 }, () => setPin(world, 'sara', { password: 'a guess' })));

  expect(evaluated()).toBe(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('OF-17 the PIN is in no log, no audit entry, no outcome and no answer', async () => {
  const world = await openWorld();
  const secret = '7305926184';
  await setPin(world, 'sara', { pin: secret });
  const answers = [await add(world, 'sara', secret), await add(world, 'sara', `${secret}1`)];
  answers.push(await world.as('sara').get(`/api/users/${world.people.sara.id}/history`));
  answers.push(await world.guest.get('/metrics'));

  const { db } = world.means;
  const kept = JSON.stringify([
    world.errors,
    answers.map(({ body }) => body),
    await db.selectFrom('audit').selectAll().execute(),
    await db.selectFrom('outcomes').selectAll().execute(),
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('ledger').selectAll().execute(),
    await db.selectFrom('throttles').selectAll().execute(),
  ]);

  expect(kept).not.toContain(secret);
  const history = (await world.as('sara').get(`/api/users/${world.people.sara.id}/history`)).body.history;
  expect(history.map(({ action }: { action: string }) => action)).toEqual(['pin.set']);
});

test('a lock is in the log of the admin', async () => {
  const world = await openWorld();
  await setPin(world, 'sara');
  for (let time = 0; time < 5; time += 1) await add(world, 'sara', '9001');

  const { history } = (await world.as('root').get(`/api/users/${world.people.sara.id}/history`)).body;

  expect(history.map(({ action }: { action: string }) => action)).toEqual(['pin.locked', 'pin.set']);
});
