import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { currentRequest } from '../../src/server/platform/request-scope.ts';
import { clientOf } from '../support/client.ts';
import { emptyHouse, startProgram } from '../support/programs.ts';
import { openWorld, type World } from '../support/world.ts';

interface Line {
  level: string;
  text: string;
  about: Record<string, unknown>;
}

/** A server that keeps what it logs. */
async function loggingWorld(env: Record<string, string> = {}): Promise<{ world: World; lines: Line[] }> {
  const lines: Line[] = [];
  const keep = (level: string) => (about: object, text: string) =>
    void lines.push({ level, text, about: { ...about } });
  const log = { error: keep('error'), warn: keep('warn'), info: keep('info'), debug: keep('debug') };
  return { world: await openWorld({ env, outside: { log } }), lines };
}

const requestsIn = (lines: Line[]) => lines.filter(({ text }) => text === 'request').map(({ about }) => about);

/** What goes over a raw connection, and everything that comes back until it is closed. */
async function rawly({ url }: World, sent: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(sent);
  return text(socket);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('at debug each request is one line: call, status, time, person and id, and nothing that was sent', async () => {
  const { world, lines } = await loggingWorld();
  const secrets = ['secret-in-the-query', 'secret-in-the-body', 'secret-in-a-header'];

  const read = await world.as('amina').get(`/api/tickets/1042?token=${secrets[0]}`, { 'X-Something': secrets[2]! });
  await world.guest.post('/api/auth/login', { email: 'amina@example.test', password: secrets[1] });
  await world.guest.get(`/nothing/here?token=${secrets[0]}`);

  await expect.poll(() => requestsIn(lines)).toHaveLength(3);
  const [ticket, login, nothing] = requestsIn(lines);
  expect(ticket).toEqual({
    method: 'GET',
    route: '/api/tickets/:id',
    status: 404,
    ms: expect.any(Number),
    requestId: read.headers.get('x-request-id'),
    userId: world.people.amina.id,
  });
  expect(login).toMatchObject({ method: 'POST', route: '/api/auth/login', status: 401 });
  expect(login).not.toHaveProperty('userId');
  expect(nothing).toMatchObject({ route: '/*', status: 404 });
  for (const secret of [...secrets, 'amina@example.test', '1042']) expect(JSON.stringify(lines)).not.toContain(secret);
});

test('every answer carries an id of its own: calls, refusals, pages, streams, what the framework refuses, and no request', async () => {
  const { world } = await loggingWorld();
  const answers = [
    await world.guest.get('/health'),
    await world.guest.get('/api/nothing'),
    await world.guest.get('/api/tickets'),
    await world.guest.get('/files/catalog/nothing.png'),
    await world.guest.get('/api/docs'),
    await world.guest.get('/%zz'),
    await world.guest.post('/api/auth/login', '{"broken'),
    await world.guest.post('/api/auth/login', `{"email":"${'x'.repeat(1_100_000)}"}`),
    await world.as('amina').get('/api/app/balance'),
  ];
  const head = await fetch(`${world.url}/health`, { method: 'HEAD' });
  const options = await fetch(`${world.url}/health`, { method: 'OPTIONS' });
  const stream = await fetch(`${world.url}/api/sync/events`, {
    headers: { Authorization: `Bearer ${await world.signIn('amina')}` },
  });
  await stream.body?.cancel();

  const ids = [...answers, head, options, stream].map(({ headers }) => headers.get('x-request-id'));
  expect(ids).toEqual(ids.map(() => expect.stringMatching(uuid)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const broken of ['GARBAGE\r\n\r\n', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`]) {
    const answer = await rawly(world, broken);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) .*\r\nx-request-id: [0-9a-f-]{36}\r\n/s);
    expect(answer).toContain('"code":"INVALID_REQUEST"');
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  }
});

test('an id is taken over from a trusted proxy and from nobody else, and only one that looks like an id', async () => {
  const { world: alone } = await loggingWorld();
  const { world: behind } = await loggingWorld({ TRUSTED_PROXY: '10.1.0.0/16, 192.0.2.4' });
  const given = async (world: World, remoteAddress: string, id: string) => {
    const answer = await world.app.inject({ url: '/health', remoteAddress, headers: { 'x-request-id': id } });
    return answer.headers['x-request-id'];
  };
  const id = randomUUID();

  expect(await given(behind, '10.1.2.3', id)).toBe(id);
  expect(await given(behind, '192.0.2.4', 'Root=1-67891233-abcdef012345678912345678')).toContain('Root=1-');
  for (const [world, peer] of [
    [alone, '127.0.0.1'],
    [behind, '127.0.0.1'],
    [behind, '192.0.2.5'],
  ] as const) {
    expect(await given(world, peer, id)).toMatch(uuid);
    expect(await given(world, peer, id)).not.toBe(id);
  }
  for (const strange of [
    '',
    'short',
    'x'.repeat(129),
    'with a space',
    '<script>alert(1)</script>',
    'a"b,c{d}e;f',
    'été-été-été',
  ]) {
    expect(await given(behind, '10.1.2.3', strange)).toMatch(uuid);
  }
});

test('a client that leaves while it sends or is answered is no error and no 5xx', async () => {
  const { world, lines } = await loggingWorld();
  const token = await world.signIn('sara');
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`;
  await leaveAfter(world, `${head('/api/tickets', 'application/json')}{"subject":"half a tick`);
  await leaveAfter(
    world,
    `${head('/api/files', 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="id"\r\n\r\nhalf`,
  );
  await leaveAfter(
    world,
    `${head('/api/files', 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf`,
  );
  await leaveWhileAnswered(world, '/api/docs', token);
  await leaveWhileAnswered(world, '/api/sync/events', token);

  await expect.poll(() => requestsIn(lines)).toHaveLength(5);
  const { body } = await world.guest.get('/metrics');

  const [json, field, file, page, stream] = requestsIn(lines);
  expect([json, field, file].map((line) => line?.status)).toEqual([499, 499, 499]);
  expect(stream).toMatchObject({ status: 200, aborted: true });
  expect(page?.status).toBeLessThan(500);
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  expect(body).not.toMatch(/status="5/);
});

test('whatever is logged for a request carries its id: before and after its body was read, and in the process', async () => {
  const { world } = await loggingWorld();
  const seen: unknown[] = [];
  const verify = world.means.hasher.verify.bind(world.means.hasher);
  world.means.hasher.verify = (...given) => {
    seen.push(currentRequest()?.requestId);
    return verify(...given);
  };
  const [login, other] = await Promise.all([
    world.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' }),
    world.guest.post('/api/auth/login', { email: 'karim@example.test', password: 'a guess' }),
  ]);
  const house = await emptyHouse();
  const program = await startProgram(house);
  rmSync(join(house.DATA_DIR!, 'files'), { recursive: true });
  writeFileSync(join(house.DATA_DIR!, 'files'), 'a file where a folder should be');
  const ready = await fetch(`${program.url}/ready`);
  await program.stop('SIGTERM');

  const ids = [login, other].map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(ready.status).toBe(503);
  const line = program
    .errors()
    .split('\n')
    .find((one) => one.includes('not ready'));
  expect(JSON.parse(line!)).toMatchObject({ part: 'files', requestId: ready.headers.get('x-request-id') });
});

test('a server prints its address for people, and everything else as JSON on the other stream, to the last line', async () => {
  const code = `process.on('SIGUSR2', () => process.emitWarning('careful'));
    process.on('SIGWINCH', () => { throw new Error('unexpected') });`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(code)}`;
  const program = await startProgram({ ...(await emptyHouse()), NODE_OPTIONS });
  const guest = clientOf(program.url, async () => ({}));
  await guest.post('/api/auth/register', { name: 'Leila', email: 'leila@example.test', password: 'une bonne phrase' });

  program.child.kill('SIGUSR2');
  await expect.poll(program.errors).toContain('careful');
  const exit = await program.stop('SIGWINCH');

  const lines = program.errors().trim().split('\n');
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) });
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ level: 50, err: { message: 'unexpected' } });
  expect([exit, program.output()]).toEqual([1, 'Comptoir is at http://127.0.0.1\n']);
});

/** Sends a part of a request and, once it was taken up, closes the connection. */
async function leaveAfter({ app, url }: World, sent: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const taken = once(app.server, 'request');
  socket.write(sent);
  await taken;
  socket.resetAndDestroy();
}

/** Closes the connection at the first byte of the answer. */
async function leaveWhileAnswered({ url }: World, path: string, token: string): Promise<void> {
  const asked = request(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } }).end();
  asked.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    asked.on('response', (answer) => {
      answer.on('error', () => undefined);
      answer.once('readable', () => {
        asked.destroy();
        resolve();
      });
    });
  });
}
