// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase, type LocalDatabase } from '../../src/client/local/database.ts';
import { sendInBackground } from '../../src/client/sync/background.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { isReady, probeEvery, watchLine } from '../../src/client/sync/line-watch.ts';
import { runPass } from '../../src/client/sync/pass.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { syncStatus } from '../../src/client/sync/status.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { freshDevice, signedIn } from './browser.ts';
import { amina, deviceOf, eachMutation, fails, newTicket, nothingNew, type Server } from './support.ts';

/** Milliseconds from a good line to sending. */
const within = 5_000;
const json = { 'content-type': 'application/json' };
const busy = () =>
  new Response('{"code":"BUSY","message":"later"}', { status: 503, headers: { ...json, 'retry-after': '120' } });
const broken = () => new Response('{"code":"ERROR","message":"oops"}', { status: 500, headers: json });
const signedOut = () => new Response('{"code":"UNAUTHENTICATED","message":"no"}', { status: 401, headers: json });
const gone = () => Promise.reject(new TypeError('offline'));
const hangs = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted'))));

/** What the network does to a request of this page; null lets it through to a server that takes everything. */
type Network = (path: string, init: RequestInit) => Response | Promise<Response> | null;

let network: Network = () => null;
/** The mutations the server took, by time in ms. */
let taken: { id: string; at: number }[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  network = () => null;
  taken = [];
  await freshDevice();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => (await network(path, init)) ?? serve(path, init));
});
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function serve(path: string, init: RequestInit): Response {
  if (path === '/api/sync/events') return new Response('{"code":"NOT_FOUND"}', { status: 404, headers: json });
  if (path !== '/api/sync') return Response.json({ status: 'ok', version: 'test' });
  const { mutations } = JSON.parse(init.body as string) as { mutations: { id: string }[] };
  taken.push(...mutations.map(({ id }) => ({ id, at: Date.now() })));
  return Response.json(
    nothingNew({ results: mutations.map(({ id }) => ({ id, status: 200, code: 'SUCCESS', rows: [] })) }),
  );
}

/** Lets time pass, and what this device does meanwhile. */
async function pass(ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    await vi.advanceTimersByTimeAsync(100);
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A page of Amina's that has synced once, and then a change while the network is as told for five minutes. */
async function afterFiveMinutesOf(bad: Network): Promise<{ id: string; goodAt: number; db: LocalDatabase }> {
  const db = await signedIn(amina);
  startSync(db);
  await pass(1_000);
  expect(syncStatus().state).toBe('synced');
  network = bad;
  const performing = perform(db, 'ticket.open', newTicket());
  await pass(300_000);
  expect(taken).toEqual([]);
  return { id: await performing, goodAt: Date.now(), db };
}

test.each<[string, Network]>([
  ['the line was dead', () => gone()],
  ['the server answered 503 and named a long wait', () => busy()],
  ['the server answered 500', () => broken()],
  ['only sync answered 503', (path) => (path === '/api/sync' ? busy() : null)],
  ['requests got no answer at all', (_path, { signal }) => hangs(signal)],
])('OF-07 what waits is sent within 5 s of a good line, after %s', async (_name, bad) => {
  const { id, goodAt } = await afterFiveMinutesOf(bad);

  network = () => null;
  await pass(within);

  expect(taken).toMatchObject([{ id }]);
  expect(taken[0]!.at - goodAt).toBeLessThanOrEqual(within);
  expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0, online: true });
});

test('a device that the server asked to come later is left alone by the good line', async () => {
  const limited = () =>
    new Response('{"code":"TOO_MANY_REQUESTS"}', { status: 429, headers: { ...json, 'retry-after': '600' } });
  await afterFiveMinutesOf((path) => (path === '/api/sync' ? limited() : null));

  network = () => null;
  await pass(60_000);

  expect(taken).toEqual([]);
});

test('another tab that got through ends the wait of this one', async () => {
  const { id, goodAt, db } = await afterFiveMinutesOf((path) => (path === '/ready' ? gone() : busy()));
  network = (path) => (path === '/ready' ? gone() : null);

  await db.setFact('lastSyncAt', Date.now());
  await pass(1_000);

  expect(taken).toMatchObject([{ id }]);
  expect(taken[0]!.at - goodAt).toBeLessThanOrEqual(1_000);
});

test('a 401 and 503s that the service worker was told change nothing on the page of a signed-in user', async () => {
  const db = await signedIn(amina);
  startSync(db);
  await pass(1_000);
  const worker = openDatabase(amina.id);
  const seen = new Set<string>();

  for (const said of [signedOut, busy, signedOut]) {
    const call = (async () => {
      const { status } = said();
      throw status === 401 ? fails('signedOut') : fails('busy', { code: 'BUSY', retryAfter: 120_000 });
    }) as never;
    const line = { token: async () => 'an older token', call };
    const means = { now: Date.now, random: Math.random, newId: () => '', wait: async () => undefined };
    await Promise.all([runPass(worker, { line, means }), pass(200)]);
    seen.add(syncStatus().state);
  }
  const performing = perform(db, 'ticket.open', newTicket());
  await pass(within);

  expect([...seen]).toEqual(['synced']);
  expect(taken).toMatchObject([{ id: await performing }]);
  worker.close();
});

test('a page whose user is signed in stores the session again when it is missing on the device', async () => {
  const db = await signedIn(amina);
  startSync(db);
  await pass(1_000);
  const { deviceDatabase } = await import('../../src/client/local/device.ts');
  await deviceDatabase().session.clear();

  const performing = perform(db, 'ticket.open', newTicket());
  await pass(within);

  expect(taken).toMatchObject([{ id: await performing }]);
  expect(syncStatus().state).toBe('synced');
});

test('the first good answer ends probes that hang, so that a late one does not call the line dead', async () => {
  const good = vi.fn<(wasBad: boolean) => void>();
  network = (_path, { signal }) => hangs(signal);
  const stop = watchLine({ isWanted: () => good.mock.calls.length === 0, onGood: good, ask: isReady });
  await pass(probeEvery);
  network = () => null;
  await pass(2 * probeEvery);

  expect(good).toHaveBeenCalledTimes(1);
  await pass(10_000);
  expect(isOnline()).toBe(true);
  stop();
});

test('the service worker sends within 5 s of a good line, without a page', async () => {
  let isGood = false;
  const server: Server = (path, input) => {
    if (!isGood) return path === '/ready' ? fails('unreachable') : fails('busy', { code: 'BUSY', retryAfter: 60_000 });
    return path === '/ready' ? { status: 'ok' } : eachMutation({})(path, input);
  };
  const device = await deviceOf(amina, server);
  const { db, clock } = device;
  const outside = { ...device.outside, means: { ...device.outside.means, wait: waitWithLine } };
  await perform(db, 'ticket.open', newTicket(), outside.means);
  const goodAt = clock.now + 60_000;
  async function waitWithLine(ms: number) {
    clock.now += ms;
    isGood = clock.now >= goodAt;
  }

  await sendInBackground(db, outside);

  expect(await db.outbox.count()).toBe(0);
  expect(clock.now - goodAt).toBeLessThanOrEqual(within);
});

test('the service worker gives up after some minutes, so that the browser starts it again later', async () => {
  const { db, outside, clock } = await deviceOf(amina, () => fails('unreachable'));
  const began = clock.now;

  await expect(sendInBackground(db, outside)).rejects.toThrow('Later: offline');

  expect(clock.now - began).toBeLessThan(180_000);
});

test.each(['a request', 'a pause'] as const)(
  'the service worker stops sending within %s when a newer version is to take over, and keeps what waits',
  async (hangsIn) => {
    const replaced = new AbortController();
    const device = await deviceOf(amina, () => fails('unreachable'));
    const { line, means } = device.outside;
    await perform(device.db, 'ticket.open', newTicket(), means);
    const never = new Promise<never>(() => undefined);
    const hanging = ((_address, _input, options) => {
      setImmediate(() => replaced.abort());
      return new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(fails('unreachable'))));
    }) as typeof line.call;
    const pause = () => {
      setImmediate(() => replaced.abort());
      return never;
    };
    const outside =
      hangsIn === 'a request'
        ? { line: { ...line, call: hanging }, means }
        : { line, means: { ...means, wait: pause } };

    await expect(sendInBackground(device.db, outside, { signal: replaced.signal })).rejects.toThrow('Later: offline');

    expect(await device.db.outbox.count()).toBe(1);
  },
);
