// database: any
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { startCleanup } from '../../src/server/platform/cleanup.ts';
import { isOutage } from '../../src/server/platform/database/outage.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { allowed } from '../support/allowed.ts';
import { installationOf } from '../support/backups.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { fastFolder, freePort } from '../support/machine.ts';
import { runCommand } from '../support/programs.ts';
import { openBucketServer, type Bucket } from '../support/s3.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, sendForm } from '../support/uploads.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** A shop whose bucket holds a delivery proof and the picture of a product. */
async function openShop(bucket: Bucket) {
  const server = await startTestServer({ env: bucket.env });
  await credit(server.services, server.users.amina, 100);
  const { id: product_id } = await putProduct(server.services, { price: 1 });
  const signedIn = { Authorization: `Bearer ${await server.signIn('sara')}` };
  const send = async (path: string, fields: Record<string, string>, part: 'file' | 'image') =>
    sendForm(`${server.url}/api/${path}`, { ...fields, [part]: await png() }, signedIn);
  const setPicture = () => send(`products/${product_id}`, { image_changed: '1' }, 'image');
  const order = await server.as('amina').post('/api/orders', { product_id });
  const proof = uuidv7();
  await send('files', { id: proof }, 'file');
  const picture = String((await setPicture()).body.product.image);
  const calls: Record<string, () => Promise<Answer>> = {
    'upload of a proof': () => send('files', { id: uuidv7() }, 'file'),
    'delivery with a proof': () => send(`orders/${order.body.order.id}`, { notes: 'done' }, 'file'),
    'picture of a product': setPicture,
    'download of a proof': () => server.as('sara').get(`/api/files/${proof}`),
    'picture of the catalogue': () => server.guest.get(picture),
  };
  return { server, calls };
}

/** `unending`: the bucket begins an answer and never ends it. */
const modes = ['hanging', 'unending', 'failing'] as const;

test('while the bucket hangs, never ends an answer or fails, only requests that need it get a 503, within five seconds', async () => {
  // At the same time, because they mostly wait.
  await Promise.all(modes.map(expectOnlyBucketRefused));
});

async function expectOnlyBucketRefused(mode: Bucket['mode']): Promise<void> {
  const bucket = await openBucketServer();
  const { server, calls } = await openShop(bucket);
  bucket.mode = mode;

  const begun = performance.now();
  const refused = Promise.all(
    Object.values(calls).map(async (call) => ({ answer: await call(), ms: performance.now() - begun })),
  );
  const others = await Promise.all(
    ['/api/orders', '/health', '/api/tickets'].map((path) => server.as('amina').get(path)),
  );

  for (const { answer, ms } of await refused) {
    expectRefused(answer, 503, 'BUSY');
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(ms).toBeLessThan(allowed(5_000));
  }
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  bucket.mode = 'working';
  for (const [name, call] of Object.entries(calls))
    expect([mode, name, (await call()).status]).toEqual([mode, name, 200]);
  expect(server.errors).toEqual([]);
}

test('an unreachable bucket, a wrong secret and an unknown bucket name are answered with 503, not with 404', async () => {
  const bucket = await openBucketServer();
  const port = await freePort();
  const wrongSettings = [
    { S3_ENDPOINT: `http://127.0.0.1:${port}` },
    { S3_SECRET: 'another one' },
    { S3_BUCKET: 'another' },
  ];
  for (const wrong of wrongSettings) {
    const server = await startTestServer({ env: { ...bucket.env, ...wrong } });

    const picture = await server.guest.get('/files/catalog/0123456789abcdef01234567.webp');
    const signedIn = { Authorization: `Bearer ${await server.signIn('sara')}` };
    const upload = await sendForm(`${server.url}/api/files`, { id: uuidv7(), file: await png() }, signedIn);

    expectRefused(picture, 503, 'BUSY');
    expectRefused(upload, 503, 'BUSY');
    expect(server.errors).toEqual([]);
  }
});

test('a clean-up ends although the bucket hangs, and removes no file that a row refers to', async () => {
  const bucket = await openBucketServer();
  const { server } = await openShop(bucket);
  const { db, reader, files, now, log } = server.services;
  const errors: unknown[] = [];
  bucket.mode = 'hanging';

  const begun = performance.now();
  await startCleanup({ db, reader, files, now, log, onError: (error) => void errors.push(error) }).stop();
  const ms = performance.now() - begun;
  bucket.mode = 'working';

  expect(errors.map(isOutage)).toEqual([true]);
  expect(ms).toBeLessThan(allowed(10_000));
  expect(bucket.stored.size).toBe(2);
  expect(await sweepFiles(reader, files)).toBe(0);
});

test('a backup from a bucket that hangs, never ends an answer or fails ends with one sentence and leaves no file', async () => {
  const bucketOf = async (mode: Bucket['mode']) => {
    const bucket = await openBucketServer();
    const { server } = await openShop(bucket);
    return takeFailingBackup(server, bucket, mode);
  };

  for (const path of await Promise.all(modes.map(bucketOf))) {
    expect(existsSync(path)).toBe(false);
    expect(existsSync(`${path}.part`)).toBe(false);
  }
});

/** Takes a backup while the bucket is in `mode`; expects one sentence about the bucket, returns the backup's path. */
async function takeFailingBackup(server: TestServer, bucket: Bucket, mode: Bucket['mode']): Promise<string> {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'shop.backup');
  const { env } = bucket;
  bucket.mode = mode;
  const { code, err } = await runCommand('backup', { ...installationOf(server), ...env }, { args: [path] });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(new RegExp(`^The bucket ${env.S3_ENDPOINT}/${env.S3_BUCKET} [^\\n]+\\.\\n$`)),
  });
  expect(err).not.toContain(env.S3_SECRET);
  return path;
}
