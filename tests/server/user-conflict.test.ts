import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

test('OF-12 of two admins who edit the same field of a user, the later one gets the saved values and overwrites nothing', async () => {
  const path = `/api/users/${server.users.amina.id}`;
  const seen = (await server.as('sara').get(path)).body.user;
  await server.as('root').post(path, { name: 'Amina H.' });

  const late = await server.as('sara').post(path, { name: 'A. Haddad', from: { name: seen.name } });
  const other = await server.as('sara').post(path, { username: 'amina', from: { username: seen.username } });

  expectRefused(late, 409, 'CONFLICT');
  expect(late.body.details).toMatchObject({ current: { name: 'Amina H.', email: seen.email }, by: 'Root' });
  expect(other.body.user).toMatchObject({ name: 'Amina H.', username: 'amina' });
  const decided = await server.as('sara').post(path, { name: 'A. Haddad', from: { name: 'Amina H.' } });
  expect(decided.body.user).toMatchObject({ name: 'A. Haddad', username: 'amina' });
});

const newPassword = { password: 'a new good phrase', current_password: 'kept-in-a-safe' };

/** sara edits a user with an idempotency key. */
const edit = (id: number, body: object, key: string) =>
  server.as('sara').post(`/api/users/${id}`, body, { 'Idempotency-Key': key });

const passwordChanges = () =>
  server.services.db.selectFrom('audit').select('id').where('action', '=', 'user.password_changed').execute();

test('OF-06 D-7 the same edit sent again with its key is done once, also when it has replaced the current password', async () => {
  const { id } = server.users.sara;
  const key = randomUUID();

  const first = await edit(id, newPassword, key);
  const again = await edit(id, newPassword, key);

  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body.user).toMatchObject({ id });
  expect(await passwordChanges()).toHaveLength(1);
  expectRefused(await edit(id, { name: 'Sara B.' }, key), 422, 'IDEMPOTENCY_KEY_REUSED');
  const other = await edit(id, { ...newPassword, password: 'another good phrase' }, key);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
});

test('OF-06 an edit that arrives after its key was cancelled changes nothing', async () => {
  const { id } = server.users.amina;
  const key = randomUUID();
  const cancelled = await server.as('sara').post('/api/outcomes/cancel', { key });

  const late = await edit(id, { name: 'Late', password: 'a late good phrase' }, key);

  expect(cancelled.body.state).toBe('cancelled');
  expectRefused(late, 409, 'CANCELLED');
  expect((await server.as('sara').get(`/api/users/${id}`)).body.user.name).toBe('Amina');
  expect(await passwordChanges()).toEqual([]);
});
