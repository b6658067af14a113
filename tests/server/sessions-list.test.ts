import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => server.close();
});

const hour = 3_600_000;
const sessions = async () => (await server.as('amina').get('/api/auth/sessions')).body.sessions;
const sessionDays = async (who: 'amina' | 'sara') =>
  (await server.as('sara').get(`/api/users/${server.users[who].id}/sessions`)).body;

test('a user’s list has only their own sessions, marks the current one, and has no token', async () => {
  await server.signIn('karim');
  await server.as('amina').get('/api/auth/current');
  server.clock.advance(hour);
  const token = await server.signIn('amina');

  const seen = await sessions();

  expect(seen).toHaveLength(2);
  expect(seen.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1);
  expect(Object.keys(seen[0]).sort()).toEqual(['address', 'created_at', 'id', 'is_current', 'used_at', 'user_agent']);
  expect(JSON.stringify(seen)).not.toContain(token);
});

test('a device that another device has signed out is refused at its next request', async () => {
  await server.as('amina').get('/api/auth/current');
  const lost = await server.signIn('amina');
  const other = (await sessions()).find((session: { is_current: boolean }) => !session.is_current);

  const ended = await server.as('amina').delete(`/api/auth/sessions/${other.id}`);

  expect(ended.body).toEqual({ code: 'SUCCESS' });
  expectRefused(await server.withToken(lost).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect(await sessions()).toHaveLength(1);
  expectRefused(await server.as('amina').delete(`/api/auth/sessions/${other.id}`), 404, 'NOT_FOUND');
});

test('another user’s session cannot be ended, and the answer is the same as for a missing one', async () => {
  const karimsToken = await server.signIn('karim');
  const { id } = await server.services.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', server.users.karim.id)
    .executeTakeFirstOrThrow();

  const foreign = await server.as('amina').delete(`/api/auth/sessions/${id}`);
  const missing = await server.as('amina').delete('/api/auth/sessions/999999');

  expectRefused(foreign, 404, 'NOT_FOUND');
  expect(foreign.body).toEqual(missing.body);
  expect((await server.withToken(karimsToken).get('/api/auth/current')).status).toBe(200);
});

test('ending the current session signs the user out', async () => {
  const [{ id }] = await sessions();

  expect((await server.as('amina').delete(`/api/auth/sessions/${id}`)).status).toBe(200);

  expectRefused(await server.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('S7-20 C-38 sessions and actions are grouped by the days of the shop’s time zone', async () => {
  const signIn = () => server.guest.post('/api/auth/login', server.users.amina);
  // 21:59 UTC on the 20th is 23:59 in Tripoli; two minutes later it is the 21st there.
  server.clock.now = Date.UTC(2026, 10, 20, 21, 59);
  await signIn();
  server.clock.now = Date.UTC(2026, 10, 20, 22, 1);
  await signIn();
  const { body } = await signIn();
  server.clock.advance(hour);
  await server.withToken(body.data.token).post('/api/auth/logout');

  const listed = await sessionDays('amina');

  expect(listed).toMatchObject({ login_times: 3, last_login_at: '2026-11-20T22:01:00.000Z' });
  expect(listed.days).toEqual([
    {
      day: '2026-11-21',
      sessions: 2,
      actions: 3,
      first_action_at: '2026-11-20T22:01:00.000Z',
      last_action_at: '2026-11-20T23:01:00.000Z',
    },
    {
      day: '2026-11-20',
      sessions: 1,
      actions: 1,
      first_action_at: '2026-11-20T21:59:00.000Z',
      last_action_at: '2026-11-20T21:59:00.000Z',
    },
  ]);
});

test('S7-20 a day has its sessions; a day without sessions is empty', async () => {
  await server.guest.post('/api/auth/login', server.users.amina);
  const path = `/api/users/${server.users.amina.id}/sessions`;

  const today = (await server.as('sara').get(`${path}/2026-11-20`)).body;
  const before = (await server.as('sara').get(`${path}/2026-11-19`)).body;

  expect(today.day).toMatchObject({ day: '2026-11-20', sessions: 1, actions: 1 });
  expect(today.sessions).toMatchObject([{ created_at: '2026-11-20T14:23:00.000Z' }]);
  expect(before).toEqual({
    code: 'SUCCESS',
    day: { day: '2026-11-19', sessions: 0, actions: 0, first_action_at: null, last_action_at: null },
    sessions: [],
  });
  expect((await sessionDays('sara')).days).toMatchObject([{ day: '2026-11-20', actions: 0, sessions: 1 }]);
});
