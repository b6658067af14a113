import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { openAsItIs } from '../../src/server/platform/database/open.ts';
import type { Database } from '../../src/server/platform/database/schema.ts';
import { readSettings } from '../../src/server/platform/settings.ts';
import { runCommand } from './programs.ts';
import { credit, putProduct } from './shop.ts';
import { png, postForm } from './uploads.ts';
import { openWorld, type World } from './world.ts';

/** The environment in which commands meet a world's house. */
export function houseOf({ settings }: World): Record<string, string> {
  const { database, dataDir: DATA_DIR, pepper: PEPPER } = settings;
  return database.kind === 'sqlite' ? { DATA_DIR, PEPPER } : { DATA_DIR, PEPPER, DATABASE_URL: database.url };
}

/** A shop with a picture, an order and its proof, a customer who may order for long, and a device that was signed out. */
export async function openShop(kind?: World['kind']) {
  const world = await openWorld(kind ? { kind } : {});
  await credit(world.means, world.people.amina, 100_000);
  const tea = await putProduct(world.means, { price: 1 });
  const order = () =>
    world.as('amina').post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  const { id } = (await order()).body.order;
  const pictured = await postForm(world, 'sara', `/api/products/${tea.id}`, { image: await png(), image_changed: '1' });
  const delivered = await postForm(world, 'sara', `/api/orders/${id}`, { file: await png(), notes: 'voilà 茶 🫖' });
  expect([pictured.body.code, delivered.body.code]).toEqual(['SUCCESS', 'SUCCESS']);
  const gone = await world.signIn('amina');
  await world.withToken(gone).post('/api/auth/logout');
  return { world, order, gone, kept: await world.signIn('amina'), picture: String(pictured.body.product.image) };
}

/** Takes a backup of a house with the command; returns the file's path. */
export async function backUp(house: Record<string, string>, path: string): Promise<string> {
  expect(await runCommand('backup', house, { args: [path] })).toMatchObject({ code: 0, err: '' });
  return path;
}

/** Opens the database of a house as it is, does something in it, and closes it. */
export async function inside<T>(house: Record<string, string>, act: (db: Kysely<Database>) => Promise<T>): Promise<T> {
  const { db, close } = await openAsItIs(readSettings(house).database, () => undefined);
  try {
    return await act(db);
  } finally {
    await close();
  }
}

/** A backup without files, as the objects and arrays of its lines, changed by `change` and sealed anew. */
// oxlint-disable-next-line typescript/no-explicit-any -- lines of every kind
export function forged(unpacked: Buffer, change: (lines: any[]) => any[]): Buffer {
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
