import { forgetSession, sessionToken, signIn } from '../api/session.ts';
import type { StoredSession } from '../local/device.ts';
import { newDeviceKey, peek } from '../local/peek.ts';
import { reportMemoryOnly } from '../local/storage-mode.ts';

/**
 * Makes local storage agree with the device's database, which writes a sign-in and a sign-out to the disk immediately.
 * Chromium writes local storage some seconds later: after a crash, it may lack the session or still have an ended one. A
 * database that was created since says nothing of the session.
 */
export async function restoreSession(): Promise<void> {
  const { isAvailable, value: rows } = await peek<(StoredSession & { k: string })[]>('cod_device', 'session', (store) =>
    store.getAll(),
  );
  if (!isAvailable) return reportMemoryOnly();
  if (!rows) return;
  const stored = rows.find(({ k }) => k === 'current');
  if (stored?.token === (sessionToken() ?? undefined)) return;
  if (!stored && rows.some(({ k }) => k === newDeviceKey)) return;
  if (!stored) forgetSession();
  else if (stored.person) signIn({ user: stored.person, token: stored.token });
}
