import type { uploadFile } from '../../contract/files.ts';
import type { Mutation } from '../../contract/sync.ts';
import { fileOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import type { Line } from './line.ts';

/** Milliseconds: four megabytes over a slow phone line. */
const sentWithin = 120_000;

export interface NotSent {
  /** The mutation whose file it was. */
  id: string;
  failure: CallFailure;
}

/**
 * Sends the files of these mutations, each once: a mutation names a file that the server has. Stops at the first one
 * that was not taken and tells why; null when all are there.
 */
export async function sendFiles(
  db: LocalDatabase,
  line: Line,
  token: string,
  mutations: readonly Mutation[],
): Promise<NotSent | null> {
  for (const mutation of mutations) {
    const fileId = fileOf(mutation);
    const file = fileId === null ? undefined : await db.blobs.get(fileId);
    if (!file || file.sent) continue;
    const answer = await line
      .call<typeof uploadFile>(addresses.uploadFile, formOf(file), { token, timeout: sentWithin })
      .catch(asFailure);
    if (answer instanceof CallFailure) return { id: mutation.id, failure: answer };
    await db.blobs.update(file.id, { sent: true });
  }
  return null;
}

/** Forgets the files of items that are gone. Runs inside a transaction of its caller's over `db.syncTables`. */
export async function forgetFiles(db: LocalDatabase, items: readonly OutboxItem[]): Promise<void> {
  const ids = items.flatMap((item) => fileOf(item) ?? []);
  if (ids.length > 0) await db.blobs.bulkDelete(ids);
}

function formOf({ id, name, type, bytes }: StoredFile): InputOf<typeof uploadFile> {
  const file: unknown = new File([bytes], name ?? `proof.${endings[type] ?? 'bin'}`, { type });
  return { id, file } as InputOf<typeof uploadFile>; // a form's file becomes a checked one on the server
}

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
};
