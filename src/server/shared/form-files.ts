import { createHash } from 'node:crypto';
import type { CheckedFile } from '../../contract/files.ts';
import { formatUuid, uuidv7 } from '../../contract/uuid.ts';
import { Refusal } from '../platform/base/refusal.ts';
import type { Services } from '../platform/context.ts';
import type { TransactionContext } from '../platform/database/transaction.ts';
import { isOwned } from '../platform/files/file-owners.ts';
import { insertFile, storeFile } from '../platform/files/records.ts';

/** The files of a form, which are stored but not yet referenced by a row. */
interface FormFiles {
  /** Digests for the fingerprint of the request. */
  digests: string[];
  /** Inserts the rows of the files for the acting user and returns the ids of the files. */
  insert(transaction: TransactionContext): Promise<string[]>;
}

/** Stores the files of a form outside of any transaction; the daily cleanup removes those of a refused request. */
export async function storeFormFiles({ files: store }: Services, files: readonly CheckedFile[]): Promise<FormFiles> {
  const stored: { file: CheckedFile; name: string }[] = [];
  for (const file of files) stored.push({ file, name: await storeFile(store, 'proofs', file) });
  return {
    digests: files.map(({ digest }) => digest),
    async insert(transaction) {
      const ids: string[] = [];
      for (const { file, name } of stored) {
        const id = uuidv7(transaction.now);
        await insertFile(transaction.tx, {
          id,
          userId: transaction.person.id,
          file,
          stored: name,
          now: transaction.now,
        });
        ids.push(id);
      }
      return ids;
    },
  };
}

/** Throws INVALID_FIELDS when the files of a form exceed the limit together with the files in `fileIds`. */
export function checkFileCount(
  { field, max }: { field: string; max: number },
  files: readonly CheckedFile[],
  fileIds: readonly string[],
): void {
  if (files.length + fileIds.length > max) throw new Refusal('INVALID_FIELDS', { [field]: [`max:${max}`] });
}

/** Returns the arguments for the fingerprint; without files the same as before files existed, for old keys. */
export const fingerprintArgs = (args: object, fileIds: readonly string[], { digests }: FormFiles): object => ({
  ...args,
  ...(fileIds.length > 0 && { file_ids: fileIds }),
  ...(digests.length > 0 && { files: digests }),
});

/**
 * Throws `file_ids: invalid` for a file that another user has uploaded, or that belongs to a record already: who may read
 * a file depends on the one record to which it belongs.
 */
export async function checkAttachable({ tx, person }: TransactionContext, fileIds: readonly string[]): Promise<void> {
  const own = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', fileIds)
    .where('user_id', '=', person.id)
    .execute();
  if (own.length !== fileIds.length || (await isOwned(tx, fileIds))) throw notAttachable();
}

/** The refusal of a file that cannot be attached. */
export const notAttachable = (): Refusal => new Refusal('INVALID_FIELDS', { file_ids: ['invalid'] });

/**
 * Returns the key as an id; if another user's record has that id, an id derived from the user and the key.
 */
export async function unusedId(
  { tx, person }: TransactionContext,
  find: (db: TransactionContext['tx'], id: string) => Promise<{ user_id: number } | undefined>,
  key: string,
): Promise<string> {
  const existing = await find(tx, key);
  return existing && existing.user_id !== person.id ? uuidOf(person.id, key) : key;
}

/** Returns the id of the first touched record of an entity. */
export const touchedId = (touched: string[], entity: string): string =>
  touched.find((ref) => ref.startsWith(`${entity}:`))!.slice(entity.length + 1);

/** A UUID (version 8) that is always the same for one user and key, and different for every other user or key. */
const uuidOf = (userId: number, key: string): string =>
  formatUuid(createHash('sha256').update(`${userId} ${key}`).digest().subarray(0, 16), 8);
