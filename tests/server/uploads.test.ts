import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { corpus, type Verdict } from '../support/corpus.ts';
import { credit, putCategory, putProduct } from '../support/shop.ts';
import { download, picture, png, postForm, type Upload } from '../support/uploads.ts';
import { openWorld } from '../support/world.ts';

const samples = await corpus();

const world = await openWorld();
const tea = await putProduct(world.means);
const category = await putCategory(world.means, { title: 'Drinks' });
await credit(world.means, world.people.amina, 30);
const key = { 'Idempotency-Key': randomUUID() };
const { id: order } = (await world.as('amina').post('/api/orders', { product_id: tea.id }, key)).body.order;

const question = { subject: 'No code', type: 'general', content: 'See here.' };
const { id: ticket } = (await world.as('amina').post('/api/tickets', question)).body.ticket;

const product = { title: 'Tea', price: '10', 'category_ids[]': [String(category)] };

/** Every call that takes a file, and whether it takes documents. */
const endpoints = {
  'api/files': { proof: true, send: (file: Upload) => postForm(world, 'sara', '/api/files', { id: uuidv7(), file }) },
  'api/tickets/{id}/response': {
    proof: true,
    send: (file: Upload) =>
      postForm(world, 'amina', `/api/tickets/${ticket}/response`, { content: 'Here', 'attachments[]': file }),
  },
  'api/orders/{id}': {
    proof: true,
    send: (file: Upload) => postForm(world, 'sara', `/api/orders/${order}`, { status: 'completed', file }),
  },
  'api/products': {
    proof: false,
    send: (image: Upload) => postForm(world, 'sara', '/api/products', { ...product, image }),
  },
  'api/products/{id}': {
    proof: false,
    send: (image: Upload) => postForm(world, 'sara', `/api/products/${tea.id}`, { image, image_changed: '1' }),
  },
};

const said = (verdict: Verdict, proof: boolean): string => {
  if (verdict === 'taken') return 'SUCCESS';
  return verdict === 'document' ? (proof ? 'SUCCESS' : 'INVALID_FILE_TYPE') : verdict;
};
const statuses: Record<string, number> = { SUCCESS: 200, INVALID_FILE_TYPE: 415, FILE_TOO_LARGE: 413 };

test('the corpus is large enough to mean something', () => {
  expect(samples.length).toBeGreaterThanOrEqual(25);
});

test.each(samples)('C-08 $about: $verdict, wherever it is sent', async (file) => {
  for (const [name, { proof, send }] of Object.entries(endpoints)) {
    const answer = await send(file);

    const code = said(file.verdict, proof);
    expect({ name, status: answer.status, code: answer.body.code }).toEqual({ name, status: statuses[code], code });
  }
  expect(world.errors).toEqual([]);
});

test('a picture is written anew: no metadata, nothing behind it, no larger than needed', async () => {
  const large = await picture('jpeg', 3_000);
  const jpeg = await sharp(large)
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  const bytes = Uint8Array.from(Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));

  const { body } = await endpoints['api/products/{id}'].send({ name: 'a.jpg', type: 'image/jpeg', bytes });
  const kept = await download(world, null, body.product.image);

  expect(body.product.image).toMatch(/^\/files\/catalog\/[0-9a-f-]{36}\.jpg$/);
  const facts = await sharp(kept.bytes).metadata();
  expect(facts).toMatchObject({ format: 'jpeg', width: 2_560, height: 2_560 });
  expect(facts.exif).toBeUndefined();
  expect(kept.bytes.includes('secret place')).toBe(false);
  expect(kept.bytes.includes('script')).toBe(false);
});

test('an animation keeps its frames, and a turned photo stands upright without its mark', async () => {
  const dance = samples.find(({ name }) => name === 'dance.gif')!;
  const turned = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const keep = async (file: Upload) => {
    const { body } = await endpoints['api/products/{id}'].send(file);
    return sharp((await download(world, null, body.product.image)).bytes).metadata();
  };

  expect(await keep(dance)).toMatchObject({ format: 'gif', pages: 2 });
  const upright = await keep({ name: 'a.jpg', type: 'image/jpeg', bytes: Uint8Array.from(turned) });
  expect(upright).toMatchObject({ width: 10, height: 20 });
  expect(upright.orientation).toBeUndefined();
});

test('a form is read only from somebody who may send it, and only where forms are taken', async () => {
  const form = { id: uuidv7(), file: await png() };
  const guest = await fetch(`${world.url}/api/files`, { method: 'POST', body: new FormData() });

  expect(guest.status).toBe(401);
  expectRefused(await postForm(world, 'amina', `/api/orders/${order}`, form), 403, 'FORBIDDEN');
  expectRefused(await postForm(world, 'sara', `/api/tickets/${ticket}`, form), 415, 'INVALID_FILE_TYPE');
});

test('a file never comes from JSON, and a field is no file', async () => {
  const id = uuidv7();
  const fakes = [{ bytes: [1, 2, 3] }, 'x', { name: 'a.png', type: 'image/png', bytes: { type: 'Buffer', data: [1] } }];

  for (const file of fakes) {
    const answer = await world.as('sara').post('/api/files', { id, file });
    expect(answer.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { file: ['invalid'] } });
  }
  const text = await postForm(world, 'sara', '/api/files', { id, file: 'text' });
  expect(text.body).toMatchObject({ code: 'INVALID_FIELDS', errors: { file: ['invalid'] } });
  const none = await postForm(world, 'sara', '/api/files', { id });
  expect(none.body).toMatchObject({ code: 'INVALID_FIELDS' });
  const odd = await postForm(world, 'sara', '/api/files', { id, avatar: await png() });
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
  ['that poisons', `${field('__proto__', '{}')}--x--`, boundary, 400, 'INVALID_REQUEST'],
  ['with 200 fields', `${field('a', 'b').repeat(200)}--x--`, boundary, 413, 'REQUEST_TOO_LARGE'],
  ['with a huge field', `${field('a', 'b'.repeat(300_000))}--x--`, boundary, 413, 'REQUEST_TOO_LARGE'],
  ['that is empty', '--x--\r\n', boundary, 422, 'INVALID_FIELDS'],
])('a form %s is answered, never with 5xx', async (_about, body, headers, status, code) => {
  const token = await world.signIn('sara');

  const answer = await fetch(`${world.url}/api/products`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    body,
  });

  expect({ status: answer.status, code: (await answer.json()).code }).toEqual({ status, code });
  expect(world.errors).toEqual([]);
});
