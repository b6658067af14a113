import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFiles } from '../../src/server/platform/services.ts';
import { fileFolders, type FileStore } from '../../src/server/platform/files/file-store.ts';
import { sweepFiles } from '../../src/server/platform/files/sweep.ts';
import { startCleanup } from '../../src/server/platform/cleanup.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { openBucketServer } from '../support/s3.ts';
import { putProduct } from '../support/shop.ts';
import { png, postForm } from '../support/uploads.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const day = 86_400_000;

/** Makes the installation ten days old; the returned `age` makes one of its files on disk older. */
async function ageInstallation(server: TestServer) {
  await server.cleaned;
  const createdAt = new Date(Date.now() - 10 * day).toISOString();
  await sql`update kysely_migration set timestamp = ${createdAt}`.execute(server.services.db);
  const { files: settings } = server.settings;
  const age = (name: string, days: number) => {
    const modifiedAt = (Date.now() - days * day) / 1000;
    if (settings.kind === 'disk') utimesSync(join(settings.folder, name), modifiedAt, modifiedAt);
  };
  const put = async (name: string, days: number) => {
    await server.services.files.put(name, Buffer.from(name), 'image/png');
    age(name, days);
    return name;
  };
  return {
    put,
    age,
    files: server.services.files,
    sweep: () => sweepFiles(server.services.reader, server.services.files),
  };
}

async function namesIn(files: FileStore): Promise<string[]> {
  const names: string[] = [];
  for (const folder of fileFolders) for await (const { name } of files.list(folder)) names.push(name);
  return names.toSorted();
}

const catalog = () => `catalog/${randomUUID()}.png`;

test('unused files older than a day are removed; used files, new files and files older than the installation stay', async () => {
  const server = await startTestServer();
  const { put, sweep, files } = await ageInstallation(server);
  const [path, address, proof] = [await put(catalog(), 9), await put(catalog(), 9), `proofs/${randomUUID()}.png`];
  await put(proof, 9);
  const { db } = server.services;
  const pictured = (image: string) => ({ image, shown_price_cents: 1 });
  for (const image of [`/files/${path}`, `https://shop.example/files/${address}`]) {
    const { id } = await putProduct(server.services);
    await db.updateTable('products').set(pictured(image)).where('id', '=', id).execute();
  }
  const row = { user_id: 1, name: 'p.png', type: 'image/png', size: 1, digest: '', created_at: Date.now() };
  await db
    .insertInto('files')
    .values({ ...row, id: uuidv7(), stored: proof })
    .execute();
  const young = await put(catalog(), 0.9);
  const fromBefore = await put(catalog(), 11);
  await put(catalog(), 1.1);
  await put(`proofs/${randomUUID()}.pdf`, 5);
  await put(`catalog/${randomUUID()}.part`, 2);

  const removed = await sweep();

  expect(removed).toBe(3);
  expect(await namesIn(files)).toEqual([path, address, proof, young, fromBefore].toSorted());
  expect(await sweep()).toBe(0);
});

test('the file of a refused delivery is removed after a day, that of an accepted upload is not', async () => {
  const server = await startTestServer();
  const { age, sweep, files } = await ageInstallation(server);
  const kept = await postForm(server, 'sara', '/api/files', { id: uuidv7(), file: await png() });
  const refused = await postForm(server, 'sara', '/api/orders/4711', { file: await png() });
  const before = await namesIn(files);
  for (const name of before) age(name, 2);

  await sweep();

  expect(kept.body.code).toBe('SUCCESS');
  expectRefused(refused, 404, 'NOT_FOUND');
  expect(before).toHaveLength(2);
  const { stored } = await server.services.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  expect(await namesIn(files)).toEqual([stored]);
});

test('three clean-ups at once remove the same files without an error', async () => {
  const server = await startTestServer();
  const { put, sweep, files } = await ageInstallation(server);
  for (let number = 0; number < 40; number += 1) await put(catalog(), 3);
  const young = await put(catalog(), 0);

  await Promise.all([sweep(), sweep(), sweep()]);

  expect(await namesIn(files)).toEqual([young]);
});

test('the clean-up runs as soon as it is started, and logs the number of removed files', async () => {
  const server = await startTestServer();
  const { put, files } = await ageInstallation(server);
  const logged: object[] = [];
  const log = { ...server.services.log, info: (fields: object) => void logged.push(fields) };
  const { db, reader, now } = server.services;

  const onError = (error: unknown) => expect.unreachable(String(error));
  await put(catalog(), 3);

  await startCleanup({ db, reader, files, now, log, onError }).stop();

  expect(logged).toEqual([{ removed: 1 }]);
  expect(await namesIn(files)).toEqual([]);
});

test('a bucket is cleaned up like a folder, page by page; other objects in it stay', async () => {
  const bucket = await openBucketServer();
  const server = await startTestServer({ env: bucket.env });
  const { put, sweep } = await ageInstallation(server);
  const proof = await postForm(server, 'sara', '/api/files', { id: uuidv7(), file: await png() });
  for (let number = 0; number < 5; number += 1) await put(catalog(), 0);
  bucket.stored.set('invoices/2026.pdf', { bytes: Buffer.from('x'), type: 'application/pdf', uploadedAt: 0 });
  for (const stored of bucket.stored.values()) stored.uploadedAt = Date.now() - 2 * day;
  const young = await put(catalog(), 0);

  const removed = await sweep();

  expect([proof.body.code, removed]).toEqual(['SUCCESS', 5]);
  const { stored } = await server.services.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();
  expect([...bucket.stored.keys()].toSorted()).toEqual([young, 'invoices/2026.pdf', stored].toSorted());
  expect(bucket.refused).toEqual([]);
});

test('a bucket refuses a wrong secret, and the error names the status 403', async () => {
  const bucket = await openBucketServer();
  const { S3_ENDPOINT: endpoint, S3_BUCKET, S3_KEY: key, S3_REGION: region } = bucket.env;
  const files = openFiles({ kind: 's3', endpoint, bucket: S3_BUCKET, key, secret: 'wrong', region });

  await expect(files.put(catalog(), Buffer.from('x'), 'image/png')).rejects.toThrow('403');
  await expect(files.get(catalog())).rejects.toThrow('403');
  await expect(namesIn(files)).rejects.toThrow('403');
  expect(bucket.stored.size).toBe(0);
});
