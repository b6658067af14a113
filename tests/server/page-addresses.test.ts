// database: any
import { request, type IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { navigation, page, startServerWithPages } from '../support/pages.ts';

const root = join(import.meta.dirname, '../..');

test('GET and HEAD of / get the page of the app unless only JSON is accepted; another path gets it only if HTML is requested', async () => {
  const server = await startServerWithPages();

  for (const accept of ['*/*', 'text/*;q=0.8', navigation.Accept, undefined]) {
    const got = await rawRequest(server.url, { path: '/', accept });
    expect([got.status, got.headers['content-type'], got.body]).toEqual([200, 'text/html; charset=utf-8', page]);
    const head = await rawRequest(server.url, { method: 'HEAD', path: '/', accept });
    expect([head.status, head.headers['content-type'], head.body]).toEqual([200, 'text/html; charset=utf-8', '']);
  }
  for (const [path, accept] of [
    ['/', 'application/json'],
    ['/user/orders', '*/*'],
  ] as const) {
    expect((await rawRequest(server.url, { path, accept })).status).toBe(404);
  }
});

test('a file that exists is served to a browser that opens its address, instead of the page of the app', async () => {
  const server = await startServerWithPages();

  for (const [path, body] of [
    ['/service-worker.js', '// worker'],
    ['/assets/main-1a2b.js', 'export {}'],
  ] as const) {
    expect(await rawRequest(server.url, { path, accept: navigation.Accept })).toMatchObject({ status: 200, body });
  }
});

test('the root of the app is also served to a monitor or a link preview that runs on the fetch of Node', async () => {
  const server = await startServerWithPages();

  // It sends Accept: */* and Sec-Fetch-Mode: cors.
  const answer = await fetch(server.url);

  expect([answer.status, await answer.text()]).toEqual([200, page]);
});

const oddPaths: Record<string, string> = {
  'an overlong path': `/${'x'.repeat(12_000)}`,
  'an overlong path of the API': `/api/tickets/${'x'.repeat(12_000)}`,
};
for (const path of '// //[ /// //% /%ff /%00 /% /%c0%af /..%2f /..%2f..%2fetc%2fpasswd /a%2f..%2fb /\\ /http://['.split(
  ' ',
)) {
  oddPaths[path] = path;
}
for (const path of '//[/../x /assets/%ff /files/%ff /api/%ff /api/tickets/%ff'.split(' ')) oddPaths[path] = path;

test.each(Object.entries(oddPaths))(
  'GET and HEAD of %s are answered with 400 or 404 and with every policy header',
  async (_name, path) => {
    const server = await startServerWithPages();
    const policies = Object.keys((await server.app.inject('/health')).headers).filter((name) =>
      /^(content-security|permissions|x-|referrer|cross-origin)/.test(name),
    );

    for (const [method, accept] of [
      ['GET', '*/*'],
      ['GET', navigation.Accept],
      ['HEAD', '*/*'],
    ] as const) {
      const { status, headers } = await rawRequest(server.url, { method, path, accept });
      expect([400, 404]).toContain(status);
      expect(Object.keys(headers)).toEqual(expect.arrayContaining(policies));
    }
    expect(server.errors).toEqual([]);
  },
);

test('a link preview gets a title, a description and a picture, with addresses under PUBLIC_URL', async () => {
  const html = readFileSync(join(root, 'src/client/index.html'), 'utf8');
  const server = await startServerWithPages({ env: { PUBLIC_URL: 'https://shop.example' } }, html);

  const { headers, body } = await rawRequest(server.url, { path: '/', accept: '*/*' });
  const tags = Object.fromEntries(
    [...body.matchAll(/<meta\s+property="og:([^"]+)"\s+content="([^"]+)"/g)].map(([, name, value]) => [name, value]),
  );

  expect(tags).toMatchObject({
    title: 'Comptoir',
    description: expect.stringContaining('balance'),
    url: 'https://shop.example/',
  });
  expect(tags.image).toBe('https://shop.example/screenshots/wide.png');
  const { width, height } = await sharp(join(root, 'public/screenshots/wide.png')).metadata();
  expect([tags['image:width'], tags['image:height']]).toEqual([String(width), String(height)]);
  const again = await fetch(`${server.url}/index.html`, { headers: { 'If-None-Match': String(headers.etag) } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

interface RawRequest {
  method?: 'GET' | 'HEAD';
  path: string;
  accept: string | undefined;
}

/** Sends exactly this path and Accept header; `fetch` would normalize the path and add Sec-Fetch-Mode. */
function rawRequest(
  url: string,
  { method = 'GET', path, accept }: RawRequest,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, method, path, headers: accept === undefined ? {} : { Accept: accept } })
      .on('response', (answer) => {
        const { statusCode: status = 0, headers } = answer;
        text(answer).then((body) => resolve({ status, headers, body }), reject);
      })
      .on('error', reject)
      .end();
  });
}
