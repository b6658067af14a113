import type { Kysely } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import { fileOwners } from '../../platform/files/file-owners.ts';
import type { FileRecord } from '../../platform/files/records.ts';

/**
 * A file that this user may read: one of a record whose files this user may read, and for users who read all orders and
 * tickets also one that belongs to no record. The condition is part of the query, so that a refused file takes as long
 * as a missing one.
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
    .where(({ and, exists, not, or, selectFrom }) => {
      const isAmong = (files: ReturnType<(typeof fileOwners)[number]['files']>) =>
        exists(selectFrom(files.as('owned')).select('owned.file_id').where('owned.file_id', '=', id));
      const readable = fileOwners.map((owner) => isAmong(owner.readableFiles(db, viewer)));
      if (!can(viewer.role, 'tickets.work') || !can(viewer.role, 'orders.read')) return or(readable);
      return or([...readable, and(fileOwners.map((owner) => not(isAmong(owner.files(db)))))]);
    })
    .executeTakeFirst();
}

/** The id of a file belongs to the user who uploaded it first. */
export const isUploader =
  (person: Pick<Person, 'id'>) =>
  (file: { user_id: number }): boolean =>
    file.user_id === person.id;
