import { workerUrl } from 'virtual:sync-worker';
import type { SignedInPerson } from '../api/session.ts';
import { setCurrentDatabase } from '../local/current.ts';
import type { LocalDatabase } from '../local/database.ts';
import { openPageDatabase } from '../local/rows-in-memory/page-database.ts';
import { deviceDatabase } from '../local/device.ts';
import { writePreference } from '../local/preferences.ts';
import { isForbidden, isMemoryOnly } from '../local/storage-mode.ts';
import { warnBeforeLeaving } from '../sync/memory-only.ts';
import { startSync } from '../sync/triggers.ts';
import { keepLanguageReported } from './report-language.ts';
import { liveQuery, type Subscription } from 'dexie';
import { setCurrency } from '../text/currency.ts';
import { setShop } from '../text/shop.ts';
import { setServerAhead } from '../text/dates.ts';
import { applyAccent } from '../ui/accent.ts';

/** Milliseconds to wait before each further attempt to open the databases. */
const pauses = [200, 400, 800, 1_600];

let openedFor: number | null = null;

/** Opens the user's database for the screens and starts the sync; a second call for the same user does nothing. */
export async function openPersonalDatabase(person: SignedInPerson): Promise<void> {
  if (openedFor === person.id) return;
  const db = (isMemoryOnly() ? null : await openOnDisk(person.id)) ?? (await openInMemory(person.id));
  openedFor = person.id;
  setCurrentDatabase(db);
  followServer(db);
  startSync(db, workerUrl);
  keepLanguageReported();
}

/**
 * Keeps `serverNow` correct with the time difference, amounts with the currency, and the name and colour of the shop,
 * that the passes of all tabs store; stops following an earlier database.
 */
function followServer(db: LocalDatabase): void {
  for (const one of subscriptions.splice(0)) one.unsubscribe();
  subscriptions.push(
    follow(
      () => db.fact('serverAhead'),
      (ahead) => setServerAhead(ahead ?? 0),
    ),
    follow(
      () => db.fact('lastSyncAt'),
      // The empty frame of the next start (`boot.js`) need not explain a first load.
      (at) => at && writePreference('cod_loaded', 'true'),
    ),
    follow(
      () => db.fact('currency'),
      (currency) => currency && setCurrency(currency),
    ),
    follow(
      () => db.fact('shop'),
      (shop) => {
        if (!shop) return;
        setShop(shop);
        void applyAccent(shop.accent);
      },
    ),
  );
}

const follow = <Value>(read: () => Promise<Value>, next: (value: Value) => void): Subscription =>
  // Fails when a sign-out has deleted the database; the last value stays.
  liveQuery(read).subscribe({ next, error: () => undefined });

/** Opens the database on the disk; null where the browser keeps no databases, or when five attempts in 3 s fail. */
async function openOnDisk(userId: number): Promise<LocalDatabase | null> {
  for (let tries = 0; ; tries++) {
    const db = openPageDatabase(userId);
    try {
      await deviceDatabase().open();
      await db.open();
      return db;
    } catch (thrown) {
      db.close();
      const pause = pauses[tries];
      if (pause === undefined || isForbidden(thrown)) return null;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

async function openInMemory(userId: number): Promise<LocalDatabase> {
  const { holdInMemory } = await import('../local/memory-storage.ts');
  await holdInMemory();
  const db = openPageDatabase(userId);
  await db.open();
  warnBeforeLeaving(db);
  return db;
}

const subscriptions: Subscription[] = [];
