import type { Migration } from 'kysely/migration';
import { columnsOf, foreignKey, index, required, type Kind } from './columns.ts';

/** Adds the users who have a ticket open, by the sessions of their devices: reported every few seconds, then deleted. */
export const presence = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    await db.schema
      .createTable('presence')
      .addColumn('ticket_id', text, required)
      .addColumn('session_id', number, required)
      .addColumn('user_id', number, foreignKey('users.id'))
      .addColumn('state', text, required)
      .addColumn('since', number, required)
      .addColumn('seen_at', number, required)
      .addPrimaryKeyConstraint('presence_of_session', ['ticket_id', 'session_id'])
      .execute();
    await index(db, 'presence_user', { table: 'presence', columns: ['user_id'] });
  },
});
