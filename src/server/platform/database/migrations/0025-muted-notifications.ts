import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';

/** Adds the kinds of notification a user has switched off. */
export const mutedNotifications = (kind: Kind): Migration => ({
  async up(db) {
    const { db: database, text } = columnsOf(db, kind);
    await database.schema
      .alterTable('users')
      .addColumn('muted_notifications', text, (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
});
