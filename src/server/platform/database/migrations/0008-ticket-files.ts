import type { Migration } from 'kysely/migration';
import { columnsOf, index, primaryKey, foreignKey, required, nullableForeignKey, type Kind } from './columns.ts';

/** Adds files of tickets and responses; `response_id` is null for a file of the ticket itself. */
export const ticketFiles = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    await db.schema
      .createTable('ticket_files')
      .addColumn('file_id', text, (column) => primaryKey(column).references('files.id'))
      .addColumn('ticket_id', text, foreignKey('tickets.id'))
      .addColumn('response_id', text, nullableForeignKey('responses.id'))
      .addColumn('position', number, required)
      .execute();
    await index(db, 'ticket_files_ticket', { table: 'ticket_files', columns: ['ticket_id'] });
    await index(db, 'files_of_time', { table: 'files', columns: ['created_at'] });
  },
});
