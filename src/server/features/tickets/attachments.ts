import type { Kysely } from 'kysely';
import type { Attachment, CheckedFile } from '../../../contract/files.ts';
import type { Means } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { insertFile, storeFile } from '../../platform/files/records.ts';
import { Refusal } from '../../platform/refusal.ts';
import { uuidv7 } from '../../platform/uuid.ts';

/** Where files are attached: to a response, or with null to the ticket itself. */
export interface Message {
  ticketId: string;
  responseId: string | null;
}

/**
 * Attaches files in this order. Refuses with `file_ids: invalid` a file that the acting user has not uploaded, and one
 * that belongs to another message or to an order: each file has one place, which decides who may read it.
 */
export async function attach(work: Work, fileIds: readonly string[], to: Message): Promise<void> {
  if (fileIds.length === 0) return;
  const refused = new Refusal('INVALID_FIELDS', { file_ids: ['invalid'] });
  const { tx, person } = work;
  const own = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', fileIds)
    .where('user_id', '=', person.id)
    .execute();
  const proof = await tx.selectFrom('orders').select('id').where('file_id', 'in', fileIds).limit(1).executeTakeFirst();
  if (own.length !== fileIds.length || proof) throw refused;
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
  const found = new Map<string, Attachment[]>();
  if (ticketIds.length === 0) return found;
  const rows = await db
    .selectFrom('ticket_files')
    .innerJoin('files', 'files.id', 'ticket_files.file_id')
    .select(['ticket_id', 'response_id', 'files.id', 'files.name', 'files.type', 'files.size'])
    .where('ticket_id', 'in', [...new Set(ticketIds)])
    .orderBy('position')
    .execute();
  for (const { ticket_id, response_id, ...file } of rows) {
    const message = response_id ?? ticket_id;
    found.set(message, [...(found.get(message) ?? []), file]);
  }
  return found;
}

/** The files of a form, stored and not named by any row yet. */
export interface FormFiles {
  /** What makes two requests with these files the same. */
  digests: string[];
  /** Writes their rows for the acting user and gives their ids. */
  insert(work: Work): Promise<string[]>;
}

/** Stores the files of a form outside of any transaction; those of a refused request are removed by the daily job. */
export async function storeFormFiles({ files: home }: Means, files: readonly CheckedFile[]): Promise<FormFiles> {
  const stored: { file: CheckedFile; name: string }[] = [];
  for (const file of files) stored.push({ file, name: await storeFile(home, 'proofs', file) });
  return {
    digests: files.map(({ digest }) => digest),
    async insert(work) {
      const ids: string[] = [];
      for (const { file, name } of stored) {
        const id = uuidv7(work.now);
        await insertFile(work.tx, { id, userId: work.person.id, file, stored: name, now: work.now });
        ids.push(id);
      }
      return ids;
    },
  };
}
