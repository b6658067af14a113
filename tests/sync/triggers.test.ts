// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInPerson } from '../../src/client/api/session.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { readSession, listAccounts } from '../../src/client/local/device.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { onSyncStatus, syncStatus } from '../../src/client/sync/status.ts';
import { startSync, stopSync, syncNow } from '../../src/client/sync/triggers.ts';
import { freshDevice, serve, signedIn } from './browser.ts';
import { amina, eachMutation, fails, newTicket, nothingNew, sara } from './support.ts';

beforeEach(freshDevice);
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
});

const passes = (asked: ReturnType<typeof serve>) => asked.filter(({ path }) => path === '/api/sync');
const accepting = eachMutation({});

test('from the start on, what a person does leaves by itself', async () => {
  const asked = serve({ '/api/sync': (input) => accepting('/api/sync', input as never) as Record<string, unknown> });
  const db = await signedIn(amina);

  startSync(db);
  await vi.waitFor(() => expect(passes(asked)).toHaveLength(1));
  await perform(db, 'ticket.open', newTicket());
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0));

  expect(await readSession()).toEqual({ userId: amina.id, token: 'token of Amina' });
  expect(passes(asked)[0]!.authorization).toBe('Bearer token of Amina');
  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'synced', online: true, waiting: 0 }));
});

test('the dot tells what waits and what needs the person', async () => {
  let server: (input: never) => Record<string, unknown> = () => nothingNew();
  serve({ '/api/sync': (input) => server(input as never) });
  const db = await signedIn(amina);
  startSync(db);
  await syncNow();
  const seen = new Set<string>();
  const stop = onSyncStatus(() => seen.add(syncStatus().state));

  server = (input) =>
    eachMutation({ status: 422, code: 'INVALID_FIELDS' })('/api/sync', input) as Record<string, unknown>;
  await perform(db, 'ticket.open', newTicket());
  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'needsYou', waiting: 0, parked: 1 }));
  stop();

  expect([...seen]).toContain('waiting');
  await vi.waitFor(async () => expect(await listAccounts()).toMatchObject([{ name: 'Amina', waiting: 1 }]));
});

test('Money 3: an order in doubt is counted at once: in the status, on the icon, and for the login page', async () => {
  const unreachable = () => fails('unreachable');
  serve({ '/api/sync': () => nothingNew(), '/api/outcomes/cancel': unreachable });
  const badge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  Object.assign(navigator, { setAppBadge: badge });
  const db = await signedIn(amina);
  startSync(db);
  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'synced' }));

  const about = { product_id: 5, title: 'Tea' };
  await db.pledges.put({ key: 'k1', state: 'asked', call: 'placeOrder', about, createdAt: Date.now() });

  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'inDoubt', inDoubt: 1, waiting: 0 }));
  expect(badge).toHaveBeenLastCalledWith(1);
  await vi.waitFor(async () => expect(await listAccounts()).toMatchObject([{ name: 'Amina', waiting: 1 }]));
});

test('offline is known from the calls themselves, and the next try is told', async () => {
  let online = false;
  serve({
    '/api/sync': () => (online ? nothingNew() : fails('unreachable')),
    '/api/sync/events': () => fails('unreachable'),
  });
  const db = await signedIn(amina);

  startSync(db);
  await vi.waitFor(() => expect(syncStatus().retryAt).not.toBeNull());
  expect(isOnline()).toBe(false);
  online = true;
  dispatchEvent(new Event('online'));

  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ online: true, state: 'synced' }));
});

test('S2O-07 what is written while the line is known to be dead was never sent, and may be taken back', async () => {
  let online = false;
  const unreachable = () => (online ? nothingNew() : fails('unreachable'));
  const asked = serve({
    '/api/sync': (input) =>
      online ? (accepting('/api/sync', input as never) as Record<string, unknown>) : unreachable(),
    '/health': () => (online ? { status: 'ok', version: 'test' } : fails('unreachable')),
    '/api/sync/events': () => fails('unreachable'),
  });
  const db = await signedIn(sara);
  startSync(db);
  await syncNow();
  expect(isOnline()).toBe(false);
  const before = passes(asked).length;

  await perform(db, 'ticket.open', newTicket());
  await syncNow();

  expect(await db.outbox.toArray()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  expect(passes(asked)).toHaveLength(before);
  online = true;
  await syncNow();
  expect(await db.outbox.count()).toBe(0);
});

test('when the session is over, syncing stops and what waits is kept', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('{"code":"UNAUTHENTICATED","message":""}', {
        status: 401,
        headers: { 'content-type': 'application/json' },
      }),
  );
  const db = await signedIn(amina);
  await perform(db, 'ticket.open', newTicket());

  startSync(db);

  await vi.waitFor(() => expect(signedInPerson()).toBeNull());
  await vi.waitFor(async () => expect(await readSession()).toBeNull());
  await vi.waitFor(() => expect(db.isOpen()).toBe(false));
  const kept = openDatabase(amina.id);
  expect(await kept.outbox.count()).toBe(1);
  kept.close();
  expect(await syncNow()).toEqual({ kind: 'signIn' });
});

test('a sign-out in another tab ends this one, and a sign-in of somebody else leaves their session alone', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const db = await signedIn(amina);
  startSync(db);
  await syncNow();

  await signedIn(sara);
  dispatchEvent(new StorageEvent('storage', { key: 'cod_token' }));

  expect(await syncNow()).toEqual({ kind: 'signIn' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await readSession()).toMatchObject({ userId: sara.id });
});

test('a page that the phone shows again asks for news at once, though the browser closed its database meanwhile', async () => {
  const asked = serve({ '/api/sync': (input) => accepting('/api/sync', input as never) as Record<string, unknown> });
  const db = await signedIn(amina);
  startSync(db);
  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'synced' }));
  const before = passes(asked).length;
  db.close({ disableAutoOpen: false });

  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

  await vi.waitFor(() => expect(passes(asked).length).toBeGreaterThan(before));
  await perform(db, 'ticket.open', newTicket());
  await vi.waitFor(async () => expect(await db.outbox.count()).toBe(0));
  await vi.waitFor(() => expect(syncStatus()).toMatchObject({ state: 'synced', waiting: 0 }));
});
