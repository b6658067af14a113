import type { Kysely } from 'kysely';
import type { Person } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { FileRecord } from '../../platform/files/records.ts';

/**
 * A file that this person may read (C-39): any for an admin, for a customer the proof of an own order that was not deleted.
 * Another one is not even found, so that it takes as long to refuse it as one that nobody has.
 */
export async function findFileFor(
  db: Kysely<Database>,
  id: string,
  viewer: Pick<Person, 'id' | 'role'>,
): Promise<FileRecord | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .$if(viewer.role !== 'admin', (files) =>
      files.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.file_id', '=', 'files.id')
            .where('orders.user_id', '=', viewer.id)
            .where('orders.deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst();
}
