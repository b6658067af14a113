import type { SignedInPerson } from '../api/session.ts';
import { setCurrentDatabase } from '../local/current.ts';
import { openDatabase, type LocalDatabase } from '../local/database.ts';
import { deviceDatabase } from '../local/device.ts';
import { isForbidden, keepsNothing } from '../local/storage-mode.ts';
import { warnBeforeLeaving } from '../sync/memory-only.ts';
import { startSync } from '../sync/triggers.ts';
import { followServerTime } from './follow-server-time.ts';
import { keepLanguageTold } from './tell-language.ts';

/** Milliseconds before each time the databases are opened again. */
const pauses = [200, 400, 800, 1_600];

let openedFor: number | null = null;

/** Opens the person's database for the screens and starts the sync; a second call for the same person does nothing. */
export async function openHouse(person: SignedInPerson): Promise<void> {
  if (openedFor === person.id) return;
  const db = (keepsNothing() ? null : await openKept(person.id)) ?? (await openInMemory(person.id));
  openedFor = person.id;
  setCurrentDatabase(db);
  followServerTime(db);
  startSync(db);
  keepLanguageTold();
}

/** The database on the disk, or null where the browser keeps none or cannot open it within 3 s. */
async function openKept(userId: number): Promise<LocalDatabase | null> {
  for (let tries = 0; ; tries++) {
    const db = openDatabase(userId);
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
  const db = openDatabase(userId);
  await db.open();
  warnBeforeLeaving(db);
  return db;
}
