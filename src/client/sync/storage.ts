import { keptWhenFull } from '../../contract/sync-limits.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isFull, isStorageError } from '../local/storage-errors.ts';
import { effectsOf } from '../actions/all.ts';
import { nameOf, type Ref } from './fold.ts';
import { imageCache } from './names.ts';

/**
 * Nothing was stored, and the form keeps what was typed. `full`: the device is full, also after making room ·
 * `failed`: the browser's storage failed, also after the database was opened again · `nothingKept`: the browser keeps no
 * data, and there is no connection.
 */
export class NotSaved extends Error {
  readonly why: 'full' | 'failed' | 'nothingKept';

  constructor(why: NotSaved['why'], cause?: unknown) {
    super('Not saved on this device', { cause });
    this.name = 'NotSaved';
    this.why = why;
  }
}

/**
 * Runs something over the database that may be run again: opens the database again when the browser has lost it, and
 * makes room when the device is full. `inUse` are rows that must stay. Throws NotSaved, and errors that are no fault
 * of the storage as they are.
 */
export async function storing<Result>(
  db: LocalDatabase,
  run: () => Promise<Result>,
  inUse: readonly Ref[] = [],
): Promise<Result> {
  try {
    return await reopening(db, run).catch(async (thrown: unknown) => {
      if (!isFull(thrown)) throw thrown;
      await makeRoom(db, inUse);
      return reopening(db, run);
    });
  } catch (thrown) {
    if (isFull(thrown)) throw new NotSaved('full', thrown);
    throw isLost(db, thrown) ? new NotSaved('failed', thrown) : thrown;
  }
}

/** Milliseconds before each time the database is opened again. */
const pauses = [0, 100, 400];

async function reopening<Result>(db: LocalDatabase, run: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await run();
    } catch (thrown) {
      if (!isLost(db, thrown) || isFull(thrown) || tries === pauses.length) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pauses[tries]));
      db.close({ disableAutoOpen: false });
      // When it cannot be opened, `run` says so.
      await db.open().catch(() => null);
    }
  }
}

/**
 * Drops what can be had again: pictures, and all but the newest rows of the long tables. Keeps rows that an item of
 * the outbox is about, parked ones included, and the rows `inUse`.
 */
async function makeRoom(db: LocalDatabase, inUse: readonly Ref[]): Promise<void> {
  await dropImages(db.userId);
  await db.transaction('rw', [db.outbox, db.shadow, db.meta, db.orders, db.ledger, db.notifications], async () => {
    const items = await db.outbox.toArray();
    const needed = new Set([...inUse, ...items.flatMap(effectsOf), ...(await db.shadow.toArray())].map(nameOf));
    for (const { name: table } of [db.orders, db.ledger, db.notifications] as const) {
      // Their keys grow with time.
      const rows = db.rows(table as Ref['table']);
      const old = await rows.toCollection().reverse().offset(keptWhenFull).primaryKeys();
      await rows.bulkDelete(old.filter((key) => !needed.has(`${table}:${key}`)));
    }
    await db.setFact('trimmedAt', Date.now());
  });
}

/** Forgets the pictures one person has seen. */
export async function dropImages(userId: number): Promise<void> {
  const kept = (globalThis as { caches?: CacheStorage }).caches;
  await kept?.delete(imageCache(userId)).catch(() => false);
}

const isLost = (db: LocalDatabase, thrown: unknown): boolean => !db.isRetired && isStorageError(thrown);
