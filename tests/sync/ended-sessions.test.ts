// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionRefused, sessionToken, signedInPerson, signIn } from '../../src/client/api/session.ts';
import { restoreSession } from '../../src/client/app/restore-session.ts';
import { signInWith } from '../../src/client/features/auth/sign-in.ts';
import {
  clearSession,
  deviceDatabase,
  endedSessions,
  readSession,
  saveSession,
} from '../../src/client/local/device.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { writeDraft } from '../../src/client/local/drafts.ts';
import { peek } from '../../src/client/local/peek.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { revokeEndedSessions } from '../../src/client/sync/revoke.ts';
import { signOut } from '../../src/client/sync/sign-out.ts';
import { startSync, stopSync } from '../../src/client/sync/triggers.ts';
import { takeRows } from '../../src/client/sync/view.ts';
import { freshDevice, serve, signedIn } from './browser.ts';
import { amina, fails, newTicket, nothingNew, sara, ticketChange } from './support.ts';

beforeEach(freshDevice);
afterEach(() => {
  stopSync();
  vi.unstubAllGlobals();
});

const everything = async () => JSON.stringify(await deviceDatabase().session.toArray());

test('D-11 a sign-out without a connection is told to the server later, once, and the token is forgotten then', async () => {
  serve({ '/api/auth/logout': () => fails('unreachable') });
  const db = await signedIn(amina);
  expect(await signOut(db, 'clean')).toBe('done');
  expect(await readSession()).toBeNull();
  expect(await endedSessions()).toEqual(['token of Amina']);

  const asked = serve({});
  expect(await revokeEndedSessions()).toBe(true);
  expect(await revokeEndedSessions()).toBe(true);

  expect(asked).toMatchObject([{ path: '/api/auth/logout', authorization: 'Bearer token of Amina' }]);
  expect(await everything()).not.toContain('token of Amina');
});

test('D-11 a token the server no longer accepts is forgotten as well', async () => {
  serve({ '/api/auth/logout': () => fails('unreachable') });
  await signOut(await signedIn(amina), 'clean');

  vi.stubGlobal('fetch', async () => Response.json({ code: 'UNAUTHENTICATED', message: '' }, { status: 401 }));

  expect(await revokeEndedSessions()).toBe(true);
  expect(await everything()).not.toContain('token of Amina');
});

test.each([
  ['is busy', () => Response.json({ code: 'ERROR', message: '' }, { status: 503 })],
  ['breaks', () => Response.json({ code: 'ERROR', message: '' }, { status: 500 })],
  ['is a portal', () => Response.json({ login: 'required' })],
  ['is a page', () => new Response('<p>Welcome</p>', { headers: { 'content-type': 'text/html' } })],
])('D-11 while the server %s the session stays to be revoked', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer());
  await signOut(await signedIn(amina), 'clean');

  expect(await endedSessions()).toEqual(['token of Amina']);
  expect(await revokeEndedSessions()).toBe(false);
});

test('D-11 revoking an earlier session touches neither the session nor the cookie of who is signed in now', async () => {
  serve({ '/api/auth/logout': () => fails('unreachable') });
  await signOut(await signedIn(amina), 'clean');
  await signedIn(sara);
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
const loggedIn = { code: 'SUCCESS', data: { user: { ...amina, ...details, ...visits }, token: 'fresh' } };

test('OF-07 a session survives the death of the browser right after the sign-in', async () => {
  serve({ '/api/auth/login': () => loggedIn });
  expect(await signInWith({ email: amina.email, password: 'a-long-horse' })).toBeNull();
  for (const name of Object.keys(localStorage)) localStorage.removeItem(name);
  expect(signedInPerson()).toBeNull();

  await restoreSession();

  expect(signedInPerson()).toEqual(amina);
  expect(sessionToken()).toBe('fresh');
});

test('OF-07 a session that ended is not brought back by what local storage still holds', async () => {
  serve({});
  const db = await signedIn(amina);
  await signOut(db, 'clean');
  signIn({ user: amina, token: 'token of Amina' });

  await restoreSession();

  expect(signedInPerson()).toBeNull();
  expect(Object.keys(localStorage).filter((name) => name !== 'cod_locale')).toEqual([]);
});

test('OF-07 where the browser keeps no databases the session of local storage counts', async () => {
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

test('looking into a database that does not exist does not make one', async () => {
  expect(await peek('cod_99', 'outbox', (store) => store.count())).toEqual({ kept: true, value: undefined });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('cod_99');
});

test('OF-07 a refused session takes the server’s rows with it and leaves what was written; a newer session stays', async () => {
  serve({ '/api/sync': () => nothingNew() });
  const db = await signedIn(amina);
  startSync(db);
  await takeRows(db, [ticketChange('t1', 1, { subject: 'Private' })]);
  await perform(db, 'ticket.open', newTicket());
  await writeDraft(db, 'ticket.reply.t1', 'Half a sentence');
  await vi.waitFor(async () => expect(await db.fact('person')).toBeTruthy());

  sessionRefused('token of Amina');
  await vi.waitFor(() => expect(db.isOpen()).toBe(false));

  const kept = openDatabase(amina.id);
  expect(await kept.tickets.get('t1')).toBeUndefined();
  expect(await kept.drafts.count()).toBe(1);
  expect(await readSession()).toBeNull();
  kept.close();

  await saveSession({ userId: amina.id, token: 'newer' });
  await clearSession(amina.id, 'token of Amina');
  expect(await readSession()).toMatchObject({ token: 'newer' });
});
