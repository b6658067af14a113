import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { deviceOf, queued, replying } from '../support/device.ts';
import { takeMail, takeSubjects } from '../support/sent-mail.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, postForm } from '../support/uploads.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const password = 'kept-in-a-safe';
const pin = '80412';
const keyed = (key: string = randomUUID()) => ({ 'Idempotency-Key': key });

const set = (who: Name, columns: { locale?: string; muted_mail?: string; name?: string; is_active?: number }) =>
  world.means.db.updateTable('users').set(columns).where('id', '=', world.people[who].id).execute();

async function ordered(price = 10): Promise<number> {
  const { id: product_id } = await putProduct(world.means, { title: 'Tea', price });
  await credit(world.means, world.people.amina, 30);
  return (await world.as('amina').post('/api/orders', { product_id }, keyed())).body.order.id;
}

const opened = async (subject = 'Where is it?') =>
  (await world.as('amina').post('/api/tickets', { subject, type: 'general', content: 'I wait.' })).body.ticket;

const adjust = (kind: 'add' | 'subtract', amount: number, key: string = randomUUID()) =>
  world.as('sara').post(`/api/users/${world.people.amina.id}/balance/${kind}`, { amount, pin }, keyed(key));

test('S1-07 a customer is told of each reply of an admin, once, whether it comes by a route or by a push', async () => {
  const ticket = await opened();
  const device = deviceOf(world.as('sara'));
  const pushed = replying({ ticket: ticket.id, content: 'It is on its way.' });

  await world.as('amina').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello?' });
  expect(await takeSubjects(world)).toEqual([]);
  const key = randomUUID();
  const said = { content: 'The secret code is 4711' };
  for (let time = 0; time < 2; time += 1)
    await world.as('sara').post(`/api/tickets/${ticket.number}/response`, said, keyed(key));
  await device.exchange([pushed]);
  await device.exchange([pushed]);

  const [routed, synced, ...others] = await takeMail(world);
  expect(others).toEqual([]);
  for (const letter of [routed!, synced!]) {
    expect([letter.recipient, letter.subject]).toEqual([
      'amina@example.test',
      `New reply to your ticket #${ticket.number}`,
    ]);
    expect(letter.text).toContain(`${world.url}/user/tickets/${ticket.id}`);
    expect(letter.text + letter.html).not.toContain('4711');
  }
});

test('S1-10 a delivered order is told of once, not once for its status and once for its proof', async () => {
  const [first, second] = [await ordered(), await ordered(12.5)];

  await postForm(world, 'sara', `/api/orders/${first}`, { status: 'delivered', notes: 'Code 1234', file: await png() });
  await world.as('sara').post(`/api/orders/${first}`, { status: 'completed' }, keyed());
  await world.as('sara').post(`/api/orders/${first}`, { status: 'processing' }, keyed());
  await world.as('sara').post(`/api/orders/${first}`, { status: 'delivered', notes: 'Again' }, keyed());
  const device = deviceOf(world.as('sara'));
  const status = queued('order.status', `orders:${second}`, { order_id: second, to: 'completed' });
  const delivery = queued('order.deliver', `orders:${second}`, {
    order_id: second,
    status: 'completed',
    notes: 'Here',
    file_id: null,
  });
  await device.exchange([status, delivery]);
  await device.exchange([status, delivery]);

  const [one, two, ...others] = await takeMail(world);
  expect(others).toEqual([]);
  expect([one!.recipient, one!.subject]).toEqual(['amina@example.test', `Your order #${first} was delivered`]);
  expect(one!.text).toContain('(\u2068Tea\u2069, €10.00)');
  expect(one!.text + one!.html).not.toContain('1234');
  expect([two!.subject, two!.text.includes('€12.50')]).toEqual([`Your order #${second} was delivered`, true]);
});

test('a status that delivers nothing is told of by no e-mail', async () => {
  const id = await ordered();

  await world.as('sara').post(`/api/orders/${id}`, { status: 'processing', notes: 'Soon' }, keyed());

  expect(await takeSubjects(world)).toEqual([]);
});

test('S1-09 a customer is told of each change of the balance, once, with the amount and what is left', async () => {
  await world.as('sara').post('/api/auth/pin', { password, pin });
  const key = randomUUID();

  await Promise.all([1, 2].map(() => adjust('add', 1234.5, key)));
  await adjust('add', 1234.5, key);
  await adjust('subtract', 0.1);
  expectRefused(await adjust('subtract', 9_999), 422, 'BALANCE_NOT_ENOUGH');

  const [added, taken, ...others] = await takeMail(world);
  expect(others).toEqual([]);
  expect([added!.recipient, added!.subject]).toEqual(['amina@example.test', 'Your balance has changed']);
  expect(added!.text).toContain('€1,234.50 was added to your balance. Your balance is now €1,234.50.');
  expect(taken!.text).toContain('€0.10 was taken from your balance. Your balance is now €1,234.40.');
});

test('C-09 a refund and a renewed charge are told of as changes of the balance', async () => {
  const id = await ordered();

  await world.as('sara').post(`/api/orders/${id}`, { status: 'refunded' }, keyed());
  await world.as('sara').post(`/api/orders/${id}`, { status: 'canceled' }, keyed());
  await world.as('sara').post(`/api/orders/${id}`, { status: 'completed' }, keyed());

  const [refunded, charged, ...others] = await takeMail(world);
  expect(others).toEqual([]);
  expect(refunded!.text).toContain(`€10.00 for your order #${id} was returned to your balance.`);
  expect(charged!.text).toContain(`€10.00 for your order #${id} was charged to your balance again.`);
});

test('a change that is rolled back sends nothing', async () => {
  const id = await ordered();

  const refused = await world
    .as('sara')
    .post(`/api/orders/${id}`, { status: 'completed', file_id: randomUUID() }, keyed());

  expect(refused.status).toBe(422);
  expect(await takeSubjects(world)).toEqual([]);
});

test.each([
  ['en', 'ltr', 'Your balance has changed', '€5.00 was added'],
  ['fr', 'ltr', 'Votre solde a changé', '5,00\u00a0€ ont été ajoutés'],
  ['ar', 'rtl', 'تغيّر رصيدك', '\u200f5,00\u00a0€'],
])('S1-11 a reader of %s gets it %s and in that language', async (locale, dir, subject, amount) => {
  await world.as('sara').post('/api/auth/pin', { password, pin });
  await set('amina', { locale });

  await adjust('add', 5);

  const [letter] = await takeMail(world);
  expect(letter!.subject).toBe(subject);
  expect(letter!.text).toContain(amount);
  expect(letter!.html).toContain(`<html lang="${locale}" dir="${dir}">`);
});

test('what a person has switched off is not sent; the security of the account cannot be switched off', async () => {
  await world.as('sara').post('/api/auth/pin', { password, pin });
  await set('amina', { muted_mail: JSON.stringify(['ticket.response', 'balance.changed', 'account.changed']) });
  const ticket = await opened();
  const id = await ordered();

  await world.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });
  await adjust('add', 5);
  expect(await takeSubjects(world)).toEqual([]);
  await world.as('sara').post(`/api/orders/${id}`, { status: 'delivered' }, keyed());
  await world.as('sara').post(`/api/users/${world.people.amina.id}`, { password: 'a new good phrase' });

  expect((await takeSubjects(world)).map(([, subject]) => subject)).toEqual([
    `Your order #${id} was delivered`,
    'Your password was changed',
  ]);
});

test('names and subjects bring neither markup nor a link nor a header with them', async () => {
  await set('amina', { name: '<b>Amina</b> \u202ewww.evil.example' });
  const ticket = await opened('Re: <img src=x> https://evil.example/win \u202e');

  await world.as('sara').post(`/api/tickets/${ticket.id}/response`, { content: 'Hello' });

  const [letter] = await takeMail(world);
  expect(letter!.html).not.toMatch(/<b>|<img/);
  expect(letter!.text + letter!.html).not.toMatch(/evil\.example|\u202e/);
  expect(letter!.subject).toBe(`New reply to your ticket #${ticket.number}`);
});
