import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cancelOutcome, sync, syncEvents } from '../../src/contract/sync.ts';
import { endpoints } from '../../src/contract/all.ts';
import { health, ready } from '../../src/contract/app.ts';
import { csrfCookie, currentUser, login, logout } from '../../src/contract/auth.ts';
import { listCategoryProducts } from '../../src/contract/categories.ts';
import { uploadFile } from '../../src/contract/files.ts';
import { placeOrder } from '../../src/contract/orders.ts';
import { createProduct } from '../../src/contract/products.ts';
import { addresses } from '../../src/client/api/addresses.ts';
import { call, callAt, onExchange } from '../../src/client/api/call.ts';
import { CallFailure } from '../../src/client/api/failure.ts';
import { forgetSession, onSignedOut, sessionToken, signedInPerson, signIn } from '../../src/client/api/session.ts';

const amina = { id: 3, name: 'Amina', email: 'amina@example.test', role: 'user' as const };
type Fetched = { url: string; init: RequestInit & { headers: Record<string, string> } };

/** A network that gives these answers, one after another, and records the requests in `fetched`. */
function networkOf(...answers: (Response | Error)[]) {
  const fetched: Fetched[] = [];
  const network = async (url: string | URL | Request, init?: RequestInit) => {
    fetched.push({ url: url as string, init: { ...init, headers: Object.fromEntries(new Headers(init?.headers)) } });
    const answer = answers.shift();
    if (answer instanceof Response) return answer;
    throw answer ?? new TypeError('offline');
  };
  return { fetch: network as typeof fetch, fetched };
}

/** An answer of our server; a refusal gets its message. */
const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(status < 400 ? body : { message: 'No.', ...body }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

const failureOf = async (promise: Promise<unknown>): Promise<CallFailure> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(CallFailure);
  return thrown as CallFailure;
};

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the addresses that the service worker uses are those of the contract', () => {
  const expected = { csrfCookie, health, ready, logout, sync, syncEvents, uploadFile, cancelOutcome };
  const routeOf = ([name, { method, path }]: [string, { method: string; path: string }]) => [name, { method, path }];
  expect(Object.entries(addresses).map(routeOf)).toEqual(expect.arrayContaining(Object.entries(expected).map(routeOf)));
  expect(Object.keys(addresses)).toHaveLength(Object.keys(expected).length);
});

test('S7-01 a request goes to the address of the app, with its cookies; parameters are in the path, the rest in the query or the body', async () => {
  const { fetch, fetched } = networkOf();

  await failureOf(call(listCategoryProducts, { id: 7, page: 2, search: 'thé vert', sort_by: undefined }, { fetch }));
  await failureOf(call(placeOrder, { product_id: 5, price: 9.99 }, { fetch, key: 'k1' }));

  expect(fetched[0]).toMatchObject({
    url: '/api/categories/7/products?page=2&search=th%C3%A9+vert',
    init: { method: 'GET', credentials: 'same-origin' },
  });
  expect(fetched[1]).toMatchObject({
    url: '/api/orders',
    init: { method: 'POST', body: '{"product_id":5,"price":9.99}' },
  });
  expect(fetched[1]!.init.headers).toMatchObject({ 'idempotency-key': 'k1', 'content-type': 'application/json' });
});

test('D-13 a money call is never sent without a key', async () => {
  const moneyEndpoints = endpoints.filter(({ key }) => key === 'always');
  const { fetch, fetched } = networkOf();

  for (const endpoint of moneyEndpoints)
    await expect(callAt(endpoint, { id: 7 } as never, { fetch })).rejects.toThrow('needs an Idempotency-Key');

  expect(moneyEndpoints.map(({ name }) => name)).toContain('placeOrder');
  expect(fetched).toEqual([]);
});

test('S7-33 a call with a file is sent as a form: flags as 1 and 0, lists as name[]', async () => {
  const { fetch, fetched } = networkOf();
  const image: unknown = new File(['x'], 'tea.png', { type: 'image/png' });

  const product = { title: 'Tea', price: 2.5, has_variants: true, category_ids: [3, 4], cost: undefined };
  const variants = [{ title: 'S' }];
  await failureOf(call(createProduct, { ...product, image: image as never, product_variants: variants }, { fetch }));

  const { body, headers } = fetched[0]!.init as unknown as { body: FormData; headers: Record<string, string> };
  expect(headers).not.toHaveProperty('content-type');
  expect([...body.entries()].filter(([name]) => name !== 'image')).toEqual([
    ['title', 'Tea'],
    ['price', '2.5'],
    ['has_variants', '1'],
    ['category_ids[]', '3'],
    ['category_ids[]', '4'],
    ['product_variants', '[{"title":"S"}]'],
  ]);
  expect(body.get('image')).toMatchObject({ name: 'tea.png', type: 'image/png' });
});

test('S7-03 a signed-in user sends the token, until the server no longer accepts it', async () => {
  signIn({ user: amina, token: 'secret' });
  expect(signedInPerson()).toEqual(amina);
  const { fetch, fetched } = networkOf(json(401, { code: 'UNAUTHENTICATED', message: '' }));
  const onLeave = vi.fn<() => void>();
  const stop = onSignedOut(onLeave);

  const failure = await failureOf(call(currentUser, {}, { fetch }));
  stop();

  expect(fetched[0]!.init.headers.authorization).toBe('Bearer secret');
  expect(failure.kind).toBe('signedOut');
  expect(onLeave).toHaveBeenCalledOnce();
  expect(signedInPerson()).toBeNull();
});

test('an old token that is refused does not end a newer session', async () => {
  signIn({ user: amina, token: 'new' });
  const { fetch } = networkOf(json(401, { code: 'UNAUTHENTICATED', message: '' }));

  await failureOf(callAt(addresses.sync, {}, { fetch, token: 'old' }));

  expect(sessionToken()).toBe('new');
  forgetSession();
  expect(sessionToken()).toBeNull();
});

test('when the session is over, its other running calls are aborted', async () => {
  signIn({ user: amina, token: 'secret' });
  const hanging = ((_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('aborted'))))) as typeof fetch;
  const slow = failureOf(call(currentUser, {}, { fetch: hanging }));

  await failureOf(call(currentUser, {}, networkOf(json(401, { code: 'UNAUTHENTICATED', message: '' }))));

  expect((await slow).kind).toBe('unreachable');
});

describe('the meaning of an answer', () => {
  const html = (status: number) =>
    new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } });
  const cases: [string, Response | Error, Partial<CallFailure>][] = [
    ['no network', new TypeError('offline'), { kind: 'unreachable' }],
    ["a captive portal's page", html(200), { kind: 'unreachable' }],
    ["a proxy's error", html(502), { kind: 'unreachable' }],
    ["a proxy's 403", html(403), { kind: 'unreachable' }],
    ["a proxy's limit", html(413), { kind: 'refused', code: 'REQUEST_TOO_LARGE' }],
    ['a list instead of an object', json(200, []), { kind: 'unreachable' }],
    ['the JSON of a captive portal', json(200, { login: 'required' }), { kind: 'unreachable' }],
    ["a captive portal's 403 in JSON", json(403, { error: 'login required' }), { kind: 'unreachable' }],
    [
      'too many requests',
      json(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '20' }),
      { kind: 'busy', code: 'TOO_MANY_REQUESTS', retryAfter: 20_000 },
    ],
    [
      'a busy server',
      json(503, { code: 'BUSY' }, { 'retry-after': '2' }),
      { kind: 'busy', code: 'BUSY', retryAfter: 2_000 },
    ],
    ['a 500', json(500, { code: 'ERROR', request_id: 'r1' }), { kind: 'broken', code: 'ERROR', requestId: 'r1' }],
    ['an old app', json(426, { code: 'OUTDATED' }), { kind: 'outdated', code: 'OUTDATED' }],
    ['a wrong password', json(401, { code: 'INVALID_CREDENTIALS' }), { kind: 'refused', code: 'INVALID_CREDENTIALS' }],
    [
      'wrong fields',
      json(422, { code: 'INVALID_FIELDS', errors: { email: ['invalid'] }, details: { a: 1 } }),
      { kind: 'refused', code: 'INVALID_FIELDS', errors: { email: ['invalid'] }, details: { a: 1 } },
    ],
  ];
  test.each(cases)('%s', async (_name, answer, meaning) => {
    expect(await failureOf(call(login, { email: 'a@b.c', password: 'x' }, networkOf(answer)))).toMatchObject(meaning);
  });
});

test('an answer that takes too long, or whose caller has given up, counts as lost', async () => {
  const never = ((_url: string, { signal }: RequestInit) =>
    new Promise((_, reject) => {
      if (signal!.aborted) reject(new Error('aborted'));
      signal!.addEventListener('abort', () => reject(new Error('aborted')));
    })) as typeof fetch;
  const stopped = new AbortController();
  stopped.abort();

  expect((await failureOf(call(health, {}, { fetch: never, timeout: 5 }))).kind).toBe('unreachable');
  expect((await failureOf(call(health, {}, { fetch: never, signal: stopped.signal }))).kind).toBe('unreachable');
});

test('S7-02 a request with an old CSRF cookie is sent once more with a new cookie', async () => {
  const cookies = { cookie: 'XSRF-TOKEN=old%3D' };
  vi.stubGlobal('document', cookies);
  const { fetch, fetched } = networkOf(
    json(419, { code: 'CSRF_MISMATCH' }),
    json(200, { code: 'SUCCESS' }),
    json(200, { code: 'SUCCESS' }),
  );
  const renewing = (async (url: string, init: RequestInit) => {
    if (url === '/sanctum/csrf-cookie') cookies.cookie = 'a=b; XSRF-TOKEN=new%3D';
    return fetch(url, init);
  }) as typeof globalThis.fetch;

  await call(logout, {}, { fetch: renewing });

  expect(fetched.map(({ url }) => url)).toEqual(['/api/auth/logout', '/sanctum/csrf-cookie', '/api/auth/logout']);
  expect(fetched[0]!.init.headers['x-xsrf-token']).toBe('old=');
  expect(fetched[2]!.init.headers['x-xsrf-token']).toBe('new=');
});

test('S7-03 a request with a token reads no cookies: that asks another process of the browser', async () => {
  const readCookie = vi.fn<() => string>(() => 'XSRF-TOKEN=old%3D');
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: readCookie }));
  signIn({ user: amina, token: 'secret' });
  const { fetch, fetched } = networkOf(json(200, { code: 'SUCCESS' }));

  await failureOf(call(currentUser, {}, { fetch }));
  forgetSession();

  expect(fetched[0]!.init.headers).not.toHaveProperty('x-xsrf-token');
  expect(readCookie).not.toHaveBeenCalled();
});

test('OF-19 a listener learns whether the server answered; the JSON of a captive portal is no answer', async () => {
  const received: boolean[] = [];
  const stop = onExchange(({ isReached }) => received.push(isReached));

  await call(health, {}, networkOf(json(200, { status: 'ok', version: '1' })));
  await failureOf(call(health, {}, networkOf(new TypeError('offline'))));
  await failureOf(call(health, {}, networkOf(json(422, { code: 'INVALID_FIELDS' }))));
  await failureOf(call(health, {}, networkOf(json(200, { login: 'required' }))));
  stop();

  expect(received).toEqual([true, false, true, false]);
});
