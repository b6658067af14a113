// database: any
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { navigation, page, startServerWithPages } from '../support/pages.ts';
import { startTestServer } from '../support/test-server.ts';

test('a navigation to any route of the app gets the page of the app, compressed as the browser accepts it', async () => {
  const server = await startServerWithPages();

  const inject = (encoding: string) =>
    server.app.inject({ url: '/admin/tickets?status=new', headers: { ...navigation, 'accept-encoding': encoding } });
  const [brotli, gzip, plain] = [await inject('gzip, br'), await inject('gzip'), await inject('identity')];

  expect([brotli, gzip, plain].map((answer) => answer.headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(page);
  expect(plain.body).toBe(page);
  expect(plain.headers['cache-control']).toBe('no-cache');
});

test('a path that is neither a page nor a file is not found, and only a navigation gets the page', async () => {
  const server = await startServerWithPages();

  for (const path of ['/api/nothing', '/assets/old-9f.js', '/files/x', '/health/x', '/api']) {
    expectRefused(await server.guest.get(path, navigation), 404, 'NOT_FOUND');
  }
  expectRefused(await server.guest.get('/user/orders', { Accept: 'application/json' }), 404, 'NOT_FOUND');
  expectRefused(
    await server.guest.get('/user/orders', { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }),
    404,
    'NOT_FOUND',
  );
  expectRefused(await server.guest.get('/../../etc/passwd', { Accept: '*/*' }), 404, 'NOT_FOUND');
  expectRefused(await server.guest.get('/%2e%2e/%2e%2e/package.json', { Accept: '*/*' }), 404, 'NOT_FOUND');
  expectRefused(await server.guest.get('/%zz', navigation), 400, 'INVALID_REQUEST');
});

test('files with a hash in their name are cached forever, the service worker is checked each time', async () => {
  const server = await startServerWithPages();

  const asset = await server.guest.get('/assets/main-1a2b.js');
  const worker = await server.guest.get('/service-worker.js');

  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('service-worker-allowed')).toBe('/');
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self' https:",
  );
});

test('browsers get the security policy with a page and with an answer of the API', async () => {
  const server = await startServerWithPages();

  for (const answer of [await server.guest.get('/', navigation), await server.guest.get('/api/auth/current')]) {
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(answer.headers.has('strict-transport-security')).toBe(false);
    expect(answer.headers.has('x-powered-by')).toBe(false);
  }
});

test('HSTS is sent when PUBLIC_URL is https', async () => {
  const server = await startServerWithPages({ env: { PUBLIC_URL: 'https://shop.example' } });

  expect((await server.guest.get('/health')).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('nothing under /api may be stored by a cache', async () => {
  const server = await startTestServer();

  for (const answer of [await server.as('amina').get('/api/app/balance'), await server.guest.get('/api/app/balance')]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test.each([
  ['broken JSON', '{"email":', 'application/json', 400, 'INVALID_REQUEST'],
  ['an array', '[1]', 'application/json', 400, 'INVALID_REQUEST'],
  ['a poisoned prototype', '{"__proto__":{"a":1}}', 'application/json', 400, 'INVALID_REQUEST'],
  ['plain text', 'email=x', 'text/plain', 415, 'INVALID_FILE_TYPE'],
  ['a form', 'email=x', 'application/x-www-form-urlencoded', 415, 'INVALID_FILE_TYPE'],
  ['more than a megabyte', `{"email":"${'x'.repeat(1_048_577)}"}`, 'application/json', 413, 'REQUEST_TOO_LARGE'],
  ['a deep list', `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'application/json', 422, 'INVALID_FIELDS'],
  ['fields of wrong types', '{"email":{"$gt":""},"password":7}', 'application/json', 422, 'INVALID_FIELDS'],
  [
    'JSON with NUL in a field that a sign-in ignores',
    '{"name":"a\\u0000","email":"a@b.ch","password":"long enough"}',
    'application/json',
    401,
    'INVALID_CREDENTIALS',
  ],
])('a sign-in whose body is %s is answered, never with 5xx', async (_name, body, type, status, code) => {
  const server = await startTestServer();

  expectRefused(await server.guest.post('/api/auth/login', body, { 'Content-Type': type }), status, code);
  expect(server.errors).toEqual([]);
});

test('a gzipped body is not unpacked', async () => {
  const server = await startTestServer();
  const payload = gzipSync('{"email":"a","password":"b"}');

  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload,
  });

  expect([400, 415]).toContain(answer.statusCode);
});

test.each(['0', '-1', '1e1', '9223372036854775808', '%00', '%D9%A1', '..%2F', 'x'.repeat(300), '1%27'])(
  'a request for a ticket with the id %s gets 400 or 404',
  async (id) => {
    const server = await startTestServer();

    const answer = await server.as('amina').get(`/api/tickets/${id}`);

    expect([400, 404]).toContain(answer.status);
    expect(server.errors).toEqual([]);
  },
);

test('an unexpected fault is answered with the request id and without its message', async () => {
  const server = await startTestServer();
  server.services.hasher = { ...server.services.hasher, verify: () => Promise.reject(new Error('secret detail')) };

  const answer = await server.guest.post('/api/auth/login', server.users.amina);

  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    code: 'ERROR',
    message: 'Something went wrong.',
    server: 'comptoir',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(server.errors).toHaveLength(1);
  expect(server.errors[0]!.about).toMatchObject({ requestId: answer.body.request_id });
});

test('a long answer is gzipped for a client that accepts it', async () => {
  const server = await startTestServer();

  const answer = await server.app.inject({
    url: '/api/docs/openapi.json',
    headers: { 'accept-encoding': 'gzip, deflate' },
  });

  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString()).openapi).toBe('3.1.0');
});

test('requests beyond the limit per minute are refused, with the seconds to wait', async () => {
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '20' } });

  const answers = await Promise.all(Array.from({ length: 25 }, () => server.guest.get('/health')));

  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(5);
  expectRefused(refused[0]!, 429, 'TOO_MANY_REQUESTS');
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
});
