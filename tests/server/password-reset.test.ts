import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { linkTo, openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const password = 'a new good phrase';

async function ask(email = 'amina@example.test', locale?: string): Promise<string> {
  await world.guest.post('/api/auth/password/forgot', { email, locale });
  await world.post.deliver();
  return new URL(linkTo(world, email.trim().toLowerCase())).searchParams.get('token') ?? '';
}

const reset = (token: string, wanted = password) =>
  world.guest.post('/api/auth/password/reset', { token, password: wanted });

const login = (email: string, tried: string) => world.guest.post('/api/auth/login', { email, password: tried });

test('a person who forgot the password gets a link, chooses a new one, and every device is signed out', async () => {
  await world.as('amina').get('/api/auth/current');

  const token = await ask(' Amina@Example.test ');
  const link = new URL(linkTo(world, 'amina@example.test'));
  const answer = await reset(token);

  expect(link.origin + link.pathname).toBe(`${world.url}/auth/password-reset`);
  expect(answer.body).toEqual({ code: 'SUCCESS' });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expectRefused(await world.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expectRefused(await login('amina@example.test', 'kept-in-a-safe'), 401, 'INVALID_CREDENTIALS');
  expect((await login('amina@example.test', password)).status).toBe(200);
  expect((await login('karim@example.test', 'kept-in-a-safe')).status).toBe(200);
});

test('a link works once, also when it is followed twice at once', async () => {
  const token = await ask();

  const answers = await Promise.all([reset(token), reset(token, 'yet another phrase')]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await reset(token)).body.errors).toEqual({ token: ['invalid'] });
});

test('only the newest link works, and only for a day', async () => {
  const first = await ask();
  const second = await ask();

  expect((await reset(first)).body.errors).toEqual({ token: ['invalid'] });
  world.clock.pass(24 * 3_600_000 + 1);
  expect((await reset(second)).body.errors).toEqual({ token: ['invalid'] });
  const third = await ask();
  world.clock.pass(24 * 3_600_000 - 1_000);
  expect((await reset(third)).status).toBe(200);
});

test('a common password is refused and leaves the link as it was', async () => {
  const token = await ask();

  expect((await reset(token, 'password123')).body.errors).toEqual({ password: ['too_common'] });
  expect((await reset(token, 'amina@example.test')).body.errors).toEqual({ password: ['too_common'] });
  expect((await reset(token, 'short')).body.errors).toEqual({ password: ['min:8'] });
  expect((await reset(token)).status).toBe(200);
});

test('the answer tells nothing about the address, and three letters an hour are enough', async () => {
  await world.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password });
  await world.as('sara').post(`/api/users/${world.people.karim.id}/active`, { is_active: false });
  await world.post.deliver();
  const before = world.post.letters.length;
  const answers: Record<string, unknown[]> = {};
  for (const who of ['amina', 'karim', 'nour', 'nobody']) {
    answers[who] = [];
    for (let time = 0; time < 4; time += 1) {
      const { body } = await world.guest.post('/api/auth/password/forgot', { email: `${who}@example.test` });
      answers[who]!.push(body.code);
    }
  }
  await world.post.deliver();

  const codes = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'TOO_MANY_REQUESTS'];
  expect(answers).toEqual({ amina: codes, karim: codes, nour: codes, nobody: codes });
  const sent = world.post.letters.slice(before);
  expect(sent.map(({ recipient }) => recipient)).toEqual(Array(3).fill('amina@example.test'));
});

test.each([
  ['en', 'Choose a new password', 'ltr'],
  ['fr', 'Choisissez un nouveau mot de passe', 'ltr'],
  ['ar', 'اختر كلمة مرور جديدة', 'rtl'],
])('the letter speaks %s', async (locale, subject, dir) => {
  await ask('amina@example.test', locale);

  const letter = world.post.letters.at(-1)!;

  expect(letter.subject).toBe(subject);
  expect(letter.html).toContain(`dir="${dir}"`);
});

test('the token is stored nowhere, and a confirmation link resets nothing', async () => {
  const token = await ask();
  await world.guest.post('/api/auth/register', { name: 'Nour', email: 'nour@example.test', password });
  await world.post.deliver();
  const confirm = new URL(linkTo(world, 'nour@example.test')).searchParams.get('token')!;

  const kept = JSON.stringify([
    await world.means.db.selectFrom('mail_tokens').selectAll().execute(),
    await world.means.db.selectFrom('letters').selectAll().execute(),
    await world.means.db.selectFrom('audit').selectAll().execute(),
  ]);

  expect(kept).not.toContain(token);
  expect((await reset(confirm)).body.errors).toEqual({ token: ['invalid'] });
  expect((await world.guest.post('/api/auth/email/confirm', { token })).body.errors).toEqual({ token: ['invalid'] });
});

test('a link is dead when the account was switched off or deleted since', async () => {
  const first = await ask();
  await world.as('sara').post(`/api/users/${world.people.amina.id}/active`, { is_active: false });
  expect((await reset(first)).body.errors).toEqual({ token: ['invalid'] });

  const second = await ask('karim@example.test');
  await world.as('sara').delete(`/api/users/${world.people.karim.id}`);
  expect((await reset(second)).body.errors).toEqual({ token: ['invalid'] });
});

test('the host of the link is ours, whatever the request says', async () => {
  await world.guest.post(
    '/api/auth/password/forgot',
    { email: 'amina@example.test' },
    { 'X-Forwarded-Host': 'evil.test' },
  );
  await world.app.inject({
    method: 'POST',
    url: '/api/auth/password/forgot',
    headers: { host: 'evil.test' },
    payload: { email: 'amina@example.test' },
  });
  await world.post.deliver();

  expect(world.post.letters).toHaveLength(2);
  for (const letter of world.post.letters) expect(letter.text + letter.html).not.toContain('evil.test');
});

test('changing the own password asks for the present one and signs the other devices out', async () => {
  const other = await world.signIn('amina');
  const change = (current_password: string, wanted = password) =>
    world.as('amina').post('/api/auth/password', { current_password, password: wanted });

  expect((await change('a guess')).body.errors).toEqual({ current_password: ['invalid'] });
  expect((await change('kept-in-a-safe', 'azerty123')).body.errors).toEqual({ password: ['too_common'] });
  expect((await change('kept-in-a-safe')).body).toEqual({ code: 'SUCCESS' });

  expect((await world.as('amina').get('/api/auth/current')).status).toBe(200);
  expectRefused(await world.withToken(other).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect((await login('amina@example.test', password)).status).toBe(200);
});
