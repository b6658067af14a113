import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPersonalDatabase } from '../../src/client/app/open-personal-database.ts';
import { restoreSession } from '../../src/client/app/restore-session.ts';
import { sessionToken } from '../../src/client/api/session.ts';
import { currentDatabase } from '../../src/client/local/current.ts';
import { openDatabase } from '../../src/client/local/database.ts';
import { deviceDatabase, saveSession } from '../../src/client/local/device.ts';
import { uuidv7 } from '../../src/contract/uuid.ts';
import { isMemoryOnly } from '../../src/client/local/storage-mode.ts';
import { perform } from '../../src/client/sync/perform.ts';
import { stopSync } from '../../src/client/sync/triggers.ts';
import { activateLocale } from '../../src/client/text/locales.ts';

const amina = { id: 7, name: 'Amina Haddad', email: 'amina@example.test', role: 'user' as const };

beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await activateLocale('en');
});

afterEach(() => {
  stopSync();
  vi.mocked(indexedDB.open).mockRestore();
});

/** Makes opening a database fail for a while, as in Chromium right after a crash. */
function failToOpen(ms: number): void {
  const until = Date.now() + ms;
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    if (Date.now() > until) return open(...args);
    throw new DOMException('Internal error opening backing store for indexedDB.open.', 'UnknownError');
  });
}

test('OF-05 items that were queued before a crash are there after it, even when no database can be opened for a second', async () => {
  const db = openDatabase(amina.id);
  const ticket = { id: uuidv7(), subject: 'No code', type: 'order' as const, content: 'It did not come' };
  await perform(db, 'ticket.open', { ...ticket, order_id: null });
  db.close();
  await saveSession({ userId: amina.id, token: 'token', person: amina });
  deviceDatabase().close({ disableAutoOpen: false });
  failToOpen(1_000);

  await restoreSession();
  await openPersonalDatabase(amina);

  expect(sessionToken()).toBe('token');
  expect(isMemoryOnly()).toBe(false);
  expect(await currentDatabase().outbox.count()).toBe(1);
});
