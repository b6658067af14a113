// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInPerson } from '../../src/client/api/session.ts';
import { withReplies } from '../../src/client/local/articles.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { readSession, listAccounts } from '../../src/client/local/device.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { onSyncStatus, syncStatus } from '../../src/client/sync/status.ts';
import { startSync, stopSync, syncNow } from '../../src/client/sync/triggers.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, eachMutation, callFailure, newTicket, nothingNew, sara } from './support.ts';

beforeEach(resetDevice);
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
});

const passes = (requests: ReturnType<typeof serve>) => requests.filter(({ path }) => path === '/api/sync');
const acceptingServer = eachMutation({});

test('after `startSync` a user’s changes are sent automatically', async () => {
  const requests = serve({
    '/api/sync': (input) => acceptingServer('/api/sync', input as never) as Record<string, unknown>,
  });
  const db = await signInOnDevice(amina);

  startSync(db);
  await expect.poll(() => passes(requests)).toHaveLength(1);
  await perform(db, 'ticket.open', newTicket());
  await expect.poll(() => db.outbox.count()).toBe(0);

  expect(await readSession()).toEqual({ userId: amina.id, token: 'token of Amina' });
  expect(passes(requests)[0]!.authorization).toBe('Bearer token of Amina');
  await expect.poll(() => syncStatus()).toMatchObject({ state: 'synced', online: true, waiting: 0 });
});

test('S1-08 after `startSync` a page reads the articles whose revision a pass has reported', async () => {
  const articles = [{ id: 1, kind: 'article', position: 0, texts: {} }];
  serve({
    '/api/sync': () => nothingNew({ articles: 'user.r1' }),
    '/api/articles?replies=true': () => {
      const times = { until: null, created_at: '', updated_at: '' };
      const rows = articles.map((one) => ({ ...one, ...times, topic: 'orders', is_active: true, rev: 1 }));
      return { code: 'SUCCESS', articles: rows, revision: 'user.r1' };
    },
  });
  const db = await signInOnDevice(amina);

  startSync(db);

  await expect.poll(() => db.fact('articles')).toBe(withReplies('user.r1'));
  expect(await db.articles.toArray()).toMatchObject(articles);
});

test('the status shows waiting changes and changes that need the user', async () => {
  let server: (input: never) => Record<string, unknown> = () => nothingNew();
  serve({ '/api/sync': (input) => server(input as never) });
  const db = await signInOnDevice(amina);
  startSync(db);
  await syncNow();
  const seen = new Set<string>();
  const stop = onSyncStatus(() => seen.add(syncStatus().state));

  server = (input) =>
    eachMutation({ status: 422, code: 'INVALID_FIELDS' })('/api/sync', input) as Record<string, unknown>;
  await perform(db, 'ticket.open', newTicket());
  await expect.poll(() => syncStatus()).toMatchObject({ state: 'needsYou', waiting: 0, parked: 1 });
  stop();

  expect([...seen]).toContain('waiting');
  // The account’s count includes parked changes.
  await expect.poll(() => listAccounts()).toMatchObject([{ name: 'Amina', waiting: 1 }]);
});

test('an order in doubt is counted at once: in the status, on the icon, and for the login page', async () => {
  const unreachable = () => callFailure('unreachable');
  serve({ '/api/sync': () => nothingNew(), '/api/outcomes/cancel': unreachable });
  const badge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  Object.assign(navigator, { setAppBadge: badge });
  const db = await signInOnDevice(amina);
  startSync(db);
  await expect.poll(() => syncStatus()).toMatchObject({ state: 'synced' });

  const about = { product_id: 5, title: 'Tea' };
  await db.pledges.put({ key: 'k1', state: 'asked', call: 'placeOrder', about, createdAt: Date.now() });

  await expect.poll(() => syncStatus()).toMatchObject({ state: 'inDoubt', inDoubt: 1, waiting: 0 });
  expect(badge).toHaveBeenLastCalledWith(1);
  await expect.poll(() => listAccounts()).toMatchObject([{ name: 'Amina', waiting: 1 }]);
});

test('OF-24 the icon shows the unread notifications beside what is pending', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const badge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  const clear = vi.fn<() => Promise<void>>(async () => undefined);
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: clear });
  const db = await signInOnDevice(amina);
  startSync(db);
  const unread = { type: 'order_status', data: {}, created_at: '2026-01-01T00:00:00.000Z', read_at: null, rev: 1 };

  await db.table('notifications').bulkPut([
    { ...unread, id: 'n1', _unread: 1 },
    { ...unread, id: 'n2', _unread: 1 },
    { ...unread, id: 'n3', _unread: 0 },
  ]);
  await expect.poll(() => badge).toHaveBeenLastCalledWith(2);
  await perform(db, 'ticket.open', newTicket());
  await expect.poll(() => badge).toHaveBeenLastCalledWith(3);

  await db.table('notifications').clear();
  await expect.poll(() => badge).toHaveBeenLastCalledWith(1);
});

test('OF-19 failed calls make the status offline, with the time of the next try', async () => {
  let online = false;
  serve({
    '/api/sync': () => (online ? nothingNew() : callFailure('unreachable')),
    '/api/sync/events': () => callFailure('unreachable'),
  });
  const db = await signInOnDevice(amina);

  startSync(db);
  await expect.poll(() => syncStatus().retryAt).not.toBeNull();
  expect(isOnline()).toBe(false);
  online = true;
  dispatchEvent(new Event('online'));

  await expect.poll(() => syncStatus()).toMatchObject({ online: true, state: 'synced' });
});

test('S2O-07 while the server is known to be unreachable, a new item is not sent and stays queued', async () => {
  let online = false;
  const requests = serve({
    '/api/sync': (input) =>
      online ? (acceptingServer('/api/sync', input as never) as Record<string, unknown>) : callFailure('unreachable'),
    '/health': () => (online ? { status: 'ok', version: 'test' } : callFailure('unreachable')),
    '/api/sync/events': () => callFailure('unreachable'),
  });
  const db = await signInOnDevice(sara);
  startSync(db);
  await syncNow();
  expect(isOnline()).toBe(false);
  const before = passes(requests).length;

  await perform(db, 'ticket.open', newTicket());
  await syncNow();

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  expect(passes(requests)).toHaveLength(before);
  online = true;
  await syncNow();
  expect(await db.outbox.count()).toBe(0);
});

test('S4-20 when the session is over, syncing stops and waiting changes are kept', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('{"code":"UNAUTHENTICATED","message":""}', {
        status: 401,
        headers: { 'content-type': 'application/json' },
      }),
  );
  const db = await signInOnDevice(amina);
  await perform(db, 'ticket.open', newTicket());

  startSync(db);

  await expect.poll(() => signedInPerson()).toBeNull();
  await expect.poll(() => readSession()).toBeNull();
  await expect.poll(() => db.isOpen()).toBe(false);
  const kept = openDatabase(amina.id);
  expect(await kept.outbox.count()).toBe(1);
  kept.close();
  expect(await syncNow()).toEqual({ kind: 'signIn' });
});

test('after a sign-in of another user in another tab, this tab stops syncing and keeps that user’s stored session', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const db = await signInOnDevice(amina);
  startSync(db);
  await syncNow();

  await signInOnDevice(sara);
  dispatchEvent(new StorageEvent('storage', { key: 'cod_token' }));

  expect(await syncNow()).toEqual({ kind: 'signIn' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await readSession()).toMatchObject({ userId: sara.id });
});

test('a page that is shown again syncs at once, even after the browser has closed its database', async () => {
  const requests = serve({
    '/api/sync': (input) => acceptingServer('/api/sync', input as never) as Record<string, unknown>,
  });
  const db = await signInOnDevice(amina);
  startSync(db);
  await expect.poll(() => syncStatus()).toMatchObject({ state: 'synced' });
  const before = passes(requests).length;
  db.close({ disableAutoOpen: false });

  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  await expect.poll(() => passes(requests).length).toBeGreaterThan(before);
  await perform(db, 'ticket.open', newTicket());
  await expect.poll(() => db.outbox.count()).toBe(0);
  await expect.poll(() => syncStatus()).toMatchObject({ state: 'synced', waiting: 0 });
});
