import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation } from '../support/device.ts';
import { credit } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));

interface TicketFields {
  status: string;
  responses?: number;
}

/** Inserts many tickets of one user, oldest first; returns their ids. */
async function putTickets(who: TestUserName, tickets: TicketFields[]): Promise<string[]> {
  const { id: user_id, name: user_name, email: user_email } = server.users[who];
  const rows = tickets.map(({ status, responses = 0 }, index) => ({
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
    created_at: server.clock.now,
    updated_at: server.clock.now,
  }));
  await inParts(rows, (part) => server.services.db.insertInto('tickets').values(part).execute());
  const responses = rows.flatMap(({ id, responses_count }) =>
    Array.from({ length: responses_count }, (_, index) => ({
      id: uuidv7(),
      ticket_id: id,
      user_id,
      type: 'user',
      author_name: user_name,
      content: `${index}`,
      created_at: server.clock.now + index,
    })),
  );
  await inParts(responses, (part) => server.services.db.insertInto('responses').values(part).execute());
  return rows.map(({ id }) => id);
}

async function putOrders(who: TestUserName, count: number): Promise<void> {
  const { id: user_id, name: user_name } = server.users[who];
  const money = { total_cents: 100, cost_cents: 10 };
  const times = { created_at: server.clock.now, updated_at: server.clock.now };
  const rows = Array.from({ length: count }, () => ({
    user_id,
    user_name,
    key: randomUUID(),
    status: 'completed',
    search_text: '',
    ...money,
    ...times,
  }));
  await inParts(rows, (part) => server.services.db.insertInto('orders').values(part).execute());
}

async function inParts<T>(rows: T[], put: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += 500) await put(rows.slice(start, start + 500));
}

test('OF-15 a customer’s device starts with every open ticket and the newest 200, with all their responses', async () => {
  const rows = Array.from({ length: 260 }, (_, index) => ({
    status: index < 50 && index % 5 === 0 ? 'pending' : index % 2 ? 'closed' : 'resolved',
    responses: index % 4,
  }));
  const ids = await putTickets('amina', rows);
  const phone = device('amina');

  const answers = await phone.catchUp();

  const expected = ids.filter((_, index) => index >= 60 || rows[index]!.status === 'pending');
  expect(phone.keys('tickets').toSorted()).toEqual(expected.toSorted());
  expect(phone.keys('responses')).toHaveLength(expected.reduce((sum, id) => sum + rows[ids.indexOf(id)]!.responses, 0));
  expect(answers[0]!.total).toBe(phone.rows.size);
  const order = answers.flatMap(({ older }) =>
    older.filter(({ entity }) => entity === 'tickets').map(({ key }) => key),
  );
  expect(order).toEqual(expected.toReversed());
});

test('OF-15 an admin’s device starts with the newest 5,000 tickets and every older one that is open', async () => {
  const rows = Array.from({ length: 5_100 }, (_, index) => ({ status: index < 20 ? 'open' : 'closed' }));
  const ids = await putTickets('amina', rows);
  const adminDevice = device('sara');

  const answers = await adminDevice.catchUp();

  expect(adminDevice.keys('tickets')).toHaveLength(5_020);
  expect(adminDevice.row('tickets', ids[50]!)).toBeUndefined();
  expect(adminDevice.row('tickets', ids[5]!)).toMatchObject({ status: 'open' });
  expect(answers.length).toBeGreaterThan(10);
  expect(Math.max(...answers.map(({ older }) => older.length))).toBeLessThanOrEqual(500);
});

test('OF-15 a customer’s device starts with 500 orders and 200 ledger rows, an admin’s with all 650 orders', async () => {
  await putOrders('amina', 620);
  for (let count = 0; count < 210; count += 1) await credit(server.services, server.users.amina, 1);
  await putOrders('karim', 30);
  const [phone, adminDevice] = [device('amina'), device('sara')];

  const [first] = await phone.catchUp();
  const [firstAnswer] = await adminDevice.catchUp();

  expect(phone.keys('orders')).toHaveLength(500);
  expect(phone.keys('ledger')).toHaveLength(200);
  expect(first!.total).toBe(phone.rows.size);
  expect(adminDevice.keys('orders')).toHaveLength(650);
  expect(firstAnswer!.total).toBe(adminDevice.rows.size);
});

test('OF-15 a first load continues where it stopped, and changes in between are not lost', async () => {
  const ids = await putTickets(
    'amina',
    Array.from({ length: 700 }, () => ({ status: 'open' })),
  );
  const phone = device('amina');
  const first = await phone.exchange();
  const [early, late] = [ids.at(-1)!, ids[0]!];
  const loaded = [phone.row('tickets', early), phone.row('tickets', late)];

  for (const id of [early, late]) await server.as('sara').post(`/api/tickets/${id}`, { status: 'closed' });
  const second = await phone.exchange([openTicketMutation()]);
  await phone.catchUp();

  expect(first).toMatchObject({ reset: false, more: true, total: 701 });
  expect([loaded[0] !== undefined, loaded[1] !== undefined]).toEqual([true, false]);
  expect(second.changes.length).toBeGreaterThan(0);
  expect(phone.keys('tickets')).toHaveLength(701);
  for (const id of [early, late]) expect(phone.row('tickets', id)).toMatchObject({ status: 'closed' });
});

test('OF-15 the first answer of a first load is shorter, so that a device on a slow line soon has something to show', async () => {
  await putOrders('amina', 900);

  const answers = await device('amina').catchUp();

  const counts = answers.map(({ older }) => older.length);
  expect(counts[0]).toBeGreaterThan(200);
  expect(counts[0]).toBeLessThanOrEqual(250);
  expect(counts[1]).toBeGreaterThan(250);
});

test('OF-15 more than a page of changes comes in several answers', async () => {
  const phone = device('amina');
  await phone.catchUp();
  await putOrders('amina', 1_100);
  const orders = await server.services.db.selectFrom('orders').select('id').execute();
  const scope = `u:${server.users.amina.id}`;
  const rows = orders.map(({ id }) => ({ scope, entity: 'orders', key: String(id), rev: 1, deleted: 0 }));
  await inParts(rows, (part) => server.services.db.insertInto('feed_inbox').values(part).execute());

  const answers = await phone.catchUp();

  expect(answers.map(({ changes, more }) => [changes.length, more])).toEqual([
    [500, true],
    [500, true],
    [100, false],
  ]);
  expect(phone.keys('orders')).toHaveLength(1_100);
});

test('S2U-06 an admin sets how many records devices store; those with more or fewer load them again', async () => {
  await putOrders('amina', 80);
  await putTickets(
    'amina',
    Array.from({ length: 70 }, () => ({ status: 'closed' })),
  );
  await putOrders('karim', 10);
  const [phone, adminDevice] = [device('amina'), device('sara')];
  for (const one of [phone, adminDevice]) await one.catchUp();
  expect([phone.keys('orders').length, phone.keys('tickets').length]).toEqual([80, 70]);
  const before = adminDevice.cursor;
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  expect(windows).toMatchObject({ orders: 500, all_orders: 10_000, tickets: 200, all_tickets: 5_000 });

  const smaller = { ...windows, orders: 60, tickets: '50' };
  expect((await server.as('sara').post('/api/shop/windows', smaller)).body.windows).toMatchObject({ tickets: 50 });
  const unsent = openTicketMutation();
  const answers = await phone.catchUp([unsent]);

  expect(answers[0]).toMatchObject({ reset: true, results: [{ id: unsent.id, status: 200 }] });
  // The new ticket is open, so it is there besides the newest 50.
  expect([phone.keys('orders').length, phone.keys('tickets').length]).toEqual([60, 51]);
  expect(phone.keys('tickets')).toContain(unsent.args.id);
  expect((await phone.catchUp()).some(({ reset }) => reset)).toBe(false);
  // The sizes of support have not changed.
  expect((await adminDevice.catchUp()).some(({ reset }) => reset)).toBe(false);
  expect(adminDevice.cursor!.split('.')).toHaveLength(before!.split('.').length);

  await server.as('sara').post('/api/shop/windows', windows);
  expect((await phone.catchUp())[0]).toMatchObject({ reset: true });
  expect([phone.keys('orders').length, phone.keys('tickets').length]).toEqual([80, 71]);
});

test('S2U-06 sizes outside of their limits are refused by their fields, and each change is in the audit log', async () => {
  const { windows } = (await server.as('sara').get('/api/shop/windows')).body;
  const save = (more: object) => server.as('sara').post('/api/shop/windows', { ...windows, ...more });

  expect((await save({ orders: 49, all_tickets: '20001', movements: 'many' })).body.errors).toEqual({
    orders: ['number-min:50'],
    all_tickets: ['number-max:20000'],
    movements: ['invalid'],
  });
  await save({ orders: 100 });
  await save({ orders: 100 });
  const { entries } = (await server.as('sara').get('/api/audit?action=shop.update')).body;
  expect(entries.map(({ fields }: { fields: object }) => fields)).toEqual([
    [{ field: 'orders_window', old_value: 500, new_value: 100 }],
  ]);
});
