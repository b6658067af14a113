import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, openTicketMutation } from '../support/device.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
let ticket: string;
beforeEach(async () => {
  server = await startTestServer();
  ticket = uuidv7();
  await createDevice(server.as('amina')).exchange([openTicketMutation(ticket)]);
  return () => server.close();
});

type Device = ReturnType<TestServer['withToken']>;
const newDevice = async (who: TestUserName): Promise<Device> => server.withToken(await server.signIn(who));
const report = (device: Device, state: string, id = ticket) => device.post(`/api/tickets/${id}/presence`, { state });
const others = async (device: Device, state = 'viewing') =>
  (await report(device, state)).body.others.map(({ name, state: does }: Record<string, string>) => `${name} ${does}`);
const rows = () => server.services.db.selectFrom('presence').selectAll().execute();

test('S2R-08 two users at a ticket see each other, who writes, and when one leaves; a user does not see the own devices', async () => {
  const [sara, root, phone] = [await newDevice('sara'), await newDevice('root'), await newDevice('sara')];
  expect(await others(sara)).toEqual([]);
  expect(await others(root)).toEqual(['Sara viewing']);
  expect(await others(sara, 'writing')).toEqual(['Root viewing']);
  // One device views, the other one writes: the user writes.
  expect(await others(phone)).toEqual(['Root viewing']);
  expect(await others(root)).toEqual(['Sara writing']);

  await report(sara, 'left');
  expect(await others(root)).toEqual(['Sara viewing']);
  await report(phone, 'left');
  expect(await others(root)).toEqual([]);
  expect(await rows()).toHaveLength(1);
});

test('S2R-08 a device that no longer reports is not present after 45 s; the time of a state is when it began', async () => {
  const [sara, root] = [await newDevice('sara'), await newDevice('root')];
  const start = new Date(server.clock.now).toISOString();
  await report(sara, 'viewing');
  server.clock.advance(20_000);
  await report(sara, 'viewing');
  expect((await report(root, 'viewing')).body.others).toEqual([
    { user_id: server.users.sara.id, name: 'Sara', state: 'viewing', since: start },
  ]);

  server.clock.advance(45_000);
  expect(await others(root)).toEqual([]);
  server.clock.advance(3_600_001);
  await cleanUp(server.services.db, server.clock.now);
  expect(await rows()).toEqual([]);
});

test('S2R-08 customers neither report nor see who is at a ticket, nor does a device that has signed out stay there', async () => {
  const [sara, root] = [await newDevice('sara'), await newDevice('root')];
  await report(sara, 'writing');
  expectRefused(await report(await newDevice('amina'), 'viewing'), 403, 'FORBIDDEN');
  expectRefused(await report(root, 'viewing', randomUUID()), 404, 'NOT_FOUND');
  expect((await report(root, 'sleeping')).body.errors).toEqual({ state: ['invalid'] });

  await sara.post('/api/auth/logout');

  expect(await others(root)).toEqual([]);
});
