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
import type { Transport } from '../../src/client/sync/transport.ts';
import { makeMoneyCall, settle } from '../../src/client/sync/money.ts';
import { pass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { amina, deviceOf, newTicket, nothingNew, sara, ticketChange, type TestDevice } from './support.ts';

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const html = (status: number) => new Response('<h1>Welcome</h1>', { status, headers: { 'content-type': 'text/html' } });

/** Answers that something between the device and the server gives instead of the server. */
const foreignAnswers: [string, () => Response][] = [
  ['JSON of a captive portal', () => json(200, { login: 'required' })],
  ['a page of a captive portal', () => html(200)],
  ['an empty body', () => new Response(null, { status: 200 })],
  ['an empty body of the type JSON', () => new Response('', { headers: { 'content-type': 'application/json' } })],
  ['a list', () => json(200, [])],
  ['a text', () => json(200, 'ok')],
  ['null', () => json(200, null)],
  ['an empty object', () => json(200, {})],
  ['a success without the fields of the answer', () => json(200, { code: 'SUCCESS', data: [] })],
  ['a 201', () => json(201, { status: 'ok' })],
  ['a 204', () => new Response(null, { status: 204 })],
  ['a 403 in JSON', () => json(403, { error: 'login required' })],
  ['a 403 with an unknown code', () => json(403, { code: 'LOGIN_REQUIRED', message: 'Please log in.' })],
  ['a 403 with the name of a proxy', () => json(403, { code: 'DENIED', message: 'No.', server: 'nginx' })],
  ['a 409 with a request id', () => json(409, { code: 'BLOCKED', message: 'No.', request_id: '7f3a', status: 409 })],
  ['a 422 with the mark, but without a code', () => json(422, { message: 'No.', server: 'comptoir' })],
  ['a 422 with the mark, but without a message', () => json(422, { code: 'NEW_REASON', server: 'comptoir' })],
  ['a 200 with a refusal', () => json(200, { code: 'NEW_REASON', message: 'No.', server: 'comptoir' })],
  ['one of our codes without a message', () => json(403, { code: 'FORBIDDEN' })],
  ['one of our codes with another status', () => json(403, { code: 'BALANCE_NOT_ENOUGH', message: 'No.' })],
  ['a 401 that asks to log in', () => json(401, { code: 'unauthenticated', message: 'Please log in.' })],
  ['a 511', () => json(511, { message: 'Network authentication required' })],
  ['a 404 of a proxy', () => html(404)],
  ['a 413 of a proxy', () => html(413)],
];

/** The device's transport, in a network that gives this answer to every request. */
function transportAnswering(device: TestDevice, answer: () => Response): Transport {
  const fetch = async () => answer();
  return {
    token: async () => device.session.token,
    call: ((address, input, options) => callAt(address, input, { ...options, fetch })) as Transport['call'],
  };
}

describe('an order stays in doubt when something other than our server answers with', () => {
  test.each(foreignAnswers)('%s', async (_name, answer) => {
    signIn({ user: amina, token: 'token' });
    const signedOut = vi.fn<() => void>();
    const stop = onSignedOut(signedOut);
    const device = await deviceOf(amina);
    const transport = transportAnswering(device, answer);
    const about = { product_id: 5, title: 'Tea' };

    const outcome = await makeMoneyCall(
      device.db,
      placeOrder,
      { product_id: 5, price: 12 },
      { key: 'k1', about },
      { transport, runtime: device.environment.runtime },
    );
    const settled = await settle(device.db, 'k1', transport);
    stop();

    expect(outcome).toEqual({ kind: 'unknown' });
    expect(settled).toBe('unknown');
    expect(await device.db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
    expect(signedOut).not.toHaveBeenCalled();
    expect(sessionToken()).toBe('token');
  });
});

describe('the outbox stays, and nothing is parked, when a pass is answered with', () => {
  // A 413 makes the pass halve its batch.
  test.each(foreignAnswers.filter(([name]) => name !== 'a 413 of a proxy'))('%s', async (_name, answer) => {
    const device = await deviceOf(amina);
    await perform(device.db, 'ticket.open', newTicket());

    const end = await pass(device.db, {
      transport: transportAnswering(device, answer),
      runtime: device.environment.runtime,
    });

    expect(end.kind).toBe('offline');
    expect(await device.db.outbox.toArray()).toMatchObject([{ state: 'sent' }]);
  });
});

test('a file is not marked as sent when a captive portal has answered its upload', async () => {
  const device = await deviceOf(sara);
  await device.db.blobs.put({ id: 'f1', type: 'image/png', bytes: new ArrayBuffer(3) });
  await perform(device.db, 'order.deliver', { order_id: 7, status: 'completed', notes: null, file_id: 'f1' });
  const transport = transportAnswering(device, () => json(200, { login: 'required' }));

  const end = await pass(device.db, { transport, runtime: device.environment.runtime });

  expect(end.kind).toBe('offline');
  expect((await device.db.blobs.get('f1'))?.sent).toBeUndefined();
});

/** Calls without a JSON answer; the app never reads them with `call`. */
const notJson = new Set(['syncEvents', 'readFile', 'readLogo', 'metrics']);

describe('no call accepts the JSON of a captive portal as its answer:', () => {
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
const genuineAnswers = {
  csrfCookie: [csrfCookie, { code: 'SUCCESS' }],
  logout: [logout, { code: 'SUCCESS' }],
  health: [health, { status: 'ok', version: '1.0.0' }],
  sync: [
    sync,
    nothingNew({ results, changes: [change], older: [change], before: 'b1', total: 7, articles: 'user.r1' }),
  ],
  uploadFile: [uploadFile, { code: 'SUCCESS', file: { id: 'f1', name: 'a.png', type: 'image/png', size: 3 } }],
  cancelOutcome: [
    cancelOutcome,
    { code: 'SUCCESS', state: 'refused', refusal: 'PRICE_CHANGED', touched: ['orders:1'] },
  ],
} as const satisfies Partial<Record<keyof typeof addresses, readonly [Endpoint, object]>>;

/** All copies of a value in which one part, at any depth, is removed or replaced. */
function* damagedCopies(value: unknown): Generator<unknown> {
  for (const other of [null, 'x', 7, true, [], {}, [null], { x: [] }]) yield other;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const put = (other: unknown) => {
      const copy = structuredClone(value) as Record<string, unknown>;
      copy[name] = other;
      return copy;
    };
    for (const other of damagedCopies(part)) yield put(other);
    if (Array.isArray(value)) continue;
    const { [name]: _removed, ...rest } = value as Record<string, unknown>;
    yield rest;
  }
}

/** A body with a known table in the place of each: only the service worker accepts rows of unknown ones (D-27). */
const withKnownTables = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'entity' && typeof value === 'string' ? 'tickets' : value,
  );

test.each(Object.entries(genuineAnswers))(
  'the service worker checks the answer of %s exactly as the contract describes it',
  (name, [endpoint, answer]) => {
    const { output } = addresses[name as keyof typeof genuineAnswers];
    expect(output.safeParse(answer).success).toBe(true);
    expect(output.safeParse({ ...answer, added_later: 1 }).success).toBe(true);

    const differing = [...damagedCopies(answer)].filter(
      (one) => output.safeParse(one).success !== endpoint.output.safeParse(withKnownTables(one)).success,
    );

    expect(differing).toEqual([]);
  },
);
