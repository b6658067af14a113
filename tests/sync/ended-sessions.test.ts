// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endRefusedSession, sessionToken, signedInPerson, signIn } from '../../src/client/api/session.ts';
import { restoreSession } from '../../src/client/app/restore-session.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import {
  clearSession,
  deviceDatabase,
  endedSessions,
  readSession,
  reopenDeviceDatabase,
  saveSession,
} from '../../src/client/local/device.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { writeDraft } from '../support/drafts.ts';
import { peek } from '../../src/client/local/peek.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { revokeEndedSessions } from '../../src/client/sync/revoke.ts';
import { signOut } from '../../src/client/sync/sign-out.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { storeServerRows } from '../../src/client/sync/rows-with-pending.ts';
import { resetDevice, serve, signInOnDevice } from './browser.ts';
import { amina, callFailure, newTicket, nothingNew, sara, ticketChange } from './support.ts';

beforeEach(resetDevice);
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
});

const storedSessions = async () => JSON.stringify(await deviceDatabase().session.toArray());

test('D-11 S7-08 a sign-out without a connection is sent to the server later, once, and the token is deleted then', async () => {
  serve({ '/api/auth/logout': () => callFailure('unreachable') });
  const db = await signInOnDevice(amina);
  expect(await signOut(db, 'clean')).toBe('done');
  expect(await readSession()).toBeNull();
  expect(await endedSessions()).toEqual(['token of Amina']);

  const requests = serve({});
  expect(await revokeEndedSessions()).toBe(true);
  expect(await revokeEndedSessions()).toBe(true);

  expect(requests).toMatchObject([{ path: '/api/auth/logout', authorization: 'Bearer token of Amina' }]);
  expect(await storedSessions()).not.toContain('token of Amina');
});

test('D-11 a token that the server no longer accepts is deleted too', async () => {
  serve({ '/api/auth/logout': () => callFailure('unreachable') });
  await signOut(await signInOnDevice(amina), 'clean');

  vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAUTHENTICATED', message: '' }, { status: 401 }));

  expect(await revokeEndedSessions()).toBe(true);
  expect(await storedSessions()).not.toContain('token of Amina');
});

test.each([
  ['is busy', () => Response.json({ code: 'ERROR', message: '' }, { status: 503 })],
  ['fails', () => Response.json({ code: 'ERROR', message: '' }, { status: 500 })],
  ['is hidden by a captive portal that answers with JSON', () => Response.json({ login: 'required' })],
  [
    'is hidden by a captive portal that answers with a page',
    () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } }),
  ],
])('D-11 while the server %s, the ended session is kept to be revoked later', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer());
  await signOut(await signInOnDevice(amina), 'clean');

  expect(await endedSessions()).toEqual(['token of Amina']);
  expect(await revokeEndedSessions()).toBe(false);
});

test('D-11 revoking an earlier session changes neither the session nor the cookie of the user who is signed in now', async () => {
  serve({ '/api/auth/logout': () => callFailure('unreachable') });
  await signOut(await signInOnDevice(amina), 'clean');
  await signInOnDevice(sara);
  const seen: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    seen.push(init);
    return Response.json({ code: 'UNAUTHENTICATED', message: '' }, { status: 401 });
  });

  expect(await revokeEndedSessions()).toBe(true);

  expect(seen.map(({ credentials }) => credentials)).toEqual(['omit']);
  expect(signedInPerson()).toEqual(sara);
  expect(await readSession()).toMatchObject({ userId: sara.id });
});

const at = '2026-01-01T00:00:00.000Z';
const details = { fullname: amina.name, username: null, role_id: 3, is_active: true, balance: 0, order_count: 0 };
const visits = { login_times: 1, last_login_at: at, last_action_at: at, created_at: at, updated_at: at };
const loginAnswer = { code: 'SUCCESS', data: { user: { ...amina, ...details, ...visits }, token: 'fresh' } };

test('S3-20 S7-07 a session survives a crash of the browser right after the sign-in', async () => {
  serve({ '/api/auth/login': () => loginAnswer });
  expect(await signInWith({ email: amina.email, password: 'a-long-horse' })).toBeNull();
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  expect(signedInPerson()).toBeNull();

  await restoreSession();

  expect(signedInPerson()).toEqual(amina);
  expect(sessionToken()).toBe('fresh');
});

test('S3-20 an ended session is not restored from a copy in local storage', async () => {
  serve({});
  const db = await signInOnDevice(amina);
  await signOut(db, 'clean');
  signIn({ user: amina, token: 'token of Amina' });

  await restoreSession();

  expect(signedInPerson()).toBeNull();
  expect(Object.keys(localStorage).filter((name) => name !== 'cod_locale')).toEqual([]);
});

/** Deletes the device's database, as a browser does that needs space. */
async function emptyDevice(): Promise<void> {
  await deviceDatabase().delete();
  reopenDeviceDatabase();
}

test.each([
  ['opened by the page', async () => void (await deviceDatabase().open())],
  ['read by the service worker', async () => void (await readSession())],
])(
  'S3-20 a device whose databases the browser has emptied keeps its user signed in when the new one was only %s',
  async (_, create) => {
    signIn({ user: amina, token: 'token of Amina' });
    await emptyDevice();
    await create();

    await restoreSession();

    expect(signedInPerson()).toEqual(amina);
  },
);

test('S3-20 on such a device a sign-out and a refused session end it, also for a copy in local storage', async () => {
  signIn({ user: amina, token: 'token of Amina' });
  await emptyDevice();
  await clearSession(amina.id, 'token of Amina');

  await restoreSession();

  expect(signedInPerson()).toBeNull();
  expect(await storedSessions()).toBe('[]');
});

test('S3-20 in a browser that keeps no databases, the session in local storage is used', async () => {
  signIn({ user: amina, token: 'token' });
  vi.stubGlobal('indexedDB', undefined);
  await restoreSession();
  expect(signedInPerson()).toEqual(amina);

  const denied = (): never => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('indexedDB', { open: denied });
  await restoreSession();
  expect(signedInPerson()).toEqual(amina);
});

test('`peek` does not create a database that does not exist', async () => {
  expect(await peek('cod_99', 'outbox', (store) => store.count())).toEqual({ isAvailable: true, value: undefined });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('cod_99');
});

test('S4-20 when a session is refused, the server’s rows are deleted and the drafts stay; a newer session is kept', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const db = await signInOnDevice(amina);
  startSync(db);
  await storeServerRows(db, [ticketChange('t1', 1, { subject: 'Private' })]);
  await perform(db, 'ticket.open', newTicket());
  await writeDraft(db, 'ticket.reply.t1', 'Half a sentence');
  await expect.poll(() => db.fact('person')).toBeTruthy();

  endRefusedSession('token of Amina');
  await expect.poll(() => db.isOpen()).toBe(false);

  const kept = openDatabase(amina.id);
  expect(await kept.tickets.get('t1')).toBeUndefined();
  expect(await kept.drafts.count()).toBe(1);
  expect(await readSession()).toBeNull();
  kept.close();

  await saveSession({ userId: amina.id, token: 'newer' });
  await clearSession(amina.id, 'token of Amina');
  expect(await readSession()).toMatchObject({ token: 'newer' });
});

test('D-16 after a sign-out that keeps the changes, of the facts about the shop none is left on the device', async () => {
  serve({});
  const db = await signInOnDevice(sara);
  await perform(db, 'category.active', { category_id: 3, is_active: false });
  const karim = { id: 9, name: 'Karim', email: 'karim@example.test', role: 'user' as const, created_at: '' };
  await db.setFact('latestUsers', { at: 1, users: [karim] });
  await db.setFact('dashboard', {});
  await db.setFact('ticketsTotal', 40);
  await db.setFact('serverAhead', 500);

  expect(await signOut(db, 'keep')).toBe('done');

  const kept = await openDatabase(sara.id).meta.toCollection().primaryKeys();
  expect(kept.filter((name) => !['at', 'person', 'serverAhead'].includes(name))).toEqual([]);
});
