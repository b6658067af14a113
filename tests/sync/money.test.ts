import { afterEach, expect, test, vi } from 'vitest';
import { placeOrder } from '../../src/contract/orders.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { makeMoneyCall, readCallsInDoubt, settle, settleAll } from '../../src/client/sync/money.ts';
import { deleteSeen, readUnseen } from '../../src/client/sync/outcomes.ts';
import { amina, deviceOf, callFailure, type CallResult, type TestDevice } from './support.ts';

afterEach(() => vi.unstubAllGlobals());

const input = { product_id: 5, price: 12 };
const placed = { code: 'SUCCESS', order: { id: 77 }, balance: 88 };
const cancelled = { code: 'SUCCESS', state: 'cancelled', touched: [] };
const order = (device: TestDevice, key = 'k1', more: object = {}) =>
  makeMoneyCall(
    device.db,
    placeOrder,
    input,
    { key, about: { product_id: 5, title: 'Tea' }, ...more },
    device.environment,
  );

/** A server that gives these answers, one after another. */
const serverAnswering =
  (...answers: CallResult[]) =>
  () =>
    answers.shift()!;

test('a money call is stored before it is sent, and deleted after a definite answer', async () => {
  const device = await deviceOf(amina);
  const pledges: unknown[] = [];
  device.server = async () => {
    pledges.push(...(await device.db.pledges.toArray()));
    return placed;
  };

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });

  expect(pledges).toMatchObject([
    { key: 'k1', state: 'asked', call: 'placeOrder', about: { product_id: 5, title: 'Tea' } },
  ]);
  expect(device.calls).toMatchObject([{ path: '/api/orders', key: 'k1' }]);
  expect(await device.db.pledges.count()).toBe(0);
});

/** Makes `times` writes of money calls fail after `passing` that succeed; the app tries each write four times. */
function failStorage({ pledges }: LocalDatabase, times: number, passing = 0): void {
  let writes = 0;
  const fail = (): undefined => {
    if (writes++ >= passing && times-- > 0) throw new DOMException('The storage failed', 'UnknownError');
  };
  pledges.hook('creating', fail);
  pledges.hook('updating', fail);
  pledges.hook('deleting', fail);
}

test('nothing is ordered while the storage fails; when it works again, the order is sent', async () => {
  const device = await deviceOf(amina, () => placed);
  failStorage(device.db, 4);

  await expect(order(device)).rejects.toMatchObject({ name: 'NotSaved', why: 'failed' });
  expect(device.calls).toEqual([]);

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });
});

test('the outcome is reported when the storage fails after the answer, and the stored call is settled later', async () => {
  const device = await deviceOf(amina, () => placed);
  failStorage(device.db, Infinity, 1);

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });

  expect(await device.db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
});

test('the server is asked again for an outcome that the device could not store', async () => {
  const device = await deviceOf(amina, serverAnswering(callFailure('signedOut'), cancelled, cancelled));
  await order(device);
  failStorage(device.db, 4);

  expect(await settle(device.db, 'k1', device.environment.transport)).toBe('unknown');
  expect(await settle(device.db, 'k1', device.environment.transport)).toBe('cancelled');
});

test('a refusal is definite: a new attempt needs a new key', async () => {
  const device = await deviceOf(amina, () => callFailure('refused', { code: 'BALANCE_NOT_ENOUGH' }));

  expect(await order(device)).toMatchObject({ kind: 'refused', failure: { code: 'BALANCE_NOT_ENOUGH' } });

  expect(await device.db.pledges.count()).toBe(0);
});

test('while the dialog is open the call is repeated with its key', async () => {
  const device = await deviceOf(
    amina,
    serverAnswering(
      callFailure('unreachable'),
      callFailure('refused', { code: 'IN_PROGRESS' }),
      callFailure('busy'),
      placed,
    ),
  );
  let doubts = 0;

  expect(await order(device, 'k1', { onDoubt: () => doubts++ })).toMatchObject({ kind: 'done' });

  expect(device.calls.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1', 'k1']);
  expect(doubts).toBe(3);
});

test('after a minute, or when the dialog closes, the outcome is unknown and the stored call stays', async () => {
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  const startedAt = device.clock.now;

  expect(await order(device)).toEqual({ kind: 'unknown' });
  expect(device.clock.now - startedAt).toBeLessThanOrEqual(60_000);

  const closed = new AbortController();
  closed.abort();
  device.calls.length = 0;
  expect(await order(device, 'k2', { signal: closed.signal })).toEqual({ kind: 'unknown' });
  expect(device.calls).toHaveLength(1);
  expect((await readCallsInDoubt(device.db)).map(({ key }) => key)).toEqual(['k1', 'k2']);
});

test('a call during which the session ends stays in doubt', async () => {
  const device = await deviceOf(amina, () => callFailure('signedOut'));

  expect(await order(device)).toEqual({ kind: 'unknown' });

  expect(device.calls).toHaveLength(1);
  expect(await device.db.pledges.count()).toBe(1);
});

test('settling cancels the key and keeps the outcome until the user has seen it', async () => {
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  const { db, environment } = device;
  await order(device);

  expect(await settle(db, 'k1', environment.transport)).toBe('unknown');
  device.server = serverAnswering({ code: 'SUCCESS', state: 'applied', touched: ['orders:77'] });
  expect(await settle(db, 'k1', environment.transport)).toBe('applied');
  expect(await readCallsInDoubt(db)).toEqual([]);

  await settleAll(db, environment.transport);
  await settleAll(db, environment.transport);
  expect(await readUnseen(db)).toMatchObject([
    { key: 'k1', outcome: 'applied', touched: ['orders:77'], about: { title: 'Tea' } },
  ]);
  await deleteSeen(db, ['k1']);
  expect(await db.pledges.count()).toBe(0);
});

test('all calls in doubt are settled when the server is reachable again', async () => {
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  await order(device, 'k1');
  await order(device, 'k2');
  device.server = (_path, { key }: { key: string }) =>
    key === 'k1'
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : { code: 'SUCCESS', state: 'refused', refusal: 'PRICE_CHANGED', touched: [] };

  await settleAll(device.db, device.environment.transport);

  expect((await readUnseen(device.db)).map(({ key, outcome, refusal }) => [key, outcome, refusal])).toEqual([
    ['k1', 'cancelled', undefined],
    ['k2', 'refused', 'PRICE_CHANGED'],
  ]);
});

test('a call in doubt is never marked as seen', async () => {
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  await order(device);

  await deleteSeen(device.db, ['k1']);

  expect(await readCallsInDoubt(device.db)).toMatchObject([{ key: 'k1' }]);
});

test('an order is in doubt from the first missing answer, whatever the clock says, and not before', async () => {
  const device = await deviceOf(amina);
  const seen: string[][] = [];
  const recordInDoubt = async () => seen.push((await readCallsInDoubt(device.db)).map(({ key }) => key));
  device.server = async () => {
    device.clock.now -= 3_600_000;
    await recordInDoubt();
    return callFailure('unreachable');
  };
  const closed = new AbortController();

  await order(device, 'k1', { signal: closed.signal, onDoubt: () => closed.abort() });
  await recordInDoubt();

  expect(seen).toEqual([[], ['k1'], ['k1']]);
});

test('a call of another tab or of a killed browser is in doubt at once', async () => {
  const device = await deviceOf(amina);
  await device.db.pledges.put({
    key: 'k9',
    state: 'asked',
    call: 'placeOrder',
    about: {},
    createdAt: Date.now() + 1e9,
  });

  expect(await readCallsInDoubt(device.db)).toMatchObject([{ key: 'k9' }]);
});

const definite: [string, CallResult, object][] = [
  ['placed', placed, { outcome: 'applied', touched: ['orders:77'] }],
  [
    'refused',
    callFailure('refused', { code: 'BALANCE_NOT_ENOUGH' }),
    { outcome: 'refused', refusal: 'BALANCE_NOT_ENOUGH' },
  ],
];
test.each(definite)(
  'an answer that comes while the page is hidden is kept until the user has seen it: %s',
  async (_, answer, kept) => {
    const device = await deviceOf(amina, () => answer);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const touched = ({ order: { id } }: { order: { id: number } }) => [`orders:${id}`];

    await order(device, 'k1', { touched });

    expect(await readUnseen(device.db)).toMatchObject([{ key: 'k1', about: { title: 'Tea' }, ...kept }]);
    expect(await readCallsInDoubt(device.db)).toEqual([]);
  },
);

test('settling does not cancel an order whose call is still running', async () => {
  const device = await deviceOf(amina);
  let answer: (result: CallResult) => void = () => undefined;
  device.server = (path) =>
    path === '/api/orders'
      ? new Promise((resolve) => (answer = resolve))
      : { code: 'SUCCESS', state: 'cancelled', touched: [] };
  const ordering = order(device);
  while (device.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));

  await settleAll(device.db, device.environment.transport);
  answer(placed);

  expect(await ordering).toMatchObject({ kind: 'done' });
  expect(device.calls.map(({ path }) => path)).toEqual(['/api/orders']);
});
