import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { allowed } from '../support/allowed.ts';
import { installationOf } from '../support/backups.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice } from '../support/device.ts';
import { runCommand } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

const isSqlite = databaseKind === 'sqlite';

const lockScript = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.on('data', () => { database.exec('ROLLBACK'); console.log('free'); }).unref();
  process.stdin.ref();
`;

/** Starts another process that holds the write lock of a SQLite file until `release`. */
async function lock(file: string): Promise<{ release(): Promise<void> }> {
  const holder = spawn(process.execPath, ['-e', lockScript, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  return {
    async release() {
      holder.stdin.write('now\n');
      await once(holder.stdout, 'data');
    },
  };
}

async function openShop() {
  const server = await startTestServer({ kind: 'sqlite' });
  await credit(server.services, server.users.amina, 1_000);
  const { id: product_id } = await putProduct(server.services, { price: 1 });
  const order = (key = randomUUID()) =>
    server.as('amina').post('/api/orders', { product_id }, { 'Idempotency-Key': key });
  return { server, order, file: (server.settings.database as { file: string }).file };
}

const ordersIn = async ({ services }: TestServer): Promise<number> =>
  (await services.reader.selectFrom('orders').select('id').execute()).length;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.runIf(isSqlite)(
  'while another process holds SQLite’s write lock for seconds, reads are answered, changes are refused with 503, and the server process is never blocked',
  async () => {
    const { server, order, file } = await openShop();
    await order();
    // Long enough that the next request records the use of the session, which is a write of its own.
    server.clock.advance(600_000);
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const holder = await lock(file);
    delay.enable();
    const begun = performance.now();

    const keys = Array.from({ length: 20 }, () => randomUUID());
    const orders = keys.map(async (key) => ({ answer: await order(key), ms: performance.now() - begun }));
    const reads: { status: number; ms: number }[] = [];
    while (performance.now() - begun < 4_000) {
      for (const path of ['/api/orders', '/health', '/ready', '/api/app/balance']) {
        const asked = performance.now();
        const { status } = await server.as('amina').get(path);
        reads.push({ status, ms: performance.now() - asked });
      }
      await pause(50);
    }
    delay.disable();
    const refused = await Promise.all(orders);
    await holder.release();
    const again = await Promise.all(keys.map((key) => order(key)));

    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    // No statement that finds the file locked may wait the full 5,000 ms.
    expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(allowed(1_000));
    expect(delay.max / 1e6).toBeLessThan(allowed(1_000));
    for (const { answer, ms } of refused) {
      expectRefused(answer, 503, 'BUSY');
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(ms).toBeLessThan(allowed(4_000));
    }
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ordersIn(server)).toBe(1 + keys.length);
    expect(server.errors).toEqual([]);
  },
);

test.runIf(isSqlite)('a change waits for a short lock of another process and is made once', async () => {
  const { server, order, file } = await openShop();
  const holder = await lock(file);

  const orders = Array.from({ length: 5 }, () => order());
  const email = server.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  await pause(700);
  await holder.release();

  expect((await Promise.all([...orders, email])).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await ordersIn(server)).toBe(5);
  await server.mail.deliver();
  expect(server.mail.sent.map(({ recipient }) => recipient)).toEqual(['nour@example.test']);
  expect(server.errors).toEqual([]);
});

test.runIf(isSqlite)(
  'while another process holds SQLite’s write lock a pull is answered without the newest change; the next pull has it',
  async () => {
    const { server, order, file } = await openShop();
    await order();
    const device = createDevice(server.as('amina'));
    await device.catchUp();
    // After this pause no scheduled run of the sequencer is left that would number the next change.
    await pause(300);
    const { id } = server.users.amina;
    const row = { scope: `u:${id}`, entity: 'orders' as const, key: '1', deleted: 0, rev: 7 };
    await server.services.db.insertInto('feed_inbox').values(row).execute();
    const holder = await lock(file);

    const meanwhile = await device.exchange();
    await holder.release();
    const afterwards = await device.exchange();

    expect(meanwhile.changes).toEqual([]);
    expect(afterwards.changes).toMatchObject([{ entity: 'orders', key: '1' }]);
  },
);

test.runIf(isSqlite)('after another process’s lock, changes are numbered and waiting e-mails are sent', async () => {
  const { server, order, file } = await openShop();
  const stream = await fetch(`${server.url}/api/sync/events`, {
    headers: { Authorization: `Bearer ${await server.signIn('amina')}` },
  });
  const notified = countEventsOf(stream);
  server.mail.isDown = true;
  await server.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await server.mail.deliver();
  server.clock.advance(60_000);
  const holder = await lock(file);
  server.mail.isDown = false;
  await server.mail.deliver().catch(() => undefined);
  expect(server.mail.sent).toEqual([]);

  await holder.release();

  // A lease that was taken while the file became locked ends after two minutes of the server's clock.
  server.clock.advance(150_000);
  await expect.poll(async () => (await server.mail.deliver(), server.mail.sent.length)).toBe(1);
  const before = notified();
  await order();
  await expect.poll(notified).toBeGreaterThan(before);
  await stream.body?.cancel().catch(() => undefined);
});

test.runIf(isSqlite)('a process that starts while another one locks SQLite waits for it', async () => {
  const { server, file } = await openShop();
  const holder = await lock(file);

  const opening = openDatabase(server.settings.database, () => undefined);
  const first = await Promise.race([opening.then(() => 'opened'), pause(3_000).then(() => 'waiting')]);
  await holder.release();
  const { close, migrated } = await opening;
  await close();

  expect([first, migrated]).toEqual(['waiting', []]);
});

test.runIf(isSqlite)('a command that finds SQLite locked by another process says so in one sentence', async () => {
  const { server, file } = await openShop();
  await lock(file);

  const args = ['--email', 'root@example.test', '--password-stdin'];
  const { code, out, err } = await runCommand('create-root', installationOf(server), {
    args,
    input: 'une phrase assez longue',
  });

  expect([code, out]).toEqual([1, '']);
  expect(err).toBe('Another process holds the database: try again when it has finished.\n');
});

/** Counts the events of a stream so far. */
function countEventsOf({ body }: Response): () => number {
  let count = 0;
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      count += value.split('event: poke').length - 1;
    }
  })().catch(() => undefined);
  return () => count;
}
