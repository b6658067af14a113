import { expect, test } from 'vitest';
import { inThreadTime, longTasks, type TraceEvent } from '../../scripts/lighthouse/thread-time.ts';

const page = { pid: 1, tid: 2 };
const event = (name: string, ts: number, dur: number, rest: Partial<TraceEvent> = {}): TraceEvent => ({
  ...page,
  name,
  ph: 'X',
  ts,
  dur,
  ...rest,
});
const navigation: TraceEvent = {
  ...page,
  name: 'navigationStart',
  ph: 'R',
  ts: 1_000,
  args: { data: { documentLoaderURL: 'http://127.0.0.1:3000/auth/login' } },
};

/** A task of 100 ms that had the processor for 25 ms of it, with a script of 64 ms that lays out the page for 20 ms. */
const waiting = [
  event('RunTask', 10_000, 100_000, { tdur: 25_000 }),
  event('FunctionCall', 20_000, 64_000, { args: { data: { url: 'http://127.0.0.1:3000/assets/login.js?v=1' } } }),
  event('Layout', 40_000, 20_000),
];
const trace = [
  navigation,
  ...waiting,
  event('RunTask', 200_000, 4_000, { tdur: 4_000 }),
  event('Paint', 200_000, 3_000),
  event('RunTask', 10_000, 100_000, { tid: 3, tdur: 1_000 }),
];

test('a task lasts as long as its processor time, and its events as long as their part of it', () => {
  const rewritten = inThreadTime(trace, 'http://127.0.0.1:3000');

  const times = rewritten.map(({ name, ts, dur }) => [name, ts, dur]);
  expect(times).toEqual([
    ['navigationStart', 1_000, undefined],
    ['RunTask', 10_000, 25_000],
    ['FunctionCall', 12_500, 16_000],
    ['Layout', 17_500, 5_000],
    ['RunTask', 200_000, 4_000],
    ['Paint', 200_000, 3_000],
    ['RunTask', 10_000, 100_000],
  ]);
});

test('the longest tasks are listed with what took their processor time', () => {
  expect(longTasks(trace, 'http://127.0.0.1:3000', 4)).toEqual([
    {
      ms: 25,
      at: 9,
      causes: [
        ['script login.js', 11],
        ['other', 9],
        ['layout', 5],
      ],
    },
    {
      ms: 4,
      at: 199,
      causes: [
        ['paint', 3],
        ['other', 1],
      ],
    },
  ]);
});

test('a trace without a page of the app is refused', () => {
  expect(() => inThreadTime(trace, 'http://127.0.0.1:4000')).toThrow('no navigation');
});
