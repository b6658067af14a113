import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation, replyMutation, statusMutation } from '../support/device.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));
const statuses = (answer: { results: { status: number }[] }) => answer.results.map(({ status }) => status);

test('OF-12 a change that is based on an old status is a conflict, answered with the current status', async () => {
  const [phone, adminDevice] = [device('amina'), device('sara')];
  const ticket = uuidv7();
  await phone.exchange([openTicketMutation(ticket)]);
  await server.as('root').post(`/api/tickets/${ticket}`, { status: 'closed' });

  const late = await adminDevice.exchange([statusMutation(ticket, 'new', 'resolved')]);
  const same = await adminDevice.exchange([statusMutation(ticket, 'new', 'closed')]);
  const anyway = await adminDevice.exchange([statusMutation(ticket, 'closed', 'resolved')]);

  expect(late.results[0]).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    details: { current: 'closed', by: 'Root', at: new Date(server.clock.now).toISOString() },
  });
  expect(statuses(same)).toEqual([200]);
  expect(statuses(anyway)).toEqual([200]);
  expect(adminDevice.row('tickets', ticket)).toMatchObject({ status: 'resolved' });
});

test('S6-07 a customer’s device gets no data of others and no action of admins; admins open no ticket', async () => {
  const [phone, other] = [device('amina'), device('karim')];
  const [mine, theirs] = [uuidv7(), uuidv7()];
  await phone.exchange([openTicketMutation(mine)]);
  await other.exchange([openTicketMutation(theirs)]);

  const { results } = await phone.exchange([
    statusMutation(mine, 'new', 'closed'),
    statusMutation(theirs, 'new', 'closed'),
    replyMutation({ ticket: theirs }),
    replyMutation({ ticket: uuidv7() }),
    openTicketMutation(theirs),
  ]);
  const byAdmin = await device('sara').exchange([openTicketMutation()]);

  expect(results.map(({ status, code }) => [status, code])).toEqual([
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
    [422, 'INVALID_FIELDS'],
  ]);
  for (const result of results) expect(result.rows).toEqual([]);
  expect(byAdmin.results[0]).toMatchObject({ status: 403 });
});

test('D-10 a reply to a deleted ticket is answered with GONE', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  await phone.exchange([openTicketMutation(ticket)]);
  await server.services.db.updateTable('tickets').set({ deleted_at: 1 }).where('id', '=', ticket).execute();

  const answer = await phone.exchange([replyMutation({ ticket })]);

  expect(answer.results[0]).toMatchObject({ status: 410, code: 'GONE' });
});
