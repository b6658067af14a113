import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { announce } from '../../src/server/platform/feed.ts';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { deviceOf, opening, replying, setting } from '../support/device.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));
const buy = async (who: Name, productId: number) => {
  const key = { 'Idempotency-Key': randomUUID() };
  return (await world.as(who).post('/api/orders', { product_id: productId }, key)).body.order;
};

test('OF-15 a new device gets everything of its person, with the total told first', async () => {
  const shelf = await putCategory(world.means, { title: 'Shelf' });
  const tea = await putProduct(world.means, { categories: [shelf] });
  await credit(world.means, world.people.amina, 50);
  const order = await buy('amina', tea.id);
  const ticket = uuidv7();
  await device('amina').exchange([opening(ticket), replying({ ticket })]);
  await device('sara').exchange([setting(ticket, 'new', 'open')]);

  const phone = device('amina');
  const answers = await phone.catchUp();

  expect(answers[0]!.total).toBe(phone.rows.size);
  expect(answers.slice(1).every((answer) => answer.total === null)).toBe(true);
  expect(phone.row('account', world.people.amina.id)).toMatchObject({ name: 'Amina', role: 'user', balance: 40 });
  expect(phone.row('products', tea.id)).toMatchObject({ title: 'Tea', category_ids: [shelf], orders_count: 1 });
  expect(phone.row('orders', order.id)).toEqual(order);
  expect(phone.row('tickets', ticket)).toMatchObject({ status: 'open', responses_count: 1 });
  expect(phone.keys('responses')).toHaveLength(1);
  expect(phone.keys('ledger')).toHaveLength(2);
  expect(phone.keys('notifications')).toHaveLength(1);
  expect(phone.keys('people')).toEqual([]);
  expect((await phone.exchange()).changes).toEqual([]);
});

test('OF-15 a device that follows gets what changed since, and nothing twice', async () => {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 50);
  const phone = device('amina');
  await phone.catchUp();

  const order = await buy('amina', tea.id);
  const answer = await phone.exchange();

  expect(answer.changes.map(({ entity }) => entity).toSorted()).toEqual(['account', 'ledger', 'orders']);
  expect(phone.row('orders', order.id)).toEqual(order);
  expect(phone.row('account', world.people.amina.id)).toMatchObject({ balance: 40 });
  expect((await phone.exchange()).changes).toEqual([]);
});

test('S7-45 an admin’s devices and the customer’s end with the same ticket', async () => {
  const devices = [device('amina'), device('amina'), device('sara'), device('root')];
  for (const one of devices) await one.catchUp();
  const [phone, tablet, desk, laptop] = devices as [
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
    (typeof devices)[0],
  ];
  const ticket = uuidv7();

  await phone.catchUp([opening(ticket), replying({ ticket, content: 'please' })]);
  await desk.catchUp([replying({ ticket, content: 'of course' })]);
  await laptop.catchUp([setting(ticket, 'in_progress', 'resolved')]);
  await tablet.catchUp([replying({ ticket, content: 'not yet' })]);
  for (const one of devices) await one.catchUp();

  for (const one of devices) {
    expect(one.row('tickets', ticket)).toEqual(phone.row('tickets', ticket));
    expect(one.keys('responses')).toHaveLength(3);
  }
  expect(phone.row('tickets', ticket)).toMatchObject({ status: 'open', responses_count: 3, last_response_by: 'user' });
});

test('S3-06 OF-18 a customer’s device never holds a cost, another person or another person’s rows', async () => {
  const variants = [{ title: 'One', price: 5, cost: 3.21 }];
  const [shirt, old] = [
    await putProduct(world.means, { title: 'Shirt', cost: 3.21, variants }),
    await putProduct(world.means, { title: 'Secret product', status: 'inactive' }),
  ];
  await putCategory(world.means, { title: 'Secret category', active: false });
  await credit(world.means, world.people.karim, 50);
  const phone = device('amina');
  const first = await phone.catchUp();

  const key = { 'Idempotency-Key': randomUUID() };
  await world.as('karim').post('/api/orders', { product_id: shirt.id, product_variant_id: shirt.variants[0] }, key);
  const theirs = uuidv7();
  await device('karim').exchange([opening(theirs), replying({ ticket: theirs })]);
  const mine = uuidv7();
  const second = await phone.catchUp([opening(mine)]);
  await device('sara').exchange([replying({ ticket: mine, content: 'hello' }), setting(mine, 'in_progress', 'closed')]);
  const rest = await phone.catchUp();
  const reloaded = await device('amina').catchUp();

  const told = JSON.stringify([...first, ...second, ...rest, ...reloaded]);
  for (const secret of ['cost', '3.21', 'Secret', 'Karim', 'karim@', 'Sara', 'sara@', theirs]) {
    expect(told).not.toContain(secret);
  }
  expect(phone.row('products', old.id)).toBeUndefined();
  const desk = device('sara');
  await desk.catchUp();
  expect(desk.row('products', shirt.id)).toMatchObject({ cost: 3.21, product_variants: [{ cost: 3.21 }] });
  expect(desk.row('products', old.id)).toMatchObject({ status: 'inactive' });
  expect(desk.keys('people')).toHaveLength(4);
  expect(desk.keys('orders')).toHaveLength(1);
  expect(desk.keys('tickets')).toHaveLength(2);
  expect(desk.keys('ledger')).toEqual([]);
});

test('OF-15 what is deleted or hidden leaves the devices that had it', async () => {
  const tea = await putProduct(world.means);
  const ticket = uuidv7();
  const [phone, desk] = [device('amina'), device('sara')];
  await phone.catchUp([opening(ticket)]);
  await desk.catchUp();

  await inTransaction(world.means.db, async (tx) => {
    await tx.updateTable('tickets').set({ deleted_at: 1, rev: 2 }).where('id', '=', ticket).execute();
    await tx.updateTable('products').set({ status: 'inactive', rev: 2 }).where('id', '=', tea.id).execute();
    const scopes = [`u:${world.people.amina.id}`, 'admin'];
    await announce(tx, [
      { scopes, entity: 'tickets', key: ticket, rev: 2, deleted: true },
      { scopes: ['catalog'], entity: 'products', key: String(tea.id), rev: 2 },
    ]);
  });
  for (const one of [phone, desk]) await one.catchUp();

  expect([phone.row('tickets', ticket), desk.row('tickets', ticket)]).toEqual([null, null]);
  expect(phone.row('products', tea.id)).toBeNull();
  expect(phone.rows.get(`products:${tea.id}`)).toMatchObject({ rev: 2 });
  expect(desk.row('products', tea.id)).toMatchObject({ status: 'inactive' });
});

test('OF-15 another database, another role, a cursor that is too old and junk lead to a new full load, on the device too', async () => {
  const phone = device('amina');
  await phone.catchUp([opening()]);
  const { cursor, epoch } = phone;
  const reset = { status: 200, body: { reset: true, changes: [], older: [] } };

  expect(await phone.ask({ epoch: randomUUID() })).toMatchObject({ ...reset, body: { ...reset.body, epoch } });
  expect(await phone.ask({ cursor: cursor!.replace('user', 'admin') })).toMatchObject(reset);
  expect(await phone.ask({ cursor: 'v1.user.999999999' })).toMatchObject(reset);
  expect(await phone.ask({ cursor: 'v9.user.1' })).toMatchObject(reset);
  expect(await phone.ask({ cursor: '٣' })).toMatchObject(reset);
  await world.means.db.updateTable('feed_head').set({ floor: 1_000, seq: 1_001 }).execute();
  const answers = await phone.catchUp();

  expect(answers[0]).toMatchObject({ reset: true, more: true });
  expect(answers[1]).toMatchObject({ reset: false, total: phone.rows.size });
  expect(phone.keys('tickets')).toHaveLength(1);
});

test('OF-15 what a device pushes while it must load everything again is done all the same', async () => {
  const phone = device('amina');
  await phone.catchUp();
  phone.epoch = randomUUID();
  const mutation = opening();

  const answer = await phone.exchange([mutation]);
  await phone.catchUp([mutation]);

  expect(answer).toMatchObject({ reset: true, results: [{ status: 200 }] });
  expect(phone.keys('tickets')).toEqual([mutation.lane]);
});

test('a customer who became an admin is given an admin’s tables', async () => {
  const phone = device('amina');
  await phone.catchUp();
  const admin = { role_id: 2, rev: 2 };
  await world.means.db.updateTable('users').set(admin).where('id', '=', world.people.amina.id).execute();

  const [answer] = await phone.catchUp();

  expect(answer!.reset).toBe(true);
  expect(phone.keys('people')).toHaveLength(4);
  expect(phone.row('account', world.people.amina.id)).toMatchObject({ role: 'admin' });
});

test('a change in a transaction that commits late is not lost to a device that has followed past it', async () => {
  const phone = device('amina');
  await phone.catchUp();
  const [slow, quick] = [uuidv7(), uuidv7()];
  let commit = () => {};
  let begun = () => {};
  const started = new Promise<void>((resolve) => (begun = resolve));
  const late = inTransaction(world.means.db, async (tx) => {
    await insertNotice(tx, slow);
    begun();
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await started;

  // SQLite has one writer: there a quick transaction would wait for the slow one.
  if (world.kind === 'postgres') await inTransaction(world.means.db, (tx) => insertNotice(tx, quick));
  await phone.catchUp();
  const between = phone.keys('notifications');
  commit();
  await late;
  await phone.catchUp();

  expect(between).toEqual(world.kind === 'postgres' ? [quick] : []);
  expect(phone.keys('notifications')).toContain(slow);
});

async function insertNotice(tx: Parameters<Parameters<typeof inTransaction>[1]>[0], id: string): Promise<void> {
  const user_id = world.people.amina.id;
  const notice = { id, user_id, kind: 'ticket.status', about: '{}', read_at: null, created_at: world.clock.now };
  await tx.insertInto('notifications').values(notice).execute();
  await announce(tx, [{ scopes: [`u:${user_id}`], entity: 'notifications', key: id, rev: 1 }]);
}
