import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Mutation } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation, replyMutation, statusMutation } from '../support/device.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));
const notificationsOf = async (who: TestUserName) => {
  const phone = device(who);
  await phone.catchUp();
  return phone.keys('notifications').map(
    (key) =>
      phone.row('notifications', key) as {
        id: string;
        kind: string;
        about: object;
        read_at: string | null;
        created_at: string;
      },
  );
};
const markReadMutation = (...ids: string[]): Mutation => ({
  id: randomUUID(),
  kind: 'notification.read',
  v: 1,
  lane: 'notifications',
  args: { ids },
});

test('S2C-11 a customer’s ticket and reply notify every active admin', async () => {
  await server.services.db.updateTable('users').set({ is_active: 0 }).where('id', '=', server.users.root.id).execute();
  const ticket = uuidv7();

  await device('amina').exchange([openTicketMutation(ticket)]);
  server.clock.advance(1_000);
  await device('amina').exchange([replyMutation({ ticket })]);

  const notifications = await notificationsOf('sara');
  expect(notifications.map(({ kind, about }) => ({ kind, about }))).toEqual([
    { kind: 'ticket.response', about: { ticket_id: ticket, subject: 'Where is it?', by: 'Amina' } },
    { kind: 'ticket.opened', about: { ticket_id: ticket, subject: 'Where is it?', by: 'Amina' } },
  ]);
  expect(await notificationsOf('amina')).toEqual([]);
  const inactive = server.services.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', server.users.root.id);
  expect(await inactive.execute()).toEqual([]);
});

test('S2C-11 an admin’s reply and status notify only the owner, without the admin’s name', async () => {
  const ticket = uuidv7();
  await device('amina').exchange([openTicketMutation(ticket)]);

  await device('sara').exchange([replyMutation({ ticket })]);
  server.clock.advance(1_000);
  await device('sara').exchange([statusMutation(ticket, 'in_progress', 'resolved')]);

  const notifications = await notificationsOf('amina');
  expect(notifications.map(({ kind, about, read_at }) => ({ kind, about, read_at }))).toEqual([
    { kind: 'ticket.status', about: { ticket_id: ticket, subject: 'Where is it?', status: 'resolved' }, read_at: null },
    { kind: 'ticket.response', about: { ticket_id: ticket, subject: 'Where is it?' }, read_at: null },
  ]);
  expect((await notificationsOf('root')).map(({ kind }) => kind)).toEqual(['ticket.opened']);
  expect(await notificationsOf('karim')).toEqual([]);
});

test('S2C-11 a notification that a device marks as read is read on all devices of its user; no other user can mark it', async () => {
  const ticket = uuidv7();
  await device('amina').exchange([openTicketMutation(ticket)]);
  const [phone, tablet] = [device('sara'), device('sara')];
  for (const one of [phone, tablet]) await one.catchUp();
  const [id] = phone.keys('notifications');
  server.clock.advance(1_000);

  const byKarim = await device('karim').exchange([markReadMutation(id!)]);
  const answer = await phone.exchange([markReadMutation(id!, uuidv7())]);
  const again = await phone.exchange([markReadMutation(id!)]);
  await tablet.catchUp();

  expect(byKarim.results[0]).toMatchObject({ status: 200, rows: [] });
  expect(answer.results[0]).toMatchObject({ status: 200, rows: [{ entity: 'notifications', key: id, rev: 2 }] });
  expect(again.results[0]).toMatchObject({ status: 200, rows: [] });
  expect(tablet.row('notifications', id!)).toMatchObject({ read_at: new Date(server.clock.now).toISOString(), rev: 2 });
  expect((await server.as('sara').get('/api/app/initial')).body.count.notifications).toBe(0);
  expect((await server.as('root').get('/api/app/initial')).body.count.notifications).toBe(1);
});
