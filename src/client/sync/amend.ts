import { effectsOf, filesOf } from '../actions/all.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { replaceFiles } from './files.ts';
import { isPendingItem } from './optimistic.ts';
import { deviceEnvironment } from './transport.ts';
import { changeOutbox, withoutError, withPatch, retry, type RetryOptions } from './outbox.ts';
import { cancelKey } from './cancel.ts';
import { notifyQueued } from './perform.ts';
import { outcomeOfMissing } from './sent-lately.ts';
import { withStorageRetry } from './storage.ts';
import { rebuildRows } from './rows-with-pending.ts';

/**
 * `applied`: the server has accepted the old text · `gone`: as `outcomeOfMissing` says · `unknown`: the server may have
 * accepted it, ask again when online.
 */
export type AmendResult = 'amended' | 'applied' | 'gone' | 'unknown';

/**
 * Changes the arguments of an item that the server has not accepted, at the same place in its lane. An item that was
 * never sent keeps its id. An item that may have arrived is cancelled first, and gets a new id. A parked item is
 * retried. `files` are the new files that `patch` refers to.
 */
export async function amend(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  environment: RetryOptions = deviceEnvironment,
): Promise<AmendResult> {
  const item = await db.outbox.get({ id: itemId });
  if (!item) return outcomeOfMissing(db, itemId);
  if (!isPendingItem(item)) return amendParked(db, itemId, patch, environment);
  if (await changePending(db, itemId, patch, { newId: null, files: environment.files })) return 'amended';
  return amendSent(db, itemId, patch, environment);
}

/**
 * Leaves out the file of an item that does not get through, so that the item is sent without it. Returns null when there
 * is no such file.
 */
export async function leaveOutFile(
  db: LocalDatabase,
  item: OutboxItem,
  environment: RetryOptions = deviceEnvironment,
): Promise<AmendResult | null> {
  return item.upload ? amend(db, item.id, argsWithoutFile(item, item.upload.file), environment) : null;
}

/** A message names a list of files, a delivery its only one. */
const argsWithoutFile = (item: OutboxItem, fileId: string): Record<string, unknown> =>
  'file_id' in item.args ? { file_id: null } : { file_ids: filesOf(item).filter((id) => id !== fileId) };

/** Lets the next pass try every failed upload, at the user's request. */
export const endUploadWaits = (db: LocalDatabase): Promise<void> =>
  withStorageRetry(db, async () => {
    await db.transaction('rw', db.outbox, async () => {
      const items = await db.outbox.filter(({ upload }) => upload !== undefined).toArray();
      await db.outbox.bulkPut(items.map((item) => ({ ...item, upload: { ...item.upload!, until: 0 } })));
    });
  });

async function amendParked(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  environment: RetryOptions,
): Promise<AmendResult> {
  const result = await retry(db, itemId, patch, environment);
  return typeof result === 'object' ? 'amended' : result;
}

async function amendSent(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { transport, runtime, files }: RetryOptions,
): Promise<AmendResult> {
  const outcome = await cancelKey(db, itemId, transport);
  if (outcome === 'unknown') return 'unknown';
  if (outcome.state === 'applied') return 'applied';
  const isChanged = await changePending(db, itemId, patch, { newId: runtime.newId(), files });
  return isChanged ? 'amended' : outcomeOfMissing(db, itemId);
}

/** `newId`: the item's new id, because its old key was cancelled; null when the item was never sent. */
async function changePending(
  db: LocalDatabase,
  itemId: string,
  patch: Record<string, unknown>,
  { newId, files = [] }: { newId: string | null; files?: readonly StoredFile[] | undefined },
): Promise<boolean> {
  const isDone = await changeOutbox(db, async () => {
    const item = await db.outbox.get({ id: itemId });
    if (!item || (newId === null && item.state !== 'queued')) return false;
    const changed: OutboxItem = {
      ...withoutError(item),
      ...withPatch(item, patch),
      id: newId ?? item.id,
      state: 'queued',
      attempts: 0,
    };
    const refs = effectsOf(changed);
    await db.outbox.put(changed);
    await replaceFiles(db, { before: item, after: changed }, files);
    await rebuildRows(db, refs, await db.outbox.orderBy('seq').toArray());
    return true;
  });
  if (isDone) notifyQueued(db);
  return isDone;
}
