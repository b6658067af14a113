import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, takeSubjects, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const old = 'kept-in-a-safe';
const change = (key: string, fields = { current_password: old, password: 'a new good phrase' }) =>
  server.as('amina').post('/api/auth/password', fields, { 'Idempotency-Key': key });
const keyOf = (n: number) => `0193a1b2-0000-7000-8000-00000000000${n}`;

test('OF-06 C-29 a repeated change of the own password succeeds and changes nothing, although the current one is another now', async () => {
  expect((await change(keyOf(1))).status).toBe(200);
  await takeSubjects(server);

  const repeated = await change(keyOf(1));

  expect([repeated.status, repeated.body]).toEqual([200, { code: 'SUCCESS' }]);
  expect(await takeSubjects(server)).toEqual([]);
  const login = { email: 'amina@example.test', password: 'a new good phrase' };
  expect((await server.guest.post('/api/auth/login', login)).status).toBe(200);
});

test('OF-06 C-29 the key of a changed password proves nothing: with other passwords it is refused', async () => {
  await change(keyOf(1));

  for (const fields of [
    { current_password: 'a guess', password: 'a new good phrase' },
    { current_password: old, password: 'another good phrase' },
  ])
    expectRefused(await change(keyOf(1), fields), 422, 'IDEMPOTENCY_KEY_REUSED');

  expectRefused(await change(keyOf(2)), 422, 'INVALID_FIELDS');
});
