import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const history = async (id: number) => (await server.as('sara').get(`/api/users/${id}/history`)).body.history;

test('S7-21 OF-31 the history of a user shows who changed what, from which to which value, newest first', async () => {
  const fields = { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' };
  const { body } = await server.as('sara').post('/api/users', fields, { 'Idempotency-Key': randomUUID() });
  const { id } = body.user;
  server.clock.advance(1_000);
  await server.as('root').post(`/api/users/${id}`, { name: 'Leila B.', username: 'leila', email: fields.email });
  await server.as('sara').post(`/api/users/${id}/active`, { is_active: false });

  const listed = await history(id);

  expect(listed).toMatchObject([
    {
      action: 'user.active',
      action_by: 'Sara',
      created_at: '2026-11-20T14:23:01.000Z',
      fields: [{ field: 'is_active', old_value: true, new_value: false }],
    },
    {
      action: 'user.updated',
      action_by: 'Root',
      fields: [
        { field: 'name', old_value: 'Leila', new_value: 'Leila B.' },
        { field: 'username', old_value: null, new_value: 'leila' },
      ],
    },
    { action: 'user.created', action_by: 'Sara', created_at: '2026-11-20T14:23:00.000Z' },
  ]);
  expect(listed[2].fields).toContainEqual({ field: 'name', old_value: null, new_value: 'Leila' });
});

test('S7-21 a new password is an entry without values; a sign-in and an edit without a change add no entry', async () => {
  const { id } = server.users.amina;
  await server.guest.post('/api/auth/login', server.users.amina);
  await server.as('sara').post(`/api/users/${id}`, { name: 'Amina' });
  await server.as('sara').post(`/api/users/${id}/active`, { is_active: true });
  await server.as('sara').post(`/api/users/${id}`, { password: 'a new good phrase' });

  expect(await history(id)).toMatchObject([{ action: 'user.password_changed', action_by: 'Sara', fields: [] }]);
});

test('S7-21 an admin’s change of the balance is in the history too', async () => {
  const { id } = server.users.amina;
  await server.as('sara').post('/api/auth/pin', { password: 'kept-in-a-safe', pin: '80412' });
  const body = { amount: 5, pin: '80412', note: 'Cash' };
  await server.as('sara').post(`/api/users/${id}/balance/add`, body, { 'Idempotency-Key': randomUUID() });

  const [entry] = await history(id);

  expect(entry).toMatchObject({ action: 'balance.add', action_by: 'Sara' });
  expect(entry.fields).toEqual([
    { field: 'balance', old_value: 0, new_value: 5 },
    { field: 'note', old_value: null, new_value: 'Cash' },
  ]);
});

test('a secret that got into the audit log by mistake is not returned', async () => {
  const { id } = server.users.amina;
  await server.services.db
    .insertInto('audit')
    .values({
      actor_id: null,
      session_id: null,
      action: 'user.updated',
      entity: 'users',
      entity_key: String(id),
      old_value: null,
      new_value: JSON.stringify({ password_hash: 'x', pin: '1', name: 'A' }),
      key: null,
      created_at: 1,
    })
    .execute();

  expect((await history(id))[0].fields).toEqual([{ field: 'name', old_value: null, new_value: 'A' }]);
});
