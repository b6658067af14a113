import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { deviceOf, queued } from '../support/device.ts';
import { booksOf, credit, putProduct } from '../support/shop.ts';
import { download, png, postForm } from '../support/uploads.ts';
import { openWorld, type Name, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
  return () => world.close();
});

async function ordered(who: Name = 'amina'): Promise<number> {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people[who], 30);
  const { body } = await world.as(who).post('/api/orders', { product_id: tea.id }, { 'Idempotency-Key': randomUUID() });
  return body.order.id;
}

/** A proof that sara's device has sent already. */
async function uploaded(): Promise<string> {
  const id = uuidv7();
  expect((await postForm(world, 'sara', '/api/files', { id, file: await png() })).status).toBe(200);
  return id;
}

test('S1-10 S7-38 an admin delivers with a form: proof, notes, status', async () => {
  const id = await ordered();
  const form = { status: 'delivered', notes: ' The code is 1234 ', file: await png() };

  const { status, body } = await postForm(world, 'sara', `/api/orders/${id}`, form);

  expect(status).toBe(200);
  expect(body.order).toMatchObject({ status: 'delivered', notes: 'The code is 1234' });
  const [own] = (await world.as('amina').get('/api/orders')).body.data;
  expect(own).toEqual(body.order);
  const proof = await download(world, 'amina', own.file_url);
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('S2K-07 a delivery without a status completes the order; what is not given stays', async () => {
  const id = await ordered();

  const first = await world.as('sara').post(`/api/orders/${id}`, { notes: 'Sent' });
  const proof = await postForm(world, 'sara', `/api/orders/${id}`, { file: await png() });
  const status = await world.as('sara').post(`/api/orders/${id}`, { status: 'processing' });

  expect(first.body.order).toMatchObject({ status: 'completed', notes: 'Sent', file_url: null });
  expect(proof.body.order).toMatchObject({ status: 'completed', notes: 'Sent', file_url: expect.any(String) });
  expect(status.body.order).toMatchObject({ status: 'processing', notes: 'Sent', file_url: expect.any(String) });
});

test('S9-12 notes have at most 500 characters; a refused delivery changes nothing', async () => {
  const id = await ordered();
  const form = { status: 'completed', notes: 'x'.repeat(501), file: await png() };

  const long = await postForm(world, 'sara', `/api/orders/${id}`, form);
  const foreign = await postForm(world, 'amina', `/api/orders/${id}`, { notes: 'mine', file: await png() });

  expectRefused(long, 422, 'INVALID_FIELDS');
  expect(long.body.errors).toEqual({ notes: ['max:500'] });
  expectRefused(foreign, 403, 'FORBIDDEN');
  const [own] = (await world.as('amina').get('/api/orders')).body.data;
  expect(own).toMatchObject({ status: 'new', notes: null, file_url: null });
});

test('D-8 D-13 a delivery as refunded moves the money, with a key and without', async () => {
  const body = { status: 'refunded', notes: 'Sold out' };

  const other = await ordered();
  expect((await world.as('sara').post(`/api/orders/${other}`, body)).body.order.status).toBe('refunded');
  expect((await booksOf(world.means, world.people.amina)).balance).toBe(3_000);
  const id = await ordered();
  const key = randomUUID();
  const deliver = () => world.as('sara').post(`/api/orders/${id}`, body, { 'Idempotency-Key': key });
  const answers = await Promise.all([deliver(), deliver(), deliver()]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await booksOf(world.means, world.people.amina)).balance).toBe(6_000);
});

test('OF-13 the same form with the same key is one delivery; another proof under it is refused', async () => {
  const id = await ordered();
  const key = { 'Idempotency-Key': randomUUID() };
  const send = (notes: string) =>
    png().then((file) => postForm(world, 'sara', `/api/orders/${id}`, { notes, file }, key));

  const [first, again, other] = [await send('Sent'), await send('Sent'), await send('Other')];

  expect(again.body).toEqual(first.body);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  const count = await world.means.db.selectFrom('files').select('id').execute();
  expect(count).toHaveLength(1);
});

test('C-21 a device delivers offline with the proof it sent before', async () => {
  const [id, file] = [await ordered(), await uploaded()];
  const sara = deviceOf(world.as('sara'));
  const deliver = (args: object) =>
    queued('order.deliver', `order:${id}`, { order_id: id, status: 'completed', notes: null, file_id: null, ...args });

  const { results } = await sara.exchange([
    deliver({ notes: 'Sent', file_id: file }),
    deliver({ file_id: uuidv7() }),
    deliver({ status: 'refunded' }),
  ]);
  const [done, unknown, money] = results;

  expect(done!.rows[0]!.row).toMatchObject({ status: 'completed', notes: 'Sent', file_url: `/api/files/${file}` });
  expect(unknown).toMatchObject({ status: 422, errors: { file_id: ['invalid'] } });
  expect(money).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

test('C-39 a proof belongs to one order', async () => {
  const [amina, karim, file] = [await ordered('amina'), await ordered('karim'), await uploaded()];
  const deliver = (id: number) => world.as('sara').post(`/api/orders/${id}`, { file_id: file });

  expect((await deliver(amina)).status).toBe(200);
  expect((await deliver(amina)).status).toBe(200);
  const second = await deliver(karim);

  expectRefused(second, 422, 'INVALID_FIELDS');
  expect(second.body.errors).toEqual({ file_id: ['invalid'] });
  expect((await download(world, 'karim', `/api/files/${file}`)).status).toBe(404);
});

test('OF-12 a delivery that is based on another status learns what it is now', async () => {
  const id = await ordered();
  await world.as('root').post(`/api/orders/${id}`, { status: 'processing' });

  const answer = await world.as('sara').post(`/api/orders/${id}`, { from: 'new', status: 'completed', notes: 'Sent' });

  expectRefused(answer, 409, 'CONFLICT');
  expect(answer.body.details).toMatchObject({ current: 'processing', by: 'Root' });
});
