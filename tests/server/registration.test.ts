import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

const leila = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
const stranger = { ...leila, name: 'Eve', password: 'of the intruder' };

const login = (world: World, { email, password }: { email: string; password: string }) =>
  world.guest.post('/api/auth/login', { email, password });

const confirm = (world: World, token: string) => world.guest.post('/api/auth/email/confirm', { token });

/** Registers and returns the token of the link that was sent for it. */
async function register(world: World, body: object): Promise<string> {
  expect((await world.guest.post('/api/auth/register', body)).status).toBe(200);
  return newestToken(world);
}

async function resend(world: World, email = leila.email): Promise<string> {
  expect((await world.guest.post('/api/auth/email/resend', { email })).body).toEqual({ code: 'SUCCESS' });
  return newestToken(world);
}

/** The token of the newest e-mail; empty when it has none. */
async function newestToken(world: World): Promise<string> {
  await world.post.deliver();
  return /\?token=([\w-]+)/.exec(world.post.letters.at(-1)?.text ?? '')?.[1] ?? '';
}

const accountOf = (world: World, email = leila.email) =>
  world.means.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow();

test('D-19 the account takes name, password and language of the link that is clicked, whoever registered last', async () => {
  const world = await openWorld();
  const own = await register(world, { ...leila, locale: 'fr' });
  const theirs = await register(world, stranger);

  expect((await confirm(world, own)).body).toEqual({ code: 'SUCCESS' });

  expect(await accountOf(world)).toMatchObject({ name: 'Leila', locale: 'fr', is_active: 1 });
  expect((await login(world, leila)).body.data.user.name).toBe('Leila');
  expectRefused(await login(world, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(world, theirs)).body.errors).toEqual({ token: ['invalid'] });
  expect((await world.as('sara').get('/api/users?search=leila')).body.data.total).toBe(1);
});

test('D-19 a stranger who registered first does not get the account either', async () => {
  const world = await openWorld();
  const theirs = await register(world, stranger);
  const own = await register(world, leila);

  expect((await confirm(world, own)).status).toBe(200);

  expect((await login(world, leila)).status).toBe(200);
  expectRefused(await login(world, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(world, theirs)).body.errors).toEqual({ token: ['invalid'] });
});

test('D-19 of two links of one account that are clicked at once, one decides', async () => {
  const world = await openWorld();
  const tokens = [await register(world, leila), await register(world, stranger)];

  const answers = await Promise.all(tokens.map((token) => confirm(world, token)));

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const winner = answers[0]!.status === 200 ? leila : stranger;
  const loser = winner === leila ? stranger : leila;
  expect((await accountOf(world)).name).toBe(winner.name);
  expect((await login(world, winner)).status).toBe(200);
  expectRefused(await login(world, loser), 401, 'INVALID_CREDENTIALS');
});

test('D-19 a link is valid for 24 hours, also while later ones are', async () => {
  const world = await openWorld();
  const first = await register(world, leila);
  world.clock.pass(12 * 3_600_000);
  const second = await register(world, { ...leila, password: 'another phrase' });

  world.clock.pass(12 * 3_600_000 + 1);

  expect((await confirm(world, first)).body.errors).toEqual({ token: ['invalid'] });
  expect((await confirm(world, second)).status).toBe(200);
});

test('D-19 a new e-mail carries the registration it is sent for, also after the first link has expired', async () => {
  const world = await openWorld();
  const first = await register(world, { ...leila, locale: 'ar' });
  world.clock.pass(24 * 3_600_000 + 1);
  expect((await confirm(world, first)).body.errors).toEqual({ token: ['invalid'] });

  const second = await resend(world);
  const third = await resend(world);

  expect((await confirm(world, second)).body.errors).toEqual({ token: ['invalid'] });
  expect((await confirm(world, third)).status).toBe(200);
  expect((await login(world, leila)).body.data.user.name).toBe('Leila');
});

test('D-19 once an address was registered twice, a new e-mail carries nobody’s password: it asks to register again', async () => {
  const world = await openWorld();
  const own = await register(world, leila);
  await register(world, stranger);

  expect(await resend(world)).toBe('');
  expect(world.post.letters.at(-1)).toMatchObject({ recipient: leila.email, subject: 'Please register again' });
  expect(world.post.letters.at(-1)!.text).toContain(`${world.url}/auth/register`);

  expect((await confirm(world, own)).status).toBe(200);
  expect((await login(world, leila)).status).toBe(200);
});

test('D-19 an expired registration still counts: a stranger who comes later does not become the only one', async () => {
  const world = await openWorld();
  await register(world, leila);
  world.clock.pass(3 * 86_400_000);
  await register(world, stranger);

  expect(await resend(world)).toBe('');
});

test('S7-05 an account that waits says so only for the password of the newest registration', async () => {
  const world = await openWorld();
  await register(world, leila);

  const right = await login(world, leila);

  expectRefused(right, 401, 'ACCOUNT_NOT_ACTIVE');
  expect(right.body.details).toEqual({ reason: 'unconfirmed' });
  expectRefused(await login(world, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await accountOf(world)).password_hash).toBeNull();
});

test('D-19 an admin who activates an account lets nobody in whose registration is in doubt', async () => {
  const world = await openWorld();
  const activate = async () => {
    const { id } = await accountOf(world);
    expect((await world.as('sara').post(`/api/users/${id}/active`, { is_active: true })).status).toBe(200);
  };
  const own = await register(world, leila);
  await register(world, stranger);

  await activate();

  expectRefused(await login(world, leila), 401, 'INVALID_CREDENTIALS');
  expectRefused(await login(world, stranger), 401, 'INVALID_CREDENTIALS');
  expect((await confirm(world, own)).body.errors).toEqual({ token: ['invalid'] });
  await world.guest.post('/api/auth/password/forgot', { email: leila.email });
  const token = await newestToken(world);
  expect((await world.guest.post('/api/auth/password/reset', { token, password: leila.password })).status).toBe(200);
  expect((await login(world, leila)).status).toBe(200);
});

test('D-19 an admin who activates an account that was registered once lets that person in', async () => {
  const world = await openWorld();
  await register(world, { ...leila, locale: 'fr' });
  const { id } = await accountOf(world);

  await world.as('sara').post(`/api/users/${id}/active`, { is_active: true });

  expect((await login(world, leila)).status).toBe(200);
});

test('D-19 a password or an address that an admin gives an unconfirmed account ends its links', async () => {
  const world = await openWorld();
  const first = await register(world, leila);
  const { id } = await accountOf(world);

  await world.as('sara').post(`/api/users/${id}`, { password: 'from the help desk' });
  expect((await confirm(world, first)).body.errors).toEqual({ token: ['invalid'] });
  const second = await register(world, stranger);
  await world.as('sara').post(`/api/users/${id}`, { email: 'leila@elsewhere.test' });

  expect((await confirm(world, second)).body.errors).toEqual({ token: ['invalid'] });
  expect(await resend(world, 'leila@elsewhere.test')).toBe('');
  const third = await register(world, { ...leila, email: 'leila@elsewhere.test' });
  expect((await confirm(world, third)).status).toBe(200);
  expect((await login(world, { ...leila, email: 'leila@elsewhere.test' })).status).toBe(200);
});

test('a used or ended link keeps no password', async () => {
  const world = await openWorld();
  const own = await register(world, leila);
  await register(world, stranger);

  await confirm(world, own);

  const links = await world.means.db.selectFrom('mail_tokens').select(['name', 'password_hash', 'used_at']).execute();
  expect(links.map(({ name, password_hash }) => [name, password_hash])).toEqual(Array(2).fill([null, null]));
  expect(links.every(({ used_at }) => used_at !== null)).toBe(true);
});
