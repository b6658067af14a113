import { createServer as createHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openBucket, signed } from '../../src/server/platform/files/bucket.ts';
import { openFiles } from '../../src/server/platform/files/open.ts';
import { openWorld } from '../support/world.ts';

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
