import { randomUUID } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openBucket, signed } from '../../src/server/platform/files/bucket.ts';
import { openFiles } from '../../src/server/platform/files/open.ts';
import { disposition } from '../../src/server/platform/http/plain.ts';
import { uuidv7 } from '../../src/server/platform/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { credit, putProduct } from '../support/shop.ts';
import { download, picture as drawn, png, postForm, type Upload } from '../support/uploads.ts';
import { openWorld, type World } from '../support/world.ts';

const picture = Buffer.from('RIFF----WEBP');
const name = 'catalog/0123456789abcdef01234567.webp';

/** A house with one picture. */
async function houseWithPicture() {
  const { app, settings } = await openWorld();
  const files = openFiles(settings.files);
  await files.put(name, picture, 'image/webp');
  return { files, app };
}

test('a picture of the catalogue is sent to anyone and may be kept for ever', async () => {
  const { app } = await houseWithPicture();

  const answer = await app.inject({ url: `/files/${name}` });

  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(picture);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('nothing but pictures of the catalogue comes out', async () => {
  const { app, files } = await houseWithPicture();
  await files.put('proofs/secret.pdf', Buffer.from('%PDF'), 'application/pdf');
  await files.put('catalog/page.html', Buffer.from('<script>'), 'text/html');

  const urls = [
    '/files/catalog/ffff.webp',
    '/files/catalog/page.html',
    '/files/catalog/..%2Fproofs%2Fsecret.pdf',
    '/files/proofs/secret.pdf',
    '/files/catalog/%00.webp',
  ];
  const answers = await Promise.all(urls.map((url) => app.inject({ url })));

  expect(answers.map((answer) => answer.statusCode)).toEqual(urls.map(() => 404));
  expect(answers.map((answer) => answer.headers['cache-control'])).toEqual(urls.map(() => 'no-store'));
});

test('a folder keeps no file outside of itself', async () => {
  const { files } = await houseWithPicture();

  expect(await files.get('catalog/missing.webp')).toBeNull();
  for (const bad of ['../pepper.txt', '/etc/passwd', 'catalog/../../x.webp', 'catalog/a.webp/../b', '']) {
    await expect(files.put(bad, picture, 'image/webp')).rejects.toThrow(RangeError);
  }
});

test('requests to a bucket are signed as in the example of its makers', () => {
  // "Example: GET Bucket Lifecycle" of the Amazon S3 API Reference, Signature Calculations.
  const bucket = {
    key: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };

  const headers = signed(bucket, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle='),
    body: Buffer.alloc(0),
    at: new Date('2013-05-24T00:00:00Z'),
  });

  expect(headers.Authorization).toContain('Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
});

test('a bucket gives back what was put into it', async () => {
  const stored = new Map<string, { bytes: Buffer; type: string }>();
  const standIn = createHttp((request: IncomingMessage, response) => {
    void buffer(request).then((bytes) => {
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return response.writeHead(403).end();
      if (request.method === 'PUT') {
        stored.set(request.url!, { bytes, type: request.headers['content-type']! });
        return response.end();
      }
      const found = stored.get(request.url!);
      if (!found) return response.writeHead(404).end();
      return response.writeHead(200, { 'Content-Type': found.type }).end(found.bytes);
    });
  });
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void standIn.close());
  const endpoint = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/`;
  const files = openBucket({ kind: 's3', endpoint, bucket: 'house', key: 'k', secret: 's', region: 'auto' });

  await files.put(name, picture, 'image/webp');

  expect([...stored.keys()]).toEqual([`/house/${name}`]);
  expect(await files.get(name)).toEqual({ bytes: picture, type: 'image/webp' });
  expect(await files.get('catalog/missing.webp')).toBeNull();
});

const pdf = (name: string): Upload => ({
  name,
  type: 'application/pdf',
  bytes: Uint8Array.from(Buffer.from('%PDF-1.4\n%%EOF\n')),
});

/** Sends a proof from sara's device; returns its id. */
async function sent(world: World, file: Upload, id = uuidv7()): Promise<string> {
  const answer = await postForm(world, 'sara', '/api/files', { id, file });
  expect(answer.body).toMatchObject({ code: 'SUCCESS', file: { id, name: file.name, type: file.type } });
  return id;
}

/** Makes a file the proof of a new order of amina's; returns the order's id. */
async function delivered(world: World, file_id: string): Promise<number> {
  const tea = await putProduct(world.means);
  await credit(world.means, world.people.amina, 10);
  const key = { 'Idempotency-Key': randomUUID() };
  const { id } = (await world.as('amina').post('/api/orders', { product_id: tea.id }, key)).body.order;
  await world.as('sara').post(`/api/orders/${id}`, { file_id });
  return id;
}

test('C-39 a proof is read by its order’s owner and by admins; for others it is not there', async () => {
  const world = await openWorld();
  const id = await sent(world, await png());
  const path = `/api/files/${id}`;
  const see = async (who: 'amina' | 'karim' | 'sara' | 'root' | null) => (await download(world, who, path)).status;

  expect(await see('amina')).toBe(404);
  const order = await delivered(world, id);
  expect([await see('amina'), await see('karim'), await see('sara'), await see('root')]).toEqual([200, 404, 200, 200]);
  expect(await see(null)).toBe(401);
  expectRefused(await world.as('karim').get(path), 404, 'NOT_FOUND');
  expect((await world.as('karim').get(path)).body).toEqual(
    (await world.as('karim').get(`/api/files/${uuidv7()}`)).body,
  );
  await world.as('sara').delete(`/api/orders/${order}`);
  expect([await see('amina'), await see('sara')]).toEqual([404, 200]);
});

test('a proof is private, never sniffed, and shown in place only where it was written anew', async () => {
  const world = await openWorld();
  const [image, document] = [await sent(world, await png('été 1.png')), await sent(world, pdf('Reçu n°1.pdf'))];
  const headers = async (id: string) => Object.fromEntries((await download(world, 'sara', `/api/files/${id}`)).headers);

  expect(await headers(image)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `inline; filename="_t_ 1.png"; filename*=UTF-8''%C3%A9t%C3%A9%201.png`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(await headers(document)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Re_u n_1.pdf"; filename*=UTF-8''Re%C3%A7u%20n%C2%B01.pdf`,
    'x-content-type-options': 'nosniff',
  });
});

test('S2K-07 the same id again keeps the first file; somebody else’s id is refused', async () => {
  const world = await openWorld();
  const id = await sent(world, await png());
  const other: Upload = { name: 'other.gif', type: 'image/gif', bytes: await drawn('gif') };
  const send = (who: 'sara' | 'root') => postForm(world, who, '/api/files', { id, file: other });

  const [again, foreign] = [await send('sara'), await send('root')];
  const burst = uuidv7();
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => postForm(world, 'sara', '/api/files', { id: burst, file: await png() })),
  );

  expect(again.body.file).toMatchObject({ id, name: 'proof.png', type: 'image/png' });
  expectRefused(foreign, 422, 'INVALID_FIELDS');
  expect(foreign.body.errors).toEqual({ id: ['unique'] });
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await download(world, 'sara', `/api/files/${id}`)).headers.get('content-type')).toBe('image/png');
});

test('names on the disk say nothing, and cannot be guessed', async () => {
  const world = await openWorld();
  const id = await sent(world, pdf('secret-customer.pdf'));

  const { stored } = await world.means.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();

  expect(stored).toMatch(/^proofs\/[0-9a-f-]{36}\.pdf$/);
  expect(stored).not.toContain(id);
  expect((await world.app.inject({ url: `/files/${stored}` })).statusCode).toBe(404);
});

test('RFC 6266 a name cannot add to the header it stands in', () => {
  expect(disposition('attachment', `a"; x="\\1'(2)*%\r\n.pdf`)).toBe(
    `attachment; filename="a_; x=__1'(2)*___.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22%5C1%27%282%29%2a%25%0D%0A.pdf`,
  );
});
