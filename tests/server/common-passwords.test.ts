// database: any
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { isCommonPassword } from '../../src/server/platform/crypto/common-passwords.ts';
import { startTestServer } from '../support/test-server.ts';

const list = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
const leaked = (JSON.parse(readFileSync(list, 'utf8')) as string[]).filter((password) => [...password].length >= 8);

const acceptedOf = async (passwords: readonly string[]) => {
  const verdicts = await Promise.all(passwords.map((password) => isCommonPassword(password, 'leila@example.test')));
  return passwords.filter((_password, index) => !verdicts[index]);
};

test('the 3,000 most common passwords of eight and more characters are refused', async () => {
  const first = leaked.slice(0, 3_000);

  expect(first).toHaveLength(3_000);
  expect(await acceptedOf(first)).toEqual([]);
  expect(await acceptedOf(first.map((password) => password.toUpperCase()))).toEqual([]);
});

test('a common word followed by digits or punctuation is refused, and so is the person’s own e-mail address', async () => {
  expect(await acceptedOf(['Motdepasse!!', 'motdepasse2024', 'leila@example.test'])).toEqual([]);
  expect(await isCommonPassword('leila.benali', 'leila.benali@example.test')).toBe(true);
});

test('repetitions, rows of keys, parts of the alphabet and frequent words in three languages are refused', async () => {
  const repeated = ['zzzzzzzz', 'aaaaaaaaaaaa', 'abcabcabc', '12341234'];
  const rows = ['0987654321', 'abcdefghi', 'qwertzuiop', 'azertyuiop'];
  const words = ['bonjour123', 'bienvenue', 'mohamed2024!', 'alhamdulillah', 'maroc2020', 'admin1234', 'harley1903'];

  expect(await acceptedOf([...repeated, ...rows, ...words])).toEqual([]);
});

test('phrases and generated passwords are accepted', async () => {
  const good = ['une bonne phrase', 'kept-in-a-safe', 'Xq7#mPw2vL', 'صباح الخير يا جدتي', 'correct horse battery'];

  expect(await acceptedOf(good)).toEqual(good);
});

test('every call that takes a new password refuses a leaked one', async () => {
  const server = await startTestServer();
  const password = leaked[2_500]!;
  const pathOfKarim = `/api/users/${server.users.karim.id}`;
  const person = { name: 'Leila', email: 'leila@example.test', password };
  const passwordChange = { current_password: 'kept-in-a-safe', password };
  const key = { 'Idempotency-Key': '0193a1b2-0000-7000-8000-000000000001' };
  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await server.mail.deliver();
  const token = /\?token=([\w-]+)/.exec(server.mail.sent[0]!.text)![1];

  const answers = [
    await server.guest.post('/api/auth/register', person),
    await server.guest.post('/api/auth/password/reset', { token, password }),
    await server.as('amina').post('/api/auth/password', passwordChange),
    await server.as('sara').post('/api/users', person, key),
    await server.as('sara').post(pathOfKarim, { password }),
  ];

  for (const { body } of answers) expect(body.errors).toEqual({ password: ['too_common'] });
});
