import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectRefused } from '../support/client.ts';
import { navigation, page, worldWithPages } from '../support/pages.ts';
import { openWorld } from '../support/world.ts';

test('a navigation to any route of the app gets its page, compressed as the browser likes', async () => {
  const world = await worldWithPages();

  const inject = (encoding: string) =>
    world.app.inject({ url: '/admin/tickets?status=new', headers: { ...navigation, 'accept-encoding': encoding } });
  const [brotli, gzip, plain] = [await inject('gzip, br'), await inject('gzip'), await inject('identity')];

  expect([brotli, gzip, plain].map((answer) => answer.headers['content-encoding'])).toEqual(['br', 'gzip', undefined]);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(page);
  expect(plain.body).toBe(page);
  expect(plain.headers['cache-control']).toBe('no-cache');
});

test('what is no navigation and no file is not found: no call ever gets a page', async () => {
  const world = await worldWithPages();

  for (const path of ['/api/nothing', '/assets/old-9f.js', '/files/x', '/health/x', '/api']) {
    expectRefused(await world.guest.get(path, navigation), 404, 'NOT_FOUND');
  }
  expectRefused(await world.guest.get('/user/orders', { Accept: 'application/json' }), 404, 'NOT_FOUND');
  expectRefused(
    await world.guest.get('/user/orders', { Accept: 'text/html', 'Sec-Fetch-Mode': 'cors' }),
    404,
    'NOT_FOUND',
  );
  expectRefused(await world.guest.get('/../../etc/passwd', { Accept: '*/*' }), 404, 'NOT_FOUND');
  expectRefused(await world.guest.get('/%2e%2e/%2e%2e/package.json', { Accept: '*/*' }), 404, 'NOT_FOUND');
  expectRefused(await world.guest.get('/%zz', navigation), 400, 'INVALID_REQUEST');
});

test('files with a hash in their name are kept, the service worker is asked for each time', async () => {
  const world = await worldWithPages();

  const asset = await world.guest.get('/assets/main-1a2b.js');
  const worker = await world.guest.get('/service-worker.js');

  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('service-worker-allowed')).toBe('/');
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self' https:",
  );
});

test('browsers are told the policy of trust.md with every answer', async () => {
  const world = await worldWithPages();

  for (const answer of [await world.guest.get('/', navigation), await world.guest.get('/api/auth/current')]) {
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

test('HSTS is sent where people come over https', async () => {
  const world = await worldWithPages({ env: { PUBLIC_URL: 'https://shop.example' } });

  expect((await world.guest.get('/health')).headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('nothing under /api is stored by anybody', async () => {
  const world = await openWorld();

  for (const answer of [await world.as('amina').get('/api/app/balance'), await world.guest.get('/api/app/balance')]) {
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

test.each([
  ['broken JSON', '{"email":', 'application/json', 400, 'INVALID_REQUEST'],
  ['an array', '[1]', 'application/json', 400, 'INVALID_REQUEST'],
  ['a poisoned prototype', '{"__proto__":{"a":1}}', 'application/json', 400, 'INVALID_REQUEST'],
  ['plain text', 'email=x', 'text/plain', 415, 'INVALID_FILE_TYPE'],
  ['a form', 'email=x', 'application/x-www-form-urlencoded', 415, 'INVALID_FILE_TYPE'],
  ['a megabyte too much', `{"email":"${'x'.repeat(1_048_577)}"}`, 'application/json', 413, 'REQUEST_TOO_LARGE'],
  ['a depth bomb', `{"email":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'application/json', 422, 'INVALID_FIELDS'],
  ['wrong types', '{"email":{"$gt":""},"password":7}', 'application/json', 422, 'INVALID_FIELDS'],
  [
    'NUL and a lone surrogate',
    '{"name":"a\\u0000","email":"a@b.ch","password":"long enough"}',
    'application/json',
    401,
    'INVALID_CREDENTIALS',
  ],
])('a body that is %s is answered, never with 5xx', async (_name, body, type, status, code) => {
  const world = await openWorld();

  expectRefused(await world.guest.post('/api/auth/login', body, { 'Content-Type': type }), status, code);
  expect(world.errors).toEqual([]);
});

test('a packed body is not unpacked', async () => {
  const world = await openWorld();
  const bomb = gzipSync('{"email":"a","password":"b"}');

  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: bomb,
  });

  expect([400, 415]).toContain(answer.statusCode);
});

test.each(['0', '-1', '1e1', '9223372036854775808', '%00', '%D9%A1', '..%2F', 'x'.repeat(300), '1%27'])(
  'a ticket called %s does not exist',
  async (id) => {
    const world = await openWorld();

    const answer = await world.as('amina').get(`/api/tickets/${id}`);

    expect([400, 404]).toContain(answer.status);
    expect(world.errors).toEqual([]);
  },
);

test('an unexpected fault is told with its request id and nothing else', async () => {
  const world = await openWorld();
  world.means.hasher = { ...world.means.hasher, verify: () => Promise.reject(new Error('secret detail')) };

  const answer = await world.guest.post('/api/auth/login', world.people.amina);

  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    code: 'ERROR',
    message: 'Something went wrong.',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(world.errors).toHaveLength(1);
  expect(world.errors[0]!.about).toMatchObject({ requestId: answer.body.request_id });
});

test('a long answer is sent gzipped to whom it helps', async () => {
  const world = await openWorld();

  const answer = await world.app.inject({
    url: '/api/docs/openapi.json',
    headers: { 'accept-encoding': 'gzip, deflate' },
  });

  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString()).openapi).toBe('3.1.0');
});

test('more requests than the limit of a minute are refused with the wait', async () => {
  const world = await openWorld({ env: { REQUESTS_PER_MINUTE: '20' } });

  const answers = await Promise.all(Array.from({ length: 25 }, () => world.guest.get('/health')));

  const refused = answers.filter((answer) => answer.status !== 200);
  expect(refused).toHaveLength(5);
  expectRefused(refused[0]!, 429, 'TOO_MANY_REQUESTS');
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
});
