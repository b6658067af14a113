import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { credit } from '../support/shop.ts';
import { takeMail, takeSubjects } from '../support/sent-mail.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const password = 'kept-in-a-safe';
const wanted = 'amina@elsewhere.test';

const ask = (email: string = wanted, who: Name = 'amina', current_password: string = password) =>
  world.as(who).post('/api/auth/email', { email, current_password });

const confirm = (token: string) => world.guest.post('/api/auth/email/confirm', { token });

const login = (email: string, tried: string = password) =>
  world.guest.post('/api/auth/login', { email, password: tried });

const tokenIn = (text: string) => /\/auth\/email-confirmation\?token=([\w-]+)/.exec(text)?.[1] ?? '';

/** Asks for a new address and returns the token of the link that was sent there. */
async function linkFor(email: string = wanted, who: Name = 'amina'): Promise<string> {
  expect((await ask(email, who)).body).toEqual({ code: 'SUCCESS' });
  const [letter, ...others] = await takeMail(world);
  expect([letter!.recipient, others]).toEqual([email, []]);
  return tokenIn(letter!.text);
}

const invalid = { token: ['invalid'] };

test('C-29 a person’s address changes when the link at the new one is clicked; the old one is told', async () => {
  const { amina } = world.people;
  const token = await linkFor(' Amina@Elsewhere.test '.trim().toLowerCase());
  expect((await login(amina.email)).status).toBe(200);
  expectRefused(await login(wanted), 401, 'INVALID_CREDENTIALS');

  const confirmed = await confirm(token);

  expect(confirmed.body).toEqual({ code: 'SUCCESS' });
  expect(confirmed.headers.get('set-cookie')).toBeNull();
  expect(await takeSubjects(world)).toEqual([[amina.email, 'Your e-mail address was changed']]);
  expect((await login(wanted)).status).toBe(200);
  expectRefused(await login(amina.email), 401, 'INVALID_CREDENTIALS');
  expect((await world.as('amina').get('/api/auth/current')).body.user.email).toBe(wanted);
  expect((await world.as('sara').get('/api/users?search=elsewhere')).body.data.total).toBe(1);
  expect((await confirm(token)).body.errors).toEqual(invalid);
});

test('the present password is needed, and guessing it is slowed down', async () => {
  const answers = [];
  for (let time = 0; time < 7; time += 1) answers.push(await ask(wanted, 'amina', 'a guess'));

  expect(answers[0]!.body.errors).toEqual({ current_password: ['invalid'] });
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429, 429]);
  expect(await takeMail(world)).toEqual([]);
  const missing = await world.as('karim').post('/api/auth/email', { email: wanted });
  expect(missing.body.errors).toEqual({ current_password: ['required'] });
});

test('S5-04 a taken address is refused as a registration refuses it, and tells no more', async () => {
  await world.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password: 'a good phrase' });
  await takeMail(world);

  const taken = await ask('karim@example.test');
  const register = { name: 'Eve', email: 'karim@example.test', password: 'a good phrase' };

  expect(taken.body.errors).toEqual({ email: ['unique'] });
  expect((await world.guest.post('/api/auth/register', register)).body.errors).toEqual(taken.body.errors);
  expect((await ask('amina@example.test')).body.errors).toEqual({ email: ['unique'] });
  expect((await ask('nour@example.test', 'karim')).body).toEqual({ code: 'SUCCESS' });
  expect((await ask('no address')).body.errors).toEqual({ email: ['invalid'] });
});

test('a link works within 24 hours and until another one is asked for', async () => {
  const first = await linkFor();
  const second = await linkFor('amina@third.test');
  expect((await confirm(first)).body.errors).toEqual(invalid);
  world.clock.pass(24 * 3_600_000 + 1);
  expect((await confirm(second)).body.errors).toEqual(invalid);

  const third = await linkFor();
  world.clock.pass(24 * 3_600_000 - 1_000);
  const answers = await Promise.all([confirm(third), confirm(third)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await takeSubjects(world)).toHaveLength(1);
});

test.each([
  [
    'the password is changed',
    () => world.as('amina').post('/api/auth/password', { current_password: password, password: 'a new good phrase' }),
  ],
  [
    'the password is reset',
    async () => {
      await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
      const token = /\?token=([\w-]+)/.exec((await takeMail(world))[0]!.text)![1];
      return world.guest.post('/api/auth/password/reset', { token, password: 'a new good phrase' });
    },
  ],
  [
    'an admin changes the address',
    () => world.as('sara').post(`/api/users/${world.people.amina.id}`, { email: 'amina@third.test' }),
  ],
  [
    'the account is switched off',
    () => world.as('sara').post(`/api/users/${world.people.amina.id}/active`, { is_active: false }),
  ],
  ['the account is deleted', () => world.as('sara').delete(`/api/users/${world.people.amina.id}`)],
])('a link no longer works after %s', async (_name, act) => {
  const token = await linkFor();

  expect((await act()).status).toBe(200);

  expect((await confirm(token)).body.errors).toEqual(invalid);
});

test('a new address ends the links that were sent to the old one', async () => {
  const token = await linkFor();
  await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  const reset = /\?token=([\w-]+)/.exec((await takeMail(world))[0]!.text)![1];

  await confirm(token);

  const answer = await world.guest.post('/api/auth/password/reset', { token: reset, password: 'a new good phrase' });
  expect(answer.body.errors).toEqual(invalid);
});

test('who was given the address in the meantime keeps it', async () => {
  const token = await linkFor();
  await world.as('sara').post(`/api/users/${world.people.karim.id}`, { email: wanted });

  expect((await confirm(token)).body.errors).toEqual(invalid);
  expect((await login('amina@example.test')).status).toBe(200);
});

test('of two people who confirm one address at once, one gets it', async () => {
  const tokens = [await linkFor(), await linkFor(wanted, 'karim')];

  const answers = await Promise.all(tokens.map(confirm));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(world.errors).toEqual([]);
});

test('a stranger’s unconfirmed registration does not hold the address of who reads its e-mails', async () => {
  const eve = { name: 'Eve', email: wanted, password: 'of the intruder' };
  await world.guest.post('/api/auth/register', eve);
  const registered = tokenIn((await takeMail(world))[0]!.text);
  const token = await linkFor();

  expect((await confirm(token)).status).toBe(200);

  expect((await login(wanted)).status).toBe(200);
  expect((await confirm(registered)).body.errors).toEqual(invalid);
  expect((await world.as('sara').get('/api/users?search=eve')).body.data.total).toBe(0);
});

test('an unconfirmed account that an admin has given money keeps its address', async () => {
  await world.guest.post('/api/auth/register', { name: 'Nour', email: wanted, password: 'a good phrase' });
  await takeMail(world);
  const nour = (await world.as('sara').get('/api/users?search=nour')).body.data.data[0];
  await credit(world.means, nour, 5);
  const token = await linkFor();

  expect((await confirm(token)).body.errors).toEqual(invalid);
  expect((await world.as('sara').get(`/api/users/${nour.id}`)).body.user.email).toBe(wanted);
});

test('five requests of a person and three e-mails to an address an hour are enough', async () => {
  const own = [];
  for (let time = 0; time < 6; time += 1) own.push((await ask(`amina${time}@elsewhere.test`)).status);
  const same = [];
  for (const who of ['karim', 'karim', 'sara', 'sara'] as const) same.push((await ask(wanted, who)).status);

  expect(own).toEqual([200, 200, 200, 200, 200, 429]);
  expect(same).toEqual([200, 200, 200, 429]);
});

test('the token is stored nowhere, and the link’s host is that of PUBLIC_URL', async () => {
  const token = await linkFor();

  const kept = JSON.stringify([
    await world.means.db.selectFrom('mail_tokens').selectAll().execute(),
    await world.means.db.selectFrom('letters').selectAll().execute(),
    await world.means.db.selectFrom('audit').selectAll().execute(),
  ]);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(kept).not.toContain(token);
});

test.each([
  ['en', 'Confirm your new e-mail address', 'ltr'],
  ['fr', 'Confirmez votre nouvelle adresse e-mail', 'ltr'],
  ['ar', 'أكّد عنوان بريدك الإلكتروني الجديد', 'rtl'],
])('S1-11 the link comes in %s', async (locale, subject, dir) => {
  await world.as('amina').post('/api/auth/profile', { locale });

  await ask();

  const [letter] = await takeMail(world);
  expect([letter!.subject, letter!.html.includes(`dir="${dir}"`)]).toEqual([subject, true]);
});
