import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { deviceOf, opening } from '../support/device.ts';
import { credit } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));

interface TicketWish {
  status: string;
  responses?: number;
}

/** Puts many tickets of one person into the database, oldest first; returns their ids. */
async function putTickets(who: Name, wishes: TicketWish[]): Promise<string[]> {
  const { id: user_id, name: user_name, email: user_email } = world.people[who];
  const rows = wishes.map(({ status, responses = 0 }, index) => ({
    id: uuidv7(),
    number: 2_000 + index,
    user_id,
    user_name,
    user_email,
    subject: `Ticket ${index}`,
    content: 'x',
    type: 'general',
    priority: 'medium',
    status,
    responses_count: responses,
    search_text: '',
    created_at: world.clock.now,
    updated_at: world.clock.now,
  }));
  await inParts(rows, (part) => world.means.db.insertInto('tickets').values(part).execute());
  const responses = rows.flatMap(({ id, responses_count }) =>
    Array.from({ length: responses_count }, (_, index) => ({
      id: uuidv7(),
      ticket_id: id,
      user_id,
      type: 'user',
      author_name: user_name,
      content: `${index}`,
      created_at: world.clock.now + index,
    })),
  );
  await inParts(responses, (part) => world.means.db.insertInto('responses').values(part).execute());
  return rows.map(({ id }) => id);
}

async function putOrders(who: Name, count: number): Promise<void> {
  const { id: user_id, name: user_name } = world.people[who];
  const money = { total_cents: 100, cost_cents: 10 };
  const times = { created_at: world.clock.now, updated_at: world.clock.now };
  const rows = Array.from({ length: count }, () => ({
    user_id,
    user_name,
    key: randomUUID(),
    status: 'completed',
    search_text: '',
    ...money,
    ...times,
  }));
  await inParts(rows, (part) => world.means.db.insertInto('orders').values(part).execute());
}

async function inParts<T>(rows: T[], put: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) await put(rows.slice(start, start + 500));
}

test('OF-15 a customer’s device starts with every open ticket and the newest 200, with all their responses', async () => {
  const wishes = Array.from({ length: 260 }, (_, index) => ({
    status: index < 50 && index % 5 === 0 ? 'pending' : index % 2 ? 'closed' : 'resolved',
    responses: index % 4,
  }));
  const ids = await putTickets('amina', wishes);
  await putTickets('karim', []);
  const phone = device('amina');

  const answers = await phone.catchUp();

  const expected = ids.filter((_, index) => index >= 60 || wishes[index]!.status === 'pending');
  expect(phone.keys('tickets').toSorted()).toEqual(expected.toSorted());
  expect(phone.keys('responses')).toHaveLength(
    expected.reduce((sum, id) => sum + wishes[ids.indexOf(id)]!.responses, 0),
  );
  expect(answers[0]!.total).toBe(phone.rows.size);
  const order = answers.flatMap(({ older }) =>
    older.filter(({ entity }) => entity === 'tickets').map(({ key }) => key),
  );
  expect(order).toEqual(expected.toReversed());
});

test('OF-15 an admin’s device starts with the newest 5,000 tickets and every older one that is open', async () => {
  const wishes = Array.from({ length: 5_100 }, (_, index) => ({ status: index < 20 ? 'open' : 'closed' }));
  const ids = await putTickets('amina', wishes);
  const desk = device('sara');

  const answers = await desk.catchUp();

  expect(desk.keys('tickets')).toHaveLength(5_020);
  expect(desk.row('tickets', ids[50]!)).toBeUndefined();
  expect(desk.row('tickets', ids[5]!)).toMatchObject({ status: 'open' });
  expect(answers.length).toBeGreaterThan(10);
  expect(Math.max(...answers.map(({ older }) => older.length))).toBeLessThanOrEqual(500);
});

test('OF-15 orders, ledger and notifications have their windows too', async () => {
  await putOrders('amina', 620);
  for (let count = 0; count < 210; count += 1) await credit(world.means, world.people.amina, 1);
  await putOrders('karim', 30);
  const [phone, desk] = [device('amina'), device('sara')];

  const [first] = await phone.catchUp();
  const [atDesk] = await desk.catchUp();

  expect(phone.keys('orders')).toHaveLength(500);
  expect(phone.keys('ledger')).toHaveLength(200);
  expect(first!.total).toBe(phone.rows.size);
  expect(desk.keys('orders')).toHaveLength(650);
  expect(atDesk!.total).toBe(desk.rows.size);
});

test('OF-15 a first load goes on where it stopped, and changes in between are not lost', async () => {
  const ids = await putTickets(
    'amina',
    Array.from({ length: 700 }, () => ({ status: 'open' })),
  );
  const phone = device('amina');
  const first = await phone.exchange();
  const [early, late] = [ids.at(-1)!, ids[0]!];
  const here = [phone.row('tickets', early), phone.row('tickets', late)];

  for (const id of [early, late]) await world.as('sara').post(`/api/tickets/${id}`, { status: 'closed' });
  const second = await phone.exchange([opening()]);
  await phone.catchUp();

  expect(first).toMatchObject({ reset: false, more: true, total: 701 });
  expect([here[0] !== undefined, here[1] !== undefined]).toEqual([true, false]);
  expect(second.changes.length).toBeGreaterThan(0);
  expect(phone.keys('tickets')).toHaveLength(701);
  for (const id of [early, late]) expect(phone.row('tickets', id)).toMatchObject({ status: 'closed' });
});

test('OF-15 more than a page of changes comes in several answers', async () => {
  const phone = device('amina');
  await phone.catchUp();
  await putOrders('amina', 1_100);
  const orders = await world.means.db.selectFrom('orders').select('id').execute();
  const scope = `u:${world.people.amina.id}`;
  const rows = orders.map(({ id }) => ({ scope, entity: 'orders', key: String(id), rev: 1, deleted: 0 }));
  await inParts(rows, (part) => world.means.db.insertInto('feed_inbox').values(part).execute());

  const answers = await phone.catchUp();

  expect(answers.map(({ changes, more }) => [changes.length, more])).toEqual([
    [500, true],
    [500, true],
    [100, false],
  ]);
  expect(phone.keys('orders')).toHaveLength(1_100);
});
