import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { quietChannel } from '../../src/client/sync/quiet-channel.ts';

const posted: unknown[] = [];
const { postMessage } = BroadcastChannel.prototype;
const channels: BroadcastChannel[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  posted.length = 0;
  BroadcastChannel.prototype.postMessage = (message) => void posted.push(message);
});
afterEach(() => {
  vi.useRealTimers();
  BroadcastChannel.prototype.postMessage = postMessage;
  for (const channel of channels.splice(0)) channel.close();
});

/** A worker's channel with gaps of at most `ms`, and a function that reports changes of tables as Dexie does. */
function gappedChannel(ms: number) {
  const channel = quietChannel((a, b) => ({ ...a, ...b }));
  const dexie = new BroadcastChannel('x-storagemutated-1');
  channels.push(dexie);
  channel.reportWithGaps(ms);
  const report = (table: string, keys: object) => dexie.postMessage({ [`idb://cod_1/${table}/`]: keys });
  return { channel, report };
}

test('the first rows of a first load are reported at once, whatever the pass has noted of itself before', () => {
  const { report } = gappedChannel(700);
  report('facts', { noted: true });
  expect(posted).toEqual([{ 'idb://cod_1/facts/': { noted: true } }]);

  report('products', { a: 1 });
  vi.advanceTimersByTime(0);

  expect(posted[1]).toEqual({ 'idb://cod_1/products/': { a: 1 } });
});

test('further rows are reported together, with gaps that grow to the longest', () => {
  const { report } = gappedChannel(700);
  const gaps: number[] = [];
  report('orders', { start: 1 });
  vi.advanceTimersByTime(0);
  for (let round = 1; round <= 5; round++) {
    report('orders', { [`a${round}`]: 1 });
    report('orders', { [`b${round}`]: 1 });
    const before = posted.length;
    let waited = 0;
    for (; posted.length === before; waited += 10) vi.advanceTimersByTime(10);
    gaps.push(waited);
    expect(posted.at(-1)).toEqual({ 'idb://cod_1/orders/': { [`a${round}`]: 1, [`b${round}`]: 1 } });
  }
  expect(gaps).toEqual([100, 200, 400, 700, 700]);
});

test('the end of a pass reports what is held, and later changes at once', () => {
  const { channel, report } = gappedChannel(700);
  report('orders', { a: 1 });
  vi.advanceTimersByTime(0);
  report('orders', { b: 1 });

  channel.reportAtOnce();
  report('orders', { c: 1 });

  expect(posted.slice(1)).toEqual([{ 'idb://cod_1/orders/': { b: 1 } }, { 'idb://cod_1/orders/': { c: 1 } }]);
});
