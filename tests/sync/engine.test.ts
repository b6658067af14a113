import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Engine } from '../../src/client/sync/engine.ts';
import type { PassEnd } from '../../src/client/sync/error-table.ts';
import type { EngineState } from '../../src/client/sync/status.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An engine whose passes end as told; without a word they end well. */
function engineOf(...ends: (PassEnd | Promise<PassEnd>)[]) {
  const states: EngineState[] = [];
  let passes = 0;
  const run = async (): Promise<PassEnd> => {
    passes++;
    return (await ends.shift()) ?? { kind: 'idle' };
  };
  const engine = new Engine({ run, note: (state) => states.push(state), now: Date.now, random: () => 0.5 });
  return { engine, states, passes: () => passes };
}

const rest = () => vi.advanceTimersByTimeAsync(0);

test('what is queued in quick succession leaves with one pass', async () => {
  const { engine, passes } = engineOf();

  for (let n = 0; n < 5; n++) engine.request('hint', 100);
  await vi.advanceTimersByTimeAsync(99);
  expect(passes()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);

  expect(passes()).toBe(1);
});

test('what comes while a pass runs gets a pass of its own afterwards', async () => {
  let end: (end: PassEnd) => void = () => undefined;
  const { engine, passes, states } = engineOf(new Promise((resolve) => (end = resolve)));
  engine.request('news');
  await rest();

  engine.request('hint', 100);
  engine.request('news');
  expect(passes()).toBe(1);
  expect(states.at(-1)).toEqual({ running: true, busy: false, pause: null, retryAt: null });
  end({ kind: 'idle' });
  await rest();

  expect(passes()).toBe(2);
  expect(states.at(-1)).toEqual({ running: false, busy: false, pause: null, retryAt: null });
});

test('offline it waits longer each time; news cuts the wait short, a hint does not', async () => {
  const { engine, passes, states } = engineOf({ kind: 'offline' }, { kind: 'offline' }, { kind: 'offline' });
  engine.request('news');
  await rest();
  expect(states.at(-1)?.retryAt).toBe(Date.now() + 1_000);

  engine.request('hint');
  await rest();
  expect(passes()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passes()).toBe(2);
  expect(states.at(-1)?.retryAt).toBe(Date.now() + 2_000);

  engine.request('news');
  await rest();
  expect(passes()).toBe(3);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(passes()).toBe(4);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes()).toBe(4);
});

test('a busy server is left alone as long as it asked, except by hand', async () => {
  const { engine, passes, states } = engineOf({ kind: 'busy', retryAfter: 20_000 });
  engine.request('news');
  await rest();
  expect(states.at(-1)).toMatchObject({ busy: true, retryAt: Date.now() + 20_000 });

  engine.request('news');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(passes()).toBe(1);
  expect(await engine.now()).toEqual({ kind: 'idle' });

  expect(passes()).toBe(2);
});

test('signed out or outdated it rests, until somebody asks by hand', async () => {
  const { engine, passes } = engineOf({ kind: 'signIn' }, { kind: 'outdated' });
  engine.request('news');
  await rest();

  engine.request('news');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes()).toBe(1);
  expect(await engine.now()).toEqual({ kind: 'outdated' });
  engine.request('news');
  await vi.advanceTimersByTimeAsync(600_000);

  expect(passes()).toBe(2);
});

test('stopped, it starts nothing any more', async () => {
  const { engine, passes } = engineOf({ kind: 'offline' });
  engine.request('news');
  await rest();

  engine.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  await engine.now();

  expect(passes()).toBe(1);
});

test('a good line ends back-off and a Retry-After of the whole server, but not one for this device alone', async () => {
  const { engine, passes } = engineOf(
    { kind: 'offline' },
    { kind: 'broken' },
    { kind: 'busy', retryAfter: 600_000, outage: true },
    { kind: 'busy', retryAfter: 600_000 },
  );
  engine.request('news');
  await rest();

  for (const count of [2, 3, 4]) {
    expect(engine.lineIsGood()).toBe(true);
    await rest();
    expect(passes()).toBe(count);
  }
  expect(engine.lineIsGood()).toBe(false);
  await vi.advanceTimersByTimeAsync(599_000);

  expect(passes()).toBe(4);
});

test('a pass whose connection is dead is followed by another one without a wait, in a hurry', async () => {
  let end: (end: PassEnd) => void = () => undefined;
  const hurried: boolean[] = [];
  const ends = [new Promise<PassEnd>((resolve) => (end = resolve)), { kind: 'idle' } as const];
  const run = async (isHurried: boolean) => {
    hurried.push(isHurried);
    return ends.shift()!;
  };
  const engine = new Engine({ run, note: () => undefined, now: Date.now, random: () => 0.5 });
  engine.request('news');
  await rest();

  engine.runAnotherAtOnce();
  end({ kind: 'offline' });
  await rest();

  expect(hurried).toEqual([false, true]);
});
