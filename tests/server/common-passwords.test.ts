import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { isCommonPassword } from '../../src/server/platform/secrets/common-passwords.ts';
import { openWorld } from '../support/world.ts';

const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
const leaked = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter((password) => [...password].length >= 8);

const accepted = async (passwords: readonly string[]) => {
  const verdicts = await Promise.all(passwords.map((password) => isCommonPassword(password, 'leila@example.test')));
  return passwords.filter((_password, index) => !verdicts[index]);
};

test('the 3,000 most common passwords of eight and more characters are refused', async () => {
  const first = leaked.slice(0, 3_000);

  expect(first).toHaveLength(3_000);
  expect(await accepted(first)).toEqual([]);
  expect(await accepted(first.map((password) => password.toUpperCase()))).toEqual([]);
});

test('a common word with digits or signs behind it and the person’s own address are still refused', async () => {
  expect(await accepted(['Motdepasse!!', 'motdepasse2024', 'aaaaaaaaaaaa', 'leila@example.test'])).toEqual([]);
  expect(await isCommonPassword('leila.benali', 'leila.benali@example.test')).toBe(true);
});

test('phrases and generated passwords are accepted', async () => {
  const good = ['une bonne phrase', 'kept-in-a-safe', 'Xq7#mPw2vL', 'صباح الخير يا جدتي', 'correct horse battery'];

  expect(await accepted(good)).toEqual(good);
});

test('every call that takes a new password refuses a leaked one', async () => {
  const world = await openWorld();
  const password = leaked[2_500]!;
  const karim = `/api/users/${world.people.karim.id}`;
  const person = { name: 'Leila', email: 'leila@example.test', password };
  const current = { current_password: 'kept-in-a-safe', password };
  const key = { 'Idempotency-Key': '0193a1b2-0000-7000-8000-000000000001' };
  await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await world.post.deliver();
  const token = /\?token=([\w-]+)/.exec(world.post.letters[0]!.text)![1];

  const answers = [
    await world.guest.post('/api/auth/register', person),
    await world.guest.post('/api/auth/password/reset', { token, password }),
    await world.as('amina').post('/api/auth/password', current),
    await world.as('sara').post('/api/users', person, key),
    await world.as('sara').post(karim, { password }),
  ];

  for (const { body } of answers) expect(body.errors).toEqual({ password: ['too_common'] });
});
