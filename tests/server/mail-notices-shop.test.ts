import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../src/server/platform/cleanup.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf, replyMutation } from '../support/device.ts';
import { takeMail, takeSubjects, startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, postForm } from '../support/uploads.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const password = 'kept-in-a-safe';
const pin = '80412';
const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

const updateUser = (
  who: TestUserName,
  columns: { locale?: string; muted_mail?: string; name?: string; is_active?: number },
) => server.services.db.updateTable('users').set(columns).where('id', '=', server.users[who].id).execute();

async function placeOrder(price = 10): Promise<number> {
  const { id: product_id } = await putProduct(server.services, { title: 'Tea', price });
  await credit(server.services, server.users.amina, 30);
  return (await server.as('amina').post('/api/orders', { product_id }, keyed())).body.order.id;
}

const openTicket = async (subject = 'Where is it?') =>
  (await server.as('amina').post('/api/tickets', { subject, type: 'general', content: 'I wait.' })).body.ticket;

const adjust = (kind: 'add' | 'subtract', amount: number, key: string = randomUUID()) =>
  server.as('sara').post(`/api/users/${server.users.amina.id}/balance/${kind}`, { amount, pin }, keyed(key));

test('OF-32 a customer gets one e-mail for each reply of an admin, whether the admin sends it by a call or by sync', async () => {
  const ticket = await openTicket();
  const device = createDevice(server.as('sara'));
  const pushed = replyMutation({ ticket: ticket.id, content: 'It is on its way.' });

  await server.as('amina').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello?' });
  expect(await takeSubjects(server)).toEqual([]);
  const key = randomUUID();
  const reply = { content: 'The secret code is 4711' };
  for (let attempt = 0; attempt < 2; attempt += 1)
    await server.as('sara').post(`/api/tickets/${ticket.number}/response`, reply, keyed(key));
  await device.exchange([pushed]);
  await device.exchange([pushed]);

  const [routed, synced, ...others] = await takeMail(server);
  expect(others).toEqual([]);
  for (const email of [routed!, synced!]) {
    expect([email.recipient, email.subject]).toEqual([
      'amina@example.test',
      `New reply to your ticket #${ticket.number}`,
    ]);
    expect(email.text).toContain(`${server.url}/user/tickets/${ticket.id}`);
    expect(email.text + email.html).not.toContain('4711');
  }
});

test('OF-32 a delivery causes one e-mail, not one for its status and one for its proof', async () => {
  const [first, second] = [await placeOrder(), await placeOrder(12.5)];

  await postForm(server, 'sara', `/api/orders/${first}`, {
    status: 'delivered',
    notes: 'Code 1234',
    file: await png(),
  });
  await server.as('sara').post(`/api/orders/${first}`, { status: 'completed' }, keyed());
  await server.as('sara').post(`/api/orders/${first}`, { status: 'processing' }, keyed());
  await server.as('sara').post(`/api/orders/${first}`, { status: 'delivered', notes: 'Again' }, keyed());
  const device = createDevice(server.as('sara'));
  const status = mutationOf('order.status', `orders:${second}`, { order_id: second, to: 'completed' });
  const delivery = mutationOf('order.deliver', `orders:${second}`, {
    order_id: second,
    status: 'completed',
    notes: 'Here',
    file_id: null,
  });
  await device.exchange([status, delivery]);
  await device.exchange([status, delivery]);

  const [one, two, ...others] = await takeMail(server);
  expect(others).toEqual([]);
  expect([one!.recipient, one!.subject]).toEqual(['amina@example.test', `Your order #${first} was delivered`]);
  expect(one!.text).toContain('(\u2068Tea\u2069, €10.00)');
  expect(one!.text + one!.html).not.toContain('1234');
  expect([two!.subject, two!.text.includes('€12.50')]).toEqual([`Your order #${second} was delivered`, true]);
});

test('an order that was delivered sends no second e-mail when it is completed, even after the first one was cleaned up', async () => {
  const id = await placeOrder();
  await server.as('sara').post(`/api/orders/${id}`, { status: 'delivered' }, keyed());
  expect(await takeSubjects(server)).toHaveLength(1);

  const { db, now } = server.services;
  server.clock.advance(31 * 86_400_000);
  await cleanUp(db, now());
  const sara = server.withToken(await server.signIn('sara'));
  expect((await sara.post(`/api/orders/${id}`, { status: 'completed' }, keyed())).status).toBe(200);

  expect(await takeSubjects(server)).toEqual([]);
});

test('a status that delivers nothing sends no e-mail', async () => {
  const id = await placeOrder();

  await server.as('sara').post(`/api/orders/${id}`, { status: 'processing', notes: 'Soon' }, keyed());

  expect(await takeSubjects(server)).toEqual([]);
});

test('OF-32 a customer gets one e-mail for each change of the balance, with the amount and the new balance', async () => {
  await server.as('sara').post('/api/auth/pin', { password, pin });
  const key = randomUUID();

  await Promise.all([1, 2].map(() => adjust('add', 1234.5, key)));
  await adjust('add', 1234.5, key);
  await adjust('subtract', 0.1);
  expectRefused(await adjust('subtract', 9_999), 422, 'BALANCE_NOT_ENOUGH');

  const [added, taken, ...others] = await takeMail(server);
  expect(others).toEqual([]);
  expect([added!.recipient, added!.subject]).toEqual(['amina@example.test', 'Your balance has changed']);
  expect(added!.text).toContain('€1,234.50 was added to your balance. Your balance is now €1,234.50.');
  expect(taken!.text).toContain('€0.10 was taken from your balance. Your balance is now €1,234.40.');
});

test('OF-32 a refund, and a new charge after it, each send an e-mail about the balance', async () => {
  const id = await placeOrder();

  await server.as('sara').post(`/api/orders/${id}`, { status: 'refunded' }, keyed());
  await server.as('sara').post(`/api/orders/${id}`, { status: 'canceled' }, keyed());
  await server.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());

  const [refunded, charged, ...others] = await takeMail(server);
  expect(others).toEqual([]);
  expect(refunded!.text).toContain(`€10.00 for your order #${id} was returned to your balance.`);
  expect(charged!.text).toContain(`€10.00 for your order #${id} was charged to your balance again.`);
});

test('a change that is rolled back sends nothing', async () => {
  const id = await placeOrder();

  const refused = await server
    .as('sara')
    .post(`/api/orders/${id}`, { status: 'completed', file_id: randomUUID() }, keyed());

  expect(refused.status).toBe(422);
  expect(await takeSubjects(server)).toEqual([]);
});

test.each([
  ['en', 'ltr', 'Your balance has changed', '€5.00 was added'],
  ['fr', 'ltr', 'Votre solde a changé', '5,00\u00a0€ ont été ajoutés'],
  ['ar', 'rtl', 'تغيّر رصيدك', '\u200f5,00\u00a0€'],
])('OF-32 the e-mail has the language of the customer: %s, written %s', async (locale, dir, subject, amount) => {
  await server.as('sara').post('/api/auth/pin', { password, pin });
  await updateUser('amina', { locale });

  await adjust('add', 5);

  const [email] = await takeMail(server);
  expect(email!.subject).toBe(subject);
  expect(email!.text).toContain(amount);
  expect(email!.html).toContain(`<html lang="${locale}" dir="${dir}">`);
});

test('a kind of e-mail that a user switched off is not sent; those about security cannot be switched off', async () => {
  await server.as('sara').post('/api/auth/pin', { password, pin });
  await updateUser('amina', { muted_mail: JSON.stringify(['ticket.response', 'balance.changed', 'account.changed']) });
  const ticket = await openTicket();
  const id = await placeOrder();

  await server.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });
  await adjust('add', 5);
  expect(await takeSubjects(server)).toEqual([]);
  await server.as('sara').post(`/api/orders/${id}`, { status: 'delivered' }, keyed());
  await server.as('sara').post(`/api/users/${server.users.amina.id}`, { password: 'a new good phrase' });

  expect((await takeSubjects(server)).map(([, subject]) => subject)).toEqual([
    `Your order #${id} was delivered`,
    'Your password was changed',
  ]);
});

test('names and subjects add no markup, no link and no header to an e-mail', async () => {
  await updateUser('amina', { name: '<b>Amina</b> \u202ewww.evil.example' });
  const ticket = await openTicket('Re: <img src=x> https://evil.example/win \u202e');

  await server.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });

  const [email] = await takeMail(server);
  expect(email!.html).not.toMatch(/<b>|<img/);
  expect(email!.text + email!.html).not.toMatch(/evil\.example|\u202e/);
  expect(email!.subject).toBe(`New reply to your ticket #${ticket.number}`);
});
