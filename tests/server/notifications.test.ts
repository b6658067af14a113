import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Mutation } from '../../src/contract/sync.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { deviceOf, opening, replying, setting } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));
const bell = async (who: Name) => {
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
const marking = (...ids: string[]): Mutation => ({
  id: randomUUID(),
  kind: 'notification.read',
  v: 1,
  lane: 'notifications',
  args: { ids },
});

test('S2C-11 a customer’s ticket and reply are told to every active admin', async () => {
  await world.means.db.updateTable('users').set({ is_active: 0 }).where('id', '=', world.people.root.id).execute();
  const ticket = uuidv7();

  await device('amina').exchange([opening(ticket)]);
  world.clock.pass(1_000);
  await device('amina').exchange([replying({ ticket })]);

  const told = await bell('sara');
  expect(told.map(({ kind, about }) => ({ kind, about }))).toEqual([
    { kind: 'ticket.response', about: { ticket_id: ticket, subject: 'Where is it?', by: 'Amina' } },
    { kind: 'ticket.opened', about: { ticket_id: ticket, subject: 'Where is it?', by: 'Amina' } },
  ]);
  expect(await bell('amina')).toEqual([]);
  const inactive = world.means.db.selectFrom('notifications').select('id').where('user_id', '=', world.people.root.id);
  expect(await inactive.execute()).toEqual([]);
});

test('S2C-11 an admin’s reply and status are told to the owner alone, without a name', async () => {
  const ticket = uuidv7();
  await device('amina').exchange([opening(ticket)]);

  await device('sara').exchange([replying({ ticket })]);
  world.clock.pass(1_000);
  await device('sara').exchange([setting(ticket, 'in_progress', 'resolved')]);

  const told = await bell('amina');
  expect(told.map(({ kind, about, read_at }) => ({ kind, about, read_at }))).toEqual([
    { kind: 'ticket.status', about: { ticket_id: ticket, subject: 'Where is it?', status: 'resolved' }, read_at: null },
    { kind: 'ticket.response', about: { ticket_id: ticket, subject: 'Where is it?' }, read_at: null },
  ]);
  expect((await bell('root')).map(({ kind }) => kind)).toEqual(['ticket.opened']);
  expect(await bell('karim')).toEqual([]);
});

test('S2C-11 marking read works offline, on all devices, and only on the own ones', async () => {
  const ticket = uuidv7();
  await device('amina').exchange([opening(ticket)]);
  const [phone, tablet] = [device('sara'), device('sara')];
  for (const one of [phone, tablet]) await one.catchUp();
  const [id] = phone.keys('notifications');
  world.clock.pass(1_000);

  const foreign = await device('karim').exchange([marking(id!)]);
  const answer = await phone.exchange([marking(id!, uuidv7())]);
  const again = await phone.exchange([marking(id!)]);
  await tablet.catchUp();

  expect(foreign.results[0]).toMatchObject({ status: 200, rows: [] });
  expect(answer.results[0]).toMatchObject({ status: 200, rows: [{ entity: 'notifications', key: id, rev: 2 }] });
  expect(again.results[0]).toMatchObject({ status: 200, rows: [] });
  expect(tablet.row('notifications', id!)).toMatchObject({ read_at: new Date(world.clock.now).toISOString(), rev: 2 });
  expect((await world.as('sara').get('/api/app/initial')).body.count.notifications).toBe(0);
  expect((await world.as('root').get('/api/app/initial')).body.count.notifications).toBe(1);
});
