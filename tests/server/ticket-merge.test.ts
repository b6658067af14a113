import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, mutationOf, openTicketMutation, replyMutation, statusMutation } from '../support/device.ts';
import { startTestServer, takeMail, type TestServer, type TestUserName } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));
const openTicket = async (content: string, who: TestUserName = 'amina') => {
  const id = uuidv7();
  await device(who).exchange([openTicketMutation(id, { content })]);
  server.clock.now += 1_000;
  return id;
};
const send = async (who: TestUserName, ...mutations: Parameters<ReturnType<typeof device>['exchange']>[0] & object) => {
  const { results } = await device(who).exchange(mutations);
  server.clock.now += 1_000;
  return results;
};
const merge = (ticket_id: string, into_id: string) => mutationOf('ticket.merge', ticket_id, { ticket_id, into_id });
const unmerge = (ticket_id: string) => mutationOf('ticket.unmerge', ticket_id, { ticket_id });
const reply = (ticket: string, content: string) => replyMutation({ ticket, content });
const read = async (who: TestUserName, id: string) => (await server.as(who).get(`/api/tickets/${id}`)).body;
const textsIn = async (who: TestUserName, id: string): Promise<string[]> =>
  (await read(who, id)).responses.map(({ content }: { content: string }) => content);

test('S2R-06 a merged ticket is closed and refers to the other one, which shows the responses of both by time', async () => {
  const [first, second] = [await openTicket('One'), await openTicket('Two')];
  await send('amina', reply(first, 'More on one'));
  await send('sara', reply(second, 'Answer to two'));
  await send('amina', reply(first, 'Even more on one'));

  const [result] = await send('root', merge(first, second));

  expect(result!.status).toBe(200);
  expect(await read('amina', first)).toMatchObject({ status: 'closed', merged_into_id: second });
  for (const who of ['amina', 'sara'] as const) {
    expect(await textsIn(who, second)).toEqual(['More on one', 'Answer to two', 'Even more on one']);
    expect((await read(who, second)).merged).toMatchObject([{ id: first, content: 'One' }]);
  }
  expect(await textsIn('sara', first)).toEqual(['More on one', 'Even more on one']);
});

test('S2R-06 the end of a merge restores the status, also after a reply to the merged ticket', async () => {
  const [first, second] = [await openTicket('One'), await openTicket('Two')];
  await send('sara', statusMutation(first, 'new', 'pending'), merge(first, second));

  await send('root', unmerge(first));
  expect(await read('sara', first)).toMatchObject({ status: 'pending' });
  expect(await read('sara', first)).not.toHaveProperty('merged_into_id');
  expect(await textsIn('sara', second)).toEqual([]);

  await send('sara', statusMutation(first, 'pending', 'resolved'), merge(first, second));
  await send('amina', reply(first, 'Still broken'));
  await send('root', unmerge(first), unmerge(first));
  expect(await read('sara', first)).toMatchObject({ status: 'open', responses_count: 1, last_response_by: 'user' });
});

test('S2R-06 a reply to a merged ticket that was waiting on a device is not lost: the other ticket shows it, opens and waits for support', async () => {
  const [first, second] = [await openTicket('One'), await openTicket('Two')];
  await send('sara', reply(second, 'Done'), statusMutation(second, 'in_progress', 'resolved'), merge(first, second));
  const snoozed = { ticket_id: second, from: null, to: new Date(server.clock.now + 3_600_000).toISOString() };
  await send('sara', mutationOf('ticket.snooze', second, snoozed));
  await takeMail(server);

  const [result] = await send('amina', reply(first, 'I wrote this offline'));

  expect(result!.status).toBe(200);
  expect(result!.rows.map(({ key }) => key)).toEqual(expect.arrayContaining([first, second]));
  expect(await textsIn('sara', second)).toEqual(['Done', 'I wrote this offline']);
  const after = await read('sara', second);
  expect(after).toMatchObject({ status: 'open', last_response_by: 'user', responses_count: 1 });
  expect(after).not.toHaveProperty('snoozed_until');
  expect(await read('sara', first)).toMatchObject({ status: 'closed', responses_count: 1 });
  await send('sara', reply(first, 'An answer to the merged one'));
  const [mail] = await takeMail(server);
  expect(JSON.stringify(mail)).toContain(String(after.number));
});

test('S2R-06 only two unmerged tickets of one customer are merged, by support; a merged ticket keeps its status', async () => {
  const [first, second, third] = [await openTicket('One'), await openTicket('Two'), await openTicket('Three')];
  const foreign = await openTicket('Other', 'karim');
  await send('sara', merge(first, second));
  const refusedOf = async (who: TestUserName, mutation: ReturnType<typeof merge>) => {
    const [{ status, errors, code } = { status: 0, code: '' }] = await send(who, mutation);
    return [status, errors ?? code];
  };

  expect(await refusedOf('root', merge(first, foreign))).toEqual([422, { into_id: ['invalid'] }]);
  expect(await refusedOf('root', merge(second, second))).toEqual([422, { into_id: ['invalid'] }]);
  expect(await refusedOf('root', merge(first, third))).toEqual([422, { ticket_id: ['merged'] }]);
  expect(await refusedOf('root', merge(second, first))).toEqual([422, { into_id: ['merged'] }]);
  expect(await refusedOf('root', merge(third, uuidv7()))).toEqual([404, 'NOT_FOUND']);
  expect(await refusedOf('amina', merge(second, third))).toEqual([403, 'FORBIDDEN']);
  expect(await refusedOf('amina', unmerge(first))).toEqual([403, 'FORBIDDEN']);
  expect(await refusedOf('root', statusMutation(first, 'closed', 'open'))).toEqual([422, { status: ['merged'] }]);
  expect(await refusedOf('root', merge(first, second))).toEqual([200, 'SUCCESS']);
});

test('S2R-06 tickets that are merged into a merged one go with it, and come back with it', async () => {
  const [first, second, third] = [await openTicket('One'), await openTicket('Two'), await openTicket('Three')];
  await send('amina', reply(first, 'On one'));
  await send('amina', reply(second, 'On two'));
  await send('sara', reply(second, 'Done'), statusMutation(second, 'in_progress', 'resolved'));
  const snoozed = { ticket_id: second, from: null, to: new Date(server.clock.now + 3_600_000).toISOString() };
  await send('sara', mutationOf('ticket.snooze', second, snoozed), merge(first, second), merge(second, third));

  expect(await textsIn('amina', third)).toEqual(['On one', 'On two', 'Done']);
  await send('amina', reply(first, 'Late'));
  expect(await read('sara', third)).toMatchObject({
    last_response_by: 'user',
    merged: [{ id: second }, { id: first }],
  });
  await send('sara', unmerge(second));
  expect(await textsIn('amina', third)).toEqual([]);
  expect(await textsIn('amina', second)).toEqual(['On one', 'On two', 'Done', 'Late']);
  const after = await read('sara', second);
  expect(after).toMatchObject({ status: 'open', last_response_by: 'user', responses_count: 2 });
  expect(after).not.toHaveProperty('snoozed_until');
});

test('S2R-06 S2R-03 a customer does not get the notes of a merged ticket; their device gets both tickets', async () => {
  const [first, second] = [await openTicket('One'), await openTicket('Two')];
  const note = { id: uuidv7(), ticket_id: first, content: 'Suspected chargeback' };
  await send('sara', mutationOf('ticket.note', first, note), merge(first, second));
  const phone = device('amina');
  const answers = await phone.catchUp();

  expect(JSON.stringify([answers, await read('amina', second)])).not.toContain('chargeback');
  expect(phone.row('tickets', first)).toMatchObject({ merged_into_id: second, status: 'closed' });
  expect(await textsIn('sara', second)).toEqual(['Suspected chargeback']);
});
