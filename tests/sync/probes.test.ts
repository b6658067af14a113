// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { LocalDatabase } from '../../src/client/local/database.ts';
import { isOnline, onConnectivity } from '../../src/client/sync/connectivity.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { probeIntervalMs, watchConnection } from '../../src/client/sync/connection-watch.ts';
import { perform, performForm } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync } from '../../src/client/sync/triggers.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { signInOnDevice } from './browser.ts';
import { advanceTime, unreachable, setUpPageNetwork } from './page-network.ts';
import { amina, callFailure, deviceOf, newTicket } from './support.ts';

const page = setUpPageNetwork();
const probes = () => page.requests.filter((path) => path === '/ready').length;
/** Probes of a minute: one in each interval. */
const mostProbes = 60_000 / probeIntervalMs;

/** The Web Locks of one browser, for requests with `ifAvailable`. */
function locksOfBrowser(): LockManager {
  const held = new Set<string>();
  const request = async (name: string, _options: LockOptions, run: (lock: object | null) => unknown) => {
    if (held.has(name)) return run(null);
    held.add(name);
    try {
      return await run({ name });
    } finally {
      held.delete(name);
    }
  };
  return { request } as never;
}

test('OF-43 a page with a waiting change and an order in doubt probes once in 2.5 s, and both continue after a good answer', async () => {
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  page.network = unreachable;
  const item = await perform(db, 'ticket.open', newTicket());
  await db.pledges.put({ key: 'k1', state: 'asked', call: 'placeOrder', about: {}, createdAt: Date.now() });
  await advanceTime(10_000);

  const before = probes();
  await advanceTime(60_000);
  expect(probes() - before).toBeLessThanOrEqual(mostProbes);
  expect(probes() - before).toBeGreaterThanOrEqual(mostProbes - 1);
  page.requests = [];
  page.network = (path) =>
    path === '/api/outcomes/cancel' ? Response.json({ code: 'SUCCESS', state: 'cancelled', touched: [] }) : null;
  await advanceTime(5_000);

  expect(page.accepted).toMatchObject([{ id: item }]);
  expect(syncStatus().inDoubt).toBe(0);
});

test('OF-43 of two visible tabs one probes; when it stops, the other one continues within two intervals', async () => {
  Object.defineProperty(navigator, 'locks', { value: locksOfBrowser(), configurable: true });
  page.network = unreachable;
  const watch = { isWanted: () => true, onGood: () => undefined };
  const stopFirst = watchConnection([watch]);
  await advanceTime(1_000);
  const stopSecond = watchConnection([watch]);
  await advanceTime(10_000);

  const before = probes();
  await advanceTime(60_000);
  expect(probes() - before).toBeLessThanOrEqual(mostProbes + 1);
  stopFirst();
  const stoppedAt = probes();
  await advanceTime(2 * probeIntervalMs);

  expect(probes()).toBeGreaterThan(stoppedAt);
  stopSecond();
});

test('OF-43 the service worker does not probe while a page is visible, and probes after the page has gone', async () => {
  let isVisible = true;
  const device = await deviceOf(amina, () => callFailure('unreachable'));
  const { db, environment, calls, clock } = device;
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  const probesOfWorker = () => calls.filter(({ path }) => path === '/ready').length;
  const startedAt = clock.now;
  const seen: number[] = [];
  const wait = async (ms: number) => {
    clock.now += ms;
    seen.push(probesOfWorker());
    if (clock.now - startedAt > 60_000) isVisible = false;
  };

  const runtime = { ...environment.runtime, wait };
  const sending = sendInBackground(db, { ...environment, runtime }, { hasVisiblePage: async () => isVisible });
  await expect(sending).rejects.toThrow('Later: offline');

  expect(seen.slice(0, mostProbes)).toEqual(Array.from({ length: mostProbes }, () => 0));
  expect(probesOfWorker()).toBeGreaterThan(30);
});

/** A photo in a new ticket, which the network loses each time, while everything else works. */
async function startWithLostUpload(): Promise<{ db: LocalDatabase; lost: string; uploads: () => number }> {
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  page.network = (path) => (path === '/api/files' ? unreachable() : null);
  const photo = { id: uuidv7(), name: 'photo.png', type: 'image/png', bytes: new ArrayBuffer(4) };
  const lost = performForm(db, 'ticket.open', { args: { ...newTicket(), file_ids: [photo.id] }, files: [photo] });
  await advanceTime(1_000);
  return { db, lost: await lost, uploads: () => page.requests.filter((path) => path === '/api/files').length };
}

test('OF-41 a file that does not get through is tried less and less often, while the page stays online and sends the rest', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const states = new Set<boolean>();
  const stop = onConnectivity((online) => states.add(online));
  const { db, lost, uploads } = await startWithLostUpload();
  expect(syncStatus()).toMatchObject({ state: 'waiting', waiting: 1, online: true, retryAt: null });

  const item = perform(db, 'ticket.open', newTicket());
  await advanceTime(90_000);

  expect(page.accepted).toMatchObject([{ id: await item }]);
  expect(page.accepted.map(({ id }) => id)).not.toContain(lost);
  expect(uploads()).toBeLessThanOrEqual(8);
  expect([...states]).not.toContain(false);
  expect(isOnline()).toBe(true);
  stop();
});
