import { beforeEach, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { roleIds } from '../../src/contract/limits.ts';
import { revokeSessionsOf } from '../../src/server/platform/sessions.ts';
import { allowed } from '../support/allowed.ts';
import { createDevice, openTicketMutation } from '../support/device.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const device = (who: TestUserName) => createDevice(server.as(who));

test('an event goes to the open streams of the users it concerns', async () => {
  const received = { amina: 0, karim: 0, sara: 0 };
  const closeStreams: (() => Promise<void>)[] = [];
  for (const who of ['amina', 'karim', 'sara'] as const)
    closeStreams.push(await listen(who, () => (received[who] += 1)));
  const before = { ...received };

  await device('amina').exchange([openTicketMutation()]);
  await expect.poll(() => received.amina - before.amina).toBe(1);
  await expect.poll(() => received.sara - before.sara).toBe(1);
  for (const close of closeStreams) await close();

  expect(received.karim).toBe(before.karim);
});

test('S1-08 a change of an article sends an event to every user, a refused one does not', async () => {
  const received = { amina: 0, root: 0 };
  const closeStreams: (() => Promise<void>)[] = [];
  for (const who of ['amina', 'root'] as const) closeStreams.push(await listen(who, () => (received[who] += 1)));
  const before = { ...received };

  const refused = await server.as('sara').post('/api/articles/987654321/move', { before_id: null });
  const done = await server.as('sara').post('/api/articles/1/move', { before_id: null });
  await expect.poll(() => received.amina - before.amina).toBe(1);
  await expect.poll(() => received.root - before.root).toBe(1);
  for (const close of closeStreams) await close();

  expect([refused.status, done.status]).toEqual([404, 200]);
});

/** Opens the event stream with fetch and waits for its first event; returns a function that closes the stream. */
async function listen(who: TestUserName, onEvent: () => void): Promise<() => Promise<void>> {
  const token = await server.signIn(who);
  const answer = await fetch(`${server.url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => {
    const { value, done } = await reader.read();
    for (const _event of value?.match(/event: poke/g) ?? []) onEvent();
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
  ['signed out', (token: string) => server.withToken(token).post('/api/auth/logout')],
  ['deactivated', () => server.as('root').post(`/api/users/${server.users.amina.id}/active`, { is_active: false })],
  ['deleted', () => server.as('root').delete(`/api/users/${server.users.amina.id}`)],
  ['made an admin', () => server.as('root').post(`/api/users/${server.users.amina.id}`, { role_id: roleIds.admin })],
  [
    'signed out by another server node',
    () => revokeSessionsOf(server.services.db, server.users.amina.id, server.clock.now),
  ],
])('D-6 the open stream of a user who is %s ends within a second', async (_change, end) => {
  const stream = await streamOf('amina');
  const another = await streamOf('karim');
  const ended: string[] = [];
  void another.ended.then(() => ended.push('karim'));

  await end(stream.token);
  const answered = performance.now();
  await stream.ended;
  const waited = performance.now() - answered;
  await new Promise((resolve) => setTimeout(resolve, 600));

  expect(waited).toBeLessThan(allowed(1_000));
  expect(ended).toEqual([]);
});

test('HEAD on the event stream is answered at once', async () => {
  const token = await server.signIn('amina');
  const answer = await fetch(`${server.url}/api/sync/events`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(5_000),
  });

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(await answer.text()).toBe('');
});

test('HEAD on every GET call without an id in its path is answered like GET, without a body', async () => {
  const token = await server.signIn('root');
  const reads = endpoints.filter(({ method, path }) => method === 'GET' && !path.includes(':'));
  for (const { path } of reads) {
    const ask = async (method: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(server.url + path, { method, headers, signal: AbortSignal.timeout(5_000) });
      const length = method === 'HEAD' ? (await answer.text()).length : await answer.body?.cancel();
      return { path, status: answer.status, type: answer.headers.get('content-type'), length };
    };
    expect(await ask('HEAD')).toEqual({ ...(await ask('GET')), length: 0 });
  }
  expect(reads.length).toBeGreaterThan(20);
});

/** Opens the event stream in a session of its own; `ended` resolves when the server has ended it. */
async function streamOf(who: TestUserName): Promise<{ token: string; ended: Promise<void> }> {
  const token = await server.signIn(who);
  const answer = await fetch(`${server.url}/api/sync/events`, { headers: { Authorization: `Bearer ${token}` } });
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

  await server.app.close();

  expect(performance.now() - begun).toBeLessThan(allowed(2_000));
});
