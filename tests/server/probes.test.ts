import { sql } from 'kysely';
import { Agent, get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { drain } from '../../src/server/platform/http/drain.ts';
import { expectRefused } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { openBucketServer } from '../support/s3.ts';
import { openWorld, type World } from '../support/world.ts';

/** Lets the time pass for which an answer of `/ready` is kept. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_050));

const versionOf = { status: 'ok', version: expect.any(String) };

test('a server whose database and file store answer is alive and ready', async () => {
  const bucket = await openBucketServer();
  for (const env of [{}, bucket.env]) {
    const world = await openWorld({ env });

    const [alive, ready] = [await world.guest.get('/health'), await world.guest.get('/ready')];

    expect([alive.status, ready.status]).toEqual([200, 200]);
    expect([alive.body, ready.body]).toEqual([versionOf, versionOf]);
    expect(ready.headers.get('cache-control')).toBe('no-store');
  }
});

test('a server whose database fails is alive and not ready, and nothing is asked of the database for being alive', async () => {
  const world = await openWorld();
  await sql`alter table house rename to lost`.execute(world.means.db);

  const [alive, ready] = [await world.guest.get('/health'), await world.guest.get('/ready')];

  expect([alive.status, alive.body]).toEqual([200, versionOf]);
  expectNotReady(ready, ['database']);
  expect(ready.headers.get('retry-after')).toBe('2');
});

test('a server whose tables are missing a migration is not ready; one of a newer version does no harm', async () => {
  const world = await openWorld();
  const { db } = world.means;
  await sql`insert into kysely_migration (name, timestamp) values ('9999-newer', '2030-01-01')`.execute(db);
  expect((await world.guest.get('/ready')).status).toBe(200);
  await sql`update kysely_migration set name = 'lost' where name = '0004-indexes'`.execute(db);
  await later();

  expectNotReady(await world.guest.get('/ready'), ['migrations']);
});

test('a server whose bucket is away, refuses or hangs is not ready, and says so within three seconds', async () => {
  const bucket = await openBucketServer();
  const hanging = await openWorld({ env: bucket.env });
  const refused = await openWorld({ env: { ...bucket.env, S3_SECRET: 'another one' } });
  const away = await openWorld({ env: { ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${await freePort()}` } });

  expectNotReady(await refused.guest.get('/ready'), ['files']);
  expectNotReady(await away.guest.get('/ready'), ['files']);
  bucket.mood = 'hanging';
  const begun = performance.now();
  expectNotReady(await hanging.guest.get('/ready'), ['files']);
  expect(performance.now() - begun).toBeLessThan(3_000);
  expect((await hanging.guest.get('/health')).status).toBe(200);

  bucket.mood = 'working';
  await expect.poll(async () => (await hanging.guest.get('/ready')).status, { timeout: 10_000 }).toBe(200);
});

test('a thousand questions whether a server is ready ask its database and its store once a second', async () => {
  const world = await openWorld();
  let asked = 0;
  const check = world.means.files.check.bind(world.means.files);
  world.means.files.check = () => ((asked += 1), check());

  const begun = performance.now();
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.app.inject({ url: '/ready' })));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  }

  expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / 1_000));
});

test('a server that is stopping is no longer ready, while it answers what comes over open connections', async () => {
  const world = await openWorld();
  const first = await keptConnection(world);
  const second = await keptConnection(world);
  expect([(await first('/ready')).status, (await second('/ready')).status]).toEqual([200, 200]);

  const drained = drain(world.app);
  const [ready, alive] = await Promise.all([first('/ready'), second('/health')]);

  expect([ready.status, alive.status]).toEqual([503, 200]);
  expect(JSON.parse(ready.text)).toMatchObject({ code: 'BUSY', details: { not_ready: ['stopping'] } });
  await drained;
});

function expectNotReady(answer: Parameters<typeof expectRefused>[0], parts: string[]): void {
  expectRefused(answer, 503, 'BUSY');
  expect(answer.body.details).toEqual({ not_ready: parts });
}

/** A connection of its own that stays open between requests. */
async function keptConnection({ url }: World): Promise<(path: string) => Promise<{ status: number; text: string }>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  return (path) =>
    new Promise((resolve, reject) => {
      get(`${url}${path}`, { agent }, (answer) => {
        buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, text: bytes.toString() }), reject);
      }).on('error', reject);
    });
}
