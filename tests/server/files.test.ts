import { randomUUID } from 'node:crypto';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../src/server/platform/files/bucket.ts';
import { openFiles } from '../../src/server/platform/services.ts';
import { contentDisposition } from '../../src/server/platform/http/raw-response.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { expectRefused } from '../support/client.ts';
import { credit, putProduct } from '../support/shop.ts';
import { download, picture as drawPicture, png, postForm, type Upload } from '../support/uploads.ts';
import { signatureHeaders } from '../support/s3.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const picture = Buffer.from('RIFF----WEBP');
const name = 'catalog/0123456789abcdef01234567.webp';

/** A server with one picture. */
async function startServerWithPicture() {
  const { app, settings } = await startTestServer();
  const files = openFiles(settings.files);
  await files.put(name, picture, 'image/webp');
  return { files, app };
}

test('a picture of the catalogue is sent to anyone and may be cached forever', async () => {
  const { app } = await startServerWithPicture();

  const answer = await app.inject({ url: `/files/${name}` });

  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload).toEqual(picture);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
});

test('no file except a picture of the catalogue is sent to a guest', async () => {
  const { app, files } = await startServerWithPicture();
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

test('a file store writes no file outside of its folder', async () => {
  const { files } = await startServerWithPicture();

  expect(await files.get('catalog/missing.webp')).toBeNull();
  for (const bad of ['../pepper.txt', '/etc/passwd', 'catalog/../../x.webp', 'catalog/a.webp/../b', '']) {
    await expect(files.put(bad, picture, 'image/webp')).rejects.toThrow(RangeError);
  }
});

test('the test bucket computes signatures as in the example of Amazon', () => {
  // "Example: GET Bucket Lifecycle" of the Amazon S3 API Reference, Signature Calculations.
  const bucket = {
    key: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  };

  const headers = signatureHeaders(bucket, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle='),
    body: Buffer.alloc(0),
    at: new Date('2013-05-24T00:00:00Z'),
  });

  expect(headers.Authorization).toContain('Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
});

test('OF-33 a bucket returns the stored bytes', async () => {
  const stored = new Map<string, { bytes: Buffer; type: string }>();
  const fakeBucket = createHttp((request: IncomingMessage, response) => {
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
  await new Promise<void>((resolve) => fakeBucket.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void fakeBucket.close());
  const endpoint = `http://127.0.0.1:${(fakeBucket.address() as AddressInfo).port}/`;
  const files = openBucket({ kind: 's3', endpoint, bucket: 'shop', key: 'k', secret: 's', region: 'auto' });

  await files.put(name, picture, 'image/webp');

  expect([...stored.keys()]).toEqual([`/shop/${name}`]);
  expect(await files.get(name)).toEqual({ bytes: picture, type: 'image/webp' });
  expect(await files.get('catalog/missing.webp')).toBeNull();
});

const pdf = (name: string): Upload => ({
  name,
  type: 'application/pdf',
  bytes: Uint8Array.from(Buffer.from('%PDF-1.4\n%%EOF\n')),
});

/** Uploads a proof as sara; returns its id. */
async function sendProof(server: TestServer, file: Upload, id = uuidv7()): Promise<string> {
  const answer = await postForm(server, 'sara', '/api/files', { id, file });
  expect(answer.body).toMatchObject({ code: 'SUCCESS', file: { id, name: file.name, type: file.type } });
  return id;
}

/** Delivers a new order of amina's with the file as its proof; returns the order's id. */
async function deliver(server: TestServer, file_id: string): Promise<number> {
  const tea = await putProduct(server.services);
  await credit(server.services, server.users.amina, 10);
  const key = { 'Idempotency-Key': randomUUID() };
  const { id } = (await server.as('amina').post('/api/orders', { product_id: tea.id }, key)).body.order;
  await server.as('sara').post(`/api/orders/${id}`, { file_id });
  return id;
}

test('C-12 C-39 a proof is read by its order’s owner and by admins until the order is deleted; for other users it does not exist', async () => {
  const server = await startTestServer();
  const id = await sendProof(server, await png());
  const path = `/api/files/${id}`;
  const see = async (who: 'amina' | 'karim' | 'sara' | 'root' | null) => (await download(server, who, path)).status;

  expect(await see('amina')).toBe(404);
  const order = await deliver(server, id);
  expect([await see('amina'), await see('karim'), await see('sara'), await see('root')]).toEqual([200, 404, 200, 200]);
  expect(await see(null)).toBe(401);
  expectRefused(await server.as('karim').get(path), 404, 'NOT_FOUND');
  expect((await server.as('karim').get(path)).body).toEqual(
    (await server.as('karim').get(`/api/files/${uuidv7()}`)).body,
  );
  await server.as('sara').delete(`/api/orders/${order}`);
  expect([await see('amina'), await see('sara'), await see('root')]).toEqual([404, 404, 404]);
});

test('C-39 OF-33 a proof is private, never sniffed, and shown inline only if the server has re-encoded it', async () => {
  const server = await startTestServer();
  const [image, document] = [
    await sendProof(server, await png('été 1.png')),
    await sendProof(server, pdf('Reçu n°1.pdf')),
  ];
  const headers = async (id: string) =>
    Object.fromEntries((await download(server, 'sara', `/api/files/${id}`)).headers);

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

test('C-21 a second upload with the same id keeps the first file; the id of another user’s file is refused', async () => {
  const server = await startTestServer();
  const id = await sendProof(server, await png());
  const other: Upload = { name: 'other.gif', type: 'image/gif', bytes: await drawPicture('gif') };
  const send = (who: 'sara' | 'root') => postForm(server, who, '/api/files', { id, file: other });

  const [again, foreign] = [await send('sara'), await send('root')];
  const burst = uuidv7();
  const answers = await Promise.all(
    [1, 2, 3, 4].map(async () => postForm(server, 'sara', '/api/files', { id: burst, file: await png() })),
  );

  expect(again.body.file).toMatchObject({ id, name: 'proof.png', type: 'image/png' });
  expectRefused(foreign, 422, 'INVALID_FIELDS');
  expect(foreign.body.errors).toEqual({ id: ['unique'] });
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await download(server, 'sara', `/api/files/${id}`)).headers.get('content-type')).toBe('image/png');
});

test('OF-33 the stored name of a file contains neither its original name nor its id', async () => {
  const server = await startTestServer();
  const id = await sendProof(server, pdf('secret-customer.pdf'));

  const { stored } = await server.services.db.selectFrom('files').select('stored').executeTakeFirstOrThrow();

  expect(stored).toMatch(/^proofs\/[0-9a-f-]{36}\.pdf$/);
  expect(stored).not.toContain(id);
  expect((await server.app.inject({ url: `/files/${stored}` })).statusCode).toBe(404);
});

test('RFC 6266 a file name cannot change the header that contains it', () => {
  expect(contentDisposition('attachment', `a"; x="\\1'(2)*%\r\n.pdf`)).toBe(
    `attachment; filename="a_; x=__1'(2)*___.pdf"; filename*=UTF-8''a%22%3B%20x%3D%22%5C1%27%282%29%2a%25%0D%0A.pdf`,
  );
});
