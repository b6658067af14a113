import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endpoints } from '../../src/contract/all.ts';
import { health } from '../../src/contract/app.ts';
import { csrfCookie, logout } from '../../src/contract/auth.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { uploadFile } from '../../src/contract/files.ts';
import { placeOrder } from '../../src/contract/orders.ts';
import { cancelOutcome, sync } from '../../src/contract/sync.ts';
import { addresses } from '../../src/client/api/addresses.ts';
import { callAt } from '../../src/client/api/call.ts';
import { CallFailure } from '../../src/client/api/failure.ts';
import { onSignedOut, sessionToken, signIn } from '../../src/client/api/session.ts';
import type { Line } from '../../src/client/sync/line.ts';
import { pledgeCall, settle } from '../../src/client/sync/money.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { amina, deviceOf, newTicket, nothingNew, sara, ticketChange, type TestDevice } from './support.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const html = (status: number) => new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } });

/** What stands between a device and the server, and answers in its place. */
const foreign: [string, () => Response][] = [
  ['JSON of a captive portal', () => json(200, { login: 'required' })],
  ['a page of a captive portal', () => html(200)],
  ['nothing at all', () => new Response(null, { status: 200 })],
  ['nothing at all, called JSON', () => new Response('', { headers: { 'content-type': 'application/json' } })],
  ['a list', () => json(200, [])],
  ['a text', () => json(200, 'ok')],
  ['null', () => json(200, null)],
  ['an empty object', () => json(200, {})],
  ['a success of something else', () => json(200, { code: 'SUCCESS', data: [] })],
  ['created', () => json(201, { status: 'ok' })],
  ['no content', () => new Response(null, { status: 204 })],
  ['a no in JSON', () => json(403, { error: 'login required' })],
  ['a no with a code', () => json(403, { code: 'LOGIN_REQUIRED', message: 'Please log in.' })],
  ['a code of ours and no message', () => json(403, { code: 'FORBIDDEN' })],
  ['a code of ours under a foreign status', () => json(403, { code: 'BALANCE_NOT_ENOUGH', message: 'No.' })],
  ['a call to log in', () => json(401, { code: 'unauthenticated', message: 'Please log in.' })],
  ['511', () => json(511, { message: 'Network authentication required' })],
  ['a proxy that finds nothing', () => html(404)],
  ['a proxy that takes nothing so large', () => html(413)],
];

/** The device's own way to a network that answers like this. */
function standBefore(device: TestDevice, answer: () => Response): Line {
  const fetch = async () => answer();
  return {
    token: async () => device.session.token,
    call: ((address, input, options) => callAt(address, input, { ...options, fetch })) as Line['call'],
  };
}

describe('an order that something else than our server answers stays in doubt:', () => {
  test.each(foreign)('%s', async (_name, answer) => {
    signIn({ user: amina, token: 'token' });
    const signedOut = vi.fn<() => void>();
    const stop = onSignedOut(signedOut);
    const device = await deviceOf(amina);
    const line = standBefore(device, answer);
    const about = { product_id: 5, title: 'Tea' };

    const outcome = await pledgeCall(
      device.db,
      placeOrder,
      { product_id: 5, price: 12 },
      { key: 'k1', about },
      { line, means: device.outside.means },
    );
    const settled = await settle(device.db, 'k1', line);
    stop();

    expect(outcome).toEqual({ kind: 'unknown' });
    expect(settled).toBe('unknown');
    expect(await device.db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
    expect(signedOut).not.toHaveBeenCalled();
    expect(sessionToken()).toBe('token');
  });
});

describe('what waits stays, and nothing is parked, when this answers a pass:', () => {
  test.each(foreign.filter(([name]) => !name.includes('so large')))('%s', async (_name, answer) => {
    const device = await deviceOf(amina);
    await perform(device.db, 'ticket.open', newTicket());

    const end = await pass(device.db, { line: standBefore(device, answer), means: device.outside.means });

    expect(end.kind).toBe('offline');
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'sent' }]);
  });
});

test('a file that a captive portal has swallowed is not taken for sent', async () => {
  const device = await deviceOf(sara);
  await device.db.blobs.put({ id: 'f1', type: 'image/png', bytes: new ArrayBuffer(3) });
  await perform(device.db, 'order.deliver', { order_id: 7, status: 'completed', notes: null, file_id: 'f1' });
  const line = standBefore(device, () => json(200, { login: 'required' }));

  const end = await pass(device.db, { line, means: device.outside.means });

  expect(end.kind).toBe('offline');
  expect((await device.db.blobs.get('f1'))?.sent).toBeUndefined();
});

/** Calls that are not answered with JSON: the app reads none of them through `call`. */
const notJson = new Set(['syncEvents', 'readFile', 'metrics']);

describe('no call takes the JSON of a captive portal for its answer:', () => {
  const checked = endpoints.filter(({ name }) => !notJson.has(name));
  test.each(checked.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_name, endpoint) => {
    for (const body of [{ login: 'required' }, {}, [], 'ok', null, { code: 'OK' }]) {
      const failure = await callAt(endpoint as Endpoint, { id: 1, key: 'k' } as never, {
        key: 'k',
        fetch: async () => json(200, body),
      }).catch((thrown: unknown) => thrown);
      expect(failure).toBeInstanceOf(CallFailure);
      expect(failure).toMatchObject({ kind: 'unreachable' });
    }
  });
});

const change = ticketChange('t1', 3);
const results = [
  { id: 'm1', status: 200, code: 'SUCCESS', rows: [change, { ...change, row: null }] },
  {
    id: 'm2',
    status: 422,
    code: 'INVALID_FIELDS',
    errors: { subject: ['required'] },
    details: { current: 'open' },
    rows: [],
  },
];

/** Genuine answers of the calls that the service worker makes. */
const genuine = {
  csrfCookie: [csrfCookie, { code: 'SUCCESS' }],
  logout: [logout, { code: 'SUCCESS' }],
  health: [health, { status: 'ok', version: '1.0.0' }],
  sync: [sync, nothingNew({ results, changes: [change], older: [change], before: 'b1', total: 7 })],
  uploadFile: [uploadFile, { code: 'SUCCESS', file: { id: 'f1', name: 'a.png', type: 'image/png', size: 3 } }],
  cancelOutcome: [
    cancelOutcome,
    { code: 'SUCCESS', state: 'refused', refusal: 'PRICE_CHANGED', touched: ['orders:1'] },
  ],
} as const satisfies Partial<Record<keyof typeof addresses, readonly [Endpoint, object]>>;

/** The value with one part of it, at any depth, taken away or replaced. */
function* spoilt(value: unknown): Generator<unknown> {
  for (const other of [null, 'x', 7, true, [], {}, [null], { x: [] }]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const put = (other: unknown) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = other;
      return copy;
    };
    for (const other of spoilt(part)) yield put(other);
    if (Array.isArray(value)) continue;
    const { [name]: _gone, ...rest } = value as Record<string, unknown>;
    yield rest;
  }
}

test.each(Object.entries(genuine))(
  'the service worker checks the answer of %s exactly as the contract describes it',
  (name, [endpoint, answer]) => {
    const { output } = addresses[name as keyof typeof genuine];
    expect(output.safeParse(answer).success).toBe(true);
    expect(output.safeParse({ ...answer, added_later: 1 }).success).toBe(true);

    const differing = [...spoilt(answer)].filter(
      (one) => output.safeParse(one).success !== endpoint.output.safeParse(one).success,
    );

    expect(differing).toEqual([]);
  },
);
