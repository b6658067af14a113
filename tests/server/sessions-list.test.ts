import { beforeEach, expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ env: { TIME_ZONE: 'Africa/Tripoli' } });
  return () => world.close();
});

const hour = 3_600_000;
const sessions = async () => (await world.as('amina').get('/api/auth/sessions')).body.sessions;
const days = async (who: 'amina' | 'sara') =>
  (await world.as('sara').get(`/api/users/${world.people[who].id}/sessions`)).body;

test('a person sees the own devices, the last used first, and no token', async () => {
  await world.signIn('karim');
  await world.as('amina').get('/api/auth/current');
  world.clock.pass(hour);
  const token = await world.signIn('amina');

  const seen = await sessions();

  expect(seen).toHaveLength(2);
  expect(seen.filter((session: { is_current: boolean }) => session.is_current)).toHaveLength(1);
  expect(Object.keys(seen[0]).sort()).toEqual(['address', 'created_at', 'id', 'is_current', 'used_at', 'user_agent']);
  expect(JSON.stringify(seen)).not.toContain(token);
});

test('a device that is signed out from another one is out on its next request', async () => {
  await world.as('amina').get('/api/auth/current');
  const lost = await world.signIn('amina');
  const other = (await sessions()).find((session: { is_current: boolean }) => !session.is_current);

  const ended = await world.as('amina').delete(`/api/auth/sessions/${other.id}`);

  expect(ended.body).toEqual({ code: 'SUCCESS' });
  expectRefused(await world.withToken(lost).get('/api/auth/current'), 401, 'UNAUTHENTICATED');
  expect(await sessions()).toHaveLength(1);
  expectRefused(await world.as('amina').delete(`/api/auth/sessions/${other.id}`), 404, 'NOT_FOUND');
});

test('another person’s session and a missing one look alike, and go on', async () => {
  const karims = await world.signIn('karim');
  const { id } = await world.means.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', world.people.karim.id)
    .executeTakeFirstOrThrow();

  const foreign = await world.as('amina').delete(`/api/auth/sessions/${id}`);
  const missing = await world.as('amina').delete('/api/auth/sessions/999999');

  expectRefused(foreign, 404, 'NOT_FOUND');
  expect(foreign.body).toEqual(missing.body);
  expect((await world.withToken(karims).get('/api/auth/current')).status).toBe(200);
});

test('ending the session one is in signs out', async () => {
  const [{ id }] = await sessions();

  expect((await world.as('amina').delete(`/api/auth/sessions/${id}`)).status).toBe(200);

  expectRefused(await world.as('amina').get('/api/auth/current'), 401, 'UNAUTHENTICATED');
});

test('S7-20 sessions and actions are told by the days of the site’s time zone', async () => {
  const signIn = () => world.guest.post('/api/auth/login', world.people.amina);
  // 21:59 UTC on the 20th is 23:59 in Tripoli; two minutes later it is the 21st there.
  world.clock.now = Date.UTC(2026, 10, 20, 21, 59);
  await signIn();
  world.clock.now = Date.UTC(2026, 10, 20, 22, 1);
  await signIn();
  const { body } = await signIn();
  world.clock.pass(hour);
  await world.withToken(body.data.token).post('/api/auth/logout');

  const told = await days('amina');

  expect(told).toMatchObject({ login_times: 3, last_login_at: '2026-11-20T22:01:00.000Z' });
  expect(told.days).toEqual([
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

test('S7-20 one day tells its sessions; an empty one has none', async () => {
  await world.guest.post('/api/auth/login', world.people.amina);
  const path = `/api/users/${world.people.amina.id}/sessions`;

  const today = (await world.as('sara').get(`${path}/2026-11-20`)).body;
  const before = (await world.as('sara').get(`${path}/2026-11-19`)).body;

  expect(today.day).toMatchObject({ day: '2026-11-20', sessions: 1, actions: 1 });
  expect(today.sessions).toMatchObject([{ created_at: '2026-11-20T14:23:00.000Z' }]);
  expect(before).toEqual({
    code: 'SUCCESS',
    day: { day: '2026-11-19', sessions: 0, actions: 0, first_action_at: null, last_action_at: null },
    sessions: [],
  });
  expect((await days('sara')).days).toMatchObject([{ day: '2026-11-20', actions: 0, sessions: 1 }]);
});
