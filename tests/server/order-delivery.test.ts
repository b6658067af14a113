import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { createDevice, mutationOf } from '../support/device.ts';
import { readAccount, orderTea } from '../support/shop.ts';
import { download, png, postForm } from '../support/uploads.ts';
import { startTestServer, type TestUserName, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  return () => server.close();
});

const placeOrder = (who?: TestUserName) => orderTea(server, who);

/** Uploads a proof as sara; returns its id. */
async function uploadProof(): Promise<string> {
  const id = uuidv7();
  expect((await postForm(server, 'sara', '/api/files', { id, file: await png() })).status).toBe(200);
  return id;
}

test('S1-10 S7-38 an admin delivers with a form: proof, notes, status', async () => {
  const id = await placeOrder();
  const form = { status: 'delivered', notes: ' The code is 1234 ', file: await png() };

  const { status, body } = await postForm(server, 'sara', `/api/orders/${id}`, form);

  expect(status).toBe(200);
  expect(body.order).toMatchObject({ status: 'delivered', notes: 'The code is 1234' });
  const [own] = (await server.as('amina').get('/api/orders')).body.data;
  expect(own).toEqual(body.order);
  const proof = await download(server, 'amina', own.file_url);
  expect([proof.status, proof.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('S4-03 a delivery without a status completes the order; missing fields stay unchanged', async () => {
  const id = await placeOrder();

  const first = await server.as('sara').post(`/api/orders/${id}`, { notes: 'Sent' });
  const proof = await postForm(server, 'sara', `/api/orders/${id}`, { file: await png() });
  const status = await server.as('sara').post(`/api/orders/${id}`, { status: 'processing' });

  expect(first.body.order).toMatchObject({ status: 'completed', notes: 'Sent', file_url: null });
  expect(proof.body.order).toMatchObject({ status: 'completed', notes: 'Sent', file_url: expect.any(String) });
  expect(status.body.order).toMatchObject({ status: 'processing', notes: 'Sent', file_url: expect.any(String) });
});

test('S5-28 notes have at most 500 characters; a refused delivery changes nothing', async () => {
  const id = await placeOrder();
  const form = { status: 'completed', notes: 'x'.repeat(501), file: await png() };

  const long = await postForm(server, 'sara', `/api/orders/${id}`, form);
  const byCustomer = await postForm(server, 'amina', `/api/orders/${id}`, { notes: 'mine', file: await png() });

  expectRefused(long, 422, 'INVALID_FIELDS');
  expect(long.body.errors).toEqual({ notes: ['max:500'] });
  expectRefused(byCustomer, 403, 'FORBIDDEN');
  const [own] = (await server.as('amina').get('/api/orders')).body.data;
  expect(own).toMatchObject({ status: 'new', notes: null, file_url: null });
});

test('D-8 D-13 a delivery with the status refunded returns the price, with a key and without', async () => {
  const body = { status: 'refunded', notes: 'Sold out' };

  const other = await placeOrder();
  expect((await server.as('sara').post(`/api/orders/${other}`, body)).body.order.status).toBe('refunded');
  expect((await readAccount(server.services, server.users.amina)).balance).toBe(3_000);
  const id = await placeOrder();
  const key = randomUUID();
  const deliver = () => server.as('sara').post(`/api/orders/${id}`, body, { 'Idempotency-Key': key });
  const answers = await Promise.all([deliver(), deliver(), deliver()]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await readAccount(server.services, server.users.amina)).balance).toBe(6_000);
});

test('OF-06 the same form with the same key is one delivery; other notes with that key are refused', async () => {
  const id = await placeOrder();
  const key = { 'Idempotency-Key': randomUUID() };
  const send = (notes: string) =>
    png().then((file) => postForm(server, 'sara', `/api/orders/${id}`, { notes, file }, key));

  const [first, again, other] = [await send('Sent'), await send('Sent'), await send('Other')];

  expect(again.body).toEqual(first.body);
  expectRefused(other, 422, 'IDEMPOTENCY_KEY_REUSED');
  const files = await server.services.db.selectFrom('files').select('id').execute();
  expect(files).toHaveLength(1);
});

test('C-21 a device delivers offline with an uploaded proof; an unknown proof or a refund is refused', async () => {
  const [id, file] = [await placeOrder(), await uploadProof()];
  const sara = createDevice(server.as('sara'));
  const deliver = (args: object) =>
    mutationOf('order.deliver', `order:${id}`, {
      order_id: id,
      status: 'completed',
      notes: null,
      file_id: null,
      ...args,
    });

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
  const [aminasOrder, karimsOrder, file] = [await placeOrder('amina'), await placeOrder('karim'), await uploadProof()];
  const deliver = (id: number) => server.as('sara').post(`/api/orders/${id}`, { file_id: file });

  expect((await deliver(aminasOrder)).status).toBe(200);
  expect((await deliver(aminasOrder)).status).toBe(200);
  const second = await deliver(karimsOrder);

  expectRefused(second, 422, 'INVALID_FIELDS');
  expect(second.body.errors).toEqual({ file_id: ['invalid'] });
  expect((await download(server, 'karim', `/api/files/${file}`)).status).toBe(404);
});

test('C-39 the file of a ticket is no proof of an order, whose customer could read it then', async () => {
  const form = { subject: 'My passport', type: 'general', content: 'As you asked.', attachments: await png() };
  const { ticket } = (await postForm(server, 'amina', '/api/tickets', form)).body;
  const file = ticket.attachments[0].id;

  const answer = await server.as('sara').post(`/api/orders/${await placeOrder('karim')}`, { file_id: file });

  expectRefused(answer, 422, 'INVALID_FIELDS');
  expect(answer.body.errors).toEqual({ file_id: ['invalid'] });
  expect((await download(server, 'karim', `/api/files/${file}`)).status).toBe(404);
});

test('OF-12 a delivery that is based on an old status is refused, with the current status', async () => {
  const id = await placeOrder();
  await server.as('root').post(`/api/orders/${id}`, { status: 'processing' });

  const answer = await server.as('sara').post(`/api/orders/${id}`, { from: 'new', status: 'completed', notes: 'Sent' });

  expectRefused(answer, 409, 'CONFLICT');
  expect(answer.body.details).toMatchObject({ current: 'processing', by: 'Root' });
});
