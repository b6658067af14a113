import type { LocalDatabase } from '../local/database.ts';
import { imageCache } from './names.ts';

/** The device is full, also after making room: the form keeps what was typed as it is. */
export class NotSaved extends Error {
  constructor(cause: unknown) {
    super('Not saved on this device', { cause });
    this.name = 'NotSaved';
  }
}

/** Runs a transaction that stores what a person made; when the device is full, makes room and tries once more. */
export async function storing<Result>(db: LocalDatabase, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (thrown) {
    if (!isFull(thrown)) throw thrown;
    await makeRoom(db);
    return run().catch((again: unknown) => {
      throw isFull(again) ? new NotSaved(again) : again;
    });
  }
}

/** Rows kept of the long tables when room is needed. */
const keptRows = 200;

/** Drops what can be had again: pictures, and all but the newest rows of the long tables. Never what somebody made. */
async function makeRoom(db: LocalDatabase): Promise<void> {
  await dropImages(db.userId);
  await db.transaction('rw', [db.shadow, db.meta, db.orders, db.ledger, db.notifications], async () => {
    for (const table of [db.orders, db.ledger, db.notifications] as const) {
      // Their keys grow with time.
      const old = await table.toCollection().reverse().offset(keptRows).primaryKeys();
      const folded = new Set((await db.shadow.toArray()).map(({ key }) => key));
      await db.rows(table.name as 'orders').bulkDelete(old.filter((key) => !folded.has(String(key))));
    }
    await db.setFact('trimmedAt', Date.now());
  });
}

/** Forgets the pictures one person has seen. */
export async function dropImages(userId: number): Promise<void> {
  const kept = (globalThis as { caches?: CacheStorage }).caches;
  await kept?.delete(imageCache(userId)).catch(() => false);
}

/** Dexie wraps what the browser threw: as the error itself, or inside an aborted transaction. */
function isFull(thrown: unknown): boolean {
  const error = thrown as { name?: string; inner?: { name?: string } } | null;
  return error?.name === 'QuotaExceededError' || error?.inner?.name === 'QuotaExceededError';
}
