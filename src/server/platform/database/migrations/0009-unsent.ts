import type { Migration } from 'kysely/migration';
import { columnsOf, index, foreignKey, required, type Kind } from './columns.ts';

/** Adds the records for which a device holds unsent changes: reported with each pass, deleted after a day. */
export const unsent = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    await db.schema
      .createTable('unsent')
      .addColumn('session_id', number, required)
      .addColumn('lane', text, required)
      .addColumn('user_id', number, foreignKey('users.id'))
      .addColumn('seen_at', number, required)
      .addPrimaryKeyConstraint('unsent_of_session', ['session_id', 'lane'])
      .execute();
    await index(db, 'unsent_user', { table: 'unsent', columns: ['user_id'] });
  },
});
