import type { Kysely } from 'kysely';
import type { Attachment } from '../../../contract/files.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { checkAttachable, notAttachable } from '../../shared/form-files.ts';

/** Attaches files to a request in this order. Throws `file_ids: invalid` as `checkAttachable` does. */
export async function attachSlips(
  transaction: TransactionContext,
  fileIds: readonly string[],
  topupId: string,
): Promise<void> {
  if (fileIds.length === 0) return;
  await checkAttachable(transaction, fileIds);
  const written = await transaction.tx
    .insertInto('topup_files')
    .values(fileIds.map((file_id, position) => ({ file_id, topup_id: topupId, position })))
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .returning('file_id')
    .execute();
  if (written.length !== fileIds.length) throw notAttachable();
}

/** The slips of these requests, by the id of the request. */
export async function slipsOf(
  db: Kysely<Database>,
  topupIds: readonly string[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  if (topupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('topup_files')
    .innerJoin('files', 'files.id', 'topup_files.file_id')
    .select(['topup_files.topup_id', 'files.id', 'files.name', 'files.type', 'files.size'])
    .where('topup_files.topup_id', 'in', topupIds)
    .orderBy('topup_files.position')
    .execute();
  const grouped = Map.groupBy(rows, ({ topup_id }) => topup_id);
  return new Map([...grouped].map(([id, files]) => [id, files.map(({ topup_id: _id, ...file }) => file)]));
}
