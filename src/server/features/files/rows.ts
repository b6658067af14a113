import type { Kysely } from 'kysely';
import type { Person } from '../../platform/context.ts';
import type { Database } from '../../platform/database/schema.ts';
import type { FileRecord } from '../../platform/files/records.ts';

/**
 * A file that this person may read (C-39, C-42): of an order or a ticket that was not deleted, and for a customer of an
 * own one; an admin reads as well what belongs to nothing yet.
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
    .where(({ exists, not, or, selectFrom }) => {
      const orders = selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.file_id', '=', 'files.id')
        .where('orders.user_id', '=', viewer.id)
        .where('orders.deleted_at', 'is', null);
      const tickets = selectFrom('ticket_files')
        .innerJoin('tickets', 'tickets.id', 'ticket_files.ticket_id')
        .select('tickets.id')
        .whereRef('ticket_files.file_id', '=', 'files.id');
      if (viewer.role === 'admin') return not(exists(tickets.where('tickets.deleted_at', 'is not', null)));
      const own = tickets.where('tickets.user_id', '=', viewer.id).where('tickets.deleted_at', 'is', null);
      return or([exists(orders), exists(own)]);
    })
    .executeTakeFirst();
}
