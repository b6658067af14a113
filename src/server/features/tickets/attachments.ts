import type { Kysely } from 'kysely';
import type { Attachment } from '../../../contract/files.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { TransactionContext } from '../../platform/database/transaction.ts';
import { checkAttachable, notAttachable } from '../../shared/form-files.ts';

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
  const { tx } = transaction;
  await checkAttachable(transaction, fileIds);
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
  if (written.length !== fileIds.length) throw notAttachable();
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
