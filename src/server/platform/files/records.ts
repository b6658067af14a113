import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { CheckedFile } from '../../../contract/files.ts';
import type { Files } from '../database/schema-system.ts';
import type { Database } from '../database/schema.ts';
import { endingOf } from './check.ts';
import type { FileFolder, FileStore } from './file-store.ts';

/** The row of an uploaded file. */
export type FileRecord = Selectable<Files>;

/** Stores a checked file under a random name and returns that name. Call it outside of any transaction. */
export async function storeFile(files: FileStore, folder: FileFolder, file: CheckedFile): Promise<string> {
  const name = `${folder}/${randomUUID()}.${endingOf(file.type)}`;
  await files.put(name, Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength), file.type);
  return name;
}

export const findFile = (db: Kysely<Database>, id: string): Promise<FileRecord | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export interface NewFile {
  id: string;
  userId: number;
  file: CheckedFile;
  /** The name that `storeFile` returned. */
  stored: string;
  now: number;
}

/** Inserts the row of a stored file; returns false and changes nothing when the id is taken. */
export async function insertFile(tx: Transaction<Database>, row: NewFile): Promise<boolean> {
  const { id, userId, file, stored, now } = row;
  const result = await tx
    .insertInto('files')
    .values({
      id,
      user_id: userId,
      name: file.name,
      type: file.type,
      size: file.bytes.byteLength,
      digest: file.digest,
      stored,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}
