import { randomUUID } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { CheckedFile } from '../../../contract/files.ts';
import type { Files } from '../database/schema-house.ts';
import type { Database } from '../database/schema.ts';
import { endingOf } from './check.ts';
import type { FileHome } from './home.ts';

/** A proof, as the database knows it. */
export type FileRecord = Selectable<Files>;

/** Puts a checked file under a name nobody can guess; returns that name. Outside of any transaction. */
export async function storeFile(home: FileHome, folder: 'catalog' | 'proofs', file: CheckedFile): Promise<string> {
  const name = `${folder}/${randomUUID()}.${endingOf(file.type)}`;
  await home.put(name, Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength), file.type);
  return name;
}

export const findFile = (db: Kysely<Database>, id: string): Promise<FileRecord | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export interface NewFile {
  id: string;
  userId: number;
  file: CheckedFile;
  /** What `storeFile` returned. */
  stored: string;
  now: number;
}

/** Notes a stored proof under its id; false when the id is taken, then nothing changes. */
export async function insertFile(tx: Transaction<Database>, wanted: NewFile): Promise<boolean> {
  const { id, userId, file, stored, now } = wanted;
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
