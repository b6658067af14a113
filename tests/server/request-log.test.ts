// database: any
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { currentRequest } from '../../src/server/platform/base/request-scope.ts';
import { clientOf } from '../support/client.ts';
import { emptyInstallation, startProgram } from '../support/programs.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

interface Line {
  level: string;
  text: string;
  about: Record<string, unknown>;
}

/** A server whose log lines are collected in `lines`. */
async function startLoggingServer(env: Record<string, string> = {}): Promise<{ server: TestServer; lines: Line[] }> {
  const lines: Line[] = [];
  const collect = (level: string) => (about: object, text: string) =>
    void lines.push({ level, text, about: { ...about } });
  const log = { error: collect('error'), warn: collect('warn'), info: collect('info'), debug: collect('debug') };
  return { server: await startTestServer({ env, overrides: { log } }), lines };
}

const requestsIn = (lines: Line[]) => lines.filter(({ text }) => text === 'request').map(({ about }) => about);

/** Sends a text over a raw connection; returns what the server sends until the connection is closed. */
async function sendRaw({ url }: TestServer, sent: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(sent);
  return text(socket);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('at level debug each request is one line: call, status, time, user and id, without the sent data', async () => {
  const { server, lines } = await startLoggingServer();
  const secrets = ['secret-in-the-query', 'secret-in-the-body', 'secret-in-a-header'];

  const read = await server.as('amina').get(`/api/tickets/1042?token=${secrets[0]}`, { 'X-Something': secrets[2]! });
  await server.guest.post('/api/auth/login', { email: 'amina@example.test', password: secrets[1] });
  await server.guest.get(`/nothing/here?token=${secrets[0]}`);

  await expect.poll(() => requestsIn(lines)).toHaveLength(3);
  const [ticket, login, nothing] = requestsIn(lines);
  expect(ticket).toEqual({
    method: 'GET',
    route: '/api/tickets/:id',
    status: 404,
    ms: expect.any(Number),
    requestId: read.headers.get('x-request-id'),
    userId: server.users.amina.id,
  });
  expect(login).toMatchObject({ method: 'POST', route: '/api/auth/login', status: 401 });
  expect(login).not.toHaveProperty('userId');
  expect(nothing).toMatchObject({ route: '/*', status: 404 });
  for (const secret of [...secrets, 'amina@example.test', '1042']) expect(JSON.stringify(lines)).not.toContain(secret);
});

test('every answer has its own request id: calls, refusals, pages, streams, refusals of the framework, and invalid requests', async () => {
  const { server } = await startLoggingServer();
  const answers = [
    await server.guest.get('/health'),
    await server.guest.get('/api/nothing'),
    await server.guest.get('/api/tickets'),
    await server.guest.get('/files/catalog/nothing.png'),
    await server.guest.get('/api/docs'),
    await server.guest.get('/%zz'),
    await server.guest.post('/api/auth/login', '{"broken'),
    await server.guest.post('/api/auth/login', `{"email":"${'x'.repeat(1_100_000)}"}`),
    await server.as('amina').get('/api/app/balance'),
  ];
  const head = await fetch(`${server.url}/health`, { method: 'HEAD' });
  const options = await fetch(`${server.url}/health`, { method: 'OPTIONS' });
  const stream = await fetch(`${server.url}/api/sync/events`, {
    headers: { Authorization: `Bearer ${await server.signIn('amina')}` },
  });
  await stream.body?.cancel();

  const ids = [...answers, head, options, stream].map(({ headers }) => headers.get('x-request-id'));
  expect(ids).toEqual(ids.map(() => expect.stringMatching(uuid)));
  expect(new Set(ids).size).toBe(ids.length);
  for (const broken of ['GARBAGE\r\n\r\n', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`]) {
    const answer = await sendRaw(server, broken);
    expect(answer).toMatch(/^HTTP\/1\.1 4(00|31) .*\r\nx-request-id: [0-9a-f-]{36}\r\n/s);
    expect(answer).toContain('"code":"INVALID_REQUEST"');
    expect(answer).toContain('\r\nx-content-type-options: nosniff\r\n');
  }
});

test('a request id is accepted from a trusted proxy only, and only if it looks like an id', async () => {
  const { server: alone } = await startLoggingServer();
  const { server: behind } = await startLoggingServer({ TRUSTED_PROXY: '10.1.0.0/16, 192.0.2.4' });
  const answeredId = async (server: TestServer, remoteAddress: string, id: string) => {
    const answer = await server.app.inject({ url: '/health', remoteAddress, headers: { 'x-request-id': id } });
    return answer.headers['x-request-id'];
  };
  const id = randomUUID();

  expect(await answeredId(behind, '10.1.2.3', id)).toBe(id);
  expect(await answeredId(behind, '192.0.2.4', 'Root=1-67891233-abcdef012345678912345678')).toContain('Root=1-');
  for (const [server, peer] of [
    [alone, '127.0.0.1'],
    [behind, '127.0.0.1'],
    [behind, '192.0.2.5'],
  ] as const) {
    expect(await answeredId(server, peer, id)).toMatch(uuid);
    expect(await answeredId(server, peer, id)).not.toBe(id);
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
    expect(await answeredId(behind, '10.1.2.3', strange)).toMatch(uuid);
  }
});

test('a client that disconnects while it sends or receives causes no error and no 5xx', async () => {
  const { server, lines } = await startLoggingServer();
  const token = await server.signIn('sara');
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n`;
  await disconnectAfter(server, `${head('/api/tickets', 'application/json')}{"subject":"half a tick`);
  await disconnectAfter(
    server,
    `${head('/api/files', 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="id"\r\n\r\nhalf`,
  );
  await disconnectAfter(
    server,
    `${head('/api/files', 'multipart/form-data; boundary=x')}--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf`,
  );
  await disconnectDuringAnswer(server, '/api/docs', token);
  await disconnectDuringAnswer(server, '/api/sync/events', token);

  await expect.poll(() => requestsIn(lines)).toHaveLength(5);
  const { body } = await server.guest.get('/metrics');

  const [json, field, file, page, stream] = requestsIn(lines);
  expect([json, field, file].map((line) => line?.status)).toEqual([499, 499, 499]);
  expect(stream).toMatchObject({ status: 200, aborted: true });
  expect(page?.status).toBeLessThan(500);
  expect(lines.filter(({ level }) => level !== 'debug')).toEqual([]);
  expect(body).not.toMatch(/status="5/);
});

test('code that runs for a request knows the request id, and the log line of a failed check has it', async () => {
  const { server } = await startLoggingServer();
  const seen: unknown[] = [];
  const verify = server.services.hasher.verify.bind(server.services.hasher);
  server.services.hasher.verify = (...secrets) => {
    seen.push(currentRequest()?.requestId);
    return verify(...secrets);
  };
  const [login, other] = await Promise.all([
    server.guest.post('/api/auth/login', { email: 'amina@example.test', password: 'a guess' }),
    server.guest.post('/api/auth/login', { email: 'karim@example.test', password: 'a guess' }),
  ]);
  const installation = await emptyInstallation();
  const program = await startProgram(installation);
  rmSync(join(installation.DATA_DIR!, 'files'), { recursive: true });
  writeFileSync(join(installation.DATA_DIR!, 'files'), 'a file where a folder should be');
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

test('standard output has only the server’s address; standard error has only JSON, even for an uncaught error', async () => {
  const code = `process.on('SIGUSR2', () => process.emitWarning('careful'));
    process.on('SIGWINCH', () => { throw new Error('unexpected') });`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(code)}`;
  const program = await startProgram({ ...(await emptyInstallation()), NODE_OPTIONS });
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

/** Sends a part of a request; closes the connection when the server has begun to handle the request. */
async function disconnectAfter({ app, url }: TestServer, sent: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const begun = once(app.server, 'request');
  socket.write(sent);
  await begun;
  socket.resetAndDestroy();
}

/** Closes the connection at the first byte of the answer. */
async function disconnectDuringAnswer({ url }: TestServer, path: string, token: string): Promise<void> {
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
