import { liveQuery, type Subscription } from 'dexie';
import type { LocalDatabase } from '../local/database.ts';
import { setServerAhead } from '../text/clock.ts';

let following: Subscription | undefined;

/** Corrects the clock of the screens as the passes of any tab measure it, instead of following an earlier database. */
export function followServerTime(db: LocalDatabase): void {
  following?.unsubscribe();
  following = liveQuery(() => db.fact('serverAhead')).subscribe({
    next: (ahead) => setServerAhead(ahead ?? 0),
    // The database is gone after a sign-out: what is known stays.
    error: () => undefined,
  });
}
