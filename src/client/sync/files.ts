import { fileEndings } from '../../contract/limits.ts';
import type { uploadFile } from '../../contract/files.ts';
import type { Mutation } from '../../contract/sync.ts';
import { filesOf } from '../actions/all.ts';
import { addresses } from '../api/addresses.ts';
import { asFailure, CallFailure } from '../api/failure.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import type { LocalDatabase } from '../local/database.ts';
import type { OutboxItem, StoredFile } from '../local/stored.ts';
import { holdsOnlyLane } from './error-table.ts';
import type { Line } from './line.ts';

/** Milliseconds: four megabytes over a slow phone line. */
const sentWithin = 120_000;

export interface FilesSent {
  /** The mutation whose file was not taken, and why: the rest was not tried. Null when nothing prevents the batch. */
  notSent: { id: string; failure: CallFailure } | null;
  /** Lanes whose file a busy or failing server has not taken: they wait, and the others need not. */
  held: ReadonlySet<string>;
}

/** Sends the files of these mutations, each once: a mutation names a file that the server has. */
export async function sendFiles(
  db: LocalDatabase,
  line: Line,
  token: string,
  mutations: readonly Mutation[],
): Promise<FilesSent> {
  const held = new Set<string>();
  for (const mutation of mutations) {
    if (held.has(mutation.lane)) continue;
    const failure = await sendFilesOf(db, line, token, mutation);
    if (!failure) continue;
    if (!holdsOnlyLane(failure)) return { notSent: { id: mutation.id, failure }, held };
    held.add(mutation.lane);
  }
  return { notSent: null, held };
}

/** One after another; those that the server has already are skipped, also after a restart. */
async function sendFilesOf(
  db: LocalDatabase,
  line: Line,
  token: string,
  mutation: Mutation,
): Promise<CallFailure | null> {
  for (const fileId of filesOf(mutation)) {
    const file = await db.blobs.get(fileId);
    if (!file || file.sent) continue;
    const answer = await line
      .call<typeof uploadFile>(addresses.uploadFile, formOf(file), { token, timeout: sentWithin })
      .catch(asFailure);
    if (answer instanceof CallFailure) return answer;
    await db.blobs.update(file.id, { sent: true });
  }
  return null;
}

/** Forgets the files of items that are gone. Runs inside a transaction of its caller's over `db.syncTables`. */
export async function forgetFiles(db: LocalDatabase, items: readonly OutboxItem[]): Promise<void> {
  const ids = items.flatMap(filesOf);
  if (ids.length > 0) await db.blobs.bulkDelete(ids);
}

/**
 * After an item was changed: forgets the files that it names no longer, and stores those of `added` that it names now.
 * Runs inside a transaction of its caller's over `db.syncTables`.
 */
export async function replaceFiles(
  db: LocalDatabase,
  { before, after }: { before: OutboxItem; after: OutboxItem },
  added: readonly StoredFile[],
): Promise<void> {
  const named = new Set(filesOf(after));
  await db.blobs.bulkDelete(filesOf(before).filter((id) => !named.has(id)));
  await db.blobs.bulkPut(added.filter(({ id }) => named.has(id)));
}

/** After the server did not find files of an item: they are uploaded once more when the item is sent again. */
export async function sendFilesAgain(db: LocalDatabase, item: OutboxItem): Promise<void> {
  const files = (await db.blobs.bulkGet([...filesOf(item)])).filter((file) => file !== undefined);
  await db.blobs.bulkPut(files.map(({ sent: _sent, ...file }) => file));
}

function formOf({ id, name, type, bytes }: StoredFile): InputOf<typeof uploadFile> {
  const file: unknown = new File([bytes], name ?? `file.${fileEndings[type]?.[0] ?? 'bin'}`, { type });
  return { id, file } as InputOf<typeof uploadFile>; // a form's file becomes a checked one on the server
}
