import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../src/server/platform/database/transaction.ts';
import { openMailTransport, type OutgoingEmail } from '../../src/server/platform/mail/transport.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { backUp, installationOf, createShop } from '../support/backups.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { freePort } from '../support/machine.ts';
import { emptyInstallation, runCommand } from '../support/programs.ts';
import { mayMount, smallDisk } from '../support/small-disk.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, sendForm } from '../support/uploads.ts';
import { databaseKind, startTestServer, type TestServer } from '../support/test-server.ts';

/** Opens a ticket with a text of 4,000 characters. */
const openTicket = (server: TestServer): Promise<Answer> =>
  server.as('amina').post('/api/tickets', { subject: 'Tea', type: 'general', content: 'x'.repeat(4_000) });

/** Repeats a call until it is refused; returns the number of accepted calls, and the refusal. */
async function untilRefused(act: () => Promise<Answer>): Promise<{ accepted: number; refusal: Answer }> {
  for (let accepted = 0; accepted < 5_000; accepted += 1) {
    const answer = await act();
    if (answer.status !== 200) return { accepted, refusal: answer };
  }
  throw new Error('the disk has more space than the test can fill');
}

const countIn = async ({ services }: TestServer, table: 'tickets' | 'orders' | 'ledger'): Promise<number> =>
  (await services.reader.selectFrom(table).select('id').execute()).length;

/** Limits the growth of a SQLite file to this number of pages; 0 removes the limit. */
async function limitGrowth({ services }: TestServer, pages: number): Promise<void> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(services.db);
  const maxPages = pages === 0 ? 1_000_000 : rows[0]!.page_count + pages;
  await sql.raw(`pragma max_page_count = ${maxPages}`).execute(services.db);
}

test('a full SQLite database refuses changes with 503 and answers reads; when there is space, changes are accepted again', async () => {
  const server = await startTestServer({ kind: 'sqlite' });
  await limitGrowth(server, 20);

  const { accepted, refusal } = await untilRefused(() => openTicket(server));
  const together = await Promise.all(Array.from({ length: 12 }, () => openTicket(server)));
  const list = await server.as('amina').get('/api/tickets');
  const kept = await countIn(server, 'tickets');
  await limitGrowth(server, 0);
  const afterwards = await Promise.all(Array.from({ length: 12 }, () => openTicket(server)));

  for (const answer of [refusal, ...together]) {
    expectRefused(answer, 503, 'BUSY');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect([list.status, kept]).toEqual([200, accepted]);
  expect(new Set(afterwards.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await countIn(server, 'tickets')).toBe(accepted + 12);
  expect(server.errors).toEqual([]);
});

test('a transaction that goes on after SQLite rolled it back stores nothing; another that shares its commit is stored exactly if it succeeds', async () => {
  const server = await startTestServer({ kind: 'sqlite' });
  // Rows of the table `house`, which holds names with values.
  const put = (name: string, size = 1) => ({ name, value: 'x'.repeat(size) });
  await limitGrowth(server, 20);

  const results = await Promise.allSettled([
    inTransaction(server.services.db, (tx) => tx.insertInto('house').values(put('before')).execute()),
    inTransaction(server.services.db, async (tx) => {
      await tx.insertInto('house').values(put('first')).execute();
      const large = tx.insertInto('house').values(put('large', 10_000_000)).execute();
      await large.catch(() => undefined);
      await tx.insertInto('house').values(put('second')).execute();
    }),
  ]);

  const names = ['before', 'first', 'large', 'second'];
  const stored = await server.services.reader.selectFrom('house').select('name').where('name', 'in', names).execute();
  const kept = results[0].status === 'fulfilled' ? [{ name: 'before' }] : [];
  expect(stored).toEqual(kept);
  expect(results[1].status).toBe('rejected');
  await inTransaction(server.services.db, (tx) => tx.insertInto('house').values(put('afterwards')).execute());
});

test.runIf(mayMount)(
  'on a full disk uploads, pictures and orders are refused with 503, reads are answered; with space again all succeed',
  async () => {
    const disk = smallDisk(24);
    const server = await startTestServer({ env: { DATA_DIR: disk.folder } });
    await credit(server.services, server.users.amina, 1_000);
    const { id: product_id } = await putProduct(server.services, { price: 1 });
    const signedIn = { Authorization: `Bearer ${await server.signIn('sara')}` };
    const upload = async () => sendForm(`${server.url}/api/files`, { id: uuidv7(), file: await png() }, signedIn);
    const setPicture = async () =>
      sendForm(`${server.url}/api/products/${product_id}`, { image: await png(), image_changed: '1' }, signedIn);
    const order = () => server.as('amina').post('/api/orders', { product_id }, { 'Idempotency-Key': randomUUID() });
    const firstUpload = await upload();
    await setPicture();
    await order();
    const filesBefore = filesIn(disk.folder);
    disk.fill();

    const refused = [await upload(), await setPicture()];
    // PostgreSQL keeps its rows on another disk.
    const orders = server.kind === 'sqlite' ? await untilRefused(order) : { accepted: 0, refusal: null };
    const reads = await Promise.all(
      ['/api/orders', '/api/tickets', '/health'].map((path) => server.as('amina').get(path)),
    );
    const filesAfter = filesIn(disk.folder);
    disk.free();
    const afterwards = [await upload(), await setPicture(), await order()];

    expect(firstUpload.status).toBe(200);
    for (const answer of orders.refusal ? [...refused, orders.refusal] : refused) expectRefused(answer, 503, 'BUSY');
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(filesAfter).toEqual(filesBefore);
    expect(afterwards.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await countIn(server, 'orders')).toBe(2 + orders.accepted);
    expect(server.errors).toEqual([]);
  },
);

test.runIf(mayMount)(
  'an e-mail that does not fit on the disk leaves no file; it is written whole once there is space',
  async () => {
    const disk = smallDisk(1);
    const transport = openMailTransport({
      kind: 'folder',
      folder: join(disk.folder, 'letters'),
      from: 'a@example.test',
    });
    const email: OutgoingEmail = {
      id: 7,
      recipient: 'amina@example.test',
      subject: 'Tea',
      text: 'x '.repeat(20_000),
      html: '<p>Tea</p>',
      writtenAt: Date.UTC(2026, 10, 20),
      sender: { name: '', replyTo: '' },
    };
    await transport.send({ ...email, id: 6 });
    disk.fill();

    await expect(transport.send(email)).rejects.toThrow('ENOSPC');
    const left = readdirSync(join(disk.folder, 'letters'));
    disk.free();
    await transport.send(email);

    expect(left).toEqual(['2026-11-20T00-00-00-000Z-000006.eml']);
    const whole = readFileSync(join(disk.folder, 'letters', '2026-11-20T00-00-00-000Z-000007.eml'), 'utf8');
    // The boundary that ends the last part.
    expect(whole.trimEnd()).toMatch(/--$/);
  },
);

test.runIf(mayMount)('a backup to a full disk says so in one sentence and leaves nothing there', async () => {
  const { server } = await createShop();
  const disk = smallDisk(1);
  disk.fill();
  const path = join(disk.folder, 'shop.backup');

  const { code, err } = await runCommand('backup', installationOf(server), { args: [path] });

  expect([code, err]).toEqual([1, `There is no space left for ${path}; the incomplete file was removed.\n`]);
  expect(readdirSync(disk.folder)).toEqual(['filler']);
  disk.free();
  expect((await runCommand('backup', installationOf(server), { args: [path] })).code).toBe(0);
});

test.runIf(mayMount && databaseKind === 'sqlite')('create-root on a full disk says so in one sentence', async () => {
  const disk = smallDisk(16);
  const installation = { ...(await emptyInstallation()), DATA_DIR: disk.folder };
  expect((await runCommand('migrate', installation)).code).toBe(0);
  disk.fill();

  const args = ['--email', 'root@example.test', '--password-stdin'];
  const { code, err } = await runCommand('create-root', installation, { args, input: 'une phrase assez longue' });

  expect([code, err]).toEqual([1, 'There is no space left on the disk: nothing was changed.\n']);
});

test.runIf(mayMount)('restore to a full disk says so in one sentence and leaves no file', async () => {
  const { server } = await createShop();
  const disk = smallDisk(16);
  const path = await backUp(installationOf(server), join(disk.folder, 'shop.backup'));
  const installation = {
    ...(await emptyInstallation()),
    DATA_DIR: join(disk.folder, 'data'),
    PEPPER: server.settings.pepper,
  };
  mkdirSync(join(installation.DATA_DIR, 'files'), { recursive: true });
  disk.fill();

  const { code, err } = await runCommand('restore', installation, { args: [path] });

  const full = databaseKind === 'sqlite' ? 'There is no space left on the disk: nothing was changed' : filesFull;
  expect([code, err]).toEqual([1, `${full}.\n`]);
  // Folders have no dot in their names.
  expect(filesIn(installation.DATA_DIR).filter((name) => name.includes('.'))).toEqual([]);
});

const filesFull = 'The folder of the files cannot be used: its disk is full';

test.runIf(mayMount)(
  'a server whose log is on a full disk keeps answering, and logs again once there is space',
  async () => {
    const disk = smallDisk(1);
    const log = join(disk.folder, 'log');
    const file = openSync(log, 'a');
    const port = await freePort();
    const installation = { ...(await emptyInstallation()), PORT: String(port), LOG_LEVEL: 'debug' };
    const main = join(import.meta.dirname, '../../src/server/main.ts');
    const server = spawn(process.execPath, [main], {
      env: { PATH: process.env.PATH, ...installation },
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

    for (let request = 0; request < 200; request += 1) expect(await health()).toBe(200);
    disk.free();
    const before = readFileSync(log, 'utf8').length;
    await health();

    await expect.poll(() => readFileSync(log, 'utf8').length).toBeGreaterThan(before);
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
  },
);

/** The paths of all files and folders in the file store of this data folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(folder, 'files'), { recursive: true }).map(String).toSorted();
