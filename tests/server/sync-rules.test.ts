import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { deviceOf, opening, replying, setting } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));
const statuses = (answer: { results: { status: number }[] }) => answer.results.map(({ status }) => status);

test('OF-12 a status that somebody else has changed is a conflict with what it is now', async () => {
  const [phone, desk] = [device('amina'), device('sara')];
  const ticket = uuidv7();
  await phone.exchange([opening(ticket)]);
  await world.as('root').post(`/api/tickets/${ticket}`, { status: 'closed' });

  const late = await desk.exchange([setting(ticket, 'new', 'resolved')]);
  const same = await desk.exchange([setting(ticket, 'new', 'closed')]);
  const anyway = await desk.exchange([setting(ticket, 'closed', 'resolved')]);

  expect(late.results[0]).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    details: { current: 'closed', by: 'Root', at: new Date(world.clock.now).toISOString() },
  });
  expect(statuses(same)).toEqual([200]);
  expect(statuses(anyway)).toEqual([200]);
  expect(desk.row('tickets', ticket)).toMatchObject({ status: 'resolved' });
});

test('S6-07 a customer’s device may not do what only admins may, and learns nothing of others', async () => {
  const [phone, other] = [device('amina'), device('karim')];
  const [mine, theirs] = [uuidv7(), uuidv7()];
  await phone.exchange([opening(mine)]);
  await other.exchange([opening(theirs)]);

  const { results } = await phone.exchange([
    setting(mine, 'new', 'closed'),
    setting(theirs, 'new', 'closed'),
    replying({ ticket: theirs }),
    replying({ ticket: uuidv7() }),
    opening(theirs),
  ]);
  const byAdmin = await device('sara').exchange([opening()]);

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

test('D-10 a reply to a deleted ticket is told as gone', async () => {
  const phone = device('amina');
  const ticket = uuidv7();
  await phone.exchange([opening(ticket)]);
  await world.means.db.updateTable('tickets').set({ deleted_at: 1 }).where('id', '=', ticket).execute();

  const answer = await phone.exchange([replying({ ticket })]);

  expect(answer.results[0]).toMatchObject({ status: 410, code: 'GONE' });
});
