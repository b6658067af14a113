import { keptWhenFull } from '../../contract/sync-limits.ts';
import type { LocalDatabase } from '../local/database.ts';
import { isFull, isStorageError } from '../local/storage-errors.ts';
import { effectsOf } from '../actions/all.ts';
import { refKey, type RowRef } from './optimistic.ts';

/** The name of the cache in which the service worker keeps the pictures that one user has seen. */
export const pictureCache = (userId: number): string => `comptoir-images-${userId}`;

/**
 * Thrown when a change was not stored; the form keeps its text. `full`: the device is full, also after freeing space ·
 * `failed`: the browser's storage failed, also after the database was reopened · `nothingKept`: the browser keeps no
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
 * Runs work on the database, again when that can help: reopens the database when the browser has lost it, and frees
 * space when the device is full. `inUse`: rows to keep then. Throws NotSaved, and errors of other causes unchanged.
 */
export async function withStorageRetry<Result>(
  db: LocalDatabase,
  run: () => Promise<Result>,
  inUse: readonly RowRef[] = [],
): Promise<Result> {
  try {
    return await withReopening(db, run).catch(async (thrown: unknown) => {
      if (!isFull(thrown)) throw thrown;
      await freeSpace(db, inUse);
      return withReopening(db, run);
    });
  } catch (thrown) {
    if (isFull(thrown)) throw new NotSaved('full', thrown);
    throw isLost(db, thrown) ? new NotSaved('failed', thrown) : thrown;
  }
}

/** Milliseconds before each reopening of the database. */
const pausesMs = [0, 100, 400];

async function withReopening<Result>(db: LocalDatabase, run: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await run();
    } catch (thrown) {
      if (!isLost(db, thrown) || isFull(thrown) || tries === pausesMs.length) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, pausesMs[tries]));
      db.close({ disableAutoOpen: false });
      // When it cannot be opened, `run` throws.
      await db.open().catch(() => null);
    }
  }
}

/**
 * Frees space by deleting data that the server has: pictures, and all but the newest rows of the long tables. Keeps the
 * rows of outbox items (parked ones too) and the rows `inUse`.
 */
async function freeSpace(db: LocalDatabase, inUse: readonly RowRef[]): Promise<void> {
  await deletePictures(db.userId);
  await db.transaction('rw', [db.outbox, db.shadow, db.meta, db.orders, db.ledger, db.notifications], async () => {
    const items = await db.outbox.toArray();
    const needed = new Set([...inUse, ...items.flatMap(effectsOf), ...(await db.shadow.toArray())].map(refKey));
    for (const { name: table } of [db.orders, db.ledger, db.notifications] as const) {
      // Higher keys are newer.
      const rows = db.rows(table as RowRef['table']);
      const old = await rows.toCollection().reverse().offset(keptWhenFull).primaryKeys();
      await rows.bulkDelete(old.filter((key) => !needed.has(`${table}:${key}`)));
    }
  });
  // In a transaction of its own: a full device may refuse it, which must not undo the deletions.
  await db.setFact('trimmedAt', Date.now()).catch((thrown: unknown) => {
    if (!isFull(thrown)) throw thrown;
  });
}

/** Deletes the pictures that one user has seen. */
export const deletePictures = (userId: number): Promise<boolean> => deleteCache(pictureCache(userId));

/** Deletes a cache; returns whether there was one. */
export async function deleteCache(name: string): Promise<boolean> {
  const cacheStorage = (globalThis as { caches?: CacheStorage }).caches;
  return (await cacheStorage?.delete(name).catch(() => false)) ?? false;
}

const isLost = (db: LocalDatabase, thrown: unknown): boolean => !db.isRetired && isStorageError(thrown);
