import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { openTransport, type OutgoingLetter } from '../../src/server/platform/mail/transport.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { backUp, houseOf, openShop } from '../support/backups.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { emptyHouse, runCommand } from '../support/programs.ts';
import { mayMount, smallDisk } from '../support/small-disk.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, sendForm } from '../support/uploads.ts';
import { databaseKind, openWorld, type World } from '../support/world.ts';

/** Opens a ticket with a long text. */
const openTicket = (world: World): Promise<Answer> =>
  world.as('amina').post('/api/tickets', { subject: 'Tea', type: 'general', content: 'x'.repeat(4_000) });

/** Does it again and again until it is refused; returns how often it was not, and the refusal. */
async function untilRefused(act: () => Promise<Answer>): Promise<{ done: number; refusal: Answer }> {
  for (let done = 0; done < 5_000; done += 1) {
    const answer = await act();
    if (answer.status !== 200) return { done, refusal: answer };
  }
  throw new Error('the disk has more space than the test can fill');
}

const countIn = async ({ means }: World, table: 'tickets' | 'orders' | 'ledger'): Promise<number> =>
  (await means.reader.selectFrom(table).select('id').execute()).length;

/** Lets a SQLite file grow by so many pages only; 0 lifts the limit. */
async function limitGrowth({ means }: World, pages: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(means.db);
  const most = pages === 0 ? 1_000_000 : rows[0]!.page_count + pages;
  await sql.raw(`pragma max_page_count = ${most}`).execute(means.db);
}

test('a full SQLite refuses changes with 503, answers reads, and goes on by itself when there is space', async () => {
  const world = await openWorld({ kind: 'sqlite' });
  await limitGrowth(world, 20);

  const { done, refusal } = await untilRefused(() => openTicket(world));
  const together = await Promise.all(Array.from({ length: 12 }, () => openTicket(world)));
  const list = await world.as('amina').get('/api/tickets');
  const kept = await countIn(world, 'tickets');
  await limitGrowth(world, 0);
  const afterwards = await Promise.all(Array.from({ length: 12 }, () => openTicket(world)));

  for (const answer of [refusal, ...together]) {
    expectRefused(answer, 503, 'BUSY');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect([list.status, kept]).toEqual([200, done]);
  expect(new Set(afterwards.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countIn(world, 'tickets')).toBe(done + 12);
  expect(world.errors).toEqual([]);
});

test('a transaction that goes on after SQLite has rolled it back stores nothing, and neither do those that share its commit', async () => {
  const world = await openWorld({ kind: 'sqlite' });
  const put = (name: string, size = 1) => ({ name, value: 'x'.repeat(size) });
  await limitGrowth(world, 20);

  const results = await Promise.allSettled([
    inTransaction(world.means.db, (tx) => tx.insertInto('house').values(put('before')).execute()),
    inTransaction(world.means.db, async (tx) => {
      await tx.insertInto('house').values(put('first')).execute();
      const large = tx.insertInto('house').values(put('large', 10_000_000)).execute();
      await large.catch(() => undefined);
      await tx.insertInto('house').values(put('second')).execute();
    }),
  ]);

  const names = ['before', 'first', 'large', 'second'];
  const stored = await world.means.reader.selectFrom('house').select('name').where('name', 'in', names).execute();
  const kept = results[0].status === 'fulfilled' ? [{ name: 'before' }] : [];
  expect(stored).toEqual(kept);
  expect(results[1].status).toBe('rejected');
  await inTransaction(world.means.db, (tx) => tx.insertInto('house').values(put('afterwards')).execute());
});

test.runIf(mayMount)(
  'on a full disk uploads, pictures and orders are refused with 503, reads are answered, and everything goes on by itself',
  async () => {
    const disk = smallDisk(24);
    const world = await openWorld({ env: { DATA_DIR: disk.folder } });
    await credit(world.means, world.people.amina, 1_000);
    const { id: product_id } = await putProduct(world.means, { price: 1 });
    const signedIn = { Authorization: `Bearer ${await world.signIn('sara')}` };
    const upload = async () => sendForm(`${world.url}/api/files`, { id: uuidv7(), file: await png() }, signedIn);
    const illustrate = async () =>
      sendForm(`${world.url}/api/products/${product_id}`, { image: await png(), image_changed: '1' }, signedIn);
    const order = () => world.as('amina').post('/api/orders', { product_id }, { 'Idempotency-Key': randomUUID() });
    const [first] = [await upload(), await illustrate(), await order()];
    const sizes = filesIn(disk.folder);
    disk.fill();

    const refused = [await upload(), await illustrate()];
    const orders = world.kind === 'sqlite' ? await untilRefused(order) : { done: 0, refusal: null };
    const reads = await Promise.all(
      ['/api/orders', '/api/tickets', '/health'].map((path) => world.as('amina').get(path)),
    );
    const left = filesIn(disk.folder);
    disk.free();
    const afterwards = [await upload(), await illustrate(), await order()];

    expect(first.status).toBe(200);
    for (const answer of orders.refusal ? [...refused, orders.refusal] : refused) expectRefused(answer, 503, 'BUSY');
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(left).toEqual(sizes);
    expect(afterwards.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countIn(world, 'orders')).toBe(2 + orders.done);
    expect(world.errors).toEqual([]);
  },
  60_000,
);

test.runIf(mayMount)('no half of an e-mail is kept on a full disk, and all of it once there is space', async () => {
  const disk = smallDisk(1);
  const transport = openTransport({ kind: 'folder', folder: join(disk.folder, 'letters'), from: 'a@example.test' });
  const letter: OutgoingLetter = {
    id: 7,
    recipient: 'amina@example.test',
    subject: 'Tea',
    text: 'x '.repeat(20_000),
    html: '<p>Tea</p>',
    writtenAt: Date.UTC(2026, 10, 20),
  };
  await transport.send({ ...letter, id: 6 });
  disk.fill();

  await expect(transport.send(letter)).rejects.toThrow('ENOSPC');
  const left = readdirSync(join(disk.folder, 'letters'));
  disk.free();
  await transport.send(letter);

  expect(left).toEqual(['2026-11-20T00-00-00-000Z-000006.eml']);
  const whole = readFileSync(join(disk.folder, 'letters', '2026-11-20T00-00-00-000Z-000007.eml'), 'utf8');
  expect(whole.trimEnd()).toMatch(/--$/);
});

test.runIf(mayMount)('a backup to a full disk says so in one sentence and leaves nothing there', async () => {
  const { world } = await openShop();
  const disk = smallDisk(1);
  disk.fill();
  const path = join(disk.folder, 'house.backup');

  const { code, err } = await runCommand('backup', houseOf(world), { args: [path] });

  expect([code, err]).toEqual([1, `There is no space left for ${path}; nothing was kept of it.\n`]);
  expect(readdirSync(disk.folder)).toEqual(['filler']);
  disk.free();
  expect((await runCommand('backup', houseOf(world), { args: [path] })).code).toBe(0);
});

test.runIf(mayMount && databaseKind === 'sqlite')('create-root on a full disk says so in one sentence', async () => {
  const disk = smallDisk(16);
  const house = { ...(await emptyHouse()), DATA_DIR: disk.folder };
  expect((await runCommand('migrate', house)).code).toBe(0);
  disk.fill();

  const args = ['--email', 'root@example.test', '--password-stdin'];
  const { code, err } = await runCommand('create-root', house, { args, input: 'une phrase assez longue' });

  expect([code, err]).toEqual([1, 'There is no space left on the disk: nothing was changed.\n']);
});

test.runIf(mayMount)('restore to a full disk says so in one sentence and leaves no file', async () => {
  const { world } = await openShop();
  const disk = smallDisk(16);
  const path = await backUp(houseOf(world), join(disk.folder, 'house.backup'));
  const house = { ...(await emptyHouse()), DATA_DIR: join(disk.folder, 'data'), PEPPER: world.settings.pepper };
  mkdirSync(join(house.DATA_DIR, 'files'), { recursive: true });
  disk.fill();

  const { code, err } = await runCommand('restore', house, { args: [path] });

  const full = databaseKind === 'sqlite' ? 'There is no space left on the disk: nothing was changed' : filesFull;
  expect([code, err]).toEqual([1, `${full}.\n`]);
  expect(filesIn(house.DATA_DIR).filter((name) => name.includes('.'))).toEqual([]);
});

const filesFull = 'The folder of the files cannot be used: its disk is full';

test.runIf(mayMount)(
  'a server whose log is on a full disk goes on, and logs again once there is space',
  async () => {
    const disk = smallDisk(1);
    const log = join(disk.folder, 'log');
    const file = openSync(log, 'a');
    const port = await freePort();
    const house = { ...(await emptyHouse()), PORT: String(port), LOG_LEVEL: 'debug' };
    const main = join(import.meta.dirname, '../../src/server/main.ts');
    const server = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...house },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    onTestFinished(() => void server.kill('SIGKILL'));
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, { timeout: 30_000 }).toBe(200);
    disk.fill();

    for (let time = 0; time < 200; time += 1) expect(await health()).toBe(200);
    disk.free();
    const before = readFileSync(log, 'utf8').length;
    await health();

    await expect.poll(() => readFileSync(log, 'utf8').length).toBeGreaterThan(before);
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  },
  60_000,
);

/** The names of all files under the store's folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true }).map(String).toSorted();
