import type { Migration } from 'kysely/migration';
import { columnsOf, index, refers, required, type Kind } from './columns.ts';

/** Records of which a device still holds changes that it has not sent: reported with each pass, forgotten after a day. */
export const unsent = (kind: Kind): Migration => ({
  async up(db) {
    const { number, text } = columnsOf(db, kind);
    await db.schema
      .createTable('unsent')
      .addColumn('session_id', number, required)
      .addColumn('lane', text, required)
      .addColumn('user_id', number, refers('users.id'))
      .addColumn('seen_at', number, required)
      .addPrimaryKeyConstraint('unsent_of_session', ['session_id', 'lane'])
      .execute();
    await index(db, 'unsent_user', { table: 'unsent', columns: ['user_id'] });
  },
});
