import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, mutationOf, openTicketMutation, replyMutation } from '../support/device.ts';
import { startTestServer, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));
const openTicket = async () => {
  const id = uuidv7();
  await device('amina').exchange([openTicketMutation(id)]);
  server.clock.now += 1_000;
  return id;
};
const tagsMutation = (ticket_id: string, add: string[], remove: string[] = []) =>
  mutationOf('ticket.tags', ticket_id, { ticket_id, add, remove });
const snoozeMutation = (ticket_id: string, from: string | null, to: string | null) =>
  mutationOf('ticket.snooze', ticket_id, { ticket_id, from, to });
const send = async (who: TestUserName, ...mutations: Parameters<ReturnType<typeof device>['exchange']>[0] & object) =>
  (await device(who).exchange(mutations)).results;
const read = async (who: TestUserName, id: string) => (await server.as(who).get(`/api/tickets/${id}`)).body;
const list = async (who: TestUserName, query: string): Promise<string[]> =>
  (await server.as(who).get(`/api/tickets?${query}`)).body.data.map(({ id }: { id: string }) => id);
const later = (ms: number) => new Date(server.clock.now + ms).toISOString();
const hour = 3_600_000;

test('S2R-04 the tags that two admins change offline are merged, without regard to case', async () => {
  const id = await openTicket();
  await send('sara', tagsMutation(id, ['VIP', ' late ']));

  const [one] = await send('sara', tagsMutation(id, ['Refund'], ['late']));
  const [other] = await send('root', tagsMutation(id, ['vip', 'Urgent']));

  expect([one!.status, other!.status]).toEqual([200, 200]);
  expect((await read('root', id)).tags).toEqual(['Refund', 'Urgent', 'VIP']);
  await send('root', tagsMutation(id, [], ['REFUND', 'urgent', 'vip']));
  expect(await read('root', id)).not.toHaveProperty('tags');
});

test('S2R-04 a customer sees no tags, filters by none, sets none, and gets no change when they change', async () => {
  const id = await openTicket();
  const phone = device('amina');
  await phone.catchUp();

  await send('sara', tagsMutation(id, ['chargeback']));
  const refused = await phone.exchange([tagsMutation(id, ['mine'])]);
  const changes = await phone.catchUp();

  expect(refused.results[0]).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const seen = [changes, await read('amina', id), await device('amina').catchUp()];
  expect(JSON.stringify(seen)).not.toMatch(/chargeback|"tags"/);
  expect(changes.flatMap((answer) => answer.changes)).toEqual([]);
  expect(await list('amina', 'tag=nothing')).toEqual([id]);
});

test('S2R-04 an admin’s list is filtered by tags; a ticket has at most ten, without commas', async () => {
  const [first, second] = [await openTicket(), await openTicket()];
  const many = Array.from({ length: 10 }, (_, at) => `tag ${at}`);
  await send('sara', tagsMutation(first, ['Élite', '100%']), tagsMutation(second, many));

  const [full] = await send('root', tagsMutation(second, ['one more']));
  const [comma] = await send('root', tagsMutation(first, ['a,b']));
  const [long] = await send('root', tagsMutation(first, ['x'.repeat(31)]));

  expect(full).toMatchObject({ status: 422, errors: { tags: ['items-max:10'] } });
  expect([comma!.status, long!.status]).toEqual([422, 422]);
  expect(await list('sara', 'admin=true&tag=%C3%A9lite')).toEqual([first]);
  expect(await list('sara', 'admin=true&tag=100%25,tag%203')).toEqual([second, first]);
  expect(await list('sara', 'admin=true&tag=tag')).toEqual([]);
});

test('S2R-05 a snoozed ticket does not wait until its time has come', async () => {
  const id = await openTicket();
  const to = later(hour);

  await send('sara', snoozeMutation(id, null, to));

  expect((await read('root', id)).snoozed_until).toBe(to);
  expect(await list('root', 'admin=true&waiting=us')).toEqual([]);
  expect(await list('root', 'admin=true')).toEqual([id]);
  server.clock.now += hour;
  expect(await list('root', 'admin=true&waiting=us')).toEqual([id]);
});

test('S2R-05 a customer’s message ends the snoozing; an admin’s does not', async () => {
  const id = await openTicket();
  const to = later(hour);
  await send('sara', snoozeMutation(id, null, to));

  await send('sara', replyMutation({ ticket: id, content: 'We are looking into it.' }));
  expect((await read('root', id)).snoozed_until).toBe(to);
  await send('amina', replyMutation({ ticket: id, content: 'Thanks!' }));

  expect(await read('root', id)).not.toHaveProperty('snoozed_until');
  expect(await list('root', 'admin=true&waiting=us')).toEqual([id]);
});

test('S2R-05 OF-12 a snooze over one that its admin did not see is a conflict', async () => {
  const id = await openTicket();
  const [seen, to] = [later(hour), later(2 * hour)];
  await send('root', snoozeMutation(id, null, seen));

  const [conflict] = await send('sara', snoozeMutation(id, null, to));
  const [same] = await send('sara', snoozeMutation(id, null, seen));
  const [ended] = await send('sara', snoozeMutation(id, seen, null));

  expect(conflict).toMatchObject({ status: 409, details: { current: seen, by: 'Root' } });
  expect([same!.status, ended!.status]).toEqual([200, 200]);
  const [invalid] = await send('sara', snoozeMutation(id, null, 'tomorrow'));
  expect(invalid!.status).toBe(422);
});

test('S2R-05 a customer does not learn that a ticket is snoozed, and snoozes none', async () => {
  const id = await openTicket();
  const phone = device('amina');
  await phone.catchUp();
  const before = await read('amina', id);

  await send('sara', snoozeMutation(id, null, later(hour)));
  const [refused] = (await phone.exchange([snoozeMutation(id, null, later(hour))])).results;

  expect(refused!.status).toBe(403);
  expect({ ...(await read('amina', id)), rev: 0 }).toEqual({ ...before, rev: 0 });
  expect((await phone.catchUp()).flatMap(({ changes }) => changes)).toEqual([]);
  expect(await list('amina', 'waiting=us')).toEqual([id]);
});
