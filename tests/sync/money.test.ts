import { afterEach, expect, test, vi } from 'vitest';
import { placeOrder } from '../../src/contract/orders.ts';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { pledgeCall, readDoubts, settle, settleAll } from '../../src/client/sync/money.ts';
import { markSeen, readUnseen } from '../../src/client/sync/outcomes.ts';
import { amina, deviceOf, fails, type Said, type TestDevice } from './support.ts';

afterEach(() => vi.unstubAllGlobals());

const input = { product_id: 5, price: 12 };
const placed = { code: 'SUCCESS', order: { id: 77 }, balance: 88 };
const sealed = { code: 'SUCCESS', state: 'cancelled', touched: [] };
const order = (device: TestDevice, key = 'k1', more: object = {}) =>
  pledgeCall(device.db, placeOrder, input, { key, about: { product_id: 5, title: 'Tea' }, ...more }, device.outside);

/** A server that says these things, one after another. */
const saying =
  (...said: Said[]) =>
  () =>
    said.shift()!;

test('the pledge is there before the call leaves, and gone with a definite answer', async () => {
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
  expect(device.asked).toMatchObject([{ path: '/api/orders', key: 'k1' }]);
  expect(await device.db.pledges.count()).toBe(0);
});

/** The next `times` writes of pledges fail, after `passing` of them. */
function failStorage({ pledges }: LocalDatabase, times: number, passing = 0): void {
  let writes = 0;
  const fail = (): undefined => {
    if (writes++ >= passing && times-- > 0) throw new DOMException('The storage failed', 'UnknownError');
  };
  pledges.hook('creating', fail);
  pledges.hook('updating', fail);
  pledges.hook('deleting', fail);
}

test('Money 1: nothing is ordered while the storage fails, and a storage that recovers is used again', async () => {
  const device = await deviceOf(amina, () => placed);
  failStorage(device.db, 4);

  await expect(order(device)).rejects.toMatchObject({ name: 'NotSaved', why: 'failed' });
  expect(device.asked).toEqual([]);

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });
});

test('Money 2: the outcome is told when the storage fails after the answer, and the pledge is settled later', async () => {
  const device = await deviceOf(amina, () => placed);
  failStorage(device.db, Infinity, 1);

  expect(await order(device)).toEqual({ kind: 'done', answer: placed });

  expect(await device.db.pledges.toArray()).toMatchObject([{ key: 'k1', state: 'asked' }]);
});

test('Money 4: what the server decided is asked again when the device could not keep it', async () => {
  const device = await deviceOf(amina, saying(fails('signedOut'), sealed, sealed));
  await order(device);
  failStorage(device.db, 4);

  expect(await settle(device.db, 'k1', device.outside.line)).toBe('unknown');
  expect(await settle(device.db, 'k1', device.outside.line)).toBe('cancelled');
});

test('a refusal is definite: a new attempt needs a new key', async () => {
  const device = await deviceOf(amina, () => fails('refused', { code: 'BALANCE_NOT_ENOUGH' }));

  expect(await order(device)).toMatchObject({ kind: 'refused', failure: { code: 'BALANCE_NOT_ENOUGH' } });

  expect(await device.db.pledges.count()).toBe(0);
});

test('while the dialog is open the same key is asked again, for a minute', async () => {
  const device = await deviceOf(
    amina,
    saying(fails('unreachable'), fails('refused', { code: 'IN_PROGRESS' }), fails('busy'), placed),
  );
  let doubts = 0;

  expect(await order(device, 'k1', { onDoubt: () => doubts++ })).toMatchObject({ kind: 'done' });

  expect(device.asked.map(({ key }) => key)).toEqual(['k1', 'k1', 'k1', 'k1']);
  expect(doubts).toBe(3);
});

test('after a minute, or when the dialog closes, nobody knows, and the pledge stays', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  const began = device.clock.now;

  expect(await order(device)).toEqual({ kind: 'unknown' });
  expect(device.clock.now - began).toBeLessThanOrEqual(60_000);

  const closed = new AbortController();
  closed.abort();
  device.asked.length = 0;
  expect(await order(device, 'k2', { signal: closed.signal })).toEqual({ kind: 'unknown' });
  expect(device.asked).toHaveLength(1);
  expect((await readDoubts(device.db)).map(({ key }) => key)).toEqual(['k1', 'k2']);
});

test('signed out in the middle, the outcome is left for later', async () => {
  const device = await deviceOf(amina, () => fails('signedOut'));

  expect(await order(device)).toEqual({ kind: 'unknown' });

  expect(device.asked).toHaveLength(1);
  expect(await device.db.pledges.count()).toBe(1);
});

test('settling seals the key and keeps the truth until it was seen', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  const { db, outside } = device;
  await order(device);

  expect(await settle(db, 'k1', outside.line)).toBe('unknown');
  device.server = saying({ code: 'SUCCESS', state: 'applied', touched: ['orders:77'] });
  expect(await settle(db, 'k1', outside.line)).toBe('applied');
  expect(await readDoubts(db)).toEqual([]);

  await settleAll(db, outside.line);
  await settleAll(db, outside.line);
  expect(await readUnseen(db)).toMatchObject([
    { key: 'k1', outcome: 'applied', touched: ['orders:77'], about: { title: 'Tea' } },
  ]);
  await markSeen(db, ['k1']);
  expect(await db.pledges.count()).toBe(0);
});

test('everything in doubt is settled when the line is back', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  await order(device, 'k1');
  await order(device, 'k2');
  device.server = (_path, { key }: { key: string }) =>
    key === 'k1'
      ? { code: 'SUCCESS', state: 'cancelled', touched: [] }
      : { code: 'SUCCESS', state: 'refused', refusal: 'PRICE_CHANGED', touched: [] };

  await settleAll(device.db, device.outside.line);

  expect((await readUnseen(device.db)).map(({ key, outcome, refusal }) => [key, outcome, refusal])).toEqual([
    ['k1', 'cancelled', undefined],
    ['k2', 'refused', 'PRICE_CHANGED'],
  ]);
});

test('what is still in doubt is never taken for seen', async () => {
  const device = await deviceOf(amina, () => fails('unreachable'));
  await order(device);

  await markSeen(device.db, ['k1']);

  expect(await readDoubts(device.db)).toMatchObject([{ key: 'k1' }]);
});

test('an order is in doubt from the first answer that is missing, whatever the clock says, and not before', async () => {
  const device = await deviceOf(amina);
  const seen: string[][] = [];
  const look = async () => seen.push((await readDoubts(device.db)).map(({ key }) => key));
  device.server = async () => {
    device.clock.now -= 3_600_000;
    await look();
    return fails('unreachable');
  };
  const closed = new AbortController();

  await order(device, 'k1', { signal: closed.signal, onDoubt: () => closed.abort() });
  await look();

  expect(seen).toEqual([[], ['k1'], ['k1']]);
});

test('what another tab, or a browser that was killed, has left behind is in doubt at once', async () => {
  const device = await deviceOf(amina);
  await device.db.pledges.put({
    key: 'k9',
    state: 'asked',
    call: 'placeOrder',
    about: {},
    createdAt: Date.now() + 1e9,
  });

  expect(await readDoubts(device.db)).toMatchObject([{ key: 'k9' }]);
});

const definite: [string, Said, object][] = [
  ['placed', placed, { outcome: 'applied', touched: ['orders:77'] }],
  ['refused', fails('refused', { code: 'BALANCE_NOT_ENOUGH' }), { outcome: 'refused', refusal: 'BALANCE_NOT_ENOUGH' }],
];
test.each(definite)(
  'an answer that comes while nobody sees the page stays until it was seen: %s',
  async (_, said, kept) => {
    const device = await deviceOf(amina, () => said);
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const touched = (answer: { order: { id: number } }) => [`orders:${answer.order.id}`];

    await order(device, 'k1', { touched });

    expect(await readUnseen(device.db)).toMatchObject([{ key: 'k1', about: { title: 'Tea' }, ...kept }]);
    expect(await readDoubts(device.db)).toEqual([]);
  },
);

test('an order that is being asked right now is not sealed under the hands of its person', async () => {
  const device = await deviceOf(amina);
  let answer: (said: Said) => void = () => undefined;
  device.server = (path) =>
    path === '/api/orders'
      ? new Promise((resolve) => (answer = resolve))
      : { code: 'SUCCESS', state: 'cancelled', touched: [] };
  const under = order(device);
  while (device.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));

  await settleAll(device.db, device.outside.line);
  answer(placed);

  expect(await under).toMatchObject({ kind: 'done' });
  expect(device.asked.map(({ path }) => path)).toEqual(['/api/orders']);
});
