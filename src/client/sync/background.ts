import type { LocalDatabase } from '../local/database.ts';
import { isOutage, type PassEnd } from './error-table.ts';
import { deviceOutside, type Outside } from './line.ts';
import { isReady, probeEvery } from './line-watch.ts';
import { runPass } from './pass.ts';
import { storing } from './storage.ts';

/** Milliseconds; browsers end an event of the service worker after about three minutes. */
const within = 150_000;

/**
 * Runs passes without a page until everything is sent or the user is needed. While the server or the line is out it
 * asks every 2.5 s whether they are back, for 2.5 minutes. Throws when something could not be sent, so that the
 * browser starts it again later.
 */
export async function sendInBackground(
  db: LocalDatabase,
  outside: Outside = deviceOutside,
  run: (db: LocalDatabase, outside: Outside) => Promise<PassEnd> = runPass,
): Promise<void> {
  const { line, means } = outside;
  const until = means.now() + within;
  do {
    const end = await storing(db, () => run(db, outside));
    if (end.kind === 'idle' || end.kind === 'signIn' || end.kind === 'outdated') return;
    do {
      if (!isOutage(end) || means.now() > until) throw new Error(`Later: ${end.kind}`);
      await means.wait(probeEvery);
    } while (!(await isReady(line.call)));
    // After a sign-out, opening the database would create again what was deleted.
  } while (await line.token(db.userId));
}
