// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { probeIntervalMs, watchConnection } from '../../src/client/sync/connection-watch.ts';
import type { PassResult } from '../../src/client/sync/error-table.ts';
import { passesOf } from '../../src/client/sync/page-passes.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync } from '../../src/client/sync/triggers.ts';
import { signInOnDevice } from './browser.ts';
import { advanceTime, unreachable, setUpPageNetwork, type Network } from './page-network.ts';
import { amina, deviceOf, eachMutation, callFailure, newTicket, type Server } from './support.ts';

/** Longest time from a good connection to the first request, in ms. */
const sentWithinMs = 5_000;
const json = { 'content-type': 'application/json' };
const busy = () =>
  new Response('{"code":"BUSY","message":"later"}', { status: 503, headers: { ...json, 'retry-after': '120' } });
const broken = () => new Response('{"code":"ERROR","message":"oops"}', { status: 500, headers: json });
const signedOut = () => new Response('{"code":"UNAUTHENTICATED","message":"no"}', { status: 401, headers: json });
const hang = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));

const page = setUpPageNetwork();

/** A page of Amina's that has synced once, and then makes a change in a network that is bad for five minutes. */
async function afterFiveMinutesOf(bad: Network): Promise<{ id: string; goodAt: number; db: LocalDatabase }> {
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  expect(syncStatus().state).toBe('synced');
  page.network = bad;
  const performing = perform(db, 'ticket.open', newTicket());
  await advanceTime(300_000);
  expect(page.accepted).toEqual([]);
  return { id: await performing, goodAt: Date.now(), db };
}

test.each<[string, Network]>([
  ['the connection was dead', () => unreachable()],
  ['the server answered 503 and named a long wait', () => busy()],
  ['the server answered 500', () => broken()],
  ['only sync answered 503', (path) => (path === '/api/sync' ? busy() : null)],
  ['requests got no answer at all', (_path, { signal }) => hang(signal)],
])('the outbox is sent within 5 s of a good connection, after %s', async (_name, bad) => {
  const { id, goodAt } = await afterFiveMinutesOf(bad);

  page.network = () => null;
  await advanceTime(sentWithinMs);

  expect(page.accepted).toMatchObject([{ id }]);
  expect(page.accepted[0]!.at - goodAt).toBeLessThanOrEqual(sentWithinMs);
  expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0, online: true });
});

test('a device that received a 429 with Retry-After does not send earlier on a good connection', async () => {
  const limited = () =>
    new Response('{"code":"TOO_MANY_REQUESTS"}', { status: 429, headers: { ...json, 'retry-after': '600' } });
  await afterFiveMinutesOf((path) => (path === '/api/sync' ? limited() : null));

  page.network = () => null;
  await advanceTime(60_000);

  expect(page.accepted).toEqual([]);
});

test('a completed pass of another tab ends the wait of this one', async () => {
  const { id, goodAt, db } = await afterFiveMinutesOf((path) => (path === '/ready' ? unreachable() : busy()));
  page.network = (path) => (path === '/ready' ? unreachable() : null);

  await db.setFact('lastSyncAt', Date.now());
  await advanceTime(1_000);

  expect(page.accepted).toMatchObject([{ id }]);
  expect(page.accepted[0]!.at - goodAt).toBeLessThanOrEqual(1_000);
});

/** The Web Locks of a browser in which another tab holds `name`: a request for it waits until its signal aborts. */
function locksHeldBy(name: string): LockManager {
  const request = (requested: string, options: LockOptions, run: (lock: object) => unknown): unknown => {
    if (requested !== name || options.steal) return run({ name: requested });
    return new Promise((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  };
  return { request } as never;
}

test('after a lost connection, another tab whose pass hangs delays this tab by at most 5 s, not by 90 s', async () => {
  const { id, goodAt, db } = await afterFiveMinutesOf(() => unreachable());
  Object.defineProperty(navigator, 'locks', { value: locksHeldBy(`sync:${db.name}`), configurable: true });

  page.network = () => null;
  await advanceTime(sentWithinMs);

  expect(page.accepted).toMatchObject([{ id }]);
  expect(page.accepted[0]!.at - goodAt).toBeLessThanOrEqual(sentWithinMs);
});

test.each([
  ['waits for another tab whose pass hangs', 1_000],
  ['is being prepared', 0],
])(
  'a pass that is aborted while it %s ends at once, and the next one does not wait for the other tab',
  async (_name, ms) => {
    const db = await signInOnDevice(amina);
    Object.defineProperty(navigator, 'locks', { value: locksHeldBy(`sync:${db.name}`), configurable: true });
    const passes = passesOf(db);
    const results: PassResult[] = [];

    const aborted = passes.run(false).then((result) => results.push(result));
    await advanceTime(ms);
    passes.abort();
    await advanceTime(1_000);
    expect(results).toEqual([{ kind: 'offline' }]);
    const next = passes.run(true).then((result) => results.push(result));
    await advanceTime(sentWithinMs);

    expect(results.slice(1)).toEqual([{ kind: 'idle' }]);
    await Promise.all([aborted, next]);
  },
);

test('401s and a 503 that the service worker receives change nothing on the page of a signed-in user', async () => {
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  const worker = openDatabase(amina.id);
  const seen = new Set<string>();

  for (const respond of [signedOut, busy, signedOut]) {
    const call = (async () => {
      const { status } = respond();
      throw status === 401 ? callFailure('signedOut') : callFailure('busy', { code: 'BUSY', retryAfter: 120_000 });
    }) as never;
    const transport = { token: async () => 'an older token', call };
    const runtime = { now: Date.now, random: Math.random, newId: () => '', wait: async () => undefined };
    await Promise.all([runPass(worker, { transport, runtime }), advanceTime(200)]);
    seen.add(syncStatus().state);
  }
  const performing = perform(db, 'ticket.open', newTicket());
  await advanceTime(sentWithinMs);

  expect([...seen]).toEqual(['synced']);
  expect(page.accepted).toMatchObject([{ id: await performing }]);
  worker.close();
});

test('a page whose user is signed in sends a change although the session is missing in the device’s database', async () => {
  const db = await signInOnDevice(amina);
  startSync(db);
  await advanceTime(1_000);
  const { deviceDatabase } = await import('../../src/client/local/device.ts');
  await deviceDatabase().session.clear();

  const performing = perform(db, 'ticket.open', newTicket());
  await advanceTime(sentWithinMs);

  expect(page.accepted).toMatchObject([{ id: await performing }]);
  expect(syncStatus().state).toBe('synced');
});

test('the first good answer ends probes that hang, so that their late failure does not report the server as unreachable', async () => {
  const good = vi.fn<(wasBad: boolean) => void>();
  page.network = (_path, { signal }) => hang(signal);
  const stop = watchConnection([{ isWanted: () => good.mock.calls.length === 0, onGood: good }]);
  await advanceTime(probeIntervalMs);
  page.network = () => null;
  await advanceTime(2 * probeIntervalMs);

  expect(good).toHaveBeenCalledTimes(1);
  await advanceTime(10_000);
  expect(isOnline()).toBe(true);
  stop();
});

test('the service worker sends within 5 s of a good connection, without a page', async () => {
  let isGood = false;
  const server: Server = (path, input) => {
    if (isGood) return path === '/ready' ? { status: 'ok' } : eachMutation({})(path, input);
    return path === '/ready' ? callFailure('unreachable') : callFailure('busy', { code: 'BUSY', retryAfter: 60_000 });
  };
  const device = await deviceOf(amina, server);
  const { db, clock } = device;
  const environment = { ...device.environment, runtime: { ...device.environment.runtime, wait: waitUntilGood } };
  await perform(db, 'ticket.open', newTicket(), environment.runtime);
  const goodAt = clock.now + 60_000;
  async function waitUntilGood(ms: number) {
    clock.now += ms;
    isGood = clock.now >= goodAt;
  }

  await sendInBackground(db, environment);

  expect(await db.outbox.count()).toBe(0);
  expect(clock.now - goodAt).toBeLessThanOrEqual(sentWithinMs);
});

test('the service worker gives up within three minutes, so that the browser starts it again later', async () => {
  const { db, environment, clock } = await deviceOf(amina, () => callFailure('unreachable'));
  const startedAt = clock.now;

  await expect(sendInBackground(db, environment)).rejects.toThrow('Later: offline');

  expect(clock.now - startedAt).toBeLessThan(180_000);
});

test.each(['a request', 'a pause'] as const)(
  'a service worker that is replaced during %s stops sending, and keeps the outbox',
  async (replacedDuring) => {
    const replaced = new AbortController();
    const device = await deviceOf(amina, () => callFailure('unreachable'));
    const { transport, runtime } = device.environment;
    await perform(device.db, 'ticket.open', newTicket(), runtime);
    const hanging = ((_address, _input, options) => {
      setImmediate(() => replaced.abort());
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => reject(callFailure('unreachable'))),
      );
    }) as typeof transport.call;
    const pause = () => {
      setImmediate(() => replaced.abort());
      return new Promise<never>(() => undefined);
    };
    const environment =
      replacedDuring === 'a request'
        ? { transport: { ...transport, call: hanging }, runtime }
        : { transport, runtime: { ...runtime, wait: pause } };

    await expect(sendInBackground(device.db, environment, { signal: replaced.signal })).rejects.toThrow(
      'Later: offline',
    );

    expect(await device.db.outbox.count()).toBe(1);
  },
);
