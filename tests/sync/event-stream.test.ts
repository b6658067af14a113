// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { heartbeatEvery } from '../../src/contract/sync-limits.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { freshDevice, signedIn } from './browser.ts';
import { amina, nothingNew } from './support.ts';

/** Milliseconds within which a visible page shows a change of another user. */
const shownWithin = 60_000;

/** What the server does with an event stream. */
type Streaming = (signal: AbortSignal) => Response | Promise<Response>;

let streaming: Streaming;
let passes = 0;
let streams = 0;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  passes = 0;
  streams = 0;
  await freshDevice();
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

/** A stream that pokes once, and then says `text` at each heartbeat; null says nothing any more. */
const streamOf =
  (text: string | null): Streaming =>
  (signal) => {
    const bytes = (said: string) => new TextEncoder().encode(said);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes('event: poke\ndata:\n\n'));
        const timer = text === null ? undefined : setInterval(() => controller.enqueue(bytes(text)), heartbeatEvery);
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

/** Lets time pass, and what this page does meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
  }
}

test.each<[string, Streaming]>([
  ['is dead without having been closed', streamOf(null)],
  ['is never answered', neverAnswered],
])('OF-19 a page asks the server within a minute when its event stream %s', async (_name, stream) => {
  streaming = stream;
  startSync(await signedIn(amina));
  await pass(2_000);
  const before = { passes, streams };
  expect(before.passes).toBeGreaterThan(0);

  await pass(shownWithin);

  expect(passes).toBeGreaterThan(before.passes);
  expect(streams, 'a new stream').toBeGreaterThan(before.streams);
});

test('a page keeps an event stream that says nothing but heartbeats', async () => {
  streaming = streamOf(':\n\n');
  startSync(await signedIn(amina));
  await pass(2_000);
  const before = passes;

  await pass(3 * shownWithin);

  expect({ streams, passes }).toEqual({ streams: 1, passes: before });
});
