import { beforeEach, expect, test } from 'vitest';
import { roleIds } from '../../src/contract/limits.ts';
import { createDevice } from '../support/device.ts';
import { gemsOn, mailbox, nick } from '../support/gems.ts';
import { keyed, playerId, soldOn } from '../support/sold.ts';
import { startTestServer, takeMail, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let sold: ReturnType<typeof soldOn>;
let gems: ReturnType<typeof gemsOn>;
beforeEach(async () => {
  server = await startTestServer();
  sold = soldOn(server);
  gems = gemsOn(server);
  await sold.pay(100);
  return () => server.close();
});

test('AN-04 support asks for a correction once a round; the customer is notified and gets an e-mail without the values', async () => {
  const id = await gems.order();

  const results = [
    await gems.ask(id),
    await gems.ask(id, { text: 'Again' }),
    await gems.ask(id, { round: 2, text: 'Look twice' }),
  ];

  expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await gems.read(id)).ask).toMatchObject({
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
  const id = await gems.order();

  const [own, field] = [await gems.ask(id, {}, 'amina'), await gems.ask(id, { keys: ['clan'] })];
  await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());
  const late = await gems.ask(id);

  expect(own).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  expect(field).toMatchObject({ status: 422, code: 'INVALID_FIELDS', errors: { keys: ['invalid'] } });
  expect(late).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: 'completed' } });
  expect((await gems.read(id)).ask).toBeUndefined();
});

test('AN-04 an agent asks for a correction, and learns of no cost', async () => {
  const id = await gems.order();
  await server.services.db
    .updateTable('users')
    .set({ role_id: roleIds.agent })
    .where('id', '=', server.users.karim.id)
    .execute();

  const asked = await sold.change('karim', 'order.ask', { order_id: id, round: 1, keys: ['nick'], text: 'Which one?' });

  expect(asked.status).toBe(200);
  expect((await gems.read(id)).ask).toMatchObject({ keys: ['nick'], by: server.users.karim.name });
  expect(JSON.stringify(asked)).not.toContain('cost');
});

test('AN-05 the owner corrects the answers of the round that is asked; support is notified, no money and no status move', async () => {
  const id = await gems.order();
  await gems.ask(id);
  const before = await gems.read(id);

  const wrong = await gems.answer(id, 1, { player: '1', nick: 'no' });
  const done = await gems.answer(id, 1, { player: '٩٩٩٩٩٩' });
  const again = await gems.answer(id, 1, { player: '888888' });

  expect(wrong.errors).toEqual({ 'answers.player': ['min:6'], answers: ['unknown'] });
  expect(done.status).toBe(200);
  expect(again).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: null } });
  const after = await gems.read(id);
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

test('AN-05 a correction removes an optional answer that is cleared, and keeps the labels that the order has', async () => {
  const id = await gems.order();
  await gems.ask(id, { keys: ['player', 'mailbox'] });
  const fields = [{ ...playerId, label: { en: 'Id in the game' } }, nick, mailbox];
  await server.services.db
    .updateTable('products')
    .set({ order_fields: JSON.stringify(fields) })
    .execute();

  expect((await gems.answer(id, 1, { player: '999999', mailbox: '' })).status).toBe(200);

  expect((await gems.read(id)).items[0].answers).toEqual([
    { key: 'player', kind: 'digits', label: playerId.label, value: '999999' },
  ]);
});

test('AN-05 an answer of an earlier round is a conflict, one of another customer finds nothing', async () => {
  const id = await gems.order();
  await gems.ask(id);
  await gems.ask(id, { round: 2 });

  const [earlier, other] = [
    await gems.answer(id, 1, { player: '777777' }),
    await gems.answer(id, 2, { player: '666666' }, 'karim'),
  ];

  expect(earlier).toMatchObject({ status: 409, code: 'CONFLICT', details: { current: 2 } });
  expect(other).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await gems.read(id)).items[0].answers[0].value).toBe('512345');
});

test('AN-05 a field that only the order still has is corrected, and a status that is not open ends the asking', async () => {
  const id = await gems.order();
  await server.services.db.updateTable('products').set({ order_fields: '[]' }).execute();
  await gems.ask(id);
  expect((await gems.answer(id, 1, { player: 'x1' })).errors).toEqual({ 'answers.player': ['invalid'] });
  expect((await gems.answer(id, 1, { player: '44' })).status).toBe(200);
  await gems.ask(id, { round: 2 });

  await server.as('sara').post(`/api/orders/${id}`, { status: 'refunded' }, keyed());

  expect((await gems.read(id)).ask).toBeUndefined();
  expect((await gems.answer(id, 2, { player: '55' })).status).toBe(409);
});

test('AN-06 the audit log and the history of the order have what was asked, and the answers before and after', async () => {
  const id = await gems.order();
  await gems.ask(id);
  await gems.answer(id, 1, { player: '999999' });

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
  const id = await gems.order();
  await gems.ask(id);
  const device = createDevice(server.as('amina'));

  await device.catchUp();

  expect(device.keys('notifications')).toEqual([]);
  expect((await server.as('amina').get('/api/notifications')).body.data.data).toEqual([]);
});

test('AN-07 the switch of the status of orders turns the notification off, that of deliveries the e-mail', async () => {
  const id = await gems.order();
  await server.services.db
    .updateTable('users')
    .set({ muted_notifications: '["order.status"]', muted_mail: '["order.delivered"]' })
    .where('id', '=', server.users.amina.id)
    .execute();

  await gems.ask(id);

  expect(await takeMail(server)).toEqual([]);
  expect(await server.services.db.selectFrom('notifications').selectAll().execute()).toEqual([]);
});
