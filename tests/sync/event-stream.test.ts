// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartbeatIntervalMs } from '../../src/contract/sync-limits.ts';
import { listenToEvents } from '../../src/client/api/events.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { resetDevice, signInOnDevice } from './browser.ts';
import { amina, nothingNew } from './support.ts';

/** Milliseconds within which a visible page shows a change of another user. */
const shownWithin = 60_000;

/** How the server answers a request for an event stream. */
type Streaming = (signal: AbortSignal) => Response | Promise<Response>;

let streaming: Streaming;
let passes = 0;
let streams = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  passes = 0;
  streams = 0;
  await resetDevice();
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    if (path === '/api/sync/events') {
      streams += 1;
      return streaming(signal);
    }
    if (path === '/api/sync') passes += 1;
    return Response.json(path === '/api/sync' ? nothingNew() : { status: 'ok', version: 'test' });
  });
});
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A stream that sends one event, and then `text` at each heartbeat; with null it stays silent. */
const streamOf =
  (text: string | null): Streaming =>
  (signal) => {
    const bytes = (line: string) => new TextEncoder().encode(line);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes('event: poke\ndata:\n\n'));
        const timer =
          text === null ? undefined : setInterval(() => controller.enqueue(bytes(text)), heartbeatIntervalMs);
        signal.addEventListener('abort', () => {
          clearInterval(timer);
          controller.error(new TypeError('aborted'));
        });
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

const neverAnswered: Streaming = (signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('aborted'))));

/** Advances the time and runs the page's timers. */
async function advanceTime(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
  }
}

test.each<[string, Streaming]>([
  ['is dead without having been closed', streamOf(null)],
  ['is never answered', neverAnswered],
])('OF-19 a page starts a pass within a minute when its event stream %s', async (_name, stream) => {
  streaming = stream;
  startSync(await signInOnDevice(amina));
  await advanceTime(2_000);
  const before = { passes, streams };
  expect(before.passes).toBeGreaterThan(0);

  await advanceTime(shownWithin);

  expect(passes).toBeGreaterThan(before.passes);
  expect(streams, 'a new stream').toBeGreaterThan(before.streams);
});

test('a page keeps an event stream that sends only heartbeats', async () => {
  streaming = streamOf(':\n\n');
  startSync(await signInOnDevice(amina));
  await advanceTime(2_000);
  const before = passes;

  await advanceTime(3 * shownWithin);

  expect({ streams, passes }).toEqual({ streams: 1, passes: before });
});

test('events arrive from the stream, and its end causes no error', async () => {
  const lines = ['event: poke\ndata: \n\n', ': heart', 'beat\n\nda', 'ta: 1\n\n'];
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      for (const line of lines) stream.enqueue(new TextEncoder().encode(line));
      stream.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  const [onOpen, onChanges] = [vi.fn<() => void>(), vi.fn<() => void>()];

  await listenToEvents({ token: 't', signal: new AbortController().signal, onOpen, onChanges });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAUTHENTICATED', message: 'No.' }, { status: 401 }));
  await listenToEvents({ token: 't', signal: new AbortController().signal, onOpen, onChanges });

  expect(onOpen).toHaveBeenCalledOnce();
  expect(onChanges).toHaveBeenCalledTimes(2);
});
