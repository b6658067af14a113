import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { heldMax } from '../../src/contract/sync-limits.ts';
import { cleanUp } from '../../src/server/platform/jobs.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, opening, setting, type TestDevice } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

/** A device with a session of its own. */
const another = async (who: Name): Promise<TestDevice> => deviceOf(world.withToken(await world.signIn(who)));
const reports = async (device: TestDevice, held: string[] | undefined, more = {}) =>
  (await device.ask({ held, ...more })).body;
const elsewhere = async (device: TestDevice) =>
  (await reports(device, [])).elsewhere.map(({ lane, own, by }: Record<string, unknown>) => ({ lane, own, by }));

test('other devices of a person learn which records a phone holds unsent changes of, until it holds them no more', async () => {
  const [phone, laptop] = [await another('amina'), await another('amina')];
  const ticket = uuidv7();

  const told = await reports(phone, [ticket]);

  expect(told.elsewhere).toEqual([]);
  expect(await elsewhere(laptop)).toEqual([{ lane: ticket, own: true, by: 'Amina' }]);
  await reports(phone, []);
  expect(await elsewhere(laptop)).toEqual([]);
});

test('an admin learns of other admins’ unsent changes, a customer only of the own ones', async () => {
  const [phone, desk, customer] = [await another('sara'), await another('root'), await another('amina')];
  const ticket = uuidv7();
  await reports(phone, [ticket]);
  await reports(customer, [randomUUID()]);

  expect(await elsewhere(desk)).toEqual([{ lane: ticket, own: false, by: 'Sara' }]);
  expect(await elsewhere(await another('karim'))).toEqual([]);
  expect(await elsewhere(await another('sara'))).toEqual([{ lane: ticket, own: true, by: 'Sara' }]);
});

test('what a pass brings and the server accepts is not held; what it refuses is', async () => {
  const [phone, laptop] = [await another('amina'), await another('amina')];
  const [accepted, refused] = [uuidv7(), uuidv7()];

  await reports(phone, [], { mutations: [opening(accepted), setting(refused, 'new', 'closed')] });

  expect((await elsewhere(laptop)).map(({ lane }: { lane: string }) => lane)).toEqual([refused]);
});

test('nothing is told of a device that has been silent for a day, and of one that was signed out', async () => {
  const [phone, lost, laptop] = [await another('amina'), await another('amina'), await another('amina')];
  await reports(phone, ['order:7']);
  world.clock.pass(86_400_001);
  await reports(lost, ['order:8']);

  expect((await elsewhere(laptop)).map(({ lane }: { lane: string }) => lane)).toEqual(['order:8']);
  await cleanUp(world.means.db, world.clock.now);
  expect(await world.means.db.selectFrom('unsent').select('lane').execute()).toEqual([{ lane: 'order:8' }]);
  await world.means.db.updateTable('sessions').set({ revoked_at: world.clock.now }).execute();
  expect(await elsewhere(await another('amina'))).toEqual([]);
});

test('a device of an earlier version says nothing, and is told', async () => {
  const [phone, old] = [await another('amina'), await another('amina')];
  await reports(phone, ['order:7']);

  expect((await reports(old, undefined)).elsewhere).toMatchObject([{ lane: 'order:7' }]);
  expect(await world.means.db.selectFrom('unsent').select('lane').execute()).toHaveLength(1);
});

test('too many records, and names no database can keep, are refused', async () => {
  const phone = await another('amina');

  expectRefused(
    await phone.ask({ held: Array.from({ length: heldMax + 1 }, (_, at) => `order:${at}`) }),
    422,
    'INVALID_FIELDS',
  );
  expectRefused(await phone.ask({ held: ['a\0b'] }), 422, 'INVALID_FIELDS');
  expectRefused(await phone.ask({ held: ['x'.repeat(101)] }), 422, 'INVALID_FIELDS');
  expect((await phone.ask({ held: ['order:7', 'order:7'] })).status).toBe(200);
});

test('a pass that changes nothing writes nothing', async () => {
  const phone = await another('amina');
  await reports(phone, ['order:7']);
  const at = world.clock.now;
  world.clock.pass(60_000);

  await reports(phone, ['order:7']);

  const [row] = await world.means.db.selectFrom('unsent').select('seen_at').execute();
  expect(row!.seen_at).toBe(at);
});
