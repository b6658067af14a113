import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { roleIds } from '../../src/contract/limits.ts';
import { revokeSessionsOf } from '../../src/server/platform/sessions.ts';
import { deviceOf, opening } from '../support/device.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

const device = (who: Name) => deviceOf(world.as(who));

test('a poke comes to the open streams of those it concerns', async () => {
  const heard = { amina: 0, karim: 0, sara: 0 };
  const stop: (() => Promise<void>)[] = [];
  for (const who of ['amina', 'karim', 'sara'] as const) stop.push(await listen(who, () => (heard[who] += 1)));
  const begun = { ...heard };

  await device('amina').exchange([opening()]);
  await expect.poll(() => heard.amina - begun.amina).toBe(1);
  await expect.poll(() => heard.sara - begun.sara).toBe(1);
  for (const end of stop) await end();

  expect(heard.karim).toBe(begun.karim);
});

/** Opens the event stream as a page would with fetch; resolves after its first event. */
async function listen(who: Name, onPoke: () => void): Promise<() => Promise<void>> {
  const token = await world.signIn(who);
  const answer = await fetch(`${world.url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    for (const _poke of value?.match(/event: poke/g) ?? []) onPoke();
    return done;
  };
  await next();
  const loop = (async () => {
    while (!(await next().catch(() => true)));
  })();
  return async () => {
    await reader.cancel();
    await loop;
  };
}

test.each([
  ['signed out', (token: string) => world.withToken(token).post('/api/auth/logout')],
  ['switched off', () => world.as('root').post(`/api/users/${world.people.amina.id}/active`, { is_active: false })],
  ['deleted', () => world.as('root').delete(`/api/users/${world.people.amina.id}`)],
  ['made an admin', () => world.as('root').post(`/api/users/${world.people.amina.id}`, { role_id: roleIds.admin })],
  ['signed out by another server node', () => revokeSessionsOf(world.means.db, world.people.amina.id, world.clock.now)],
])('OF-07 the open stream of a user who is %s ends within a second', async (_change, end) => {
  const stream = await streamOf('amina');
  const another = await streamOf('karim');
  const states: string[] = [];
  void another.ended.then(() => states.push('another ended'));

  await end(stream.token);
  const answered = performance.now();
  await stream.ended;
  const waited = performance.now() - answered;
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(waited).toBeLessThan(1_000);
  expect(states).toEqual([]);
});

test('HEAD on the event stream is answered at once', async () => {
  const token = await world.signIn('amina');
  const answer = await fetch(`${world.url}/api/sync/events`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(await answer.text()).toBe('');
});

test('HEAD on every call that is read is answered as GET is, without a body', async () => {
  const token = await world.signIn('root');
  const reads = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  for (const { path } of reads) {
    const ask = async (method: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(world.url + path, { method, headers, signal: AbortSignal.timeout(5_000) });
      const length = method === 'HEAD' ? (await answer.text()).length : await answer.body?.cancel();
      return { path, status: answer.status, type: answer.headers.get('content-type'), length };
    };
    expect(await ask('HEAD')).toEqual({ ...(await ask('GET')), length: 0 });
  }
  expect(reads.length).toBeGreaterThan(20);
});

/** Opens the event stream in a session of its own; `ended` resolves when the server has ended it. */
async function streamOf(who: Name): Promise<{ token: string; ended: Promise<void> }> {
  const token = await world.signIn(who);
  const answer = await fetch(`${world.url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  const reader = answer.body!.getReader();
  await reader.read();
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  return { token, ended: readOn() };
}

test('open streams do not keep the server from stopping', async () => {
  await listen('amina', () => undefined);
  const begun = performance.now();

  await world.app.close();

  expect(performance.now() - begun).toBeLessThan(2_000);
});
