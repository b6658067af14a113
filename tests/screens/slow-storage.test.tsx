import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHouse } from '../../src/client/app/open-house.ts';
import { restoreSession } from '../../src/client/app/restore-session.ts';
import { sessionToken } from '../../src/client/api/session.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, saveSession } from '../../src/client/local/device.ts';
import { newId } from '../../src/client/local/ids.ts';
import { keepsNothing } from '../../src/client/local/storage-mode.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { stopSync } from '../../src/client/sync/triggers.ts';
import { activate } from '../../src/client/text/activate.ts';

const amina = { id: 7, name: 'Amina Haddad', email: 'amina@example.test', role: 'user' as const };

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await activate('en');
});

afterEach(() => {
  stopSync();
  vi.mocked(indexedDB.open).mockRestore();
});

/** As Chromium right after a crash: databases cannot be opened for a while. */
function failToOpen(ms: number): void {
  const until = Date.now() + ms;
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (Date.now() > until) return open(...args);
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  });
}

test('OF-05 what waited before a crash is there again, though the browser opens no database for a second', async () => {
  const db = openDatabase(amina.id);
  const ticket = { id: newId(), subject: 'No code', type: 'order' as const, content: 'It did not come' };
  await perform(db, 'ticket.open', { ...ticket, order_id: null });
  db.close();
  await saveSession({ userId: amina.id, token: 'token', person: amina });
  deviceDatabase().close({ disableAutoOpen: false });
  failToOpen(1_000);

  await restoreSession();
  await openHouse(amina);

  expect(sessionToken()).toBe('token');
  expect(keepsNothing()).toBe(false);
  expect(await currentDatabase().outbox.count()).toBe(1);
});
