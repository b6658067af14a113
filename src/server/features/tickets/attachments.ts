import type { Kysely } from 'kysely';
import type { Attachment, CheckedFile } from '../../../contract/files.ts';
import type { Services } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { isOwned } from '../../platform/files/file-owners.ts';
import { insertFile, storeFile } from '../../platform/files/records.ts';
import { Refusal } from '../../platform/base/refusal.ts';
import { uuidv7 } from '../../../contract/uuid.ts';

/** The message to which files are attached: a response, or the ticket itself when `responseId` is null. */
export interface Message {
  ticketId: string;
  responseId: string | null;
}

/**
 * Attaches files in this order. Throws `file_ids: invalid` for a file that another user has uploaded, or that belongs to
 * another record: who may read a file depends on the one record to which it belongs.
 */
export async function attach(transaction: TransactionContext, fileIds: readonly string[], to: Message): Promise<void> {
  if (fileIds.length === 0) return;
  const refused = new Refusal('INVALID_FIELDS', { file_ids: ['invalid'] });
  const { tx, person } = transaction;
  const own = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', fileIds)
    .where('user_id', '=', person.id)
    .execute();
  if (own.length !== fileIds.length || (await isOwned(tx, fileIds))) throw refused;
  const rows = fileIds.map((file_id, position) => ({
    file_id,
    ticket_id: to.ticketId,
    response_id: to.responseId,
    position,
  }));
  const written = await tx
    .insertInto('ticket_files')
    .values(rows)
    .onConflict((conflict) => conflict.column('file_id').doNothing())
    .returning('file_id')
    .execute();
  if (written.length !== fileIds.length) throw refused;
}

/** The attachments of these tickets and of their responses, by the id of the ticket or the response. */
export async function attachmentsOf(
  db: Kysely<Database>,
  ticketIds: readonly string[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  const byMessage = new Map<string, Attachment[]>();
  if (ticketIds.length === 0) return byMessage;
  const rows = await db
    .selectFrom('ticket_files')
    .innerJoin('files', 'files.id', 'ticket_files.file_id')
    .select(['ticket_id', 'response_id', 'files.id', 'files.name', 'files.type', 'files.size'])
    .where('ticket_id', 'in', [...new Set(ticketIds)])
    .orderBy('position')
    .execute();
  for (const { ticket_id, response_id, ...file } of rows) {
    const message = response_id ?? ticket_id;
    byMessage.set(message, [...(byMessage.get(message) ?? []), file]);
  }
  return byMessage;
}

/** The files of a form, which are stored but not yet referenced by a row. */
export interface FormFiles {
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
