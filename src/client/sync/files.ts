import { fileEndings } from '../../contract/limits.ts';
import type { uploadFile } from '../../contract/files.ts';
import { filesOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { Runtime } from '../local/runtime.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { affectsOneLane, uploadAfterFailure } from './error-table.ts';
import type { Transport } from './transport.ts';

/** Milliseconds: four megabytes over a slow phone connection. */
const timeoutMs = 120_000;

/**
 * The uploads of a pass since the last answer of the server, which shows whether the connection works. A round does not
 * end while a file is being uploaded.
 */
export interface UploadRound {
  /** Ids of files that the server has, or that are not on this device. */
  ready: Set<string>;
  /** The failed uploads, by the id of their item. */
  failed: Map<string, { file: string; failure: CallFailure }>;
  /** Ids of items whose files are tried in the next round, because an upload before them did not reach the server. */
  untried: Set<string>;
  /** The uploads that are running. */
  running: Promise<void> | null;
  /** The failure that has ended the uploads, with its item. */
  refused: { id: string; failure: CallFailure } | null;
}

export const newUploadRound = (): UploadRound => ({
  ready: new Set(),
  failed: new Map(),
  untried: new Set(),
  running: null,
  refused: null,
});

/** Starts `uploadFiles`; `round.running` settles at its end. */
export function startUploads(
  db: LocalDatabase,
  session: UploadSession,
  items: readonly OutboxItem[],
  round: UploadRound,
): Promise<void> {
  const running = uploadFiles(db, session, items, round).finally(() => (round.running = null));
  // A pass that is sending meanwhile does not wait for it, and starts these uploads again.
  running.catch(() => null);
  return (round.running = running);
}

interface UploadSession {
  transport: Transport;
  token: string;
}

/**
 * Uploads the files of these items, each once, because the server must have a file before a mutation refers to it.
 * Unless a failure ends the uploads (`round.refused`), the batch can then be sent without the items of `round.failed`
 * and `round.untried`.
 */
async function uploadFiles(
  db: LocalDatabase,
  session: UploadSession,
  items: readonly OutboxItem[],
  round: UploadRound,
): Promise<void> {
  const heldLanes = new Set<string>();
  for (const { id, lane, ...item } of items) {
    if (heldLanes.has(lane)) continue;
    if (isConnectionInDoubt(round)) {
      round.untried.add(id);
      continue;
    }
    const failed = await uploadFilesOf(db, session, item, round);
    if (!failed) continue;
    if (!affectsOneLane(failed.failure)) {
      round.refused = { id, failure: failed.failure };
      return;
    }
    round.failed.set(id, failed);
    heldLanes.add(lane);
  }
}

/** Returns whether an upload did not reach the server: the next ones could each take as long as their timeout. */
const isConnectionInDoubt = ({ failed }: UploadRound): boolean =>
  [...failed.values()].some(({ failure }) => failure.kind === 'unreachable');

/** Uploads one file after another; skips those that the server already has, also after a restart. */
async function uploadFilesOf(
  db: LocalDatabase,
  { transport, token }: UploadSession,
  item: Parameters<typeof filesOf>[0],
  { ready }: UploadRound,
): Promise<{ file: string; failure: CallFailure } | null> {
  for (const fileId of filesOf(item)) {
    const file = await db.blobs.get(fileId);
    if (file && !file.sent) {
      const answer = await transport
        .call<typeof uploadFile>(addresses.uploadFile, formOf(file), { token, timeout: timeoutMs, isLarge: true })
        .catch(asFailure);
      if (answer instanceof CallFailure) return { file: fileId, failure: answer };
      await db.blobs.update(fileId, { sent: true });
    }
    ready.add(fileId);
  }
  return null;
}

/** Returns the round after an answer of the server: a new one when the uploads have ended. */
export async function nextRound(
  db: LocalDatabase,
  round: UploadRound,
  runtime: Pick<Runtime, 'now' | 'random'>,
): Promise<UploadRound> {
  if (round.running || round.refused) return round;
  await storeFailedUploads(db, round, runtime);
  return newUploadRound();
}

/**
 * Stores on the items when their failed uploads are tried again. Called only after an answer of the server: while the
 * connection is lost, an upload fails for that reason and needs no wait of its own.
 */
async function storeFailedUploads(
  db: LocalDatabase,
  { failed }: UploadRound,
  runtime: Pick<Runtime, 'now' | 'random'>,
): Promise<void> {
  if (failed.size === 0) return;
  await db.transaction('rw', db.outbox, async () => {
    const items = await db.outbox
      .where('id')
      .anyOf([...failed.keys()])
      .toArray();
    // The user may have removed the file meanwhile.
    const affected = items.filter((item) => filesOf(item).includes(failed.get(item.id)!.file));
    await db.outbox.bulkPut(
      affected.map((item) => ({ ...item, upload: uploadAfterFailure(item, failed.get(item.id)!, runtime) })),
    );
  });
}

/** Deletes the files of removed items. Runs inside its caller's transaction over `db.syncTables`. */
export async function deleteFiles(db: LocalDatabase, items: readonly OutboxItem[]): Promise<void> {
  const ids = items.flatMap(filesOf);
  if (ids.length > 0) await db.blobs.bulkDelete(ids);
}

/**
 * After an item was changed: deletes the files that it no longer refers to, and stores the files of `added` that it
 * refers to.
 * Runs inside its caller's transaction over `db.syncTables`.
 */
export async function replaceFiles(
  db: LocalDatabase,
  { before, after }: { before: OutboxItem; after: OutboxItem },
  added: readonly StoredFile[],
): Promise<void> {
  const referenced = new Set(filesOf(after));
  await db.blobs.bulkDelete(filesOf(before).filter((id) => !referenced.has(id)));
  await db.blobs.bulkPut(added.filter(({ id }) => referenced.has(id)));
}

/** Marks an item's files as not uploaded, because the server did not find them: the next pass uploads them again. */
export async function resetUploads(db: LocalDatabase, item: OutboxItem): Promise<void> {
  const files = (await db.blobs.bulkGet([...filesOf(item)])).filter((file) => file !== undefined);
  await db.blobs.bulkPut(files.map(({ sent: _sent, ...file }) => file));
}

function formOf({ id, name, type, bytes }: StoredFile): InputOf<typeof uploadFile> {
  const file: unknown = new File([bytes], name ?? `file.${fileEndings[type]?.[0] ?? 'bin'}`, { type });
  return { id, file } as InputOf<typeof uploadFile>; // a form's file becomes a checked one on the server
}
