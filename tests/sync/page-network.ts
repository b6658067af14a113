import { afterEach, beforeEach, vi } from 'vitest';
import { stopSync } from '../../src/client/sync/triggers.ts';
import { resetDevice } from './browser.ts';
import { nothingNew } from './support.ts';

const json = { 'content-type': 'application/json' };

/** Returns the faulty answer to a request; null sends the request to a server that accepts everything. */
export type Network = (path: string, init: RequestInit) => Response | Promise<Response> | null;

export const unreachable = () => Promise.reject(new TypeError('offline'));

interface PageNetwork {
  network: Network;
  /** The mutations that the server accepted, with the time in ms. */
  accepted: { id: string; at: number }[];
  /** The paths of all requests. */
  requests: string[];
}

/** Gives each test of a file an empty device, simulated time, and a network that works until the test replaces it. */
export function setUpPageNetwork(): PageNetwork {
  const page: PageNetwork = { network: () => null, accepted: [], requests: [] };
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    Object.assign(page, { network: () => null, accepted: [], requests: [] });
    await resetDevice();
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      page.requests.push(path);
      return (await page.network(path, init)) ?? serve(page, path, init);
    });
  });
  afterEach(() => {
    stopSync();
    Reflect.deleteProperty(navigator, 'locks');
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return page;
}

function serve({ accepted }: PageNetwork, path: string, init: RequestInit): Response {
  if (path === '/api/sync/events') return new Response('{"code":"NOT_FOUND"}', { status: 404, headers: json });
  if (path === '/api/files')
    return Response.json({ code: 'SUCCESS', file: { id: 'f', name: 'f.pdf', type: 'application/pdf', size: 4 } });
  if (path !== '/api/sync') return Response.json({ status: 'ok', version: 'test' });
  const { mutations } = JSON.parse(init.body as string) as { mutations: { id: string }[] };
  accepted.push(...mutations.map(({ id }) => ({ id, at: Date.now() })));
  return Response.json(
    nothingNew({ results: mutations.map(({ id }) => ({ id, status: 200, code: 'SUCCESS', rows: [] })) }),
  );
}

/** Advances the time until a condition is met; throws when that takes a minute. */
export async function advanceUntil(isMet: () => boolean): Promise<void> {
  for (let ms = 0; !isMet(); ms += 100) {
    if (ms > 60_000) throw new Error('The condition was not met within a minute');
    await advanceTime(100);
  }
}

/** Steps of the storage that have not ended: fake-indexeddb takes `setImmediate` from the global object for each. */
let openSteps = 0;
const { setImmediate: startImmediate } = globalThis;
globalThis.setImmediate = ((step: (...args: unknown[]) => void, ...args: unknown[]) => {
  openSteps += 1;
  return startImmediate(() => {
    openSteps -= 1;
    step(...args);
  });
}) as typeof setImmediate;

/** Turns of the event loop after each 100 ms: at least some for other work, and as many as the storage needs. */
const turns = { min: 5, max: 1_000 };

/** Advances the time and runs the device's timers. The time stands still while the storage works, also on a busy machine. */
export async function advanceTime(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let turn = 0; turn < turns.min || (openSteps > 0 && turn < turns.max); turn++)
      await new Promise((resolve) => void startImmediate(resolve));
  }
}
