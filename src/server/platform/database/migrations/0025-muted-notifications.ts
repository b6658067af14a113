import type { Migration } from 'kysely/migration';
import { columnsOf, type Kind } from './columns.ts';

/**
 * Adds the kinds of notification a user has switched off: a JSON list, like that of e-mails. A server of an earlier
 * version does not read it and makes all notifications, also while it runs beside this one (D-29).
 */
export const mutedNotifications = (kind: Kind): Migration => ({
  async up(db) {
    const { db: database, text } = columnsOf(db, kind);
    await database.schema
      .alterTable('users')
      .addColumn('muted_notifications', text, (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
});
