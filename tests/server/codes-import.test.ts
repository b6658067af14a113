import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { codesOn, lines, pin } from '../support/codes.ts';
import { expectRefused } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let codes: Awaited<ReturnType<typeof codesOn>>;
beforeEach(async () => {
  server = await startTestServer();
  codes = await codesOn(server);
  return () => server.close();
});

test('ST-03 a dry run names doubled, known and wrong lines by their numbers, and stores nothing', async () => {
  const { id } = await codes.product();
  await codes.import(id, 'AAAA-1111');
  const text = ['BBBB-2222', 'aaaa 1111', '', 'BBBB 2222', 'AAAA1111', 'x'.repeat(501), 'tab\there'].join('\r\n');

  const { body } = await codes.check(id, text);

  expect(body.check).toEqual({
    lines: 6,
    new: 2,
    doubled: [4],
    known: [5],
    wrong: [
      { line: 6, why: 'too_long' },
      { line: 7, why: 'unprintable' },
    ],
  });
  expect(JSON.stringify(body)).not.toMatch(/BBBB|AAAA/);
  expect(await codes.rows()).toHaveLength(1);
  expect((await codes.stock(id)).free).toBe(1);
});

test.each([
  ['a file that is not in UTF-8', new TextDecoder().decode(Buffer.from('CL\u00c9-1234', 'latin1'))],
  ['a zero-width space that was pasted with it', 'ABCD\u200b-1234'],
  ['a mark of writing direction at its end', 'ABCD-1234\u200e'],
])('ST-03 a code with the damage of %s is named and not added', async (_damage, code) => {
  const { id } = await codes.product();
  const text = `GOOD-0001\n${code}`;

  expect((await codes.check(id, text)).body.check.wrong).toEqual([{ line: 2, why: 'unprintable' }]);
  expect((await codes.import(id, text)).body.errors).toEqual({ text: ['invalid'] });
  expect(await codes.rows()).toEqual([]);
});

test('ST-03 CSV has a header, a byte order mark, quotes and days; wrong days and columns are named', async () => {
  const { id } = await codes.product();
  const header = '\uFEFFcode;serial;pin;expires_at';
  const good = [header, '"A ""1"", x";S001;0042;2027-01-31', 'رمز-١٢٣;;;'].join('\n');
  const wrong = [
    'code,expires_at',
    'CODE1,2027-02-30',
    'CODE2,2026-11-19',
    'CODE3,2027-01-01,more',
    ',2027-01-01',
  ].join('\n');

  expect((await codes.check(id, wrong)).body.check.wrong).toEqual([
    { line: 2, why: 'invalid_date' },
    { line: 3, why: 'past_date' },
    { line: 4, why: 'columns' },
    { line: 5, why: 'empty' },
  ]);
  expect((await codes.import(id, wrong)).body.errors).toEqual({ text: ['invalid'] });
  expect((await codes.import(id, good)).body).toEqual({ code: 'SUCCESS', added: 2, skipped: 0 });

  await codes.pay(100);
  const { order } = (await codes.order(id, { quantity: 2 })).body;
  const opened = (await codes.reveal(order.id)).body.codes;
  expect(opened).toMatchObject([
    { code: 'A "1", x', serial: 'S001', pin: '0042', expires_at: '2027-02-01T00:00:00.000Z', state: 'shown' },
    { code: 'رمز-١٢٣', serial: null, pin: null, expires_at: null, state: 'shown' },
  ]);
});

test('ST-03 an import with a doubled or known code stores nothing unless these are skipped, and once per key', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(2));
  const key = randomUUID();

  const refused = await codes.import(id, lines(4));
  const added = await codes.import(id, `${lines(4)}\n${lines(4)}`, { skip_known: true }, key);
  const again = await codes.import(id, `${lines(4)}\n${lines(4)}`, { skip_known: true }, key);

  expectRefused(refused, 422, 'INVALID_FIELDS');
  expect(refused.body.errors).toEqual({ text: ['already_exists'] });
  expect(added.body).toEqual({ code: 'SUCCESS', added: 2, skipped: 6 });
  expect(again.body).toEqual(added.body);
  expect(await codes.stock(id)).toMatchObject({ free: 4, level: 'in' });
  expect(await codes.faults()).toEqual([]);
});

test('ST-03 other requests are answered all along the check and the import of 10,000 codes', async () => {
  const { id } = await codes.product();
  const turnsDuring = async (call: () => Promise<{ status: number }>): Promise<number> => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect((await call()).status).toBe(200);
    isOver = true;
    return turns;
  };
  const text = lines(10_000);

  // One turn of the event loop after each hundred codes: marks and look-ups, and in the import also inserts.
  expect(await turnsDuring(() => codes.check(id, text))).toBeGreaterThan(150);
  expect(await turnsDuring(() => codes.import(id, text))).toBeGreaterThan(250);
  expect((await codes.stock(id)).free).toBe(10_000);
});

test('ST-03 customers and agents import nothing, and a server without a key says so', async () => {
  const { id } = await codes.product();
  await codes.makeAgent('karim');
  const tryAs = (who: 'amina' | 'karim') =>
    server.as(who).post(`/api/products/${id}/codes`, { text: lines(1) }, { 'Idempotency-Key': randomUUID() });

  expectRefused(await tryAs('amina'), 403, 'FORBIDDEN');
  expectRefused(await tryAs('karim'), 403, 'FORBIDDEN');
  server.services.codes = null;
  const refused = await codes.import(id, lines(1));
  expect([refused.body.code, refused.body.details]).toEqual(['BUSY', { reason: 'codes_key' }]);
});

test('ST-04 devices store how a product with codes is in stock, for each variant, from when it sells them', async () => {
  const device = codes.deviceOf('amina');
  await device.catchUp();
  const { id, variants } = await codes.product({
    variants: [
      { title: 'S', price: 1 },
      { title: 'L', price: 2 },
    ],
  });
  const keys = variants.map((variant) => `${id}:${variant}`);
  const save = (body: object) =>
    server.as('sara').post(`/api/products/${id}`, body, { 'Idempotency-Key': randomUUID() });

  await device.catchUp();
  expect(device.keys('stock').toSorted()).toEqual(keys.toSorted());
  expect(device.row('stock', keys[0]!)).toMatchObject({ level: 'out', product_id: id, variant_id: variants[0] });
  await codes.import(id, lines(2), { variant_id: variants[0] });
  await device.catchUp();
  expect(device.row('stock', keys[0]!)).toMatchObject({ level: 'in' });
  expect(JSON.stringify(device.row('stock', keys[0]!))).not.toContain('free');

  await save({ sells_codes: false });
  await device.catchUp();
  expect(device.keys('stock')).toEqual([]);
  await save({ sells_codes: true });
  await device.catchUp();
  expect(device.keys('stock')).toHaveLength(2);
  await save({ status: 'inactive' });
  await device.catchUp();
  expect(device.keys('stock')).toEqual([]);
});

test('ST-09 an admin withdraws the free codes of a batch with a PIN; sold ones stay with their orders', async () => {
  const { id } = await codes.product();
  await codes.import(id, lines(3), { note: 'from the supplier' });
  await codes.pay(10);
  await codes.order(id);
  const [batch] = (await codes.stock(id)).batches;
  const withdraw = (body: object, key: string = randomUUID()) =>
    server.as('sara').post(`/api/products/${id}/codes/withdraw`, body, { 'Idempotency-Key': key });
  const key = randomUUID();

  expectRefused(await withdraw({ batch_id: batch.id, reason: 'wrong region', pin: '90001' }), 400, 'INVALID_PIN');
  expectRefused(await withdraw({ batch_id: batch.id + 1, reason: 'wrong region', pin }), 404, 'NOT_FOUND');
  const { body } = await withdraw({ batch_id: batch.id, reason: 'wrong region', pin }, key);
  const again = await withdraw({ batch_id: batch.id, reason: 'wrong region', pin }, key);

  expect([body, again.body]).toEqual(Array(2).fill({ code: 'SUCCESS', withdrawn: 2 }));
  expect(await codes.stock(id)).toMatchObject({ free: 0, level: 'out' });
  expect((await codes.stock(id)).batches[0].counts).toEqual({ sold: 1, withdrawn: 2 });
  expect(await codes.faults()).toEqual([]);
});

test('ST-09 free codes of a deleted variant are listed until they are withdrawn, and it gets no more', async () => {
  const variant = { price: 1, cost: 1, status: 'active' };
  const { id, variants } = await codes.product({
    variants: [
      { title: 'S', price: 1 },
      { title: 'L', price: 2 },
    ],
  });
  await codes.import(id, lines(2), { variant_id: variants[1] });
  const save = (body: object) =>
    server.as('sara').post(`/api/products/${id}`, body, { 'Idempotency-Key': randomUUID() });
  await save({ product_variants: [{ ...variant, id: variants[0], title: 'S', status: 'inactive' }] });
  const listed = async () => {
    const { stock } = (await server.as('sara').get(`/api/products/${id}/stock`)).body;
    return stock.map(({ title, status, free }: Record<string, unknown>) => ({ title, status, free }));
  };

  expect(await listed()).toEqual([
    { title: 'S', status: 'inactive', free: 0 },
    { title: 'L', status: 'deleted', free: 2 },
  ]);
  const refused = await codes.import(id, lines(3, 'B'), { variant_id: variants[1] });
  expect(refused.body.errors).toEqual({ variant_id: ['invalid'] });
  const { stock } = (await server.as('sara').get(`/api/products/${id}/stock`)).body;
  const body = { batch_id: stock[1].batches[0].id, reason: 'no longer sold', pin };
  await server.as('sara').post(`/api/products/${id}/codes/withdraw`, body, { 'Idempotency-Key': randomUUID() });
  expect(await listed()).toEqual([{ title: 'S', status: 'inactive', free: 0 }]);
});
