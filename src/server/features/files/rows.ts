import type { Kysely } from 'kysely';
import { can } from '../../../contract/permissions.ts';
import type { Person } from '../../platform/base/permissions.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { FileRecord } from '../../platform/files/records.ts';

/**
 * A file that this user may read (C-12, C-39, C-42). Customers: a file of one of their own orders or tickets that is not
 * deleted, and not that of an internal note. Users who read all orders and tickets: every file except those of deleted
 * orders and tickets. The condition is part of the query, so that a refused file takes as long as a missing one.
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
      const orders = selectFrom('orders').select('orders.id').whereRef('orders.file_id', '=', 'files.id');
      const tickets = selectFrom('ticket_files')
        .innerJoin('tickets', 'tickets.id', 'ticket_files.ticket_id')
        .select('tickets.id')
        .whereRef('ticket_files.file_id', '=', 'files.id');
      if (can(viewer.role, 'tickets.work') && can(viewer.role, 'orders.read'))
        return and([
          not(exists(orders.where('orders.deleted_at', 'is not', null))),
          not(exists(tickets.where('tickets.deleted_at', 'is not', null))),
        ]);
      return or([
        exists(orders.where('orders.user_id', '=', viewer.id).where('orders.deleted_at', 'is', null)),
        exists(
          tickets
            .leftJoin('responses', 'responses.id', 'ticket_files.response_id')
            .where('tickets.user_id', '=', viewer.id)
            .where('tickets.deleted_at', 'is', null)
            .where(({ fn, val }) => fn.coalesce('responses.is_internal', val(0)), '=', 0),
        ),
      ]);
    })
    .executeTakeFirst();
}

/** The id of a file belongs to the user who uploaded it first. */
export const isUploader =
  (person: Pick<Person, 'id'>) =>
  (file: { user_id: number }): boolean =>
    file.user_id === person.id;
