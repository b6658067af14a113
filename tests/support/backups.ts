import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { openWithoutMigrating } from '../../src/server/platform/database/open.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { readSettings } from '../../src/server/platform/base/settings.ts';
import { runCommand } from './programs.ts';
import { credit, putProduct } from './shop.ts';
import { png, postForm, putLogo } from './uploads.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** The environment in which commands use a test server's installation. */
export function installationOf({ settings }: TestServer): Record<string, string> {
  const { database, dataDir: DATA_DIR, pepper: PEPPER } = settings;
  return database.kind === 'sqlite' ? { DATA_DIR, PEPPER } : { DATA_DIR, PEPPER, DATABASE_URL: database.url };
}

/** A shop with a picture, an order and its proof, a customer with a large balance, and a signed-out device. */
export async function createShop(kind?: TestServer['kind']) {
  const server = await startTestServer(kind ? { kind } : {});
  await credit(server.services, server.users.amina, 100_000);
  const tea = await putProduct(server.services, { price: 1 });
  const order = () =>
    server.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const { id } = (await order()).body.order;
  const pictured = await postForm(server, 'sara', `/api/products/${tea.id}`, {
    image: await png(),
    image_changed: '1',
  });
  const delivered = await postForm(server, 'sara', `/api/orders/${id}`, { file: await png(), notes: 'voilà 茶 🫖' });
  expect([pictured.body.code, delivered.body.code]).toEqual(['SUCCESS', 'SUCCESS']);
  await putLogo(server);
  const signedOutToken = await server.signIn('amina');
  await server.withToken(signedOutToken).post('/api/auth/logout');
  const signedInToken = await server.signIn('amina');
  return { server, order, signedOutToken, signedInToken, picture: String(pictured.body.product.image) };
}

/** Backs an installation up with the command; returns the file's path. */
export async function backUp(installation: Record<string, string>, path: string): Promise<string> {
  expect(await runCommand('backup', installation, { args: [path] })).toMatchObject({ code: 0, err: '' });
  return path;
}

/** Opens the database of an installation without migrating it, runs `act` and closes it. */
export async function withDatabase<T>(
  installation: Record<string, string>,
  act: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  const { db, close } = await openWithoutMigrating(readSettings(installation).database, () => undefined);
  try {
    return await act(db);
  } finally {
    await close();
  }
}

/** Changes the parsed lines of an unpacked backup (one without files), and packs them with a checksum that fits. */
// oxlint-disable-next-line typescript/no-explicit-any -- lines of every kind
export function forgeBackup(unpacked: Buffer, change: (lines: any[]) => any[]): Buffer {
  const lines = unpacked
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  const { end } = lines.pop() as { end: object };
  const text = change(lines)
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ end: { ...end, ...totalsOf(text) }, sha256 })}\n`);
}

function totalsOf(text: string): { rows: Record<string, number> } {
  const rows: Record<string, number> = {};
  let table = '';
  for (const line of text.trim().split('\n')) {
    const value = JSON.parse(line) as { table?: string } | unknown[];
    if (Array.isArray(value)) rows[table]! += value.length;
    else if (value.table) rows[(table = value.table)] = 0;
  }
  return { rows };
}
