import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/server/platform/database/open.ts';
import { houseOf } from '../support/backups.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf } from '../support/device.ts';
import { runCommand } from '../support/programs.ts';
import { credit, putProduct } from '../support/shop.ts';
import { databaseKind, openWorld, type World } from '../support/world.ts';

const isSqlite = databaseKind === 'sqlite';

const code = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
  console.log('locked');
  process.stdin.on('data', () => { database.exec('ROLLBACK'); console.log('free'); }).unref();
  process.stdin.ref();
`;

/** Another process that holds the write lock of a SQLite file until it is told to let go. */
async function lock(file: string): Promise<{ release(): Promise<void> }> {
  const holder = spawn(process.execPath, ['-e', code, file], { stdio: ['pipe', 'pipe', 'inherit'] });
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
  const world = await openWorld({ kind: 'sqlite' });
  await credit(world.means, world.people.amina, 1_000);
  const { id: product_id } = await putProduct(world.means, { price: 1 });
  const order = (key = randomUUID()) =>
    world.as('amina').post('/api/orders', { product_id }, { 'Idempotency-Key': key });
  return { world, order, file: (world.settings.database as { file: string }).file };
}

const ordersIn = async ({ means }: World): Promise<number> =>
  (await means.reader.selectFrom('orders').select('id').execute()).length;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.runIf(isSqlite)(
  'while another process holds SQLite for seconds, reads are answered, changes are refused with 503, and the process never stands still',
  async () => {
    const { world, order, file } = await openShop();
    await order();
    // So long ago that the use of the session is noted at the next request, which is a change of its own.
    world.clock.pass(600_000);
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
        const { status } = await world.as('amina').get(path);
        reads.push({ status, ms: performance.now() - asked });
      }
      await pause(50);
    }
    delay.disable();
    const refused = await Promise.all(orders);
    await holder.release();
    const again = await Promise.all(keys.map((key) => order(key)));

    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    // It was 5,000 for each statement that found the file locked.
    expect(Math.max(...reads.map(({ ms }) => ms))).toBeLessThan(1_000);
    expect(delay.max / 1e6).toBeLessThan(1_000);
    for (const { answer, ms } of refused) {
      expectRefused(answer, 503, 'BUSY');
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(ms).toBeLessThan(4_000);
    }
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ordersIn(world)).toBe(1 + keys.length);
    expect(world.errors).toEqual([]);
  },
);

test.runIf(isSqlite)('a change that meets a short lock of another process waits for it and is made once', async () => {
  const { world, order, file } = await openShop();
  const holder = await lock(file);

  const orders = Array.from({ length: 5 }, () => order());
  const letter = world.guest.post('/api/auth/register', {
    name: 'Nour',
    email: 'nour@example.test',
    password: 'a good phrase',
  });
  await pause(700);
  await holder.release();

  expect((await Promise.all([...orders, letter])).map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(await ordersIn(world)).toBe(5);
  await world.post.deliver();
  expect(world.post.letters.map(({ recipient }) => recipient)).toEqual(['nour@example.test']);
  expect(world.errors).toEqual([]);
});

test.runIf(isSqlite)(
  'a device follows what others changed before another process held SQLite, and the rest afterwards',
  async () => {
    const { world, order, file } = await openShop();
    await order();
    const device = deviceOf(world.as('amina'));
    await device.catchUp();
    // Nothing that was woken before is left to number what comes now.
    await pause(300);
    const { id } = world.people.amina;
    const row = { scope: `u:${id}`, entity: 'orders' as const, key: '1', deleted: 0, rev: 7 };
    await world.means.db.insertInto('feed_inbox').values(row).execute();
    const holder = await lock(file);

    const meanwhile = await device.exchange();
    await holder.release();
    const afterwards = await device.exchange();

    expect(meanwhile.changes).toEqual([]);
    expect(afterwards.changes).toMatchObject([{ entity: 'orders', key: '1' }]);
  },
);

test.runIf(isSqlite)('numbering changes and sending e-mails go on by themselves after a long lock', async () => {
  const { world, order, file } = await openShop();
  const stream = await fetch(`${world.url}/api/sync/events`, {
    headers: { Authorization: `Bearer ${await world.signIn('amina')}` },
  });
  const poked = pokesOf(stream);
  world.post.down = true;
  await world.guest.post('/api/auth/password/forgot', { email: 'amina@example.test' });
  await world.post.deliver();
  world.clock.pass(60_000);
  const holder = await lock(file);
  world.post.down = false;
  await world.post.deliver().catch(() => undefined);
  expect(world.post.letters).toEqual([]);

  await holder.release();

  // What was taken while the file became locked is free again after two minutes of the server's clock.
  world.clock.pass(150_000);
  await expect.poll(async () => (await world.post.deliver(), world.post.letters.length), { timeout: 10_000 }).toBe(1);
  const before = poked();
  await order();
  await expect.poll(poked, { timeout: 10_000 }).toBeGreaterThan(before);
  await stream.body?.cancel().catch(() => undefined);
});

test.runIf(isSqlite)('a process that starts while another one holds SQLite waits for it', async () => {
  const { world, file } = await openShop();
  const holder = await lock(file);

  const opening = openDatabase(world.settings.database, () => undefined);
  const first = await Promise.race([opening.then(() => 'opened'), pause(3_000).then(() => 'waiting')]);
  await holder.release();
  const { close, migrated } = await opening;
  await close();

  expect([first, migrated]).toEqual(['waiting', []]);
});

test.runIf(isSqlite)(
  'a command that finds SQLite held by another process says so in one sentence',
  async () => {
    const { world, file } = await openShop();
    await lock(file);

    const args = ['--email', 'root@example.test', '--password-stdin'];
    const { code, out, err } = await runCommand('create-root', houseOf(world), {
      args,
      input: 'une phrase assez longue',
    });

    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('Another process holds the database: try again when it has finished.\n');
  },
  60_000,
);

/** How often an event stream has poked so far. */
function pokesOf({ body }: Response): () => number {
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
