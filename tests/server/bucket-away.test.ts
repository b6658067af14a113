import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { startCleaning } from '../../src/server/platform/jobs.ts';
import { isOutage } from '../../src/server/platform/outage.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { houseOf } from '../support/backups.ts';
import { expectRefused, type Answer } from '../support/client.ts';
import { fastFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { runCommand } from '../support/programs.ts';
import { openBucketServer, type Bucket } from '../support/s3.ts';
import { credit, putProduct } from '../support/shop.ts';
import { png, sendForm } from '../support/uploads.ts';
import { openWorld, type World } from '../support/world.ts';

/** A shop with a bucket, in which there are a proof and the picture of a product. */
async function openShop(bucket: Bucket) {
  const world = await openWorld({ env: bucket.env });
  await credit(world.means, world.people.amina, 100);
  const { id: product_id } = await putProduct(world.means, { price: 1 });
  const signedIn = { Authorization: `Bearer ${await world.signIn('sara')}` };
  const send = async (path: string, fields: Record<string, string>, part: 'file' | 'image') =>
    sendForm(`${world.url}/api/${path}`, { ...fields, [part]: await png() }, signedIn);
  const illustrate = () => send(`products/${product_id}`, { image_changed: '1' }, 'image');
  const order = await world.as('amina').post('/api/orders', { product_id });
  const proof = uuidv7();
  await send('files', { id: proof }, 'file');
  const picture = String((await illustrate()).body.product.image);
  const calls: Record<string, () => Promise<Answer>> = {
    'upload of a proof': () => send('files', { id: uuidv7() }, 'file'),
    'delivery with a proof': () => send(`orders/${order.body.order.id}`, { notes: 'done' }, 'file'),
    'picture of a product': illustrate,
    'download of a proof': () => world.as('sara').get(`/api/files/${proof}`),
    'picture of the catalogue': () => world.guest.get(picture),
  };
  return { world, calls };
}

const moods = ['hanging', 'dripping', 'failing'] as const;

test.each(moods)(
  'while the bucket is %s whoever needs it gets a 503 within five seconds, and nobody else does',
  async (mood) => {
    const bucket = await openBucketServer();
    const { world, calls } = await openShop(bucket);
    bucket.mood = mood;

    const begun = performance.now();
    const refused = Promise.all(
      Object.values(calls).map(async (call) => ({ answer: await call(), ms: performance.now() - begun })),
    );
    const others = await Promise.all(
      ['/api/orders', '/health', '/api/tickets'].map((path) => world.as('amina').get(path)),
    );

    for (const { answer, ms } of await refused) {
      expectRefused(answer, 503, 'BUSY');
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(ms).toBeLessThan(5_000);
    }
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    bucket.mood = 'working';
    for (const [name, call] of Object.entries(calls)) expect([name, (await call()).status]).toEqual([name, 200]);
    expect(world.errors).toEqual([]);
  },
);

test('a bucket that is not there, or is not the one of the settings, is an outage and no missing file', async () => {
  const bucket = await openBucketServer();
  const port = await freePort();
  const missing = { S3_BUCKET: 'another' };
  for (const wrong of [{ S3_ENDPOINT: `http://127.0.0.1:${port}` }, { S3_SECRET: 'another one' }, missing]) {
    const world = await openWorld({ env: { ...bucket.env, ...wrong } });

    const picture = await world.guest.get('/files/catalog/0123456789abcdef01234567.webp');
    const signedIn = { Authorization: `Bearer ${await world.signIn('sara')}` };
    const upload = await sendForm(`${world.url}/api/files`, { id: uuidv7(), file: await png() }, signedIn);

    expectRefused(picture, 503, 'BUSY');
    expectRefused(upload, 503, 'BUSY');
    expect(world.errors).toEqual([]);
  }
});

test('the clean-up stops at a bucket that hangs, removes nothing, and is made up for later', async () => {
  const bucket = await openBucketServer();
  const { world } = await openShop(bucket);
  const { db, reader, files, now, log } = world.means;
  const errors: unknown[] = [];
  bucket.mood = 'hanging';

  const begun = performance.now();
  await startCleaning({ db, reader, files, now, log, onError: (error) => void errors.push(error) }).stop();
  const ms = performance.now() - begun;
  bucket.mood = 'working';

  expect(errors.map(isOutage)).toEqual([true]);
  expect(ms).toBeLessThan(10_000);
  expect(bucket.stored.size).toBe(2);
  expect(await sweepFiles(reader, files)).toBe(0);
});

test.each(moods)('a backup from a bucket that is %s ends with one sentence and leaves no file', async (mood) => {
  const bucket = await openBucketServer();
  const { world } = await openShop(bucket);
  const path = await backupFailing(world, bucket, () => (bucket.mood = mood));

  expect(existsSync(path)).toBe(false);
  expect(existsSync(`${path}.part`)).toBe(false);
});

/** Takes a backup with the command and checks that it fails with a sentence about the bucket; returns its path. */
async function backupFailing(world: World, { env }: Bucket, begin: () => void): Promise<string> {
  const folder = mkdtempSync(join(fastFolder, 'comptoir-shelf-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'house.backup');
  begin();
  const { code, err } = await runCommand('backup', { ...houseOf(world), ...env }, { args: [path] });
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(new RegExp(`^The bucket ${env.S3_ENDPOINT}/house [^\\n]+\\.\\n$`)),
  });
  expect(err).not.toContain(env.S3_SECRET);
  return path;
}
