import { Dexie } from 'dexie';
import { deviceDatabase, type DeviceDatabase, type SharedEntry } from './device.ts';
import { deviceRuntime, type Runtime } from './runtime.ts';

/** A file that another app has shared with this one; its name ends as its type demands. */
export type SharedFile = SharedEntry['files'][number];

/** Milliseconds after which a page that was never opened loses its files. */
const keptMs = 24 * 3_600_000;
/** Entries on a device; a share more deletes the oldest one. */
const entriesMax = 3;

/** Stores files that another app has shared; returns the id under which a page takes them. */
export async function storeSharedFiles(
  files: SharedFile[],
  { now, newId }: Pick<Runtime, 'now' | 'newId'> = deviceRuntime,
  device: DeviceDatabase = deviceDatabase(),
): Promise<string> {
  const entry = { id: newId(), at: now(), files };
  await device.transaction('rw', device.shared, async () => {
    await deleteOldSharedFiles(entry.at, device);
    const oldestFirst = await device.shared.orderBy('at').primaryKeys();
    await device.shared.bulkDelete(oldestFirst.slice(0, Math.max(0, oldestFirst.length - entriesMax + 1)));
    await device.shared.add(entry);
  });
  return entry.id;
}

/**
 * Returns the files that were shared under this id, and deletes them, so that only one page has them. Null when they were
 * taken before, or are older than a day.
 */
export function takeSharedFiles(
  id: string,
  now: number = Date.now(),
  device: DeviceDatabase = deviceDatabase(),
): Promise<SharedFile[] | null> {
  return device.transaction('rw', device.shared, async () => {
    await deleteOldSharedFiles(now, device);
    const entry = await device.shared.get(id);
    await device.shared.delete(id);
    return entry?.files ?? null;
  });
}

/** Deletes the files that no page has taken for a day, and those of a clock that was ahead. */
export async function deleteOldSharedFiles(
  now: number = Date.now(),
  device: DeviceDatabase = deviceDatabase(),
): Promise<void> {
  const old = [
    [Dexie.minKey, now - keptMs],
    [now + keptMs, Dexie.maxKey],
  ] as const;
  await device.shared.where('at').inAnyRange(old).delete();
}

/** Deletes all shared files: another user of the device must not find them. */
export const deleteSharedFiles = (device: DeviceDatabase = deviceDatabase()): Promise<void> => device.shared.clear();
