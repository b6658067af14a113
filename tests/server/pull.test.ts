import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { announce } from '../../src/server/platform/changes/feed.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { createDevice, openTicketMutation, replyMutation, statusMutation } from '../support/device.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));
const buy = async (who: TestUserName, productId: number) => {
  const key = { 'Idempotency-Key': randomUUID() };
  return (await server.as(who).post('/api/orders', { product_id: productId }, key)).body.order;
};

test('OF-15 a new device gets all records of its user, and their number in the first answer', async () => {
  const category = await putCategory(server.services, { title: 'Shelf' });
  const tea = await putProduct(server.services, { categories: [category] });
  await credit(server.services, server.users.amina, 50);
  const order = await buy('amina', tea.id);
  const ticket = uuidv7();
  await device('amina').exchange([openTicketMutation(ticket), replyMutation({ ticket })]);
  await device('sara').exchange([statusMutation(ticket, 'new', 'open')]);

  const phone = device('amina');
  const answers = await phone.catchUp();

  expect(answers[0]!.total).toBe(phone.rows.size);
  expect(answers.slice(1).every((answer) => answer.total === null)).toBe(true);
  expect(phone.row('account', server.users.amina.id)).toMatchObject({ name: 'Amina', role: 'user', balance: 40 });
  expect(phone.row('products', tea.id)).toMatchObject({ title: 'Tea', category_ids: [category], orders_count: 1 });
  expect(phone.row('orders', order.id)).toEqual(order);
  expect(phone.row('tickets', ticket)).toMatchObject({ status: 'open', responses_count: 1 });
  expect(phone.keys('responses')).toHaveLength(1);
  expect(phone.keys('ledger')).toHaveLength(2);
  expect(phone.keys('notifications')).toHaveLength(1);
  expect(phone.keys('people')).toEqual([]);
  expect((await phone.exchange()).changes).toEqual([]);
});

test('OF-15 an up-to-date device gets all later changes, and none twice', async () => {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 50);
  const phone = device('amina');
  await phone.catchUp();

  const order = await buy('amina', tea.id);
  const answer = await phone.exchange();

  expect(answer.changes.map(({ entity }) => entity).toSorted()).toEqual(['account', 'ledger', 'orders']);
  expect(phone.row('orders', order.id)).toEqual(order);
  expect(phone.row('account', server.users.amina.id)).toMatchObject({ balance: 40 });
  expect((await phone.exchange()).changes).toEqual([]);
});

test('OF-15 devices of admins and of the customer finally have the same ticket', async () => {
  const devices = [device('amina'), device('amina'), device('sara'), device('root')];
  for (const one of devices) await one.catchUp();
  const [phone, tablet, adminDevice, laptop] = devices as [
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
  ];
  const ticket = uuidv7();

  await phone.catchUp([openTicketMutation(ticket), replyMutation({ ticket, content: 'please' })]);
  await adminDevice.catchUp([replyMutation({ ticket, content: 'of course' })]);
  await laptop.catchUp([statusMutation(ticket, 'in_progress', 'resolved')]);
  await tablet.catchUp([replyMutation({ ticket, content: 'not yet' })]);
  for (const one of devices) await one.catchUp();

  for (const one of devices) {
    expect(one.row('tickets', ticket)).toEqual(phone.row('tickets', ticket));
    expect(one.keys('responses')).toHaveLength(3);
  }
  expect(phone.row('tickets', ticket)).toMatchObject({ status: 'open', responses_count: 3, last_response_by: 'user' });
});

test('S3-06 OF-18 a customer’s device never contains a cost, another user or another user’s rows', async () => {
  const variants = [{ title: 'One', price: 5, cost: 3.21 }];
  const [shirt, old] = [
    await putProduct(server.services, { title: 'Shirt', cost: 3.21, variants }),
    await putProduct(server.services, { title: 'Secret product', status: 'inactive' }),
  ];
  await putCategory(server.services, { title: 'Secret category', active: false });
  await credit(server.services, server.users.karim, 50);
  const phone = device('amina');
  const first = await phone.catchUp();

  const key = { 'Idempotency-Key': randomUUID() };
  await server.as('karim').post('/api/orders', { product_id: shirt.id, product_variant_id: shirt.variants[0] }, key);
  const theirs = uuidv7();
  await device('karim').exchange([openTicketMutation(theirs), replyMutation({ ticket: theirs })]);
  const mine = uuidv7();
  const second = await phone.catchUp([openTicketMutation(mine)]);
  await device('sara').exchange([
    replyMutation({ ticket: mine, content: 'hello' }),
    statusMutation(mine, 'in_progress', 'closed'),
  ]);
  const rest = await phone.catchUp();
  const reloaded = await device('amina').catchUp();

  const answersText = JSON.stringify([...first, ...second, ...rest, ...reloaded]);
  for (const secret of ['cost', '3.21', 'Secret', 'Karim', 'karim@', 'Sara', 'sara@', theirs]) {
    expect(answersText).not.toContain(secret);
  }
  expect(phone.row('products', old.id)).toBeUndefined();
  const adminDevice = device('sara');
  await adminDevice.catchUp();
  expect(adminDevice.row('products', shirt.id)).toMatchObject({ cost: 3.21, product_variants: [{ cost: 3.21 }] });
  expect(adminDevice.row('products', old.id)).toMatchObject({ status: 'inactive' });
  expect(adminDevice.keys('people')).toHaveLength(4);
  expect(adminDevice.keys('orders')).toHaveLength(1);
  expect(adminDevice.keys('tickets')).toHaveLength(2);
  expect(adminDevice.keys('ledger')).toEqual([]);
});

test('OF-15 a deleted or hidden row is removed from the devices that had it', async () => {
  const tea = await putProduct(server.services);
  const ticket = uuidv7();
  const [phone, adminDevice] = [device('amina'), device('sara')];
  await phone.catchUp([openTicketMutation(ticket)]);
  await adminDevice.catchUp();

  await inTransaction(server.services.db, async (tx) => {
    await tx.updateTable('tickets').set({ deleted_at: 1, rev: 2 }).where('id', '=', ticket).execute();
    await tx.updateTable('products').set({ status: 'inactive', rev: 2 }).where('id', '=', tea.id).execute();
    const scopes = [`u:${server.users.amina.id}`, 'support'];
    await announce(tx, [
      { scopes, entity: 'tickets', key: ticket, rev: 2, deleted: true },
      { scopes: ['catalog'], entity: 'products', key: String(tea.id), rev: 2 },
    ]);
  });
  for (const one of [phone, adminDevice]) await one.catchUp();

  expect([phone.row('tickets', ticket), adminDevice.row('tickets', ticket)]).toEqual([null, null]);
  expect(phone.row('products', tea.id)).toBeNull();
  expect(phone.rows.get(`products:${tea.id}`)).toMatchObject({ rev: 2 });
  expect(adminDevice.row('products', tea.id)).toMatchObject({ status: 'inactive' });
});

test('OF-15 another database, another role, and an invalid or too old cursor make the device load everything again', async () => {
  const phone = device('amina');
  await phone.catchUp([openTicketMutation()]);
  const { cursor, epoch } = phone;
  const reset = { status: 200, body: { reset: true, changes: [], older: [] } };

  expect(await phone.postSync({ epoch: randomUUID() })).toMatchObject({ ...reset, body: { ...reset.body, epoch } });
  expect(await phone.postSync({ cursor: cursor!.replace('user', 'admin') })).toMatchObject(reset);
  expect(await phone.postSync({ cursor: 'v1.user.999999999' })).toMatchObject(reset);
  expect(await phone.postSync({ cursor: 'v9.user.1' })).toMatchObject(reset);
  expect(await phone.postSync({ cursor: '٣' })).toMatchObject(reset);
  await server.services.db.updateTable('feed_head').set({ floor: 1_000, seq: 1_001 }).execute();
  const answers = await phone.catchUp();

  expect(answers[0]).toMatchObject({ reset: true, more: true });
  expect(answers[1]).toMatchObject({ reset: false, total: phone.rows.size });
  expect(phone.keys('tickets')).toHaveLength(1);
});

test('OF-15 D-4 mutations of a device that must load everything again are still applied', async () => {
  const phone = device('amina');
  await phone.catchUp();
  phone.epoch = randomUUID();
  const mutation = openTicketMutation();

  const answer = await phone.exchange([mutation]);
  await phone.catchUp([mutation]);

  expect(answer).toMatchObject({ reset: true, results: [{ status: 200 }] });
  expect(phone.keys('tickets')).toEqual([mutation.lane]);
});

test('a customer who became an admin gets the records of an admin', async () => {
  const phone = device('amina');
  await phone.catchUp();
  const admin = { role_id: 2, rev: 2 };
  await server.services.db.updateTable('users').set(admin).where('id', '=', server.users.amina.id).execute();

  const [answer] = await phone.catchUp();

  expect(answer!.reset).toBe(true);
  expect(phone.keys('people')).toHaveLength(4);
  expect(phone.row('account', server.users.amina.id)).toMatchObject({ role: 'admin' });
});

test('a change in a transaction that commits late is not lost for a device that has synced in between', async () => {
  const phone = device('amina');
  await phone.catchUp();
  const [slow, quick] = [uuidv7(), uuidv7()];
  let commit = () => {};
  let markStarted = () => {};
  const started = new Promise<void>((resolve) => (markStarted = resolve));
  const late = inTransaction(server.services.db, async (tx) => {
    await insertNotification(tx, slow);
    markStarted();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await started;

  // SQLite has one writer: there a quick transaction would wait for the slow one.
  if (server.kind === 'postgres') await inTransaction(server.services.db, (tx) => insertNotification(tx, quick));
  await phone.catchUp();
  const between = phone.keys('notifications');
  commit();
  await late;
  await phone.catchUp();

  expect(between).toEqual(server.kind === 'postgres' ? [quick] : []);
  expect(phone.keys('notifications')).toContain(slow);
});

async function insertNotification(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], id: string): Promise<void> {
  const user_id = server.users.amina.id;
  const notification = { id, user_id, kind: 'ticket.status', about: '{}', read_at: null, created_at: server.clock.now };
  await tx.insertInto('notifications').values(notification).execute();
  await announce(tx, [{ scopes: [`u:${user_id}`], entity: 'notifications', key: id, rev: 1 }]);
}
