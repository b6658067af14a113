import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { corpus, type Verdict } from '../support/corpus.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { download, picture, png, postForm, type Upload } from '../support/uploads.ts';
import { startTestServer } from '../support/test-server.ts';

const samples = await corpus();

const server = await startTestServer();
const tea = await putProduct(server.services);
const category = await putCategory(server.services, { title: 'Drinks' });
await credit(server.services, server.users.amina, 30);
const key = { 'Idempotency-Key': randomUUID() };
const { id: order } = (await server.as('amina').post('/api/orders', { product_id: tea.id }, key)).body.order;

const question = { subject: 'No code', type: 'general', content: 'See here.' };
const { id: ticket } = (await server.as('amina').post('/api/tickets', question)).body.ticket;

const product = { title: 'Tea', price: '10', 'category_ids[]': [String(category)] };

/** Calls that take a file, and whether they take documents. */
const endpoints = {
  'api/files': {
    takesDocuments: true,
    send: (file: Upload) => postForm(server, 'sara', '/api/files', { id: uuidv7(), file }),
  },
  'api/tickets/{id}/response': {
    takesDocuments: true,
    send: (file: Upload) =>
      postForm(server, 'amina', `/api/tickets/${ticket}/response`, { content: 'Here', 'attachments[]': file }),
  },
  'api/orders/{id}': {
    takesDocuments: true,
    send: (file: Upload) => postForm(server, 'sara', `/api/orders/${order}`, { status: 'completed', file }),
  },
  'api/products': {
    takesDocuments: false,
    send: (image: Upload) => postForm(server, 'sara', '/api/products', { ...product, image }),
  },
  'api/products/{id}': {
    takesDocuments: false,
    send: (image: Upload) => postForm(server, 'sara', `/api/products/${tea.id}`, { image, image_changed: '1' }),
  },
};

const expectedCode = (verdict: Verdict, takesDocuments: boolean): string => {
  if (verdict === 'accepted') return 'SUCCESS';
  return verdict === 'proof only' ? (takesDocuments ? 'SUCCESS' : 'INVALID_FILE_TYPE') : verdict;
};
const statuses: Record<string, number> = { SUCCESS: 200, INVALID_FILE_TYPE: 415, FILE_TOO_LARGE: 413 };

test('the corpus has at least 25 samples', () => {
  expect(samples.length).toBeGreaterThanOrEqual(25);
});

test.each(samples)('C-08 OF-33 $description: $verdict, wherever it is sent', async (file) => {
  for (const [name, { takesDocuments, send }] of Object.entries(endpoints)) {
    const answer = await send(file);

    const code = expectedCode(file.verdict, takesDocuments);
    expect({ name, status: answer.status, code: answer.body.code }).toEqual({ name, status: statuses[code], code });
  }
  expect(server.errors).toEqual([]);
});

test('a picture is re-encoded: no metadata, no trailing bytes, at most 2,560 px', async () => {
  const large = await picture('jpeg', 3_000);
  const jpeg = await sharp(large)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  const bytes = Uint8Array.from(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));

  const { body } = await endpoints['api/products/{id}'].send({ name: 'a.jpg', type: 'image/jpeg', bytes });
  const kept = await download(server, null, body.product.image);

  expect(body.product.image).toMatch(/^\/files\/catalog\/[0-9a-f-]{36}\.jpg$/);
  const metadata = await sharp(kept.bytes).metadata();
  expect(metadata).toMatchObject({ format: 'jpeg', width: 2_560, height: 2_560 });
  expect(metadata.exif).toBeUndefined();
  expect(kept.bytes.includes('secret place')).toBe(false);
  expect(kept.bytes.includes('script')).toBe(false);
});

test('an animation keeps its frames, and a rotated photo is stored upright, without its orientation tag', async () => {
  const dance = samples.find(({ name }) => name === 'dance.gif')!;
  const turned = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const storedAs = async (file: Upload) => {
    const { body } = await endpoints['api/products/{id}'].send(file);
    return sharp((await download(server, null, body.product.image)).bytes).metadata();
  };

  expect(await storedAs(dance)).toMatchObject({ format: 'gif', pages: 2 });
  const upright = await storedAs({ name: 'a.jpg', type: 'image/jpeg', bytes: Uint8Array.from(turned) });
  expect(upright).toMatchObject({ width: 10, height: 20 });
  expect(upright.orientation).toBeUndefined();
});

test('a form is read only from a user who may send it, and only where forms are accepted', async () => {
  const form = { id: uuidv7(), file: await png() };
  const guest = await fetch(`${server.url}/api/files`, { method: 'POST', body: new FormData() });

  expect(guest.status).toBe(401);
  expectRefused(await postForm(server, 'amina', `/api/orders/${order}`, form), 403, 'FORBIDDEN');
  expectRefused(await postForm(server, 'sara', `/api/tickets/${ticket}`, form), 415, 'INVALID_FILE_TYPE');
});

test('a file comes from a file field only: not from JSON, a text field or an unknown field', async () => {
  const id = uuidv7();
  const fakes = [{ bytes: [1, 2, 3] }, 'x', { name: 'a.png', type: 'image/png', bytes: { type: 'Buffer', data: [1] } }];

  for (const file of fakes) {
    const answer = await server.as('sara').post('/api/files', { id, file });
    expect(answer.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { file: ['invalid'] } });
  }
  const text = await postForm(server, 'sara', '/api/files', { id, file: 'text' });
  expect(text.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { file: ['invalid'] } });
  const none = await postForm(server, 'sara', '/api/files', { id });
  expect(none.body).toMatchObject({ code: 'INVALID_FIELDS' });
  const odd = await postForm(server, 'sara', '/api/files', { id, avatar: await png() });
  expect(odd.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { avatar: ['invalid'] } });
});

const boundary = { 'Content-Type': 'multipart/form-data; boundary=x' };
const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

test.each([
  ['without a boundary', 'hello', { 'Content-Type': 'multipart/form-data' }, 400, 'INVALID_REQUEST'],
  [
    'that ends too soon',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nhal',
    boundary,
    400,
    'INVALID_REQUEST',
  ],
  ['that is no form', 'hello', boundary, 400, 'INVALID_REQUEST'],
  ['with a field named __proto__', `${field('__proto__', '{}')}--x--`, boundary, 400, 'INVALID_REQUEST'],
  ['with 200 fields', `${field('a', 'b').repeat(200)}--x--`, boundary, 413, 'REQUEST_TOO_LARGE'],
  ['with a huge field', `${field('a', 'b'.repeat(300_000))}--x--`, boundary, 413, 'REQUEST_TOO_LARGE'],
  ['that is empty', '--x--\r\n', boundary, 422, 'INVALID_FIELDS'],
])('a form %s is answered, never with 5xx', async (_about, body, headers, status, code) => {
  const token = await server.signIn('sara');

  const answer = await fetch(`${server.url}/api/products`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    body,
  });

  expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status, code });
  expect(server.errors).toEqual([]);
});
