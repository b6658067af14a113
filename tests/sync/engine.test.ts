import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Engine } from '../../src/client/sync/engine.ts';
import type { PassResult } from '../../src/client/sync/error-table.ts';
import type { EngineState } from '../../src/client/sync/status.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An engine whose passes end with these results; after them every pass succeeds. */
function engineOf(...ends: (PassResult | Promise<PassResult>)[]) {
  const states: EngineState[] = [];
  let passes = 0;
  const run = async (): Promise<PassResult> => {
    passes++;
    return (await ends.shift()) ?? { kind: 'idle' };
  };
  const engine = new Engine({ run, onState: (state) => states.push(state), now: Date.now, random: () => 0.5 });
  return { engine, states, passes: () => passes };
}

const runTasks = () => vi.advanceTimersByTimeAsync(0);

test('requests in quick succession start one pass', async () => {
  const { engine, passes } = engineOf();

  for (let n = 0; n < 5; n++) engine.request('hint', 100);
  await vi.advanceTimersByTimeAsync(99);
  expect(passes()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);

  expect(passes()).toBe(1);
});

test('requests during a pass start one more pass afterwards', async () => {
  let end: (result: PassResult) => void = () => undefined;
  const { engine, passes, states } = engineOf(new Promise((resolve) => (end = resolve)));
  engine.request('news');
  await runTasks();

  engine.request('hint', 100);
  engine.request('news');
  expect(passes()).toBe(1);
  expect(states.at(-1)).toEqual({ running: true, busy: false, pause: null, retryAt: null });
  end({ kind: 'idle' });
  await runTasks();

  expect(passes()).toBe(2);
  expect(states.at(-1)).toEqual({ running: false, busy: false, pause: null, retryAt: null });
});

test('OF-09 offline the engine waits longer each time; a request for news ends the wait, a hint does not', async () => {
  const { engine, passes, states } = engineOf({ kind: 'offline' }, { kind: 'offline' }, { kind: 'offline' });
  engine.request('news');
  await runTasks();
  expect(states.at(-1)?.retryAt).toBe(Date.now() + 1_000);

  engine.request('hint');
  await runTasks();
  expect(passes()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(passes()).toBe(2);
  expect(states.at(-1)?.retryAt).toBe(Date.now() + 2_000);

  engine.request('news');
  await runTasks();
  expect(passes()).toBe(3);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(passes()).toBe(4);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes()).toBe(4);
});

test('OF-09 the engine waits as long as a busy server asks, except when the user starts a pass', async () => {
  const { engine, passes, states } = engineOf({ kind: 'busy', retryAfter: 20_000 });
  engine.request('news');
  await runTasks();
  expect(states.at(-1)).toMatchObject({ busy: true, retryAt: Date.now() + 20_000 });

  engine.request('news');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(passes()).toBe(1);
  expect(await engine.runNow()).toEqual({ kind: 'idle' });

  expect(passes()).toBe(2);
});

test('after “signed out” or “outdated” the engine starts no pass until the user does', async () => {
  const { engine, passes } = engineOf({ kind: 'signIn' }, { kind: 'outdated' });
  engine.request('news');
  await runTasks();

  engine.request('news');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(passes()).toBe(1);
  expect(await engine.runNow()).toEqual({ kind: 'outdated' });
  engine.request('news');
  await vi.advanceTimersByTimeAsync(600_000);

  expect(passes()).toBe(2);
});

test('OF-41 while only an upload waits, a new change starts a pass at once, and the engine runs when the upload is due', async () => {
  const { engine, passes, states } = engineOf(
    { kind: 'uploads', retryAfter: 60_000 },
    { kind: 'uploads', retryAfter: 60_000 },
  );
  engine.request('news');
  await runTasks();
  expect(states.at(-1)).toEqual({ running: false, busy: false, pause: null, retryAt: null });

  engine.request('hint', 100);
  await vi.advanceTimersByTimeAsync(100);
  expect(passes()).toBe(2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(passes()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);

  expect(passes()).toBe(3);
});

test('OF-42 on a full device the engine tries again with back-off, and says that the device is full until then', async () => {
  const { engine, passes, states } = engineOf({ kind: 'full' });
  engine.request('news');
  await runTasks();
  expect(states.at(-1)).toMatchObject({ running: false, busy: false, pause: 'full' });

  await vi.advanceTimersByTimeAsync(1_000);

  expect(passes()).toBe(2);
  expect(states.at(-1)).toMatchObject({ pause: null });
});

test('a stopped engine starts no pass', async () => {
  const { engine, passes } = engineOf({ kind: 'offline' });
  engine.request('news');
  await runTasks();

  engine.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  await engine.runNow();

  expect(passes()).toBe(1);
});

test('a good connection ends the back-off and a Retry-After of an outage, but not a Retry-After for this device', async () => {
  const { engine, passes } = engineOf(
    { kind: 'offline' },
    { kind: 'broken' },
    { kind: 'busy', retryAfter: 600_000, outage: true },
    { kind: 'busy', retryAfter: 600_000 },
  );
  engine.request('news');
  await runTasks();

  for (const count of [2, 3, 4]) {
    expect(engine.retryAfterOutage()).toBe(true);
    await runTasks();
    expect(passes()).toBe(count);
  }
  expect(engine.retryAfterOutage()).toBe(false);
  await vi.advanceTimersByTimeAsync(599_000);

  expect(passes()).toBe(4);
});

test('a pass that is aborted on a lost connection is followed at once by a pass that is marked as “after an outage”', async () => {
  let end: (result: PassResult) => void = () => undefined;
  const isAfterOutageByRun: boolean[] = [];
  const ends = [new Promise<PassResult>((resolve) => (end = resolve)), { kind: 'idle' } as const];
  const run = async (isAfterOutage: boolean) => {
    isAfterOutageByRun.push(isAfterOutage);
    return ends.shift()!;
  };
  const engine = new Engine({ run, onState: () => undefined, now: Date.now, random: () => 0.5 });
  engine.request('news');
  await runTasks();

  engine.runAnotherAtOnce();
  end({ kind: 'offline' });
  await runTasks();

  expect(isAfterOutageByRun).toEqual([false, true]);
});
