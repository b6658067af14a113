import type { Migration } from 'kysely/migration';
import { columnsOf, index, key, refers, required, type Kind } from './columns.ts';

/** Files of tickets and responses: each file belongs to one message, `response_id` null for the ticket itself. */
export const ticketFiles = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    await db.schema
      .createTable('ticket_files')
      .addColumn('file_id', text, (column) => key(column).references('files.id'))
      .addColumn('ticket_id', text, refers('tickets.id'))
      .addColumn('response_id', text, refers('responses.id', false))
      .addColumn('position', number, required)
      .execute();
    await index(db, 'ticket_files_ticket', { table: 'ticket_files', columns: ['ticket_id'] });
    await index(db, 'files_of_time', { table: 'files', columns: ['created_at'] });
  },
});
