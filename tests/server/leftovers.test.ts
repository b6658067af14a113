import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFiles } from '../../src/server/platform/files/open.ts';
import { fileFolders, type FileHome } from '../../src/server/platform/files/home.ts';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { startCleaning } from '../../src/server/platform/jobs.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { openBucketServer } from '../support/s3.ts';
import { putProduct } from '../support/shop.ts';
import { png, postForm } from '../support/uploads.ts';
import { openWorld, type World } from '../support/world.ts';

const day = 86_400_000;

/** A house that is ten days old, with a way to turn the time of its files back. */
async function agedHouse(world: World) {
  await world.cleaned;
  const born = new Date(Date.now() - 10 * day).toISOString();
  await sql`update kysely_migration set timestamp = ${born}`.execute(world.means.db);
  const { files: settings } = world.settings;
  const age = (name: string, days: number) => {
    const then = (Date.now() - days * day) / 1000;
    if (settings.kind === 'disk') utimesSync(join(settings.folder, name), then, then);
  };
  const put = async (name: string, days: number) => {
    await world.means.files.put(name, Buffer.from(name), 'image/png');
    age(name, days);
    return name;
  };
  return { put, age, files: world.means.files, sweep: () => sweepFiles(world.means.reader, world.means.files) };
}

async function namesIn(files: FileHome): Promise<string[]> {
  const names: string[] = [];
  for (const folder of fileFolders) for await (const { name } of files.list(folder)) names.push(name);
  return names.toSorted();
}

const catalog = () => `catalog/${randomUUID()}.png`;

test('what no row names and is older than a day is removed; what is named, young or older than the house stays', async () => {
  const world = await openWorld();
  const { put, sweep, files } = await agedHouse(world);
  const [path, address, proof] = [await put(catalog(), 9), await put(catalog(), 9), `proofs/${randomUUID()}.png`];
  await put(proof, 9);
  const { db } = world.means;
  const pictured = (image: string) => ({ image, shown_price_cents: 1 });
  for (const image of [`/files/${path}`, `https://shop.example/files/${address}`]) {
    const { id } = await putProduct(world.means);
    await db.updateTable('products').set(pictured(image)).where('id', '=', id).execute();
  }
  const row = { user_id: 1, name: 'p.png', type: 'image/png', size: 1, digest: '', created_at: Date.now() };
  await db
    .insertInto('files')
    .values({ ...row, id: uuidv7(), stored: proof })
    .execute();
  const young = await put(catalog(), 0.9);
  const foreign = await put(catalog(), 11);
  await put(catalog(), 1.1);
  await put(`proofs/${randomUUID()}.pdf`, 5);
  await put(`catalog/${randomUUID()}.part`, 2);

  const removed = await sweep();

  expect(removed).toBe(3);
  expect(await namesIn(files)).toEqual([path, address, proof, young, foreign].toSorted());
  expect(await sweep()).toBe(0);
});

test('the bytes of a refused delivery are gone after a day, those of an accepted one are not', async () => {
  const world = await openWorld();
  const { age, sweep, files } = await agedHouse(world);
  const kept = await postForm(world, 'sara', '/api/files', { id: uuidv7(), file: await png() });
  const refused = await postForm(world, 'sara', '/api/orders/4711', { file: await png() });
  const before = await namesIn(files);
  for (const name of before) age(name, 2);

  await sweep();

  expect(kept.body.code).toBe('SUCCESS');
  expectRefused(refused, 404, 'NOT_FOUND');
  expect(before).toHaveLength(2);
  const { stored } = await world.means.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  expect(await namesIn(files)).toEqual([stored]);
});

test('two nodes that clean up at once remove the same and disturb nobody', async () => {
  const world = await openWorld();
  const { put, sweep, files } = await agedHouse(world);
  for (let number = 0; number < 40; number += 1) await put(catalog(), 3);
  const young = await put(catalog(), 0);

  await Promise.all([sweep(), sweep(), sweep()]);

  expect(await namesIn(files)).toEqual([young]);
});

test('the worker cleans up when it starts, and says how much', async () => {
  const world = await openWorld();
  const { put, files } = await agedHouse(world);
  const said: object[] = [];
  const log = { ...world.means.log, info: (about: object) => void said.push(about) };
  const { db, reader, now } = world.means;

  const onError = (error: unknown) => expect.unreachable(String(error));
  await put(catalog(), 3);

  await startCleaning({ db, reader, files, now, log, onError }).stop();

  expect(said).toEqual([{ removed: 1 }]);
  expect(await namesIn(files)).toEqual([]);
});

test('a bucket is cleaned up like a folder, page by page; what else is in it stays', async () => {
  const bucket = await openBucketServer();
  const world = await openWorld({ env: bucket.env });
  const { put, sweep } = await agedHouse(world);
  const proof = await postForm(world, 'sara', '/api/files', { id: uuidv7(), file: await png() });
  for (let number = 0; number < 5; number += 1) await put(catalog(), 0);
  bucket.stored.set('invoices/2026.pdf', { bytes: Buffer.from('x'), type: 'application/pdf', at: 0 });
  for (const stored of bucket.stored.values()) stored.at = Date.now() - 2 * day;
  const young = await put(catalog(), 0);

  const removed = await sweep();

  expect([proof.body.code, removed]).toEqual(['SUCCESS', 5]);
  const { stored } = await world.means.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  expect([...bucket.stored.keys()].toSorted()).toEqual([young, 'invoices/2026.pdf', stored].toSorted());
  expect(bucket.refused).toEqual([]);
});

test('a bucket refuses a wrong secret, and says so', async () => {
  const bucket = await openBucketServer();
  const { S3_ENDPOINT: endpoint, S3_KEY: key, S3_REGION: region } = bucket.env;
  const files = openFiles({ kind: 's3', endpoint, bucket: 'house', key, secret: 'wrong', region });

  await expect(files.put(catalog(), Buffer.from('x'), 'image/png')).rejects.toThrow('403');
  await expect(files.get(catalog())).rejects.toThrow('403');
  await expect(namesIn(files)).rejects.toThrow('403');
  expect(bucket.stored.size).toBe(0);
});
