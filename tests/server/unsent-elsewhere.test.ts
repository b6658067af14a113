import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { heldLanesMax } from '../../src/contract/sync-limits.ts';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation, statusMutation, type TestDevice } from '../support/device.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

/** A device with a new session. */
const newDevice = async (who: TestUserName): Promise<TestDevice> =>
  createDevice(server.withToken(await server.signIn(who)));
const report = async (device: TestDevice, held: string[] | undefined, more = {}) =>
  (await device.postSync({ held, ...more })).body;
/** Reports no unsent change; returns the reports of other devices. */
const unsentElsewhere = async (device: TestDevice) =>
  (await report(device, [])).elsewhere.map(({ lane, own, by }: Record<string, unknown>) => ({ lane, own, by }));

test('other devices of a user show which records have unsent changes on a phone, until they are sent', async () => {
  const [phone, laptop] = [await newDevice('amina'), await newDevice('amina')];
  const ticket = uuidv7();

  const answer = await report(phone, [ticket]);

  expect(answer.elsewhere).toEqual([]);
  expect(await unsentElsewhere(laptop)).toEqual([{ lane: ticket, own: true, by: 'Amina' }]);
  await report(phone, []);
  expect(await unsentElsewhere(laptop)).toEqual([]);
});

test('an admin learns of other admins’ unsent changes, a customer only of their own ones', async () => {
  const [phone, adminDevice, customer] = [await newDevice('sara'), await newDevice('root'), await newDevice('amina')];
  const ticket = uuidv7();
  await report(phone, [ticket]);
  await report(customer, [randomUUID()]);

  expect(await unsentElsewhere(adminDevice)).toEqual([{ lane: ticket, own: false, by: 'Sara' }]);
  expect(await unsentElsewhere(await newDevice('karim'))).toEqual([]);
  expect(await unsentElsewhere(await newDevice('sara'))).toEqual([{ lane: ticket, own: true, by: 'Sara' }]);
});

test('a change that the pass sends and the server accepts is not listed; a refused one is', async () => {
  const [phone, laptop] = [await newDevice('amina'), await newDevice('amina')];
  const [accepted, refused] = [uuidv7(), uuidv7()];

  await report(phone, [], { mutations: [openTicketMutation(accepted), statusMutation(refused, 'new', 'closed')] });

  expect((await unsentElsewhere(laptop)).map(({ lane }: { lane: string }) => lane)).toEqual([refused]);
});

test('a device that has not synced for a day or has signed out is not listed', async () => {
  const [phone, lost, laptop] = [await newDevice('amina'), await newDevice('amina'), await newDevice('amina')];
  await report(phone, ['order:7']);
  server.clock.advance(86_400_001);
  await report(lost, ['order:8']);

  expect((await unsentElsewhere(laptop)).map(({ lane }: { lane: string }) => lane)).toEqual(['order:8']);
  await cleanUp(server.services.db, server.clock.now);
  expect(await server.services.db.selectFrom('unsent').select('lane').execute()).toEqual([{ lane: 'order:8' }]);
  await server.services.db.updateTable('sessions').set({ revoked_at: server.clock.now }).execute();
  expect(await unsentElsewhere(await newDevice('amina'))).toEqual([]);
});

test('a device of an earlier version sends no report and receives those of others', async () => {
  const [phone, old] = [await newDevice('amina'), await newDevice('amina')];
  await report(phone, ['order:7']);

  expect((await report(old, undefined)).elsewhere).toMatchObject([{ lane: 'order:7' }]);
  expect(await server.services.db.selectFrom('unsent').select('lane').execute()).toHaveLength(1);
});

test('a report is refused if it has too many records, or a record name that is too long or has a NUL', async () => {
  const phone = await newDevice('amina');

  expectRefused(
    await phone.postSync({ held: Array.from({ length: heldLanesMax + 1 }, (_, at) => `order:${at}`) }),
    422,
    'INVALID_FIELDS',
  );
  expectRefused(await phone.postSync({ held: ['a\0b'] }), 422, 'INVALID_FIELDS');
  expectRefused(await phone.postSync({ held: ['x'.repeat(101)] }), 422, 'INVALID_FIELDS');
  expect((await phone.postSync({ held: ['order:7', 'order:7'] })).status).toBe(200);
});

test('a report that repeats the last one writes nothing', async () => {
  const phone = await newDevice('amina');
  await report(phone, ['order:7']);
  const at = server.clock.now;
  server.clock.advance(60_000);

  await report(phone, ['order:7']);

  const [row] = await server.services.db.selectFrom('unsent').select('seen_at').execute();
  expect(row!.seen_at).toBe(at);
});
