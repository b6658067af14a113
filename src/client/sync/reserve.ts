import type { LocalDatabase } from '../local/database.ts';
import { isFull } from '../local/storage-errors.ts';
import { deleteCache, withStorageRetry } from './storage.ts';

/*
 * Sending needs storage: items are marked as sent, and answers are stored, before the outbox gets smaller. So the device
 * keeps a reserve while it has space, and a pass or a money call on a full device frees it. It is a cache because a deleted cache frees
 * its space at once, while an IndexedDB needs space to delete a row.
 */

/** Bytes: enough to mark a full batch, to store a page of rows, and for the records of money calls beside it. */
const reserveBytes = 512 * 1024;
/** Bytes that must be free before a reserve is made, so that it does not fill the device. */
const freeMin = 16 * reserveBytes;

const reserveOf = (userId: number): string => `comptoir-reserve-${userId}`;

/** `withStorageRetry` for a pass and for money calls: on a full device, first frees the reserve. */
export const withReserve = <Result>(db: LocalDatabase, run: () => Promise<Result>): Promise<Result> =>
  withStorageRetry(db, () =>
    run().catch(async (thrown: unknown) => {
      if (!isFull(thrown) || !(await freeReserve(db.userId))) throw thrown;
      return run();
    }),
  );

/** Frees the reserve; returns whether there was one. */
export const freeReserve = (userId: number): Promise<boolean> => deleteCache(reserveOf(userId));

/** Makes the reserve where it is missing and the device has space. */
export async function keepReserve(userId: number): Promise<void> {
  try {
    const { caches } = globalThis as { caches?: CacheStorage };
    if (!caches || (await caches.has(reserveOf(userId))) || !(await hasSpace())) return;
    const cache = await caches.open(reserveOf(userId));
    await cache.put('/reserve', new Response(new Uint8Array(reserveBytes)));
  } catch {
    await freeReserve(userId);
  }
}

async function hasSpace(): Promise<boolean> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return usage !== undefined && quota !== undefined && quota - usage > freeMin;
}
