import { forgetSession, sessionToken, signIn } from '../api/session.ts';
import type { StoredSession } from '../local/device.ts';
import { peek } from '../local/peek.ts';
import { reportNoStorage } from '../local/storage-mode.ts';

/**
 * Makes local storage agree with the device's database. A sign-in and a sign-out are on the disk there at once, while
 * Chromium writes local storage some seconds later: after a crash it may lack a session, or still have an ended one.
 */
export async function restoreSession(): Promise<void> {
  const { kept, value: rows } = await peek<(StoredSession & { k: string })[]>('cod_device', 'session', (store) =>
    store.getAll(),
  );
  if (!kept) return reportNoStorage();
  if (!rows) return;
  const stored = rows.find(({ k }) => k === 'current');
  if (stored?.token === (sessionToken() ?? undefined)) return;
  if (!stored) forgetSession();
  else if (stored.person) signIn({ user: stored.person, token: stored.token });
}
