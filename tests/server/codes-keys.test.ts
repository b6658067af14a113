import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { CodeUnreadable, createCodeCipher } from '../../src/server/platform/crypto/code-cipher.ts';
import { requireCodesKeys } from '../../src/server/shared/codes-keys.ts';
import { codesOn, lines } from '../support/codes.ts';
import { runCommand, startProgram } from '../support/programs.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const newKey = () => randomBytes(32).toString('base64url');
const oldKey = newKey();

let server: TestServer;
let codes: Awaited<ReturnType<typeof codesOn>>;
beforeEach(async () => {
  server = await startTestServer({ env: { CODES_KEY: oldKey } });
  codes = await codesOn(server);
  await codes.pay(1_000);
  return () => server.close();
});

/** The environment of a command beside the server. */
function besideServer(CODES_KEY: string): Record<string, string> {
  const { database, dataDir } = server.settings;
  const location: Record<string, string> = database.kind === 'postgres' ? { DATABASE_URL: database.url } : {};
  return { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', CODES_KEY, ...location };
}

test('ST-11 D-23 a ciphertext is decrypted with its key and its own record only, and equal codes have one mark', () => {
  const cipher = createCodeCipher([oldKey]);
  const [one, other] = [randomUUID(), randomUUID()];
  const ciphertext = cipher.encrypt(one, { code: 'AAAA-1111', pin: '42' });
  const changed = ciphertext.slice(0, -3) + (ciphertext.endsWith('AAA') ? 'BBB' : 'AAA');

  expect(cipher.decrypt(one, ciphertext)).toEqual({ code: 'AAAA-1111', pin: '42' });
  expect(cipher.encrypt(one, { code: 'AAAA-1111', pin: '42' })).not.toBe(ciphertext);
  for (const decrypt of [
    () => cipher.decrypt(other, ciphertext),
    () => cipher.decrypt(one, changed),
    () => cipher.decrypt(one, ''),
    () => createCodeCipher([newKey()]).decrypt(one, ciphertext),
  ])
    expect(decrypt).toThrow(CodeUnreadable);
  expect(createCodeCipher([newKey(), oldKey]).decrypt(one, ciphertext).code).toBe('AAAA-1111');
  expect(cipher.marks('AAAA 1111')).toEqual(cipher.marks('AAAA-1111'));
  expect(cipher.marks('aaaa-1111')).not.toEqual(cipher.marks('AAAA-1111'));
});

test('ST-11 a server with codes does not start without their key, and names the key that it lacks', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(1));
  const keyId = server.services.codes!.keyId;

  const { reader } = server.services;
  const wrong = createCodeCipher([newKey()]);
  for (const configured of [null, wrong])
    await expect(requireCodesKeys({ reader, codes: configured })).rejects.toThrow(`CODES_KEY lacks the key ${keyId}`);
  await requireCodesKeys(server.services);
  await expect(startProgram(besideServer(newKey()))).rejects.toThrow(`CODES_KEY lacks the key ${keyId}`);
});

test('ST-11 a key is changed beside a running server: codes are encrypted again, counted, and checked', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(3));
  const { order } = (await codes.order(id)).body;
  const key = newKey();
  const run = (task: string, keys: string) => runCommand('codes', besideServer(keys), { args: [task] });

  expect(await run('check', oldKey)).toMatchObject({
    code: 0,
    out: '3 codes: 0 cannot be decrypted, 0 have another mark\n',
  });
  const rekeyed = await run('rekey', `${key},${oldKey}`);
  const keyId = createCodeCipher([key]).keyId;
  expect(rekeyed).toEqual({ code: 0, err: '', out: `3 codes encrypted with the key ${keyId}\n` });
  expect(await run('check', key)).toMatchObject({
    code: 0,
    out: '3 codes: 0 cannot be decrypted, 0 have another mark\n',
  });
  expect(await run('check', oldKey)).toMatchObject({
    code: 1,
    out: '3 codes: 3 cannot be decrypted, 0 have another mark\n',
  });
  expect((await run('print', key)).code).not.toBe(0);

  server.services.codes = createCodeCipher([key]);
  expect((await codes.reveal(order.id)).body.codes).toMatchObject([{ code: 'CODE-A-1' }]);
  expect((await codes.import(id, lines(3))).body.errors).toEqual({ text: ['already_exists'] });
});

test('ST-11 texts that were swapped in the database are not decrypted', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const { order } = (await codes.order(id)).body;
  const [first, second] = await codes.rows();
  await server.services.db
    .updateTable('codes')
    .set({ ciphertext: second!.ciphertext })
    .where('id', '=', first!.id)
    .execute();

  const opened = await codes.reveal(order.id);

  expect(opened.status).toBe(500);
  expect(JSON.stringify(opened.body)).not.toContain('CODE-');
  expect((await codes.rows())[0]).toMatchObject({ state: 'sold', revealed_at: null });
});

test('ST-12 verify names a wrong number of free codes, an order without its codes, one that kept codes without money, and a free code that was sold', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(4));
  const { order } = (await codes.order(id)).body;
  const returned = (await codes.order(id)).body.order;
  await codes.setStatus(returned.id, 'refunded');
  const [sold, back, free] = await codes.rows();
  const set = (codeId: number, columns: object) =>
    server.services.db.updateTable('codes').set(columns).where('id', '=', codeId).execute();
  expect(await codes.faults()).toEqual([]);

  await server.services.db.updateTable('stock').set({ free: 5 }).execute();
  const item = await server.services.db
    .selectFrom('order_items')
    .select('id')
    .where('order_id', '=', returned.id)
    .executeTakeFirstOrThrow();
  await set(sold!.id, { state: 'faulty' });
  await set(back!.id, { state: 'sold', order_item_id: item.id });
  await set(free!.id, { revealed_at: 1 });

  expect(await codes.faults()).toEqual([
    `product ${id}: stock 5, free codes 2, difference 3`,
    `order ${order.id} of user ${server.users.amina.id}: 1 units, 0 codes, difference 1`,
    `order ${returned.id} of user ${server.users.amina.id}: its money went back, 1 unopened codes did not`,
    `code ${free!.id}: it is free, but was sold or opened before`,
  ]);
});

test('ST-12 the text of a code is in no table, no feed and no notification', async () => {
  const { id } = await codes.product();
  const device = codes.deviceOf('amina');
  await codes.import(id, 'code,serial,pin\nQQTOPSECRET-1,QQTOPSECRET-2,QQTOPSECRET-3');
  const { order } = (await codes.order(id)).body;
  await codes.reveal(order.id);
  await codes.setStatus(order.id, 'refunded');
  await device.catchUp();

  const tables = [
    'audit',
    'outcomes',
    'feed',
    'feed_inbox',
    'notifications',
    'orders',
    'order_items',
    'codes',
    'code_batches',
    'stock',
    'products',
  ] as const;
  for (const table of tables) {
    const rows = await server.services.db.selectFrom(table).selectAll().execute();
    expect({ table, rows: JSON.stringify(rows) }).not.toMatchObject({ rows: expect.stringMatching(/QQTOP/i) });
  }
  expect(JSON.stringify([...device.rows.values()])).not.toMatch(/QQTOP/i);
  expect(JSON.stringify(server.errors)).not.toMatch(/QQTOP/i);
});

test('ST-12 the database refuses an item without codes of a product that sells codes', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(1));
  const { order } = (await codes.order(id)).body;
  const item = { order_id: order.id, product_id: id, product_name: 'Tea', price_cents: 1_000, cost_cents: 1 };

  await expect(
    server.services.db
      .insertInto('order_items')
      .values({ ...item, unit_price_cents: 1_000 })
      .execute(),
  ).rejects.toThrow(/needs its codes/);
});
