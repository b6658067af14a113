import { fileEndings } from '../../contract/limits.ts';
import type { uploadFile } from '../../contract/files.ts';
import type { Mutation } from '../../contract/sync.ts';
import { filesOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { affectsOneLane } from './error-table.ts';
import type { Transport } from './transport.ts';

/** Milliseconds: four megabytes over a slow phone connection. */
const timeoutMs = 120_000;

export interface UploadResult {
  /** The mutation whose upload failed; the rest was not tried. Null when the batch can be sent. */
  notSent: { id: string; failure: CallFailure } | null;
  /** Lanes whose upload failed because the server was busy or broken: they wait, and the other lanes are sent. */
  held: ReadonlySet<string>;
}

/**
 * Uploads the files of these mutations, each once, because the server must have a file before a mutation refers to it.
 */
export async function uploadFiles(
  db: LocalDatabase,
  transport: Transport,
  token: string,
  mutations: readonly Mutation[],
): Promise<UploadResult> {
  const held = new Set<string>();
  for (const mutation of mutations) {
    if (held.has(mutation.lane)) continue;
    const failure = await uploadFilesOf(db, transport, token, mutation);
    if (!failure) continue;
    if (!affectsOneLane(failure)) return { notSent: { id: mutation.id, failure }, held };
    held.add(mutation.lane);
  }
  return { notSent: null, held };
}

/** Uploads one file after another; skips those that the server already has, also after a restart. */
async function uploadFilesOf(
  db: LocalDatabase,
  transport: Transport,
  token: string,
  mutation: Mutation,
): Promise<CallFailure | null> {
  for (const fileId of filesOf(mutation)) {
    const file = await db.blobs.get(fileId);
    if (!file || file.sent) continue;
    const answer = await transport
      .call<typeof uploadFile>(addresses.uploadFile, formOf(file), { token, timeout: timeoutMs })
      .catch(asFailure);
    if (answer instanceof CallFailure) return answer;
    await db.blobs.update(file.id, { sent: true });
  }
  return null;
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
