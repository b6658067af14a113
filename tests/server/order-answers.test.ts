import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { keyed, orderField, playerId, soldOn } from '../support/sold.ts';
import { startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let sold: ReturnType<typeof soldOn>;
beforeEach(async () => {
  server = await startTestServer();
  sold = soldOn(server);
  await sold.pay(100);
  return () => server.close();
});

const nick = orderField('nick', { required: false });
const mailbox = orderField('mailbox', { kind: 'email', required: false });
const putGame = () => sold.putSold({ order_fields: [playerId, nick, mailbox] }, { title: 'Gems' });
const answers = { player: '٥١٢٣٤٥', mailbox: 'me@example.test' };

/** Amina orders gems; returns the order's id. */
const orderGems = async () => (await sold.order({ product_id: await putGame(), answers })).body.order.id as number;
const ask = (order_id: number, more: object = {}, who: 'sara' | 'agent' | 'amina' = 'sara') =>
  sold.change(who as never, 'order.ask', { order_id, round: 1, keys: ['player'], text: 'Not found', ...more });
const answer = (order_id: number, round: number, given: object, who: 'amina' | 'karim' = 'amina') =>
  sold.change(who as never, 'order.answers', { order_id, round, answers: given });
const orderOf = async (id: number) =>
  (await server.as('sara').get('/api/orders')).body.data.find((order: { id: number }) => order.id === id);

test('AN-01 an order keeps the answers with the labels as they were, also when the product changes', async () => {
  const product_id = await putGame();

  const { order } = (await sold.order({ product_id, answers })).body;
  await server.services.db.updateTable('products').set({ order_fields: '[]' }).execute();

  const expected = [
    { key: 'player', kind: 'digits', label: { en: 'Player id', ar: 'رقم اللاعب' }, value: '512345' },
    { key: 'mailbox', kind: 'email', label: { en: 'mailbox' }, value: 'me@example.test' },
  ];
  expect(order.items[0].answers).toEqual(expected);
  expect((await orderOf(order.id)).items[0].answers).toEqual(expected);
  expect((await server.as('amina').get('/api/orders')).body.data[0].items[0].answers).toEqual(expected);
});

test('AN-02 missing and wrong answers and unknown keys are refused by field, and nothing is charged', async () => {
  const product_id = await putGame();

  const [missing, wrong] = [
    await sold.order({ product_id }),
    await sold.order({ product_id, answers: { player: '12', mailbox: 'x', clan: 'A' } }),
  ];

  expectRefused(missing, 422, 'INVALID_FIELDS');
  expect(missing.body.errors).toEqual({ 'answers.player': ['required'] });
  expect(wrong.body.errors).toEqual({
    'answers.player': ['min:6'],
    'answers.mailbox': ['invalid'],
    answers: ['unknown'],
  });
  expect((await server.as('amina').get('/api/app/balance')).body.balance).toBe(100);
});

test('AN-03 a search finds orders by numbers and texts of their answers, but not by addresses', async () => {
  const id = await orderGems();
  const found = async (search: string) =>
    (await server.as('sara').get(`/api/orders?search=${search}`)).body.data.map((order: { id: number }) => order.id);

  expect(await found('512345')).toEqual([id]);
  expect(await found('me@example.test')).toEqual([]);
});

test('AN-04 support asks for a correction once a round; the customer is notified and gets an e-mail without the values', async () => {
  const id = await orderGems();

  const results = [await ask(id), await ask(id, { text: 'Again' }), await ask(id, { round: 2, text: 'Look twice' })];

  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await orderOf(id)).ask).toMatchObject({
    round: 2,
    keys: ['player'],
    text: 'Look twice',
    by: expect.any(String),
  });
  const mails = await takeMail(server);
  expect(mails.map(({ recipient }) => recipient)).toEqual([server.users.amina.email, server.users.amina.email]);
  expect(mails[0]!.text).toContain(`#${id} (`);
  expect(mails.map(({ text, html }) => text + html).join()).not.toMatch(/512345|Look twice|Not found/);
  const device = sold.deviceOf('amina');
  await device.catchUp();
  expect(device.keys('notifications')).toHaveLength(2);
  expect(device.row('notifications', device.keys('notifications')[0]!)).toMatchObject({
    kind: 'order.ask',
    about: { order_id: id, subject: 'Gems' },
  });
  expect(device.row('orders', id)).toMatchObject({ ask: { round: 2 }, items: [{ answers_round: 2 }] });
});

test('AN-04 customers cannot ask, an unknown field is refused, and an order that is not open is a conflict', async () => {
  const id = await orderGems();

  const [own, field] = [await ask(id, {}, 'amina'), await ask(id, { keys: ['clan'] })];
  await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());
  const late = await ask(id);

  expect(own).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(field).toMatchObject({ status: 422, code: 'INVALID_FIELDS', errors: { keys: ['invalid'] } });
  expect(late).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: 'completed' } });
  expect((await orderOf(id)).ask).toBeUndefined();
});

test('AN-04 an agent asks for a correction, and learns of no cost', async () => {
  const id = await orderGems();
  await server.services.db
    .updateTable('users')
    .set({ role_id: roleIds.agent })
    .where('id', '=', server.users.karim.id)
    .execute();

  const asked = await sold.change('karim', 'order.ask', { order_id: id, round: 1, keys: ['nick'], text: 'Which one?' });

  expect(asked.status).toBe(200);
  expect((await orderOf(id)).ask).toMatchObject({ keys: ['nick'], by: server.users.karim.name });
  expect(JSON.stringify(asked)).not.toContain('cost');
});

test('AN-05 the owner corrects the answers of the round that is asked; support is notified, no money and no status move', async () => {
  const id = await orderGems();
  await ask(id);
  const before = await orderOf(id);

  const wrong = await answer(id, 1, { player: '1', nick: 'no' });
  const done = await answer(id, 1, { player: '٩٩٩٩٩٩' });
  const again = await answer(id, 1, { player: '888888' });

  expect(wrong.errors).toEqual({ 'answers.player': ['min:6'], answers: ['unknown'] });
  expect(done.status).toBe(200);
  expect(again).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: null } });
  const after = await orderOf(id);
  expect(after.items[0].answers.map((one: { value: string }) => one.value)).toEqual(['999999', 'me@example.test']);
  expect(after.ask).toBeUndefined();
  expect([after.status, after.total_price]).toEqual([before.status, before.total_price]);
  expect((await server.as('amina').get('/api/app/balance')).body.balance).toBe(90);
  const device = sold.deviceOf('sara');
  await device.catchUp();
  expect(device.keys('notifications').map((key) => device.row('notifications', key))).toMatchObject([
    { kind: 'order.answered', about: { order_id: id, subject: 'Gems' } },
  ]);
  expect((await server.as('sara').get('/api/orders?search=999999')).body.data).toHaveLength(1);
  expect((await server.as('sara').get('/api/orders?search=512345')).body.data).toHaveLength(0);
});

test('AN-05 an answer of an earlier round is a conflict, one of another customer finds nothing', async () => {
  const id = await orderGems();
  await ask(id);
  await ask(id, { round: 2 });

  const [earlier, other] = [
    await answer(id, 1, { player: '777777' }),
    await answer(id, 2, { player: '666666' }, 'karim'),
  ];

  expect(earlier).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: 2 } });
  expect(other).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await orderOf(id)).items[0].answers[0].value).toBe('512345');
});

test('AN-05 a field that only the order still has is corrected, and a status that is not open ends the asking', async () => {
  const id = await orderGems();
  await server.services.db.updateTable('products').set({ order_fields: '[]' }).execute();
  await ask(id);
  expect((await answer(id, 1, { player: 'x1' })).errors).toEqual({ 'answers.player': ['invalid'] });
  expect((await answer(id, 1, { player: '44' })).status).toBe(200);
  await ask(id, { round: 2 });

  await server.as('sara').post(`/api/orders/${id}`, { status: 'refunded' }, keyed());

  expect((await orderOf(id)).ask).toBeUndefined();
  expect((await answer(id, 2, { player: '55' })).status).toBe(409);
});

test('AN-06 the audit log and the history of the order have what was asked, and the answers before and after', async () => {
  const id = await orderGems();
  await ask(id);
  await answer(id, 1, { player: '999999' });

  const { history } = (await server.as('sara').get(`/api/orders/${id}/history`)).body;

  const fieldsOf = (action: string) => history.find((entry: { action: string }) => entry.action === action).fields;
  expect(fieldsOf('order.answers')).toEqual([
    { field: 'answers', old_value: { player: '512345' }, new_value: { player: '999999' } },
  ]);
  expect(fieldsOf('order.ask')).toEqual([
    { field: 'keys', old_value: null, new_value: ['player'] },
    { field: 'text', old_value: null, new_value: 'Not found' },
  ]);
});

test('AN-07 D-27 a device that does not store saved answers gets no notification about answers, nor does the list', async () => {
  const id = await orderGems();
  await ask(id);
  const device = createDevice(server.as('amina'));

  await device.catchUp();

  expect(device.keys('notifications')).toEqual([]);
  expect((await server.as('amina').get('/api/notifications')).body.data.data).toEqual([]);
});

test('AN-07 the switch of the status of orders turns the notification off, that of deliveries the e-mail', async () => {
  const id = await orderGems();
  await server.services.db
    .updateTable('users')
    .set({ muted_notifications: '["order.status"]', muted_mail: '["order.delivered"]' })
    .where('id', '=', server.users.amina.id)
    .execute();

  await ask(id);

  expect(await takeMail(server)).toEqual([]);
  expect(await server.services.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
});

test('AN-09 the deletion of a customer clears the answers, what was asked, both in the audit log, and the saved answers', async () => {
  const id = await orderGems();
  await ask(id);
  await answer(id, 1, { player: '999999' });
  const { amina } = server.users;
  await sold.change('amina', 'answer.save', {
    id: '0198c5a0-0000-7000-8000-000000000001',
    save_as: 'player',
    name: 'My brother',
    value: '999999',
  });
  await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());
  await server.services.db.updateTable('users').set({ balance_cents: 0 }).where('id', '=', amina.id).execute();

  const deleted = await server.as('sara').delete(`/api/users/${amina.id}`);

  expect(deleted.status).toBe(200);
  for (const table of ['orders', 'order_items', 'audit', 'saved_answers', 'notifications'] as const)
    expect(JSON.stringify(await server.services.db.selectFrom(table).selectAll().execute())).not.toMatch(
      /999999|512345|me@example|My brother/,
    );
});
