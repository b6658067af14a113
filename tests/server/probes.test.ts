import { sql } from 'kysely';
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { drain } from '../../src/server/platform/http/drain.ts';
import { allowed } from '../support/allowed.ts';
import { expectRefused } from '../support/client.ts';
import { freePort } from '../support/machine.ts';
import { openBucketServer } from '../support/s3.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Waits until the cached answer of `/ready` expires. */
const untilCacheExpires = () => new Promise((resolve) => setTimeout(resolve, 1_050));

const aliveBody = { status: 'ok', version: expect.any(String) };

test('a server whose database and file store answer is alive and ready', async () => {
  const bucket = await openBucketServer();
  for (const env of [{}, bucket.env]) {
    const server = await startTestServer({ env });

    const [alive, ready] = [await server.guest.get('/health'), await server.guest.get('/ready')];

    expect([alive.status, ready.status]).toEqual([200, 200]);
    expect([alive.body, ready.body]).toEqual([aliveBody, aliveBody]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
  }
});

test('a server whose database fails is alive but not ready: /health does not use the database', async () => {
  const server = await startTestServer();
  await sql`alter table house rename to lost`.execute(server.services.db);

  const [alive, ready] = [await server.guest.get('/health'), await server.guest.get('/ready')];

  expect([alive.status, alive.body]).toEqual([200, aliveBody]);
  expectNotReady(ready, ['database']);
  expect(ready.headers.get('retry-after')).toBe('2');
});

test('a server whose tables are missing a migration is not ready; a migration of a newer version does no harm', async () => {
  const server = await startTestServer();
  const { db } = server.services;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01')`.execute(db);
  expect((await server.guest.get('/ready')).status).toBe(200);
  await sql`update kysely_migration set name = 'lost' where name = '0004-indexes'`.execute(db);
  await untilCacheExpires();

  expectNotReady(await server.guest.get('/ready'), ['migrations']);
});

test('a server whose bucket is unreachable, refuses or hangs is not ready, and answers so within three seconds', async () => {
  const bucket = await openBucketServer();
  const hanging = await startTestServer({ env: bucket.env });
  const refused = await startTestServer({ env: { ...bucket.env, S3_SECRET: 'another one' } });
  const unreachable = await startTestServer({
    env: { ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` },
  });

  expectNotReady(await refused.guest.get('/ready'), ['files']);
  expectNotReady(await unreachable.guest.get('/ready'), ['files']);
  bucket.mode = 'hanging';
  const begun = performance.now();
  expectNotReady(await hanging.guest.get('/ready'), ['files']);
  expect(performance.now() - begun).toBeLessThan(allowed(3_000));
  expect((await hanging.guest.get('/health')).status).toBe(200);

  bucket.mode = 'working';
  await expect.poll(async () => (await hanging.guest.get('/ready')).status).toBe(200);
});

test('a thousand requests to /ready check the file store once a second at most', async () => {
  const server = await startTestServer();
  let checks = 0;
  const check = server.services.files.check.bind(server.services.files);
  server.services.files.check = () => ((checks += 1), check());

  const begun = performance.now();
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.app.inject({ url: '/ready' })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }

  expect(checks).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / 1_000));
});

test('a server that is stopping is no longer ready, but still answers requests on open connections', async () => {
  const server = await startTestServer();
  const first = await keepConnection(server);
  const second = await keepConnection(server);
  expect([(await first('/ready')).status, (await second('/ready')).status]).toEqual([200, 200]);

  const drained = drain(server.app);
  const [ready, alive] = await Promise.all([first('/ready'), second('/health')]);

  expect([ready.status, alive.status]).toEqual([503, 200]);
  expect(JSON.parse(ready.text)).toMatchObject({ code: 'BUSY', details: { not_ready: ['stopping'] } });
  await drained;
});

function expectNotReady(answer: Parameters<typeof expectRefused>[0], parts: string[]): void {
  expectRefused(answer, 503, 'BUSY');
  expect(answer.body.details).toEqual({ not_ready: parts });
}

/** Returns a function that sends requests over one connection, which stays open between them. */
async function keepConnection({
  url,
}: TestServer): Promise<(path: string) => Promise<{ status: number; text: string }>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path) =>
    new Promise((resolve, reject) => {
      get(`${url}${path}`, { agent }, (answer) => {
        buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, text: bytes.toString() }), reject);
      }).on('error', reject);
    });
}
