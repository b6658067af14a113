import type { Migration } from 'kysely/migration';
import { columnsOf, index, nullableForeignKey, type Kind } from './columns.ts';

/**
 * Adds the admin who works on a ticket, and the last changes of assignee and priority. Existing tickets have no
 * assignee.
 */
export const ticketAssignees = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    const add = (name: string, type: typeof number | typeof text) =>
      db.schema.alterTable('tickets').addColumn(name, type).execute();
    await add('priority_by', text);
    await add('priority_at', number);
    await db.schema.alterTable('tickets').addColumn('assignee_id', number, nullableForeignKey('users.id')).execute();
    await add('assignee_by', text);
    await add('assignee_at', number);
    await index(db, 'tickets_assignee', {
      table: 'tickets',
      columns: ['assignee_id'],
      where: 'assignee_id is not null',
    });
  },
});
