import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dexie } from 'dexie';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signIn } from '../../src/client/api/session.ts';
import { restoreSession } from '../../src/client/app/restore-session.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { isOnline } from '../../src/client/sync/connectivity.ts';
import { stopSync, syncNow } from '../../src/client/sync/triggers.ts';
import { activateLocale } from '../../src/client/text/locales.ts';
import { currentToasts } from '../../src/client/ui/toast.ts';
import type { SyncRequest } from '../../src/contract/sync.ts';
import { openRoute } from '../support/open-route.tsx';
import { ticketRow } from '../sync/support.ts';

const amina = { id: 7, name: 'Amina Haddad', email: 'amina@example.test', role: 'user' as const };
const banner = /This browser keeps no data for this site. The app works online only/;
const refused = 'Not saved: this browser keeps nothing, so this needs a connection.';

let isDown = false;
const sent: SyncRequest[] = [];

/** A server that accepts everything, until the connection is down. */
async function answer(url: string, init: RequestInit): Promise<Response> {
  if (isDown || url.endsWith('/events')) throw new TypeError('offline');
  if (/\/(health|ready)$/.test(url)) return Response.json({ status: 'ok', version: 'test' });
  if (!url.endsWith('/api/sync')) return Response.json({ code: 'NOT_FOUND', message: '' }, { status: 404 });
  const request = JSON.parse(init.body as string) as SyncRequest;
  sent.push(request);
  const results = request.mutations.map(({ id, args }) => {
    const row: Record<string, unknown> = { ...ticketRow(String(args.id)), ...args, user_id: amina.id, rev: 2 };
    const rows = [{ entity: 'tickets', key: row.id, rev: 2, row }];
    return { id, status: 200, code: 'SUCCESS', rows };
  });
  const nothing = { changes: [], older: [], before: null, more: false, total: null };
  return Response.json({ code: 'SUCCESS', epoch: 'e', reset: false, results, cursor: 'c', now: '', ...nothing });
}

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await activateLocale('en');
  vi.stubGlobal('fetch', answer);
  // A browser that blocks site data: it has `indexedDB`, but opens no database.
  const denied = (): never => {
    throw new DOMException('The user denied permission to access the database.', 'UnknownError');
  };
  vi.stubGlobal('indexedDB', { open: denied, deleteDatabase: denied });
  Object.assign(Dexie.dependencies, { indexedDB: globalThis.indexedDB });
});

afterEach(cleanup);

async function open(address: string) {
  await openRoute(address);
  return userEvent.setup();
}

async function write(user: Awaited<ReturnType<typeof open>>, subject: string): Promise<void> {
  await user.type(await screen.findByLabelText('Subject'), subject);
  await user.click(screen.getByRole('radio', { name: 'General' }));
  await user.type(screen.getByLabelText('What happened?'), 'Hello');
  await user.click(screen.getByRole('button', { name: 'Create ticket' }));
}

test('OF-21 without IndexedDB every page says so, and a ticket written with a connection reaches the server', async () => {
  await restoreSession();
  await open('/auth/login');
  expect(await screen.findByText(banner)).toBeTruthy();
  cleanup();

  signIn({ user: amina, token: 'token' });
  const user = await open('/user/tickets/create');
  expect(await screen.findByText(banner)).toBeTruthy();
  await write(user, 'Works online');

  expect(await screen.findByRole('heading', { level: 1, name: 'Works online' })).toBeTruthy();
  await waitFor(() =>
    expect(sent.flatMap(({ mutations }) => mutations)).toMatchObject([{ args: { subject: 'Works online' } }]),
  );
});

test('OF-21 without IndexedDB and without a connection, a ticket is refused: its text stays in the form, and no text promises to send it', async () => {
  isDown = true;
  await syncNow();
  expect(isOnline()).toBe(false);
  const user = await open('/user/tickets/create');
  expect(await screen.findByText('You are offline. This needs a connection.')).toBeTruthy();
  await write(user, 'Offline');

  await waitFor(() => expect(currentToasts().map(({ title }) => title)).toContain(refused));
  expect(screen.getByLabelText<HTMLInputElement>('Subject').value).toBe('Offline');
  expect(await currentDatabase().outbox.count()).toBe(0);
  expect(screen.queryByText(/is sent when you are connected/)).toBeNull();
});

test('OF-21 the browser asks before a page with an unfinished text is closed', async () => {
  // The text that the previous test left unfinished.
  await waitFor(async () => expect(await currentDatabase().drafts.count()).toBe(1));
  const leaving = new Event('beforeunload', { cancelable: true });

  await waitFor(() => {
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });
  stopSync();
});
